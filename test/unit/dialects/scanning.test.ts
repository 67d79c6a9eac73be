// What a scan costs, counted in a process of its own: in proportion to the text, and no more for a text in which everything
// is wrong.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Dialect } from '../../../server/src/syntax/dialects/dialect';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import { some } from '../../support/effort';
import { WorkCounter } from '../../support/work';

const counter = new WorkCounter(import.meta.url);
after(() => counter.close());

const SIZE = 8_000;

const work = (dialect: Dialect, text: string): number => counter.count(() => dialect.scan(text));
const filled = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));

/** Each has made some scanner look at the same characters again and again, or would make one that is careless. */
const UNITS = [
  ...['{', '{%', '{{', '{{a', '{{a ', '{{a\n', '{{"', "{{'a", '{{`', '{{(', '{{[', '{#', '{{!--', '{{/*', '\\{{'],
  ...['{% if a %}', '{% else %}', '{% raw %}', '{% comment %}', '{% liquid\nfoo\n%}', '{% include "{{ a }}" %}'],
  ...['{{#a}}', '{{#a}}{{b}}', '{{/a}}', '{{#a}}x{{/b}}', '{{{{a}}}}', '{{> a}}', '{{=<% %>=}}'],
  ...['{{ if .a }}', '{{ end }}', '{{ .a\n\n$x }}', '{{define "a"}}{{end}}', '{{ $x := .a }}'],
  ...['{{ a | upcas }}', '{{ a }} ', '{a', '{a:', '{a:{b', '{"a": {', '{x:%Y}', `\${a`, '}}', 'name} '],
];

/** Texts that begin with something that hides what follows, or end with something that they all wait for. */
const ENDS = [
  ['{{"', ''],
  ['', '}}'],
  ['', '"}}'],
  ['', '%}'],
  ['{% raw %}', ''],
] as const;

const TRIED = ENDS.flatMap(([first, last]) => UNITS.map((unit) => [first, unit, last] as const));

test('the counter sees loops, searches and the code under test', () => {
  const squared = (size: number): number => {
    let steps = 0;
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) steps++;
    return steps;
  };
  const ratio = counter.count(() => squared(400)) / counter.count(() => squared(100));
  assert.ok(ratio > 12 && ratio < 17, `${ratio}`);
  const text = ' '.repeat(1000);
  const look = (): void => {
    assert.equal(text.indexOf('x', 10), -1);
    assert.equal(text.includes('x'), false);
    assert.equal(text.lastIndexOf('x'), -1);
  };
  assert.ok(counter.count(look) > 2990);
  for (const dialect of dialects) assert.ok(work(dialect, dialect.print('name').repeat(100)) > 500, dialect.id);
});

/** Engines whose broken tags cost most; each stops at the first, and so many as these texts hold are never read. */
const GIVES_UP = ['handlebars', 'dotprompt', 'jinja', 'liquid', 'go-template'];
/** Not one of them can be read. */
const BROKEN = ['{{', '{{(', '{{a', '{{"', '{{ a b c | d'];

for (const dialect of dialects) {
  describe(dialect.id, () => {
    test('four times the text is four times the work', () => {
      for (const [first, unit, last] of some(TRIED, 28)) {
        const once = work(dialect, first + filled(unit, SIZE) + last);
        const fourTimes = work(dialect, first + filled(unit, 4 * SIZE) + last);
        assert.ok(
          once > 0 && fourTimes < 5 * once + 10_000,
          `${JSON.stringify([first, unit, last])}: ${once}, ${fourTimes}`,
        );
      }
    });

    if (GIVES_UP.includes(dialect.id))
      test('behind a thousand faults the rest is taken as it is', () => {
        for (const unit of BROKEN) {
          const once = work(dialect, filled(unit, 4 * SIZE));
          const fourTimes = work(dialect, filled(unit, 16 * SIZE));
          // Searches pass over what is left, and Jinja cuts its first tag into words up to the end of the text.
          assert.ok(fourTimes - once < 30 * 12 * SIZE, `${JSON.stringify(unit)}: ${once}, ${fourTimes}`);
          assert.ok(dialect.scan(filled(unit, 16 * SIZE)).faults.length <= 1001);
        }
      });
  });
}
