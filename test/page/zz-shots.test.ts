import { test } from 'node:test';
import { mkdirSync } from 'node:fs';
import { panels, type Theme } from './support';
import { gateway, handbook } from './models/gateway';
import { agent } from './models/agent';
import { protocols } from './models/protocols';
const open = panels();
const systems = [{ key: 'file:///work/strata.yaml#chat-main', title: 'chat-main', manifest: 'strata.yaml' }];
const shots: [string, Theme, number, number, any, any?][] = JSON.parse(process.env.SHOTS ?? '[]');
const models: Record<string, () => any> = { gateway: () => gateway(), agent, protocols, big: () => gateway({ kb: handbook(1_000_000) }) };
mkdirSync('/tmp/shots', { recursive: true });
for (const [name, theme, width, height, model, extra] of shots) {
  test(name, async () => {
    const p = await open({ theme, width, height });
    await p.send({ type: 'words', locale: 'en', bundle: {} });
    if (models[model]) await p.send({ type: 'render', result: models[model]!(), systems, file: 'file:///work/chat-main.prompt' });
    for (const m of extra?.send ?? []) await p.send(m);
    await p.page.waitForTimeout(200);
    if (extra?.eval) await p.page.evaluate(extra.eval);
    if (extra?.click) await p.page.click(extra.click);
    await p.page.waitForTimeout(200);
    await p.page.screenshot({ path: `/tmp/shots/${name}.png` });
    if (p.errors.length) console.log(name, p.errors);
    const over = await p.page.evaluate('document.documentElement.scrollWidth - innerWidth');
    if ((over as number) > 0) console.log(name, 'side scroll', over);
    if (extra?.axe) console.log(name, await p.accessibilityProblems());
    await p.close();
  });
}
