import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asText, renderIn } from '../../support/renderText';

const manifest = (slot: string): string => `version: 1
systems:
  s:
    dialect: double-brace
    parts: [{ text: "{{v}}" }]
    slots:
      v: ${slot}
      a: { sample: "<a>" }
      b: { sample: "b & c", wrap: { before: "(", after: ">" } }
`;

test('an assembled value is escaped as a whole, its own wrap is not', () => {
  const slot =
    '{ escape: xml, join: " & ", wrap: { before: "<v>", after: "</v>" }, parts: [{ slot: a }, { slot: b }] }';
  assert.equal(asText(renderIn({ 'strata.yaml': manifest(slot) })), 'system: <v>&lt;a&gt; &amp; (b &amp; c&gt;</v>');
});

test('the limit of an assembled value counts the raw text', () => {
  const slot = '{ escape: xml, join: "", max: { chars: 4 }, parts: [{ slot: a }, { slot: b }] }';
  assert.equal(asText(renderIn({ 'strata.yaml': manifest(slot) })), 'system: &lt;a&gt;(');
});

test('a hole in an assembled value stays as it is written', () => {
  const slot = '{ escape: xml, parts: [{ slot: a }, { slot: nobody }] }';
  assert.equal(asText(renderIn({ 'strata.yaml': manifest(slot) })), 'system: &lt;a&gt;\n\n{{nobody}}');
});

test('a slot in an expanded value has its own place in the file that brings it', () => {
  const files = {
    'strata.yaml': `version: 1
systems:
  s:
    dialect: double-brace
    trim: true
    parts: [{ text: "<{{v}}>" }]
    slots:
      v: { expand: true, join: "-", parts: [{ file: a.txt }, { file: b.txt }] }
      x: { sample: X }
`,
    'a.txt': '\nA {{x}}.\n',
    'b.txt': 'B',
  };
  const rendered = renderIn(files);
  assert.equal(asText(rendered), 'system: <A X.-B>');
  const places = rendered.appearances.map((a) => [a.slot, a.within, a.place.uri, a.place.span.start, a.place.span.end]);
  assert.deepEqual(places[1], ['x', 'v', 'file:///w/a.txt', 3, 8]);
  const texts = rendered.messages[0]?.blocks[0]?.segments.filter((s) => s.source.uri === 'file:///w/a.txt');
  assert.deepEqual(
    texts?.map((s) => [s.text, s.source.span.start, s.source.span.end]),
    [
      ['A ', 1, 3],
      ['X', 3, 8],
      ['.', 8, 9],
    ],
  );
});

test('a slot in a value that a part sends has its place too', () => {
  const files = {
    'strata.yaml': `version: 1
systems:
  s:
    dialect: double-brace
    parts: [{ slot: v }]
    slots:
      v: { expand: true, sample: { file: a.txt } }
      x: { sample: X }
`,
    'a.txt': 'A {{x}}.\n',
  };
  const rendered = renderIn(files);
  assert.equal(asText(rendered), 'system: A X.');
  assert.deepEqual(rendered.appearances[1]?.place, { uri: 'file:///w/a.txt', span: { start: 2, end: 7 } });
});
