import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../server/src/syntax/dialects/py-format';
import type { Value } from '../../../server/src/syntax/piece';
import { applyEdits } from '../../../server/src/text/edit';
import { fill, Random, render, textOf } from './support';

const names = (text: string): string[] => dialect.scan(text).slots.map(({ name }) => name);

/** Kind and marked text of every fault. */
const faults = (text: string): string[][] =>
  dialect.scan(text).faults.map(({ kind, span }) => [kind, text.slice(span.start, span.end)]);

/** The text after every fix. */
const mended = (text: string): string =>
  applyEdits(
    text,
    dialect.scan(text).faults.flatMap(({ fix }) => fix ?? []),
  );

const output = (text: string, values: Record<string, Value>): string => {
  const { pieces, stopped } = fill(dialect, text, values);
  assert.equal(stopped, undefined, text);
  return textOf(pieces);
};

/** Where the engine stopped, and with what. */
const stop = (text: string, values: Record<string, Value | undefined> = {}): (string | undefined)[] => {
  const { stopped } = fill(dialect, text, values);
  assert.ok(stopped, text);
  return [text.slice(stopped.span.start, stopped.span.end), stopped.engine];
};

describe('braces that are no slot', () => {
  test('a JSON object is one fault, and its two braces are doubled (R001)', () => {
    const text = 'Reply as {"city": "x"} for {q}';
    assert.deepEqual(names(text), ['q']);
    const [fault, ...others] = dialect.scan(text).faults;
    assert.deepEqual(others, []);
    assert.deepEqual(fault, {
      kind: 'stray',
      message:
        '`{"city": "x"}` is no slot: `str.format` looks for a field called `"city"` and fails; double the braces to keep them as text.',
      span: { start: 9, end: 22 },
      fix: { title: 'Double these two braces', span: { start: 9, end: 22 }, text: '{{"city": "x"}}' },
      engine: 'KeyError: \'"city"\'',
    });
    assert.equal(render(dialect, mended(text), { q: 'V' }), 'Reply as {"city": "x"} for V');
  });

  test('a code fence does not protect (R002)', () => {
    const text = '```json\n{"n": 1}\n``` for {who}';
    assert.deepEqual(names(text), ['who']);
    assert.deepEqual(faults(text), [['stray', '{"n": 1}']]);
    assert.equal(mended(text), '```json\n{{"n": 1}}\n``` for {who}');
  });

  test('a single closing brace is doubled (R004)', () => {
    const text = 'price 5} for {item}';
    assert.deepEqual(names(text), ['item']);
    assert.deepEqual(dialect.scan(text).faults, [
      {
        kind: 'stray',
        message: 'A single `}` closes no slot, so `str.format` fails; write `}}` for a brace that stays.',
        span: { start: 7, end: 8 },
        fix: { title: 'Double the brace', span: { start: 7, end: 8 }, text: '}}' },
        engine: "ValueError: Single '}' encountered in format string",
      },
    ]);
  });

  test('a slot in a JSON object is a slot, the object is marked at its brace (R005)', () => {
    const text = '{"name": "{subject}"}';
    assert.deepEqual(names(text), ['subject']);
    const [fault] = dialect.scan(text).faults;
    assert.deepEqual(faults(text), [['stray', '{']]);
    assert.deepEqual(fault?.related, { span: { start: 20, end: 21 }, message: 'its closing brace' });
    assert.equal(mended(text), '{{"name": "{subject}"}}');
    assert.equal(output(mended(text), { subject: 'V' }), '{"name": "V"}');
  });

  test('LaTeX arguments are slots that nobody declared; escaping keeps them as text (R011)', () => {
    assert.deepEqual(names('\\frac{a}{b} = {x}'), ['a', 'b', 'x']);
    assert.deepEqual(faults('\\frac{a}{b} = {x}'), []);
    assert.equal(dialect.escape('{a}'), '{{a}}');
  });

  test('pieces of JSON are no names (R022)', () => {
    assert.deepEqual(names('{topic}: {"r": [1, 2]}'), ['topic']);
    for (const text of [
      "{'a'}",
      '{a b}',
      '{a,b}',
      '{a\n}',
      '{a: b c}',
      '{n: 5}',
      '{a: {b: c}}',
      '{1x}',
      '{#a}',
      '{a|b}',
      '{a?}',
    ]) {
      assert.deepEqual(names(text), [], text);
      assert.equal(dialect.scan(text).faults.length, 1, text);
    }
  });

  test('objects in objects are one fault', () => {
    const text = '{"a": {"b": {}}, "c": [{"d": {x}}, {}]} {"e": 1}';
    assert.deepEqual(names(text), ['x']);
    assert.deepEqual(faults(text), [
      ['stray', '{'],
      ['stray', '{"e": 1}'],
    ]);
    assert.equal(mended(text), '{{"a": {{"b": {{}}}}, "c": [{{"d": {x}}}, {{}}]}} {{"e": 1}}');
  });

  test('any JSON with slots in it renders to itself after its fixes', () => {
    const random = new Random(31);
    const value = (depth: number): Value => {
      const kind = random.below(depth > 3 ? 3 : 6);
      if (kind === 0) return random.pick([0, 1.5, true, null]);
      if (kind < 3) return random.pick(['x', '', '{slot}', 'a {slot} b', '}', '{', 'é', '\n']);
      const items = Array.from({ length: random.below(4) }, () => value(depth + 1));
      return kind === 3
        ? items
        : Object.fromEntries(items.map((item, index) => [random.pick(['k', 'a b', '{slot}']) + index, item]));
    };
    for (let i = 0; i < 500; i++) {
      const json = JSON.stringify([value(0), value(1)], undefined, random.pick([0, 2]));
      const text = mended(json);
      assert.deepEqual(dialect.scan(text).faults, [], json);
      assert.equal(output(text, { slot: 'V' }), json.replaceAll('{slot}', 'V'));
    }
  });

  test('code in braces is paired across lines', () => {
    const text = 'function f() {\n  return {a: 1};\n}\n{x}';
    assert.deepEqual(faults(text), [['stray', '{']]);
    assert.equal(mended(text), 'function f() {{\n  return {{a: 1}};\n}}\n{x}');
    assert.deepEqual(names(text), ['x']);
  });

  test('a brace that opens nothing', () => {
    const [fault] = dialect.scan('a { b {x}').faults;
    assert.deepEqual(faults('a { b {x}'), [['stray', '{']]);
    assert.deepEqual(fault?.related, { span: { start: 6, end: 7 }, message: 'the next brace' });
    assert.equal(mended('a { b {x}'), 'a {{ b {x}');
  });

  test('a half-typed slot is closed', () => {
    const text = 'Hello {na, and {x}';
    assert.deepEqual(faults(text), [['unclosed', '{na']]);
    assert.equal(mended(text), 'Hello {na}, and {x}');
    assert.deepEqual(dialect.scan('a {b').faults[0]?.related, {
      span: { start: 4, end: 4 },
      message: 'the text ends here',
    });
  });

  test('blanks belong to the name', () => {
    assert.deepEqual(faults('a { x }'), [['field', '{ x }']]);
    assert.equal(mended('a { x }'), 'a {x}');
    assert.deepEqual(stop('{ x }', { x: 'V' }), ['{ x }', "KeyError: ' x '"]);
  });

  test('what is escaped already stays as it is', () => {
    const text = '{{"a": "{{b}}", "c": {x}}}';
    assert.deepEqual(faults(text), []);
    assert.deepEqual(names(text), ['x']);
    assert.equal(mended('{"a": "{{b}}"}'), '{{"a": "{{b}}"}}');
    assert.deepEqual(
      dialect.scan('{{a}}').stretches.map(({ kind, span }) => [kind, span.start, span.end]),
      [
        ['escape', 0, 2],
        ['escape', 3, 5],
      ],
    );
  });

  test('a text full of faults lists a thousand', () => {
    assert.equal(dialect.scan('{ '.repeat(5000)).faults.length, 1000);
  });
});

