// The same inputs read by each dialect. The column of py-format was made by str.format itself, the others by the
// program's own one-pass replacement. The values: `x` is "V", `名` is "N", `m` is no slot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialect as dollarBrace } from '../../../server/src/syntax/dialects/dollar-brace';
import { dialect as doubleBrace } from '../../../server/src/syntax/dialects/double-brace';
import { dialect as pyFormat } from '../../../server/src/syntax/dialects/py-format';
import { dialect as singleBrace } from '../../../server/src/syntax/dialects/single-brace';
import { fill, textOf } from './support';

/** The input comes out unchanged. */
const SAME = null;
/** The engine refuses the text. */
const REFUSED = { refused: true } as const;
type Expected = string | typeof SAME | typeof REFUSED;

/** Input, py-format, single-brace, double-brace, dollar-brace. */
const TABLE: readonly (readonly [string, Expected, Expected, Expected, Expected])[] = [
  ['{x}', 'V', 'V', SAME, SAME],
  ['{ x }', REFUSED, SAME, SAME, SAME],
  ['{{x}}', '{x}', '{V}', 'V', SAME],
  ['{{{x}}}', '{V}', '{{V}}', '{V}', SAME],
  ['{{{{x}}}}', '{{x}}', '{{{V}}}', '{{V}}', SAME],
  ['{{x}}}', REFUSED, '{V}}', 'V}', SAME],
  ['{{{x}}', REFUSED, '{{V}', '{V', SAME],
  [`\${x}`, '$V', '$V', SAME, 'V'],
  ['$x', SAME, SAME, SAME, SAME],
  ['$${x}', '$$V', '$$V', SAME, '$V'],
  ['a $ b', SAME, SAME, SAME, SAME],
  ['{"a": 1}', REFUSED, SAME, SAME, SAME],
  ['{"a":{{x}}}', REFUSED, '{"a":{V}}', '{"a":V}', SAME],
  ['{"a": {x}}', REFUSED, '{"a": V}', SAME, SAME],
  ['a } b', REFUSED, SAME, SAME, SAME],
  ['a }} b', 'a } b', SAME, SAME, SAME],
  ['a { b', REFUSED, SAME, SAME, SAME],
  ['a {{ b', 'a { b', SAME, SAME, SAME],
  ['{{ x }', REFUSED, SAME, SAME, SAME],
  ['{}', REFUSED, SAME, SAME, SAME],
  ['{{}}', '{}', SAME, SAME, SAME],
  ['\\{{x}}', '\\{x}', '\\{V}', '\\V', SAME],
  ['\\\\{{x}}', '\\\\{x}', '\\\\{V}', '\\\\V', SAME],
  ['\\{x}', '\\V', '\\V', SAME, SAME],
  ['{{m}}', '{m}', SAME, SAME, SAME],
  ['{{m.y}}', '{m.y}', SAME, SAME, SAME],
  ['{{x-y}}', '{x-y}', SAME, SAME, SAME],
  ['{{ "}}" }}', '{ "}" }', SAME, SAME, SAME],
  ["{{'{{'}}", "{'{'}", SAME, SAME, SAME],
  ['{% if x %}Y{% endif %}', REFUSED, SAME, SAME, SAME],
  ['{% raw %}{{x}}{% endraw %}', REFUSED, '{% raw %}{V}{% endraw %}', '{% raw %}V{% endraw %}', SAME],
  ['{# c #}', REFUSED, SAME, SAME, SAME],
  ['a {# b', REFUSED, SAME, SAME, SAME],
  ['{{! c }}', '{! c }', SAME, SAME, SAME],
  ['{{!-- }} --}}', '{!-- } --}', SAME, SAME, SAME],
  ['{{#x}}Y{{/x}}', '{#x}Y{/x}', SAME, SAME, SAME],
  ['{{#if x}}Y{{/if}}', '{#if x}Y{/if}', SAME, SAME, SAME],
  ['{{~x~}}', '{~x~}', SAME, SAME, SAME],
  ['a {{- x -}} b', 'a {- x -} b', SAME, SAME, SAME],
  ['{{&x}}', '{&x}', SAME, SAME, SAME],
  ['{{> p}}', '{> p}', SAME, SAME, SAME],
  ['{{/x}}', '{/x}', SAME, SAME, SAME],
  ['{% foo %}', REFUSED, SAME, SAME, SAME],
  ['{{ x | upper }}', '{ x | upper }', SAME, SAME, SAME],
  ['{{x y}}', '{x y}', SAME, SAME, SAME],
  ['{{x\n}}', '{x\n}', SAME, 'V', SAME],
  ['{{$x}}', '{$x}', SAME, SAME, SAME],
  ['{x!r}', "'V'", SAME, SAME, SAME],
  ['{x:>4}', '   V', SAME, SAME, SAME],
  ['{x[0]}', 'V', SAME, SAME, SAME],
  ['{x.y}', REFUSED, SAME, SAME, SAME],
  ['{{名}}', '{名}', '{N}', 'N', SAME],
  ['{名}', 'N', 'N', SAME, SAME],
  [`\${名}`, '$N', '$N', SAME, 'N'],
  ['a\r\n{{x}}\r\n', 'a\r\n{x}\r\n', 'a\r\n{V}\r\n', 'a\r\nV\r\n', SAME],
];

for (const [column, dialect] of [pyFormat, singleBrace, doubleBrace, dollarBrace].entries()) {
  test(`golden table, ${dialect.id}`, () => {
    for (const row of TABLE) {
      const [text] = row;
      const expected = row[column + 1] as Expected;
      const { pieces, stopped } = fill(dialect, text, { x: 'V', 名: 'N' });
      if (expected === REFUSED) assert.ok(stopped, text);
      else assert.deepEqual([textOf(pieces), stopped], [expected ?? text, undefined], text);
    }
  });
}

test('what str.format refuses is found before it runs, but for what the value decides', () => {
  for (const [text, expected] of TABLE) {
    const { faults } = pyFormat.scan(text);
    if (text === '{x.y}') continue; // an object of the program may have the attribute
    assert.equal(faults.length > 0, expected === REFUSED, text);
  }
});
