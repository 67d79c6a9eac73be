import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutText, fitJson } from '../../../server/src/render/fit';
import { asText, renderIn } from '../../support/renderText';

const limits = new Map([
  ['a', 0.25],
  ['b', 10],
]);

test('JSON that fits is left alone', () => {
  assert.equal(fitJson({ meta: 1, a: 'xxxx' }, 100, limits), '{"meta":1,"a":"xxxx"}');
  // The share of a field is looked at only when the whole is too long.
  assert.equal(fitJson({ a: 'x'.repeat(60) }, 100, limits), `{"a":"${'x'.repeat(60)}"}`);
});

test('fields with a limit are shortened to it, as a share or in characters', () => {
  const value = { meta: 1, a: 'x'.repeat(60), b: [1, 2, 3, 4, 5, 6, 7], c: 'keep' };
  assert.equal(fitJson(value, 80, limits), `{"meta":1,"a":"${'x'.repeat(18)}","b":[1,2,3,4],"c":"keep"}`);
});

test('JSON that cannot be made to fit keeps its meta and says so', () => {
  assert.equal(
    fitJson({ meta: { t: 1 }, a: 'x'.repeat(60), c: 'y'.repeat(90) }, 80, limits),
    '{"meta":{"t":1},"truncated":true}',
  );
  assert.equal(fitJson({ a: 'x', c: 'y'.repeat(90) }, 80, limits), '{"truncated":true}');
});

test('a shortened field is measured as JSON, escapes included', () => {
  assert.equal(fitJson({ a: `é"\n${'z'.repeat(40)}` }, 40, new Map([['a', 0.5]])), `{"a":"é\\"\\n${'z'.repeat(13)}"}`);
});

test('a map is shortened at its longest member, a list from its end', () => {
  const value = { o: { k1: 1, k2: 'yyyyyyyyyy', k3: 3 }, p: 'q'.repeat(30) };
  assert.equal(fitJson(value, 70, new Map([['o', 24]])), `{"o":{"k1":1,"k2":"y","k3":3},"p":"${'q'.repeat(30)}"}`);
});

test('text is never cut inside a character', () => {
  assert.equal(cutText('ab😀c', 3), 'ab');
  assert.equal(cutText('ab😀c', 4), 'ab😀');
  assert.equal(cutText('ab', -1), '');
});

/** Renders the entry of one system, in double braces. */
function rendered(entry: string, scenario?: string, files: Record<string, string> = {}): string {
  const body = entry
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return asText(
    renderIn({ ...files, 'strata.yaml': `version: 1\nsystems:\n  s:\n    dialect: double-brace\n${body}\n` }, scenario),
  );
}

test('an empty part takes its join with it', () => {
  assert.equal(
    rendered('parts: [{ text: a }, { slot: x }, { text: b }]\njoin: "--"\nslots: { x: { sample: "" } }'),
    'system: a--b',
  );
});

test('a slot that nothing fills stands as it is written', () => {
  assert.equal(rendered('parts: [{ text: "a {{x}}" }]\nslots: { x: { type: text } }'), 'system: a {{x}}');
});

test('a default comes before a sample', () => {
  assert.equal(rendered('parts: [{ text: "{{x}}" }]\nslots: { x: { default: D, sample: S } }'), 'system: D');
});

test('an empty value of the scenario is a value, and the wrap vanishes with it', () => {
  const entry =
    'parts: [{ text: "a{{x}}b" }]\nslots: { x: { sample: S, wrap: { before: "<", after: ">" } } }\nscenarios: { full: {}, empty: { values: { x: "" } } }';
  assert.equal(rendered(entry, 'full'), 'system: a<S>b');
  assert.equal(rendered(entry, 'empty'), 'system: ab');
});

test('a value is not read again', () => {
  assert.equal(
    rendered('parts: [{ text: "{{x}}" }]\nslots: { x: { sample: "{{y}}" }, y: { sample: Y } }'),
    'system: {{y}}',
  );
});

test('an expanded value is read once, and what it brings is not', () => {
  const entry =
    'parts: [{ text: "{{x}}" }]\nslots: { x: { sample: "{{y}} {{x}}", expand: true }, y: { sample: "Y {{z}}" }, z: { sample: Z } }';
  assert.equal(rendered(entry), 'system: Y {{z}} {{y}} {{x}}');
});

test('a slot part with expand fills the slots of its value', () => {
  const entry =
    'parts: [{ text: a }, { slot: x }]\njoin: "+"\nslots: { x: { sample: "in {{y}}", expand: true }, y: { sample: Y } }';
  assert.equal(rendered(entry), 'system: a+in Y');
});

test('a part that is only wanted when its slot is absent', () => {
  const slots = 'join: "+"\nslots: { r: { sample: R } }';
  assert.equal(rendered(`parts: [{ text: "a {{r}}" }, { slot: r, ifAbsent: true }]\n${slots}`), 'system: a R');
  assert.equal(rendered(`parts: [{ text: a }, { slot: r, ifAbsent: true }]\n${slots}`), 'system: a+R');
});

test('messages: a part begins one, the conversation closes the one before', () => {
  const entry = `
parts: [{ text: s }, { text: u, message: user }, { text: u2 }, { messages: true }, { text: r, message: user }]
join: "+"
scenarios: { one: { messages: [{ role: user, text: hi }] } }`;
  assert.equal(rendered(entry), 'system: s\nuser: u+u2\nuser: hi\nuser: r');
});

test('a value is cut, then escaped, then wrapped', () => {
  const entry =
    'parts: [{ text: "{{x}}" }]\nslots: { x: { sample: "<<<<<", escape: xml, max: { chars: 2 }, wrap: { before: "<d>", after: "</d>" } } }';
  assert.equal(rendered(entry), 'system: <d>&lt;&lt;</d>');
});

