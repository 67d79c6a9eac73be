// Find: how often words stand in what is drawn, and each of them in turn, also where nothing is laid out yet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, message, result, slot, Writer } from './models/builder';
import { gateway, handbook } from './models/gateway';
import { done, rendered, show, texts, until } from './panel';
import { type Panel, panels } from './support';

const openPanel = panels();

const CURRENT = `[...(CSS.highlights.get('found-current') ?? [])].map(({ startContainer, startOffset, endContainer, endOffset }) => {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  const { top, bottom } = range.getBoundingClientRect();
  return { text: range.toString(), seen: top > 36 && bottom < innerHeight };
})[0]`;

interface Current {
  readonly text: string;
  readonly seen: boolean;
}

const current = (panel: Panel): Promise<Current> => panel.page.evaluate(CURRENT) as Promise<Current>;

async function find(panel: Panel, words: string): Promise<void> {
  await panel.page.keyboard.press('Control+f');
  await panel.page.fill('.find input', words);
}

const count = (panel: Panel): Promise<string[]> => texts(panel, '.find-count');

async function countIs(panel: Panel, says: string): Promise<void> {
  await until(panel, `document.querySelector('.find-count')?.textContent === ${JSON.stringify(says)}`);
}

const sentences = () => {
  const w = new Writer();
  return result({
    system: 'chat-main',
    layers: [
      { id: 'base', trust: 'instructions' },
      { id: 'who', trust: 'data' },
    ],
    slots: [slot('name', { layer: 'who', trust: 'data' })],
    messages: [
      message('system', [
        block([
          w.text('base', 'Dear '),
          w.value('who', 'name', 'Ada'),
          w.text('base', ', the rules are (these):\nbe kind. Be Kind, ada.\n'),
        ]),
      ]),
    ],
  });
};

test('matches are counted, and walked through in both directions and round the end', async () => {
  const panel = await show(openPanel, sentences());
  await find(panel, 'be kind');
  await countIs(panel, '1 of 2');
  assert.equal((await current(panel)).text, 'be kind');
  await panel.page.keyboard.press('Enter');
  await countIs(panel, '2 of 2');
  assert.equal((await current(panel)).text, 'Be Kind');
  await panel.page.keyboard.press('F3');
  await countIs(panel, '1 of 2');
  await panel.page.keyboard.press('Shift+Enter');
  await countIs(panel, '2 of 2');
  await panel.page.click('button[aria-label="Previous match"]');
  await countIs(panel, '1 of 2');
  await panel.page.click('button[aria-label="Match case"]');
  await countIs(panel, '1 of 1');
  await panel.page.fill('.find input', 'nowhere');
  await countIs(panel, 'No results');
  assert.equal(await panel.page.getAttribute('.find input', 'aria-invalid'), 'true');
  assert.deepEqual(await panel.accessibilityProblems(), []);
  await done(panel);
});

test('words are found over the edges of values and lines, as they are written, and what the panel says is not searched', async () => {
  const panel = await show(openPanel, sentences());
  await find(panel, 'dear ada, the rules are (these): be');
  await countIs(panel, '1 of 1');
  assert.equal((await current(panel)).text, 'Dear Ada, the rules are (these):\nbe');
  for (const [words, says] of [
    ['.*', 'No results'],
    ['{name}', 'No results'],
    ['untrusted', 'No results'],
    ['(these)', '1 of 1'],
  ] as const) {
    await panel.page.fill('.find input', words);
    await countIs(panel, says);
  }
  await done(panel);
});

test('a megabyte is searched whole: what is not laid out yet is counted, and brought into view', async () => {
  const kb = `${handbook(1_000_000)}The last needle.\n`;
  const at = Math.floor(kb.length / 2);
  const panel = await show(openPanel, gateway({ kb: `${kb.slice(0, at)} needle ${kb.slice(at)}` }));
  await find(panel, 'needle');
  await countIs(panel, '1 of 2');
  await until(panel, `${CURRENT}?.seen`);
  const first = Number(await panel.page.evaluate('scrollY'));
  assert.ok(first > 10_000, `it is at ${first}`);
  await panel.page.keyboard.press('Enter');
  await countIs(panel, '2 of 2');
  await until(panel, `${CURRENT}?.seen`);
  assert.ok(Number(await panel.page.evaluate('scrollY')) > first);
  // What stands everywhere is counted up to a limit, and lit where it is seen.
  await panel.page.fill('.find input', 'e');
  await countIs(panel, '1 of 10,000+');
  const lit = Number(await panel.page.evaluate(`CSS.highlights.get('found').size`));
  assert.ok(lit <= 2000, `${lit} are lit`);
  await done(panel);
});

test('find follows the text, and stays at its match', async () => {
  const panel = await show(openPanel, gateway({ context: 'one seal' }));
  await find(panel, 'seal');
  await countIs(panel, '1 of 1');
  await panel.send(rendered(gateway({ context: 'one seal, two seals' })));
  await countIs(panel, '1 of 2');
  await panel.page.keyboard.press('Enter');
  await countIs(panel, '2 of 2');
  await panel.send(rendered(gateway({ context: 'a seal, a seal' })));
  await countIs(panel, '2 of 2');
  await panel.page.click('#tab-request');
  await countIs(panel, '1 of 2');
  await done(panel);
});

test('the keys of the editor open and close it, and the focus goes back to where it was', async () => {
  const panel = await show(openPanel, gateway());
  const active = (): Promise<unknown> =>
    panel.page.evaluate('document.activeElement.id || document.activeElement.ariaLabel');
  await panel.page.focus('#tab-rendered');
  await panel.page.keyboard.press('Control+f');
  assert.equal(await active(), 'Find');
  await panel.page.keyboard.type('zzz');
  await panel.page.keyboard.press('Control+f');
  await panel.page.keyboard.type('data');
  assert.equal(await panel.page.inputValue('.find input'), 'data');
  await panel.page.keyboard.press('Escape');
  assert.equal(await active(), 'tab-rendered');
  assert.deepEqual(await count(panel), []);
  assert.equal(await panel.page.evaluate('CSS.highlights.size'), 0);
  await done(panel);
});
