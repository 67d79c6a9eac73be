// The same inputs read by mustache and handlebars, and by the engines themselves. The values: `x` is "V", `名` is "N", `m`
// is nothing. Handlebars without escaping; of the characters that mustache escapes the table has none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Handlebars from 'handlebars';
import Mustache from 'mustache';
import { dialect as handlebars } from '../../../server/src/syntax/dialects/handlebars';
import { dialect as mustache } from '../../../server/src/syntax/dialects/mustache';
import type { Filled } from '../../../server/src/syntax/piece';
import { contextOf, textOf } from './support';

/** The input comes out unchanged. */
const SAME = null;
/** The engine refuses the text. */
const REFUSED = { refused: true } as const;
type Expected = string | typeof SAME | typeof REFUSED;

/** Input, mustache, handlebars. */
const TABLE: readonly (readonly [string, Expected, Expected])[] = [
  ['{x}', SAME, SAME],
  ['{{x}}', 'V', 'V'],
  ['{{{x}}}', 'V', 'V'],
  ['{{{{x}}}}', '}', REFUSED],
  ['{{x}}}', 'V}', REFUSED],
  ['{{{x}}', REFUSED, REFUSED],
  [`\${x}`, SAME, SAME],
  ['{"a": 1}', SAME, SAME],
  ['{"a":{{x}}}', '{"a":V}', REFUSED],
  ['{"a": {{x}} }', '{"a": V }', '{"a": V }'],
  ['a }} b', SAME, SAME],
  ['a { b', SAME, SAME],
  ['a {{ b', REFUSED, REFUSED],
  ['{{ x }', REFUSED, REFUSED],
  ['{}', SAME, SAME],
  ['{{}}', '', REFUSED],
  ['\\{{x}}', '\\V', '{{x}}'],
  ['\\\\{{x}}', '\\\\V', '\\V'],
  ['{{m}}', '', ''],
  ['{{m.y}}', '', ''],
  ['{{x-y}}', '', ''],
  ['{{ "}}" }}', '" }}', ''],
  ["{{'{{'}}", '', ''],
  ['{% if x %}Y{% endif %}', SAME, SAME],
  ['{% raw %}{{x}}{% endraw %}', '{% raw %}V{% endraw %}', '{% raw %}V{% endraw %}'],
  ['{# c #}', SAME, SAME],
  ['a {# b', SAME, SAME],
  ['{{! c }}', '', ''],
  ['{{!-- }} --}}', ' --}}', ''],
  ['{{#x}}Y{{/x}}', 'Y', 'Y'],
  ['{{^x}}Y{{/x}}', '', ''],
  ['{{#if x}}Y{{/if}}', REFUSED, 'Y'],
  ['{{ #x}}Y{{/x}}', 'Y', REFUSED],
  ['{{~x~}}', '', 'V'],
  ['a {{~x~}} b', 'a  b', 'aVb'],
  ['a {{- x -}} b', 'a  b', REFUSED],
  ['{{&x}}', 'V', 'V'],
  ['{{/x}}', REFUSED, REFUSED],
  ['{{ x | upper }}', '', REFUSED],
  ['{{x\n}}', 'V', 'V'],
  ['{{= <% %> =}}<%x%>{{x}}', 'V{{x}}', REFUSED],
  ['{{$x}}', '', ''],
  ['{{x?}}', '', ''],
  ['{{名}}', 'N', 'N'],
  ['{{else}}', '', REFUSED],
  ['{{#x}}{{.}}{{/x}}', 'V', 'V'],
  ['{{this}}', '', '[object Object]'],
  ['{{.}}', '[object Object]', '[object Object]'],
  ['{{x.length}}', '1', '1'],
  ['{{x.0}}', 'V', REFUSED],
  ['{{x.[0]}}', '', 'V'],
  ['{{@index}}', '', ''],
  ['{{"x"}}', '', 'V'],
  ['a\n{{#x}}\nb\n{{/x}}\nc\n', 'a\nb\nc\n', 'a\nb\nc\n'],
  ['a\r\n{{x}}\r\n', 'a\r\nV\r\n', 'a\r\nV\r\n'],
];

const values = { x: 'V', 名: 'N', m: null };

const engines = [
  [mustache, (text: string): string => Mustache.render(text, values)],
  [handlebars, (text: string): string => Handlebars.create().compile(text, { noEscape: true })(values)],
] as const;

const outcome = ({ pieces, stopped }: Filled): string | typeof REFUSED => (stopped ? REFUSED : textOf(pieces));

function outcomeOf(render: () => string): string | typeof REFUSED {
  try {
    return render();
  } catch {
    return REFUSED;
  }
}

for (const [column, [dialect, render]] of engines.entries()) {
  test(`golden table, ${dialect.id}`, () => {
    for (const row of TABLE) {
      const [text] = row;
      const expected = (row[column + 1] as Expected) ?? text;
      const filled = dialect.fill(dialect.scan(text), contextOf(values), { escapeHtml: false });
      assert.deepEqual(outcome(filled), expected, text);
      assert.deepEqual(
        outcomeOf(() => render(text)),
        expected,
        `${text} in the engine`,
      );
    }
  });

  test(`what ${dialect.id} refuses whatever the values is found before it runs`, () => {
    for (const row of TABLE) {
      const { faults } = dialect.scan(row[0]);
      // A tag that runs over the next one is content with itself, and no author is.
      if (row[0] === "{{'{{'}}") continue;
      assert.equal(faults.length > 0, row[column + 1] === REFUSED, row[0]);
    }
  });
}