test('a list is cut by whole items', () => {
  const entry =
    'parts: [{ text: "{{x}}" }]\nslots: { x: { type: list, sample: [aaa, bbb, ccc], item: "- {item}", max: { chars: 12 } } }';
  assert.equal(rendered(entry), 'system: - aaa\n- bbb');
});

test('an unknown field of an item stays as written, an empty item goes with its join', () => {
  const entry =
    'parts: [{ text: "{{x}}" }]\nslots: { x: { type: list, sample: [{ n: a }, { n: "" }, { n: b }], item: "{n}", join: "; " } }';
  assert.equal(rendered(entry), 'system: a; b');
  assert.equal(rendered(entry.replace('"{n}"', '"{n}{m}"')), 'system: a{m}; {m}; b{m}');
});

test('dollar signs in values are text', () => {
  const entry = 'parts: [{ text: "<f>{{c}}</f>" }]\nslots: { c: { sample: "a $& b $$ c $` d $\' e" } }';
  assert.equal(rendered(entry), "system: <f>a $& b $$ c $` d $' e</f>");
});

test('lines are stripped to the end, or up to the line that stays', () => {
  const parts = 'parts: [{ text: "a\\nOUT:\\nb\\n== K ==\\nc" }]';
  assert.equal(rendered(`${parts}\nstrip: { from: "OUT:" }`), 'system: a\n');
  assert.equal(rendered(`${parts}\nstrip: { from: "OUT:", until: "==" }`), 'system: a\n== K ==\nc');
});

test('items are deferred by group and in total', () => {
  const deferred = (a: number, b: number): number => {
    const items = [...Array<string>(a).fill('{ n: a, s: A }'), ...Array<string>(b).fill('{ n: b, s: B }'), '{ n: c }'];
    const entry = `parts: [{ text: "{{t}}" }]\nslots: { t: { type: list, item: "{n}", join: " ", defer: { group: s, perGroup: 10, total: 30, item: "~" }, sample: [${items.join(', ')}] } }`;
    return rendered(entry).split('~').length - 1;
  };
  assert.deepEqual([deferred(10, 0), deferred(11, 5), deferred(10, 10), deferred(16, 15)], [0, 11, 0, 31]);
});

test('a slot whose condition does not hold is empty, whatever the scenario says', () => {
  const entry =
    'parts: [{ text: "a{{x}}" }]\naxes: { k: [p, q] }\nslots: { x: { when: { k: q }, sample: S } }\nscenarios: { one: { values: { x: V } }, two: { select: { k: q } } }';
  assert.equal(rendered(entry, 'one'), 'system: a');
  assert.equal(rendered(entry, 'two'), 'system: aS');
});

test('marks split the message where they stand and render to nothing', () => {
  const entry = 'parts: [{ text: "a{{cut}}b" }]\ncache: { breakpoints: [{ slot: cut }] }';
  assert.equal(rendered(entry), 'system: a|b');
  assert.equal(
    rendered(entry.replace('"a{{cut}}b"', '"a<!-- cut -->b"').replace('slot: cut', 'marker: "<!-- cut -->"')),
    'system: a|b',
  );
});

test('two passes: the second reads what the first made, values included', () => {
  const files = {
    't.txt': '{{ tool }} Q: {question}',
    'strata.yaml':
      'version: 1\nsystems:\n  s:\n    template: t.txt\n    dialect: [double-brace, single-brace]\n    slots: { tool: { sample: "GET /u/{question}" }, question: { sample: why } }\n',
  };
  const result = renderIn(files);
  assert.equal(asText(result), 'system: GET /u/why Q: why');
  const second = result.appearances.filter((a) => a.slot === 'question');
  assert.deepEqual(
    second.map((a) => a.within),
    ['tool', undefined],
  );
});

test('a value file loses one final line break, a template none', () => {
  const files = {
    't.txt': '{{v}}\n',
    'v.txt': 'V\n\n',
    'strata.yaml':
      'version: 1\nsystems:\n  s:\n    template: t.txt\n    dialect: double-brace\n    slots: { v: { sample: { file: v.txt } } }\n',
  };
  assert.equal(asText(renderIn(files)), 'system: V\n\n');
});

test('a head is not sent and offsets stay those of the file', () => {
  const files = {
    't.txt': '\uFEFF---\nname: a\n---\nhi {{v}}',
    'strata.yaml':
      'version: 1\nsystems:\n  s:\n    template: t.txt\n    dialect: double-brace\n    slots: { v: { sample: V } }\n',
  };
  const result = renderIn(files);
  assert.equal(asText(result), 'system: hi V');
  assert.deepEqual(result.appearances[0]?.place, { uri: 'file:///w/t.txt', span: { start: 20, end: 25 } });
});

test('what is cut off stays in the model as removed', () => {
  const { messages } = renderIn({
    'strata.yaml':
      'version: 1\nsystems:\n  s:\n    parts: [{ slot: v }]\n    dialect: double-brace\n    slots: { v: { sample: abcdef, max: { chars: 4 } } }\n',
  });
  const segments = messages[0]?.blocks[0]?.segments.map((s) => [s.text, s.removed, s.limit]);
  assert.deepEqual(segments, [
    ['abcd', undefined, undefined],
    ['ef', 'cut', '4 chars'],
  ]);
});

test('a file that cannot be read stops only its own text', () => {
  const result = renderIn({
    'strata.yaml':
      'version: 1\nsystems:\n  s:\n    parts: [{ file: gone.txt }, { text: here }]\n    dialect: double-brace\n',
  });
  assert.equal(asText(result), 'system: here');
  assert.deepEqual(
    result.problems.map((p) => p.message),
    ['gone.txt does not exist, so its text is left out.'],
  );
});
