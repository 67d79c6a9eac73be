// Manifests of a few lines that ask for a prompt without end: it ends, and the rendering says where.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderIn } from '../../support/renderText';

const lines = (n: number, line: (i: number) => string): string => Array.from({ length: n }, (_, i) => line(i)).join('');

const manifest = (entry: string): string =>
  `version: 1\nsystems:\n  s:\n    dialect: double-brace\n    parts: [{ file: a.md }]\n${entry}`;

const messages = (rendered: ReturnType<typeof renderIn>): readonly string[] =>
  rendered.problems.map(({ message }) => message);

test('slots in slots end at some depth', () => {
  const slots = `    slots:\n${lines(2000, (i) => `      s${i}: { parts: [{ text: "${i} " }, { slot: s${i + 1} }], join: "" }\n`)}`;
  const rendered = renderIn({ 'strata.yaml': manifest(slots), 'a.md': '{{s0}}' });
  assert.match(rendered.texts[0] ?? '', /^0 1 2 .* 49 $/);
  assert.deepEqual(messages(rendered), ['s50 lies too deep in the parts of other slots, so it is left out.']);
});

test('parts that are sent twice, each with parts that are sent twice, end at some size', () => {
  const slots = `    slots:\n${lines(40, (i) => `      s${i}: { parts: [{ slot: s${i + 1} }, { slot: s${i + 1} }] }\n`)}      s40: { sample: x }\n`;
  const rendered = renderIn({ 'strata.yaml': manifest(slots), 'a.md': '{{s0}}' });
  assert.ok((rendered.texts[0] ?? '').length < 100_000);
  assert.equal(messages(rendered)[0], 's26 has too many parts; what goes beyond is left out.');
});

test('a large file that is sent a thousand times ends at some size', () => {
  const parts = `    parts:\n${lines(1000, () => '      - { file: a.md }\n')}`;
  const rendered = renderIn({
    'strata.yaml': `version: 1\nsystems:\n  s:\n    dialect: double-brace\n${parts}`,
    'a.md': 'x'.repeat(1_000_000),
  });
  assert.equal(rendered.texts[0]?.length, 12 * 1_000_000 + 11 * 2);
  assert.deepEqual(messages(rendered), [
    'The prompt has over 12 million characters here; what goes beyond is left out.',
  ]);
});

test('a text with more slots than anybody fills is rendered as far as there is room', () => {
  const rendered = renderIn({
    'strata.yaml': manifest('    slots: { x: { sample: y } }\n'),
    'a.md': 'a {{x}} '.repeat(100_000),
  });
  assert.ok((rendered.texts[0] ?? '').startsWith('a y a y '));
  assert.ok(rendered.appearances.length < 13_000);
  assert.equal(messages(rendered).length, 1);
});

test('a manifest with thousands of breakpoints is rendered', () => {
  const cache = `    cache:\n      breakpoints:\n${lines(3000, (i) => `        - { marker: "M${i}." }\n`)}`;
  const rendered = renderIn({ 'strata.yaml': manifest(cache), 'a.md': lines(3000, (i) => `M${i}. text\n`) });
  assert.equal(rendered.messages[0]?.blocks.length, 200);
});
