// `trust.forgeable` in loops, sections, macros and included texts: the tag that prints a value says whether it is escaped,
// whatever name the value goes by there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

/** The texts of the tags that are found, of all files. */
async function forgeable(dialect: string, text: string, others: Readonly<Record<string, string>> = {}, more = '') {
  const files = { 'a.prompt': text, ...others };
  const { service, log } = await memoryWorkspace({
    ...files,
    'strata.yaml': `version: 1
systems:
  a:
    template: a.prompt
    dialect: ${dialect}
${more}    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: docs, trust: data, lifetime: call, slots: [docs] }
    slots:
      docs: { type: list, sample: [{ id: 1, text: a, by: b }, { id: 2, text: c, by: d }] }
`,
  });
  assert.deepEqual(log, []);
  return Object.entries(files).flatMap(([path, written]) =>
    service.workspace
      .snapshot()
      .findings(addressOf(path))
      .filter(({ code }) => code === 'trust.forgeable')
      .map(({ span }) => written.slice(span.start, span.end)),
  );
}

const loop = (open: string, tag: string, close: string): string => `Data.\n${open}<doc>\n${tag}\n</doc>${close}\n`;

/** Dialect, loop, the tag that escapes and the one that does not. */
const LOOPS: readonly (readonly [string, string, string, string, string])[] = [
  ['jinja', '{% for d in docs %}', '{% endfor %}', '{{ d.text | e }}', '{{ d.text }}'],
  ['jinja', '{% for d in docs %}', '{% endfor %}', "{{ d['text'] | upper | escape }}", "{{ d['text'] | upper }}"],
  ['jinja', '{% for d in docs %}{% set z = d.text %}', '{% endfor %}', '{{- z | e -}}', '{{- z -}}'],
  ['jinja', '{% for i, t in docs[0] | items %}', '{% endfor %}', '{{ t | e }}', '{{ t }}'],
  ['liquid', '{% for d in docs %}', '{% endfor %}', '{{ d.text | escape }}', '{{ d.text }}'],
  ['liquid', '{% assign z = docs[0] %}', '', '{{ z.text | escape_once }}', '{{ z.text }}'],
  ['go-template', '{{ range .docs }}', '{{ end }}', '{{ .text | html }}', '{{ .text }}'],
  ['go-template', '{{ range $d := .docs }}', '{{ end }}', '{{ html $d.text }}', '{{ $d.text }}'],
  ['handlebars', '{{#each docs}}', '{{/each}}', '{{text}}', '{{{text}}}'],
  ['handlebars', '{{#each docs}}', '{{/each}}', '{{~ this.text ~}}', '{{~{this.text}~}}'],
  ['handlebars', '{{#each docs as |d|}}', '{{/each}}', '{{d.text}}', '{{&d.text}}'],
  ['mustache', '{{#docs}}', '{{/docs}}', '{{text}}', '{{{text}}}'],
  ['mustache', '{{#docs}}', '{{/docs}}', '{{ text }}', '{{& text }}'],
];

test('a field of a loop is escaped by the tag that prints it, in every dialect with loops', async () => {
  for (const [dialect, open, close, escaped, plain] of LOOPS) {
    assert.deepEqual(await forgeable(dialect, loop(open, escaped, close)), [], `${dialect} ${escaped}`);
    assert.deepEqual(await forgeable(dialect, loop(open, plain, close)), [plain], `${dialect} ${plain}`);
  }
});

test('an engine whose escaping is switched off, or on, is taken at its word', async () => {
  const off = '    options: { escapeHtml: false }\n';
  const on = '    options: { escapeHtml: true }\n';
  const each = loop('{{#each docs}}', '{{text}}', '{{/each}}');
  assert.deepEqual(await forgeable('handlebars', each, {}, off), ['{{text}}']);
  const row = (tag: string): string => loop('{% for d in docs %}', tag, '{% endfor %}');
  assert.deepEqual(await forgeable('jinja', row('{{ d.text }}'), {}, on), []);
  assert.deepEqual(await forgeable('jinja', row('{{ d.text | safe }}'), {}, on), ['{{ d.text | safe }}']);
});

test('an included text, and a macro', async () => {
  const inside = (tag: string) => ({ 'b.jinja': loop('{% for d in docs %}', tag, '{% endfor %}') });
  const including = 'Read.\n{% include "b.jinja" %}\n';
  assert.deepEqual(await forgeable('jinja', including, inside('{{ d.text | e }}')), []);
  assert.deepEqual(await forgeable('jinja', including, inside('{{ d.text }}')), ['{{ d.text }}']);
  const macro = (tag: string): string =>
    `{% macro row(n) %}<doc>\n${tag}\n</doc>{% endmacro %}Data.\n{% for d in docs %}{{ row(d) }}{% endfor %}\n`;
  assert.deepEqual(await forgeable('jinja', macro('{{ n.text | e }}')), []);
  assert.deepEqual(await forgeable('jinja', macro('{{ n.text }}')), ['{{ n.text }}']);
});

test('one field that is escaped says nothing of another', async () => {
  const text = loop('{% for d in docs %}', '{{ d.by }}: {{ d.text | e }}', '{% endfor %}');
  assert.deepEqual(await forgeable('jinja', text), ['{{ d.by }}']);
});

test('what is escaped where a variable is set, is escaped where it is printed', async () => {
  const fenced = (tag: string): string => `Data.\n<doc>\n${tag}\n</doc>\n`;
  const one = 'docs[0].text';
  const escaped: readonly (readonly [string, string, string])[] = [
    ['jinja', `{% set x = ${one} | tojson %}`, '{{ x }}'],
    ['jinja', `{%- set x = ${one} | e -%}{% set y = x %}`, '{{ y | trim }}'],
    ['jinja', `{% with x = ${one} | e, z = 1 %}`, '{{ x }}{% endwith %}'],
    ['jinja', `{% set n = namespace() %}{% set n.x = ${one} | e %}`, '{{ n.x }}'],
    ['jinja', `{% set x %}{{ ${one} | e }}{% endset %}`, '{{ x }}'],
    ['jinja', '{% filter escape %}', `{{ ${one} }}{% endfilter %}`],
    ['liquid', `{% assign x = ${one} | escape %}`, '{{ x }}'],
    ['liquid', `{% assign x = ${one} | escape %}{% assign y = x | upcase %}`, '{{ y }}'],
    ['go-template', '{{ $x := html (index .docs 0).text }}', '{{ $x }}'],
    ['go-template', '{{ with $x := (index .docs 0).text | html }}', '{{ $x }}{{ end }}'],
  ];
  for (const [dialect, before, tag] of escaped)
    assert.deepEqual(await forgeable(dialect, before + fenced(tag)), [], `${dialect} ${before}`);
  const open: readonly (readonly [string, string, string])[] = [
    ['jinja', `{% set x = ${one} %}`, '{{ x }}'],
    ['jinja', `{% if docs %}{% set x = ${one} | e %}{% else %}{% set x = ${one} %}{% endif %}`, '{{ x }}'],
    ['jinja', `{% set x = ${one} %}{% set x = x | upper %}`, '{{ x }}'],
    ['liquid', `{% assign x = ${one} %}`, '{{ x }}'],
    ['go-template', '{{ $x := (index .docs 0).text }}', '{{ $x }}'],
  ];
  for (const [dialect, before, tag] of open)
    assert.deepEqual(await forgeable(dialect, before + fenced(tag)), [tag], `${dialect} ${before}`);
});
