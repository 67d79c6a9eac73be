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
