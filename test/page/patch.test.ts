// What a change of the prompt leaves on the page: the same as if the page had been drawn anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderResult } from '../../server/src/protocol';
import { agent } from './models/agent';
import { attacked } from './models/answers';
import { TEMPLATE } from './models/builder';
import { gateway, handbook } from './models/gateway';
import { protocols } from './models/protocols';
import { done, rendered, show, until } from './panel';
import { panels } from './support';

const openPanel = panels();

const plain = gateway();
const long = gateway({ kb: handbook(20_000) });

/** The prompt with other facts about its layers or slots. */
const facts = (change: (prompt: RenderResult) => Partial<RenderResult>): RenderResult => ({
  ...plain,
  ...change(plain),
});

const cursorAt = (line: number, character: number) => ({
  cursor: { file: TEMPLATE, position: { line, character }, selected: false, reveal: false },
});

const STEPS: readonly (readonly [string, RenderResult, object?])[] = [
  ['as it is', plain],
  ['another value', gateway({ context: 'Another page' })],
  ['a value of several lines', gateway({ context: 'Another page\nand its second line' })],
  ['an empty value', gateway({ context: '' })],
  ['a long value', long],
  ['a long value that lacks its beginning', gateway({ kb: handbook(20_000).slice(40) })],
  ['the cursor in a line of text', plain, cursorAt(2, 3)],
  ['the cursor in another line', plain, cursorAt(4, 1)],
  ['the cursor in no file of it', plain, { cursor: null }],
  [
    'another trust of a layer',
    facts(({ layers }) => ({ layers: layers.map((one) => ({ ...one, trust: 'data' as const })) })),
  ],
  [
    'another way to write slots',
    facts(({ slots }) => ({ slots: slots.map((one) => ({ ...one, written: `<${one.name}>` })) })),
  ],
  [
    'another trust of a slot',
    facts(({ slots }) => ({ slots: slots.map((one) => ({ ...one, trust: 'facts' as const, trustWord: 'facts' })) })),
  ],
  ['another scenario', { ...protocols(), scenario: 'another' }],
  ['holes, cuts, lines that are stripped', protocols()],
  ['a conversation', agent()],
  ['values that break out', attacked()],
];

const DRAWN = `document.querySelector('#prompt').innerHTML`;

test('the page is the same after any change as if it had been drawn anew', async () => {
  const anew = new Map<string, unknown>();
  for (const [name, prompt, more] of STEPS) {
    const panel = await show(openPanel, prompt);
    if (more) await panel.send({ ...rendered(prompt, more), id: name });
    await until(panel, `__posted.some(({ type }) => type === 'drawn')`);
    await panel.page.evaluate('new Promise(requestAnimationFrame)');
    anew.set(name, await panel.page.evaluate(DRAWN));
    await done(panel);
  }
  const panel = await show(openPanel, plain);
  // Each follows others: in this order, in the opposite one, and in a third.
  const orders = [STEPS, [...STEPS].reverse(), STEPS.map((_, i) => STEPS[(i * 7) % STEPS.length] as (typeof STEPS)[0])];
  let sent = 0;
  for (const [name, prompt, more] of orders.flat()) {
    const id = `${name} ${++sent}`;
    await panel.send({ ...rendered(prompt, { cursor: null, ...more }), id });
    await until(panel, `__posted.at(-1).id === ${JSON.stringify(id)}`);
    await panel.page.evaluate('new Promise(requestAnimationFrame)');
    assert.equal(await panel.page.evaluate(DRAWN), anew.get(name), name);
  }
  await done(panel);
});
