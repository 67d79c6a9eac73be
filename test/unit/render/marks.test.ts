// Where the marks of the cache and the scope line fall.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rendered } from '../../../server/src/render/segment';
import { renderIn } from '../../support/renderText';

const LAYERS = `    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: facts, trust: facts, lifetime: call, slots: [fact] }
`;

/** The blocks of the first message, with the names of their marks. */
const blocks = ({ messages }: Rendered): readonly string[] =>
  (messages[0]?.blocks ?? []).map(
    ({ segments, mark }) => `${segments.map(({ text }) => text).join('')}|${mark?.name ?? ''}`,
  );

const inFile = (template: string, marks: string, slots: string): readonly string[] =>
  blocks(
    renderIn({
      'strata.yaml': `version: 1\nsystems:\n  s:\n    dialect: double-brace\n    template: a.md\n${LAYERS}    slots: ${slots}\n    cache: { breakpoints: [${marks}] }\n`,
      'a.md': template,
    }),
  );

test('the end of a layer is behind its last character, so that a line break there makes no block of its own', () => {
  const slots = '{ who: { sample: Ann } }';
  assert.deepEqual(inFile('Be kind.\nAsk {{who}}\n', '{ after: base }, system', slots), [
    'Be kind.\nAsk Ann\n|after base',
  ]);
  assert.deepEqual(
    inFile('Be kind.\nAsk {{who}}\n\n{{fact}}\n', '{ after: base }', '{ who: { sample: Ann }, fact: { sample: F } }'),
    ['Be kind.\nAsk Ann\n\n|after base', 'F\n|'],
  );
});

test('a line break behind the slot of another layer does not drag the end of the layer behind it', () => {
  assert.deepEqual(inFile('Be kind. {{fact}}\n', '{ after: base }, system', '{ fact: { sample: F } }'), [
    'Be kind. |after base',
    'F\n|system',
  ]);
});

test('what a limit takes from the last value of a layer does not drag its end along', () => {
  const cut = '{ fact: { sample: abcdefgh, max: { chars: 3 } } }';
  // What is cut off is shown behind the value, and takes no room.
  assert.deepEqual(inFile('Know: {{fact}} Be kind.', '{ after: facts }', cut), [
    'Know: abcdefgh|after facts',
    ' Be kind.|',
  ]);
});

test('with only white space up to the next mark or the end, the end of a layer falls together with it', () => {
  const empty = '{ fact: { default: "" } }';
  assert.deepEqual(inFile('Be kind. {{fact}}\n', 'system, { after: base }', empty), ['Be kind. \n|system']);
  assert.deepEqual(inFile('Be kind. {{fact}}\n', '{ after: base }', empty), ['Be kind. \n|after base']);
});

test('the scope line goes into the first message that is sent, and is no reason to send one', () => {
  const manifest = (scenario: string): string =>
    `version: 1\nsystems:\n  s:\n    dialect: double-brace\n    parts: [{ slot: a }, { messages: true }]\n    slots: { a: { default: "" } }\n    cache: { breakpoints: [tail], scope: { line: "[s]" } }\n    scenarios: { x: ${scenario} }\n`;
  const said = renderIn({ 'strata.yaml': manifest('{ messages: [{ role: user, text: hi }] }') });
  assert.deepEqual(
    said.messages.map(({ role }, i) => [role, said.texts[i]]),
    [['user', '[s]\nhi']],
  );
  assert.deepEqual(renderIn({ 'strata.yaml': manifest('{ messages: [] }') }).texts, []);
});
