// Every state of the panel in every theme: nothing that axe-core calls wrong, nothing that scrolls sideways, no refusal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent } from './models/agent';
import { attacked, located } from './models/answers';
import { at, MANIFEST, TEMPLATE } from './models/builder';
import { gateway } from './models/gateway';
import { protocols } from './models/protocols';
import { type Panel, panels, type Theme } from './support';

const openPanel = panels();
const themes: readonly Theme[] = ['light-modern', 'dark-modern', 'high-contrast', 'high-contrast-light'];
const systems = [{ key: `${MANIFEST}#chat-main`, title: 'chat-main', manifest: 'strata.yaml' }];

interface State {
  readonly name: string;
  readonly width: number;
  readonly zoom?: number;
  readonly messages: readonly unknown[];
  readonly act?: (panel: Panel) => Promise<void>;
}

const render = (result: unknown) => ({ type: 'render', id: 'a', result, about: { systems, file: TEMPLATE } });
const failure = { reason: 'broken', message: 'strata.yaml cannot be read.', source: at(MANIFEST, 37) };
const cursor = { type: 'cursor', file: TEMPLATE, position: { line: 3, character: 4 }, selected: false, reveal: true };

const states: readonly State[] = [
  { name: 'many layers, wide', width: 1100, messages: [render(gateway())] },
  { name: 'many layers, narrow', width: 350, messages: [render(gateway())] },
  { name: 'many layers at 200 %', width: 1400, zoom: 2, messages: [render(gateway())] },
  {
    name: 'a conversation, half a window at 200 %',
    width: 700,
    zoom: 2,
    messages: [render(agent())],
    act: ({ page }) => page.click('.table-box summary'),
  },
  {
    name: 'a conversation with marks',
    width: 700,
    messages: [render(agent())],
    act: ({ page }) => page.click('.table-box summary'),
  },
  {
    name: 'holes, cuts, redaction',
    width: 900,
    messages: [render(protocols())],
    act: ({ page }) => page.click('.cut button'),
  },
  {
    name: 'the card of a value',
    width: 700,
    messages: [render(gateway())],
    act: ({ page }) => page.click('.value[data-slot="context"]'),
  },
  {
    name: 'the cursor and white space',
    width: 900,
    messages: [render(gateway()), cursor],
    act: ({ page }) => page.click('.tools button'),
  },
  {
    name: 'hostile values, wide',
    width: 1100,
    messages: [render(attacked())],
    act: ({ page }) => page.click('[role="switch"]'),
  },
  {
    name: 'hostile values, narrow',
    width: 320,
    messages: [render(attacked())],
    act: ({ page }) => page.click('[role="switch"]'),
  },
  {
    name: 'find, narrow',
    width: 350,
    messages: [render(gateway())],
    act: async ({ page }) => {
      await page.keyboard.press('Control+f');
      await page.fill('.find input', 'data');
    },
  },
  {
    name: 'the request',
    width: 700,
    messages: [render(gateway())],
    act: ({ page }) => page.click('#tab-request'),
  },
  {
    name: 'a comparison',
    width: 560,
    messages: [
      render({ ...gateway(), scenarios: ['run'] }),
      {
        type: 'compared',
        against: { scenario: 'run' },
        answer: {
          version: 1,
          other: gateway({ kb: 'Another text.', context: 'x' }),
          comparison: { firstToken: 300, cache: { kept: 0, of: 221 }, exact: false },
        },
      },
    ],
    act: async ({ page }) => {
      await page.click('#tab-compare');
      await page.waitForSelector('.diff');
    },
  },
  {
    name: 'nothing to compare with yet',
    width: 350,
    messages: [render({ ...gateway(), scenarios: ['ask-everything'], axes: [] })],
    act: ({ page }) => page.click('#tab-compare'),
  },
  {
    name: 'a layer over its budget, no model',
    width: 900,
    messages: [
      render({
        ...gateway(),
        layers: gateway().layers.map((layer) => (layer.id === 'base' ? { ...layer, max: 10 } : layer)),
        model: { id: null, tokenizer: 'o200k_base', exact: false },
        cachedPrefix: null,
      }),
    ],
  },
  {
    name: 'a captured prompt',
    width: 560,
    messages: [
      render({ ...gateway(), scenarios: ['captured'] }),
      { type: 'captured', text: 'You are.' },
      located(gateway().key),
    ],
    act: async ({ page }) => {
      await page.click('#tab-locate');
      await page.waitForSelector('.found .run');
    },
  },
  {
    name: 'a value that is edited',
    width: 860,
    messages: [render({ ...gateway(), tried: ['context'] })],
    act: async (panel) => {
      await panel.page.click('.value[data-slot="context"]');
      await panel.page.click('.card-acts button:has-text("Edit value")');
      await panel.postedOf('value');
      await panel.send({ type: 'value', value: { slot: 'context', text: 'a\nb', format: 'text' } });
      await panel.page.waitForSelector('.editor textarea');
    },
  },
  { name: 'an older prompt', width: 700, messages: [render(gateway()), { type: 'failure', failure, file: TEMPLATE }] },
  {
    name: 'no manifest',
    width: 500,
    messages: [{ type: 'failure', failure: { reason: 'no-system', message: '-' }, file: TEMPLATE }],
  },
  { name: 'loading', width: 700, messages: [] },
];

for (const theme of themes) {
  for (const { name, width, zoom = 1, messages, act } of states) {
    test(`${theme}: ${name}`, async () => {
      // High enough that nothing has to scroll: what lies half under the bar that stays is no fault of the page.
      const panel = await openPanel({ theme, width, zoom, height: 1700 * zoom });
      await panel.postedOf('ready');
      for (const message of messages) await panel.send(message);
      await panel.page.waitForSelector(messages.length > 0 ? '.message, .blank' : '.loading');
      await act?.(panel);
      assert.deepEqual(await panel.accessibilityProblems(), []);
      assert.equal(await panel.page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
      assert.deepEqual(panel.errors, []);
      await panel.close();
    });
  }
}
