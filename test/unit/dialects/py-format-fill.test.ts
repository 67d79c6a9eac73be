import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../server/src/syntax/dialects/py-format';
import type { Value } from '../../../server/src/syntax/piece';
import { contextOf, fill, textOf } from './support';

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

describe('filling', () => {
  test('errors come in the order of the text, and the pieces before them stand', () => {
    const { pieces, stopped } = fill(dialect, '{a} {missing} } {b}', { a: 'A', b: 'B' });
    assert.equal(textOf(pieces), 'A {missing} ');
    assert.deepEqual(stopped, {
      message: "`str.format` fails here: ValueError: Single '}' encountered in format string.",
      span: { start: 14, end: 15 },
      engine: "ValueError: Single '}' encountered in format string",
    });
  });

  test('a slot without a value stands as it is written, whatever its format', () => {
    assert.deepEqual(fill(dialect, '{x:>{w}}{y}', { x: 'V', w: undefined, y: 'Y' }).pieces, [
      { kind: 'literal', text: '{x:>{w}}', span: { start: 0, end: 8 }, hole: 'w' },
      { kind: 'value', text: 'Y', span: { start: 8, end: 11 }, origins: ['y'], whole: 'y' },
    ]);
  });

  test('a literal is cut at every escape', () => {
    assert.deepEqual(fill(dialect, 'a{{b}}c', {}).pieces, [
      { kind: 'literal', text: 'a', span: { start: 0, end: 1 } },
      { kind: 'literal', text: '{', span: { start: 1, end: 3 } },
      { kind: 'literal', text: 'b', span: { start: 3, end: 4 } },
      { kind: 'literal', text: '}', span: { start: 4, end: 6 } },
      { kind: 'literal', text: 'c', span: { start: 6, end: 7 } },
    ]);
  });

  test('a value in a format flows into the text', () => {
    assert.deepEqual(fill(dialect, '{x:*>{w}}', { x: 'V', w: 3 }).pieces, [
      { kind: 'value', text: '**V', span: { start: 0, end: 9 }, origins: ['x', 'w'] },
    ]);
  });

  test('paths are named as they are resolved', () => {
    const values = { items: [{ name: 'N' }], map: { 'a b': 'AB' } };
    const { pieces } = fill(dialect, '{items[0][name]}{map[a b]}', values);
    assert.deepEqual(
      pieces.map(({ text, origins, whole }) => [text, origins, whole]),
      [
        ['N', ['items[0][name]'], undefined],
        ['AB', ['map[a b]'], undefined],
      ],
    );
  });

  test('only a value that is printed unchanged is whole', () => {
    const wholes = (text: string, x: Value): (string | undefined)[] =>
      fill(dialect, text, { x }).pieces.map(({ whole }) => whole);
    assert.deepEqual(wholes('{x}{x!s}{x:}{x!r}{x:>9}', 'V'), ['x', 'x', 'x', undefined, undefined]);
    assert.deepEqual(wholes('{x}{x:.1f}', 5), ['x', undefined]);
    assert.deepEqual(wholes('{x}', true), [undefined]);
  });

  test('keys of plain data are text: a number finds none', () => {
    assert.deepEqual(stop('{m[0]}', { m: { 0: 'a' } }), ['[0]', 'KeyError: 0']);
    assert.deepEqual(stop('{m[constructor]}', { m: {} }), ['[constructor]', "KeyError: 'constructor'"]);
    assert.deepEqual(stop('{l[2]}', { l: ['a'] }), ['[2]', 'IndexError: list index out of range']);
  });

  test('attributes of plain data are refused in words of their own', () => {
    const { stopped } = fill(dialect, 'a {x.upper}', { x: 'V' });
    assert.equal(
      stopped?.message,
      '`.upper` reads an attribute of a Python object; the value is plain data and has none, so `str.format` fails here.',
    );
    assert.deepEqual(stop('a {x.upper}', { x: 'V' }), [
      '.upper',
      "AttributeError: 'str' object has no attribute 'upper'",
    ]);
  });

  test('very wide fields stop the preview, not the machine', () => {
    assert.deepEqual(fill(dialect, 'a{x:>999999999}', { x: 'V' }).stopped, {
      message: 'The preview stops here: it makes no field wider than 100000 characters.',
      span: { start: 4, end: 14 },
    });
    assert.match(fill(dialect, '{x:>99999}'.repeat(300), { x: 'V' }).stopped?.message ?? '', /grown too long/);
  });

  test('values are read by name alone', () => {
    const context = { ...contextOf({}), value: (name: string) => (name === 'x' ? 'V' : undefined) };
    const { pieces } = dialect.fill(dialect.scan('{x}{constructor}'), context, {});
    assert.equal(textOf(pieces), 'V{constructor}');
  });
});

describe('Python prints', () => {
  const prints = (field: string, x: Value, expected: string): void =>
    assert.equal(output(field, { x }), expected, field);

  test('ties to even, on the exact binary value', () => {
    prints('{x:.1f}', 12.25, '12.2');
    prints('{x:.0f}', 2.5, '2');
    prints('{x:.0f}', 0.5, '0');
    prints('{x:.2f}', 2.675, '2.67');
    prints('{x:.2e}', 1.125, '1.12e+00');
  });

  test('exponents of repr from 1e16 up and below 1e-4', () => {
    prints('{x}', 1e22, '1e+22');
    prints('{x}', 2 ** 60, '1152921504606847000');
    prints('{x:e}', 1e21, '1.000000e+21');
    prints('{x}', 0.0001, '0.0001');
    prints('{x}', 0.00001, '1e-05');
    prints('{x}', 1.5e-7, '1.5e-07');
  });

  test('zeros that fill the width take part in the grouping', () => {
    prints('{x:010,}', 1234, '00,001,234');
    prints('{x:011,}', 1234, '000,001,234');
    prints('{x:,}', 1234567, '1,234,567');
    prints('{x:_b}', 255, '1111_1111');
  });

  test('width and precision count characters, not code units', () => {
    prints('{x:>3}', '🙂', '  🙂');
    prints('{x:.1}', '🙂é', '🙂');
    prints('{x:🙂^3}', 'a', '🙂a🙂');
  });

  test('lists, maps, truth and nothing', () => {
    prints('{x}', [1, 'a', "it's", null, true, 1.5], "[1, 'a', \"it's\", None, True, 1.5]");
    prints('{x}', { k: { 'a b': [] } }, "{'k': {'a b': []}}");
    prints('{x}', true, 'True');
    prints('{x}', null, 'None');
    prints('{x:>6}', true, '     1');
  });

  test('quotes and what cannot be seen', () => {
    prints('{x!r}', 'say "hi"', '\'say "hi"\'');
    prints('{x!r}', 'it\'s "x"', "'it\\'s \"x\"'");
    prints('{x!r}', 'a\n\t\\\u00a0\u200b', "'a\\n\\t\\\\\\xa0\\u200b'");
    prints('{x!r}', 'é名🙂', "'é名🙂'");
    prints('{x!a}', 'é名🙂', "'\\xe9\\u540d\\U0001f642'");
  });
});
