import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

describe('what is nested in an expanded value', () => {
  const files = (dialect: string, text: string, more: string): Record<string, string> => ({
    'strata.yaml': `version: 1
systems:
  s:
    dialect: ${dialect}
    parts: [{ text: ${JSON.stringify(text)} }]
    slots:
      v: { expand: true, join: "|", parts: [{ text: "T {{x}}" }, { slot: more }, { slot: list }] }
      more: ${more}
      list: { type: list, sample: ["{{x}}", "{% raw %}"], join: "{{x}}" }
      x: { sample: X }
`,
  });
  const rest = '{{x}}{{x}}{% raw %}';

  test('is not read as template text, nor is its wrap', () => {
    const more = '{ wrap: { before: "<{{x}}>", after: "</>" }, sample: "user wrote {{x}}" }';
    assert.equal(
      asText(renderIn(files('double-brace', '{{v}}!', more))),
      `system: T X|<{{x}}>user wrote {{x}}</>|${rest}!`,
    );
    assert.equal(asText(renderIn(files('jinja', '{{ v }}!', more))), `system: T X|<{{x}}>user wrote {{x}}</>|${rest}!`);
  });
  test('is printed as it is wherever the engine prints it', () => {
    const text = '{% for i in [1, 2] %}({{ v }}){% endfor %}{% filter upper %}{{ v }}{% endfilter %}';
    const one = `T X|a \ue000 {{x}}|${rest}`;
    assert.equal(
      asText(renderIn(files('jinja', text, '{ sample: "a \ue000 {{x}}" }'))),
      `system: (${one})(${one})${one}`,
    );
  });
  test('is read when it is template text itself', () => {
    assert.equal(
      asText(renderIn(files('double-brace', '{{v}}', '{ expand: true, sample: "M {{x}}" }'))),
      `system: T X|M X|${rest}`,
    );
  });
  test('is read by a later pass', () => {
    assert.equal(
      asText(renderIn(files('[double-brace, single-brace]', '{{v}}', '{ sample: "M {x} {{x}}" }'))),
      'system: T X|M X {X}|{X}{X}{% raw %}',
    );
  });
  test('is not read in a part that sends the value', () => {
    const manifest = files('double-brace', '', '{ sample: "M {{x}}" }')['strata.yaml'] ?? '';
    const rendered = renderIn({ 'strata.yaml': manifest.replace('{ text: "" }', '{ slot: v }') });
    assert.equal(asText(rendered), `system: T X|M {{x}}|${rest}`);
  });
});

test('a file that is no data gives no value, and says of which slot and scenario', () => {
  const rendered = renderIn(
    {
      'strata.yaml': `version: 1
systems:
  s:
    dialect: double-brace
    parts: [{ text: "a{{v}}b" }]
    slots: { v: { type: list } }
    scenarios: { broken: { values: { v: { file: v.json } } } }
`,
      'v.json': '{ "a": [1, }',
    },
    'broken',
  );
  assert.equal(asText(rendered), 'system: a{{v}}b');
  assert.deepEqual(rendered.holes, ['v']);
  const [problem] = rendered.problems;
  assert.equal(rendered.problems.length, 1);
  assert.equal(problem?.place.uri, 'file:///w/v.json');
  assert.match(
    problem?.message ?? '',
    /^v\.json cannot be read as the value of `v` \(scenario "broken"\), so the slot stays without a value: /,
  );
});

test('an empty list is empty whatever the type of its slot', () => {
  for (const type of ['text', 'line', 'list', 'json', 'number']) {
    const slot = `{ type: ${type}, sample: [], wrap: { before: "<", after: ">" } }`;
    const rendered = renderIn({ 'strata.yaml': manifest(slot).replace('{{v}}', 'a{{v}}b') });
    assert.equal(asText(rendered), 'system: ab', type);
    assert.equal(rendered.appearances[0]?.state, 'empty', type);
  }
});