describe('fields', () => {
  test('paths, conversions and formats belong to the slot', () => {
    const text = '{user.name} {items[0]!r:>10} {n:{width}.{digits}f}';
    assert.deepEqual(
      dialect
        .scan(text)
        .slots.map(({ name, path, role, span }) => [name, path, role, text.slice(span.start, span.end)]),
      [
        ['user', 'user.name', 'value', '{user.name}'],
        ['items', 'items[0]', 'value', '{items[0]!r:>10}'],
        ['n', 'n', 'value', '{n:{width}.{digits}f}'],
        ['width', 'width', 'spec', '{width}'],
        ['digits', 'digits', 'spec', '{digits}'],
      ],
    );
  });

  test('positional fields are faults, digits of any script included', () => {
    for (const text of ['{}', '{0}', '{٣}', '{12}']) {
      assert.deepEqual(faults(text), [['field', text]]);
      assert.equal(mended(text), `{${text}}`);
    }
    assert.deepEqual(stop('{٣}'), ['{٣}', 'IndexError: Replacement index 3 out of range for positional args tuple']);
  });

  test('an unknown conversion is refused', () => {
    assert.deepEqual(faults('{x!z}'), [['stray', '{x!z}']]);
    assert.deepEqual(stop('{x!z}', { x: 'V' }), ['z', 'ValueError: Unknown conversion specifier z']);
  });

  test("reading Python's internals is seen (R047)", () => {
    assert.deepEqual(faults('{u.__class__}'), [['unsupported', '.__class__']]);
    assert.deepEqual(names('{u.__class__}'), ['u']);
    assert.deepEqual(faults('{u.name}'), []);
  });

  test('fields nest two deep', () => {
    assert.equal(output('{x:{w}}|', { x: 'V', w: 3 }), 'V  |');
    assert.deepEqual(stop('{x:{w:{v}}}', { x: 'V', w: 1, v: 1 }), ['{v}', 'ValueError: Max string recursion exceeded']);
  });

  test('a doubled name of a slot is seen (R007)', () => {
    const text = 'use at most {{max_actions}} steps, {{ n }}, {"a": {{x}}}, {{"b"}}, {{{y}}}';
    assert.deepEqual(
      dialect
        .lookalikes(dialect.scan(text))
        .map(({ name, span, writtenIn }) => [name, writtenIn, text.slice(span.start, span.end)]),
      [
        ['max_actions', 'double-brace', '{{max_actions}}'],
        ['n', 'double-brace', '{{ n }}'],
        ['x', 'double-brace', '{{x}}'],
      ],
    );
  });
});
