import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { show } from './panel';
import { panels, type Theme } from './support';

const openPanel = panels();
const jobs = JSON.parse(readFileSync('/tmp/shots/jobs.json', 'utf8')) as {
  name: string;
  theme: Theme;
  width: number;
  height?: number;
  model: string;
  act?: string[];
  send?: unknown[];
  full?: boolean;
}[];
for (const job of jobs)
  test(job.name, async () => {
    const panel = await show(openPanel, JSON.parse(readFileSync(`/tmp/shots/${job.model}.json`, 'utf8')), {
      theme: job.theme,
      width: job.width,
      height: job.height ?? 900,
    });
    for (const act of job.act ?? []) await panel.page.click(act);
    for (const message of job.send ?? []) {
      await panel.send(message);
      await panel.page.waitForTimeout(100);
    }
    await panel.page.waitForTimeout(100);
    await panel.page.screenshot({ path: `/tmp/shots/${job.name}.png`, fullPage: job.full ?? false });
    if (panel.errors.length) console.log(job.name, panel.errors);
    const axe = await panel.accessibilityProblems();
    if (axe.length) console.log(job.name, axe);
    const over = await panel.page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if (over) console.log(job.name, 'scrolls sideways', over);
    await panel.close();
  });
