// The same inputs that the plain dialects read in `golden.test.ts`, as Jinja2 reads them. `x` is "V", `名` is "N".
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askJinja, type Case, missing } from './reference';
import { fillWith, printed } from './texts';

/** The input comes out unchanged. */
const SAME = null;
const REFUSED = { refused: true } as const;

const TABLE: readonly (readonly [string, string | typeof SAME | typeof REFUSED])[] = [
  ['{x}', SAME],
  ['{ x }', SAME],
  ['{{x}}', 'V'],
  ['{{{x}}}', REFUSED],
  ['{{{{x}}}}', REFUSED],
  ['{{x}}}', 'V}'],
  ['{{{x}}', REFUSED],
  [`\${x}`, SAME],
  ['$x', SAME],
  ['$${x}', SAME],
  ['a $ b', SAME],
  ['{"a": 1}', SAME],
  ['{"a":{{x}}}', '{"a":V}'],
  ['{"a": {x}}', SAME],
  ['a } b', SAME],
  ['a }} b', SAME],
  ['a { b', SAME],
  ['a {{ b', REFUSED],
  ['{{ x }', REFUSED],
  ['{}', SAME],
  ['{{}}', REFUSED],
  ['\\{{x}}', '\\V'],
  ['\\\\{{x}}', '\\\\V'],
  ['\\{x}', SAME],
  ['{{m}}', ''],
  ['{{m.y}}', REFUSED],
  ['{{x-y}}', REFUSED],
  ['{{ "}}" }}', '}}'],
  ["{{'{{'}}", '{{'],
  ['{% if x %}Y{% endif %}', 'Y'],
  ['{% raw %}{{x}}{% endraw %}', '{{x}}'],
  ['{% raw %}{{x}}', REFUSED],
  ['{% verbatim %}{{x}}{% endverbatim %}', REFUSED],
  ['{# c #}', ''],
  ['a {# b', REFUSED],
  ['{{! c }}', REFUSED],
  ['{{!-- }} --}}', REFUSED],
  ['{{#x}}Y{{/x}}', REFUSED],
  ['{{#if x}}Y{{/if}}', REFUSED],
  ['{{ #if x}}Y', REFUSED],
  ['{{~x~}}', REFUSED],
  ['a {{- x -}} b', 'aVb'],
  ['{{&x}}', REFUSED],
  ['{{> p}}', REFUSED],
  ['{{/x}}', REFUSED],
  ['{% foo %}', REFUSED],
  ['{% if x %}Y', REFUSED],
  ['{{ x | upper }}', 'V'],
  ['{{x y}}', REFUSED],
  ['{{x\n}}', 'V'],
  ['{{= <% %> =}}<%x%>{{x}}', REFUSED],
  ['{{$x}}', REFUSED],
  ['{x!r}', SAME],
  ['{x:>4}', SAME],
  ['{x[0]}', SAME],
  ['{x.y}', SAME],
  ['{{名}}', 'N'],
  ['{名}', SAME],
  ['a\n{{#x}}\nb\n{{/x}}\nc\n', REFUSED],
  ['a\n{% if x %}\nb\n{% endif %}\nc\n', 'a\n\nb\n\nc'],
  ['a\r\n{{x}}\r\n', 'a\nV'],
];

const values = { x: 'V', 名: 'N' };

test('golden table', () => {
  for (const [text, expected] of TABLE) {
    const filled = fillWith(text, values);
    if (expected === REFUSED) assert.ok(filled.stopped, text);
    else assert.deepEqual([printed(filled), filled.stopped], [expected ?? text, undefined], text);
  }
});

test('Jinja2 reads them so', { skip: missing }, () => {
  const cases = TABLE.map(([text]): Case => ({ text, values, options: {}, texts: {} }));
  for (const [index, answer] of askJinja(cases).entries()) {
    const [text, expected] = TABLE[index] ?? ['', SAME];
    if (expected === REFUSED) assert.ok('error' in answer, text);
    else assert.deepEqual([text, answer], [text, { output: expected ?? text }]);
  }
});
