// A panel that shows a prompt, and ways to look at it.
import assert from 'node:assert/strict';
import type { About } from '../../client/src/preview/messages';
import type { RenderResult } from '../../server/src/protocol';
import { MANIFEST, TEMPLATE } from './models/builder';
import type { Panel, PanelOptions } from './support';

export const systems = [{ key: `${MANIFEST}#chat-main`, title: 'chat-main', manifest: 'strata.yaml' }];

/** The message with which the extension hands over a prompt. */
export const rendered = (prompt: RenderResult, more: Partial<About> = {}) => ({
  type: 'render',
  id: 'a',
  result: prompt,
  about: { systems, file: TEMPLATE, ...more },
});

export async function show(
  openPanel: (options?: PanelOptions) => Promise<Panel>,
  prompt: RenderResult,
  options: PanelOptions = {},
): Promise<Panel> {
  const panel = await openPanel(options);
  await panel.postedOf('ready');
  await panel.send({ type: 'words', locale: 'en', bundle: {} });
  await panel.send(rendered(prompt));
  await panel.page.waitForSelector('.message');
  return panel;
}

export const texts = (panel: Panel, selector: string): Promise<string[]> =>
  panel.page.locator(selector).allInnerTexts();

/** Looks once for each frame that the page draws. The page's policy forbids what Playwright's own waiting would do there. */
export async function until(panel: Panel, expression: string): Promise<void> {
  for (let frame = 0; frame < 1000; frame++) {
    if (await panel.page.evaluate(expression)) return;
    await panel.page.evaluate('new Promise(requestAnimationFrame)');
  }
  assert.fail(`It never came true: ${expression}`);
}

export async function done(panel: Panel): Promise<void> {
  assert.deepEqual(panel.errors, []);
  await panel.close();
}
