// The same inputs that the other dialects read, and those that are written as Go wants them. `x` is "V", `名` is "N".
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askGo, type Case, missing } from './reference';
import { fillCase, printed } from './texts';

/** The input comes out unchanged. */
const SAME = null;
const REFUSED = { refused: true } as const;
/** Refused, unless the program adds the function or the template: a gap here. */
const UNKNOWN = { unknown: true } as const;

const TABLE: readonly (readonly [string, string | typeof SAME | typeof REFUSED | typeof UNKNOWN])[] = [
  ['{x}', SAME],
  ['{ x }', SAME],
  ['{{x}}', UNKNOWN],
  ['{{{x}}}', REFUSED],
  ['{{{{x}}}}', REFUSED],
  ['{{x}}}', UNKNOWN],
  ['{{{x}}', REFUSED],
  [`\${x}`, SAME],
  ['$x', SAME],
  ['$${x}', SAME],
  ['a $ b', SAME],
  ['{"a": 1}', SAME],
  ['{"a":{{x}}}', UNKNOWN],
  ['{"a": {x}}', SAME],
  ['a } b', SAME],
  ['a }} b', SAME],
  ['a { b', SAME],
  ['a {{ b', REFUSED],
  ['{{ x }', REFUSED],
  ['{}', SAME],
  ['{{}}', REFUSED],
  ['\\{{x}}', UNKNOWN],
  ['\\\\{{x}}', UNKNOWN],
  ['\\{x}', SAME],
  ['{{m}}', UNKNOWN],
  ['{{m.y}}', UNKNOWN],
  ['{{x-y}}', REFUSED],
  ['{{ "}}" }}', '}}'],
  ["{{'{{'}}", REFUSED],
  ['{% if x %}Y{% endif %}', SAME],
  ['{% raw %}{{x}}{% endraw %}', UNKNOWN],
  ['{% raw %}{{x}}', UNKNOWN],
  ['{% verbatim %}{{x}}{% endverbatim %}', UNKNOWN],
  ['{# c #}', SAME],
  ['a {# b', SAME],
  ['{{! c }}', REFUSED],
  ['{{!-- }} --}}', REFUSED],
  ['{{#x}}Y{{/x}}', REFUSED],
  ['{{#if x}}Y{{/if}}', REFUSED],
  ['{{ #if x}}Y', REFUSED],
  ['{{~x~}}', REFUSED],
  ['a {{- x -}} b', UNKNOWN],
  ['{{&x}}', REFUSED],
  ['{{> p}}', REFUSED],
  ['{{/x}}', REFUSED],
  ['{% foo %}', SAME],
  ['{% if x %}Y', SAME],
  ['{{ x | upper }}', UNKNOWN],
  ['{{x y}}', UNKNOWN],
  ['{{x\n}}', UNKNOWN],
  ['{{= <% %> =}}<%x%>{{x}}', REFUSED],
  ['{{$x}}', REFUSED],
  ['{x!r}', SAME],
  ['{x:>4}', SAME],
  ['{x[0]}', SAME],
  ['{x.y}', SAME],
  ['{{名}}', UNKNOWN],
  ['{名}', SAME],
  ['a\n{{#x}}\nb\n{{/x}}\nc\n', REFUSED],
  ['a\n{% if x %}\nb\n{% endif %}\nc\n', SAME],
  ['a\r\n{{x}}\r\n', UNKNOWN],
  ['{{ .x }}', 'V'],
  ['{{.x}}}', 'V}'],
  ['{{{.x}}}', REFUSED],
  ['{"a":{{.x}}}', '{"a":V}'],
  ['{{.m}}', '<no value>'],
  ['{{.m.y}}', '<no value>'],
  ['{{.x.y}}', REFUSED],
  ['{{.x-y}}', REFUSED],
  ['a {{- .x -}} b', 'aVb'],
  ['a {{-.x-}} b', REFUSED],
  ['{{.名}}', 'N'],
  ['{{.x\n}}', 'V'],
  ['{{/* c */}}', ''],
  ['{{ /* c */}}', REFUSED],
  ['{{.x | printf "%q"}}', '"V"'],
  ['\\{{.x}}', '\\V'],
  ['a\r\n{{.x}}\r\n', 'a\r\nV\r\n'],
  ['a\n{{if .x}}\nb\n{{end}}\nc\n', 'a\n\nb\n\nc\n'],
  ['{{-3}}', '-3'],
  ['{{- 3}}', '3'],
  ['{{3 -}} x', '3x'],
  ['{{$.x}}', 'V'],
  ['{{if .x}}Y', REFUSED],
  ['{{template "p"}}', UNKNOWN],
  ['{{"{{"}}', '{{'],
];

const cases = TABLE.map(([text]): Case => ({ text, values: { x: 'V', 名: 'N' }, texts: {} }));

test('golden table', () => {
  for (const [index, one] of cases.entries()) {
    const [text, expected] = TABLE[index] ?? ['', SAME];
    const filled = fillCase(one);
    if (expected === UNKNOWN) assert.ok(filled.gaps && !filled.stopped, text);
    else if (expected === REFUSED) assert.ok(filled.stopped?.engine, text);
    else
      assert.deepEqual([printed(filled), filled.stopped, filled.gaps], [expected ?? text, undefined, undefined], text);
  }
});

test('Go reads them so', { skip: missing }, () => {
  for (const [index, { output, error }] of askGo(cases).entries()) {
    const [text, expected] = TABLE[index] ?? ['', SAME];
    if (expected === UNKNOWN) assert.match(error ?? '', /not defined$/, text);
    else if (expected === REFUSED) assert.ok(error !== undefined, text);
    else assert.deepEqual([output, error], [expected ?? text, undefined], text);
  }
});
