// What the names stand for that a text gives itself, and what is read behind them, in every engine that has such names.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bindingAt, bindingsOf } from '../../../server/src/syntax/dialects/bindings';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import type { Binding } from '../../../server/src/syntax/tree';
import { Random, TEXTS } from './support';

const engine = (id: string) => {
  const dialect = dialects.find((one) => one.id === id);
  assert.ok(dialect);
  return dialect;
};

const bindingsIn = (id: string, text: string): readonly Binding[] => bindingsOf(engine(id), engine(id).scan(text));

/** `o = item of orders[ .lines] read: .id .note`. */
const shown = ({ name, kind, source, uses }: Binding): string => {
  const from = source ? ` of ${source.of ? '^' : ''}${[source.root, ...source.steps].join('.')}` : '';
  const read = uses.map(({ steps }) => `.${steps.join('.')}`);
  return [`${name} = ${kind}${from}`, ...read].join(' ');
};

const CASES: Readonly<Record<string, readonly (readonly [text: string, ...bindings: string[]])[]>> = {
  jinja: [
    ['{% for o in orders %}{{ o.id }}{{ o }}{% endfor %}{{ o.later }}', 'o = item of orders .id .'],
    ['{% for i, o in a.b | sort | list %}{{ o[0].x }}{% endfor %}', 'i = text', 'o = item of a.b .0.x'],
    ['{% for k, v in m.items() %}{{ v.x }}{{ k }}{% endfor %}', 'k = text .', 'v = item of m .x'],
    ['{% set x = a.b %}{% set y = x.c | default({}) %}{{ y.d }}', 'x = value of a.b .c', 'y = value of ^x.c .d'],
    ['{% set x = a | upper %}{{ x }}{% set y %}text{% endset %}{{ y }}', 'x = text .', 'y = text .'],
    ['{% set n.x = v | e %}', 'n.x = text'],
    ['{% with a = b.c, d = "e" %}{{ a.f }}{% endwith %}{{ a.g }}', 'a = value of b.c .f', 'd = text'],
    [
      '{% for x in xs %}{% for y in x.ys if y.ok %}{{ y.z }}{% endfor %}{% endfor %}',
      'x = item of xs .ys',
      'y = item of ^x.ys .ok .z',
    ],
    ['{% macro m(p, q=a.b) %}{{ p.x }}{% endmacro %}', 'p = text .x', 'q = text'],
    ['{% if a %}{% set x = a %}{% endif %}{{ x.b }}', 'x = value of a .b'],
  ],
  liquid: [
    ['{% for o in orders %}{{ o.id | upcase }}{% endfor %}', 'o = item of orders .id'],
    ['{% tablerow o in a.b %}{{ o["x"][0] }}{% endtablerow %}', 'o = item of a.b .x.0'],
    ['{% for o in os %}{% assign x = o.y %}{% endfor %}{{ x.z }}', 'o = item of os .y', 'x = value of ^o.y .z'],
    ['{% assign x = a | upcase %}{% capture y %}b{% endcapture %}{{ x }}{{ y }}', 'x = text .', 'y = text .'],
  ],
  handlebars: [
    ['{{#each orders as |o|}}{{o.id}}{{note}}{{/each}}', 'this = item of orders .note', 'o = item of orders .id'],
    [
      '{{#each a}}{{#each b}}{{this}} {{c.d}}{{/each}}{{/each}}',
      'this = item of a .b',
      'this = item of ^this.b . .c.d',
    ],
    ['{{#with a.b}}{{#if c}}{{d}}{{/if}}{{../e}}{{@key}}{{/with}}{{f}}', 'this = value of a.b .c .d'],
    ['{{#each (lookup a "b")}}{{c}}{{/each}}', 'this = text .c'],
    ['{{#if a}}{{b.c}}{{/if}}'],
  ],
  'go-template': [
    [
      '{{ range $i, $o := .orders }}{{ $o.id }}{{ .note }}{{ end }}',
      '. = item of orders .note',
      '$i = text',
      '$o = item of orders .id',
    ],
    ['{{ with $x := .a.b }}{{ $x.c }}{{ .d }}{{ end }}{{ .e }}', '. = value of a.b .d', '$x = value of a.b .c'],
    [
      '{{ $x := .a }}{{ range $x.b }}{{ range .c }}{{ .d }}{{ end }}{{ end }}',
      '$x = value of a .b',
      '. = item of ^$x.b .c',
      '. = item of ^..c .d',
    ],
    ['{{ $x := printf "%q" .a }}{{ $x }}', '$x = text .'],
    ['{{ range .a }}{{ $.b.c }}{{ end }}', '. = item of a'],
  ],
};

for (const [id, cases] of Object.entries(CASES))
  describe(id, () => {
    for (const [text, ...expected] of cases)
      test(text, () => {
        assert.deepEqual(bindingsIn(id, text).map(shown), expected);
      });
  });

test('what is assigned stands in the text with its filters, and the path with its first name', () => {
  const text = '{% set x = a.b | default("") %}';
  const [binding] = bindingsIn('jinja', text);
  assert.ok(binding?.expression && binding.source);
  assert.equal(text.slice(binding.expression.start, binding.expression.end), 'a.b | default("")');
  assert.equal(text.slice(binding.source.span.start, binding.source.span.end), 'a.b');
  const go = '{{ $x := .a.b | html }}';
  const [variable] = bindingsIn('go-template', go);
  assert.equal(go.slice(variable?.expression?.start, variable?.expression?.end), '.a.b | html');
});

test('a name is known in its block, the innermost first', () => {
  const text = '{% for x in a %}1{% for x in b %}2{% endfor %}3{% endfor %}4';
  const bindings = bindingsIn('jinja', text);
  const at = (mark: string): string | undefined => bindingAt(bindings, 'x', text.indexOf(mark))?.source?.root;
  assert.deepEqual(['1', '2', '3', '4'].map(at), ['a', 'b', 'a', undefined]);
});

test('whatever stands in a text, every range lies in it and nothing stands for itself', () => {
  const random = new Random(11);
  const parts = Object.values(CASES).flatMap((cases) => cases.map(([text]) => text));
  for (let n = 0; n < 400; n++) {
    const [a, b] = [random.pick(parts), random.pick([...parts, ...TEXTS])];
    const text = a.slice(0, random.below(a.length + 1)) + b.slice(random.below(b.length + 1));
    for (const dialect of dialects)
      for (const { tag, scope, nameSpan, source, uses } of bindingsOf(dialect, dialect.scan(text))) {
        for (const { start, end } of [
          tag,
          scope,
          nameSpan,
          ...(source ? [source.span] : []),
          ...uses.map((use) => use.span),
        ])
          assert.ok(0 <= start && start <= end && end <= text.length, `${dialect.id} ${text}`);
        const seen = new Set<Binding>();
        for (let one = source?.of; one; one = one.source?.of) {
          assert.ok(!seen.has(one), text);
          seen.add(one);
        }
      }
  }
});
