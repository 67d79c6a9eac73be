// What a Go template is read as: slots with their scopes, blocks, templates that it calls, and what is wrong in it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/go-template';
import type { SlotUse } from '../../../../server/src/syntax/tree';
import { assertSurvivesDamage } from '../damage';

/** `path role`, with `?` when it may be missing and the arms round it. */
const told = ({ path, role, guarded, branch }: SlotUse): string =>
  `${path} ${role}${guarded ? '?' : ''}${branch ? ` ${branch.join(' ')}` : ''}`;

const slots = (text: string): readonly string[] => dialect.scan(text).slots.map(told);

describe('slots', () => {
  test('fields of the dot and of $, at their names', () => {
    const text = 'a {{- .Issue.Title | printf "%q" }} {{$.Name}}';
    assert.deepEqual(dialect.scan(text).slots, [
      {
        name: 'Issue',
        path: 'Issue.Title',
        span: { start: 2, end: 35 },
        nameSpan: { start: 7, end: 12 },
        role: 'value',
      },
      { name: 'Name', path: 'Name', span: { start: 36, end: 46 }, nameSpan: { start: 40, end: 44 }, role: 'value' },
    ]);
  });

  test('what an item, a value or a variable has is none', () => {
    assert.deepEqual(slots('{{range .Items}}{{.Title}}{{$.Name}}{{end}}'), ['Items control', 'Name value range:0/0']);
    assert.deepEqual(slots('{{with .User}}{{.Name}}{{else}}{{.Guest}}{{end}}'), [
      'User control?',
      'Guest value with:0/1',
    ]);
    assert.deepEqual(slots('{{$x := .A}}{{$x}}{{$x.B}}{{range $i, $v := .C}}{{$v.D}}{{end}}'), [
      'A control',
      'C control',
    ]);
  });

  test('what hands the whole on leaves its fields slots', () => {
    assert.deepEqual(slots('{{$all := .}}{{range .A}}{{$all.B}}{{end}}'), ['A control', 'B value range:13/0']);
    assert.deepEqual(slots('{{with $}}{{.A}}{{end}}{{with $x := .}}{{$x.B}}{{end}}'), [
      'A value with:0/0',
      'B value with:23/0',
    ]);
    assert.deepEqual(slots('{{index . "A b" "c"}}{{(.).B}}'), ['A b value', 'B value']);
  });

  test('a condition guards what stands in it, or and default guard what may be missing', () => {
    assert.deepEqual(slots('{{if .A}}{{.A}}{{.B}}{{else if .C}}{{.C}}{{end}}'), [
      'A control?',
      'A value? if:0/0',
      'B value if:0/0',
      'C control? if:0/1',
      'C value? if:0/1 if:21/0',
    ]);
    assert.deepEqual(slots('{{or .A .B}}{{.C | default "x"}}{{and .D .D.E}}'), [
      'A value?',
      'B value',
      'C value?',
      'D value?',
      'D.E value?',
    ]);
  });

  test('what is only compared or chosen by is not printed', () => {
    assert.deepEqual(slots('{{eq .A 1}}{{.B | not}}{{index .L .I}}{{slice .S 0 .N}}{{printf "%s" .P}}'), [
      'A control',
      'B control',
      'L value',
      'I spec',
      'S value',
      'N spec',
      'P value',
    ]);
  });

  test('in a definition, when it is called with the whole, or not in this text', () => {
    assert.deepEqual(slots('{{define "a"}}{{.A}}{{end}}'), ['A value']);
    assert.deepEqual(slots('{{define "a"}}{{.A}}{{end}}{{template "a" .B}}'), ['B control']);
    assert.deepEqual(
      slots('{{define "a"}}{{.A}}{{template "b" $}}{{end}}{{define "b"}}{{.C}}{{end}}{{template "a" .}}'),
      ['A value', 'C value'],
    );
    assert.deepEqual(slots('{{block "a" .}}{{.A}}{{end}}{{range .L}}{{block "b" .}}{{.B}}{{end}}{{end}}'), [
      'A value',
      'L control',
    ]);
  });

  test('in tags that are broken or still being typed', () => {
    assert.deepEqual(slots('{{.A !}}{{ if .B ) }}{{.C}}{{end}}{{ .D }'), [
      'A value?',
      'B value?',
      'C value if:8/0',
      'D value?',
    ]);
  });
});

test('blocks, named ones too, in the order of their opening tags', () => {
  const text =
    '{{define "a"}}{{if .A}}x{{else if .B}}y{{end}}{{end}}{{range .L}}{{with .}}{{end}}{{end}}{{block "b" .}}{{end}}';
  const { blocks = [] } = dialect.scan(text);
  assert.deepEqual(
    blocks.map(({ keyword, span, open, name }) => [
      keyword,
      text.slice(open.start, open.end),
      text.slice(span.start, span.end).length,
      name,
    ]),
    [
      ['macro', '{{define "a"}}', 53, 'a'],
      ['if', '{{if .A}}', 32, undefined],
      ['for', '{{range .L}}', 36, undefined],
      ['with', '{{with .}}', 17, undefined],
      ['block', '{{block "b" .}}', 22, 'b'],
    ],
  );
});

test('templates that are called, but for those that the text defines', () => {
  const text = '{{define "a"}}{{end}}{{template "a"}}{{template "b.tmpl" .}}{{template "c\\u0064"}}';
  assert.deepEqual(dialect.scan(text).references, [
    { kind: 'partial', path: 'b.tmpl', span: { start: 37, end: 60 }, pathSpan: { start: 49, end: 55 } },
    { kind: 'partial', path: 'cd', span: { start: 60, end: 82 } },
  ]);
  assert.ok(dialect.includeNames?.('b').includes('b.tmpl'));
});

test('comments', () => {
  const { stretches } = dialect.scan('{{/* a */}}{{- /* {{ .b }} */ -}} {{"/*"}}');
  assert.deepEqual(stretches, [
    { kind: 'comment', span: { start: 0, end: 11 } },
    { kind: 'comment', span: { start: 11, end: 33 } },
  ]);
});

describe('faults', () => {
  const found = (text: string): readonly (readonly [string, string, string | undefined, string | undefined])[] =>
    dialect
      .scan(text)
      .faults.map(({ kind, span, engine, fix }) => [kind, text.slice(span.start, span.end), engine, fix?.text]);

  test('have the words of Go for the first of them, and no second for the same mistake', () => {
    assert.deepEqual(found('{{ if }}x{{ end }}{{ .A ! }}'), [
      ['field', '}}', 'missing value for if', undefined],
      ['field', '!', undefined, undefined],
    ]);
    assert.deepEqual(found('{{if .A}}{{define "x"}}{{end}}{{end}}'), [
      ['field', 'define', 'unexpected <define> in command', undefined],
    ]);
    assert.deepEqual(found('{{ end !}}'), [['field', '!', 'unexpected "!" in end', undefined]]);
  });

  test('tags and blocks that are not closed can be closed', () => {
    assert.deepEqual(found('a {{ .A'), [['unclosed', '{{ .A', 'unclosed action', ' }}']]);
    assert.deepEqual(found('a {{.A } b'), [['unclosed', '{{.A } b', 'unexpected "}" in operand', '}}']]);
    assert.deepEqual(found('{{if .A}}{{range .B}}'), [
      ['unclosed', '{{if .A}}', undefined, '{{end}}'],
      ['unclosed', '{{range .B}}', 'unexpected EOF', '{{end}}'],
    ]);
    assert.deepEqual(found('{{/* a'), [['unclosed', '{{/*', 'unclosed comment', undefined]]);
  });

  test('tags that belong to no block can go', () => {
    assert.deepEqual(found('a{{end}}'), [['nested', '{{end}}', 'unexpected {{end}}', '']]);
    assert.deepEqual(found('{{if .A}}{{else}}{{else}}{{end}}'), [
      ['nested', '{{else}}', 'expected end; found {{else}}', ''],
    ]);
  });

  test('a second template of a name, a jump out of no loop, a variable that is not set', () => {
    assert.deepEqual(found('{{define "a"}}x{{end}}{{define "a"}}y{{end}}'), [
      ['unsupported', 'a', 'template: multiple definition of template "a"', undefined],
    ]);
    assert.deepEqual(found('{{continue}}'), [
      ['unsupported', '{{continue}}', '{{continue}} outside {{range}}', undefined],
    ]);
    assert.deepEqual(found('{{$x}}'), [['field', '$x', 'undefined variable "$x"', undefined]]);
  });

  test('say what stands for the tags of other engines', () => {
    const hints = ['{{#if .A}}', '{{/if}}', '{{! c }}', '{{> p}}', "{{ eq .A 'text' }}", '{{#each .L}}'];
    assert.deepEqual(
      hints.map((text) => /; (.*)\.$/.exec(dialect.scan(text).faults[0]?.message ?? '')?.[1]),
      [
        'a condition is written `{{if .name}}`',
        'every block is closed with `{{end}}`',
        'a comment is written `{{/* … */}}`',
        'another template is written `{{template "name" .}}`',
        'texts stand in double quotes',
        'a loop is written `{{range .items}}`',
      ],
    );
  });

  test('blocks that nest too deeply end the preview, and are one fault', () => {
    const text = `${'{{if .A}}'.repeat(400)}${'{{end}}'.repeat(400)}`;
    const { faults } = dialect.scan(text);
    assert.deepEqual(
      faults.map(({ kind, engine }) => [kind, engine]),
      [['unsupported', undefined]],
    );
    assert.deepEqual(
      found(`{{${'('.repeat(300)}.A${')'.repeat(300)}}}`).map(([kind]) => kind),
      ['unsupported'],
    );
  });
});

test('tags of other engines, but for those that Go reads', () => {
  const tree = dialect.scan('{{if .A}}{{else if .B}}{{end}}{% if x %}{name}{{#each x}}{{ .A | len }}');
  assert.deepEqual(
    dialect.lookalikes(tree).map(({ name, writtenIn }) => [name, writtenIn]),
    [
      ['if', 'jinja'],
      ['name', 'single-brace'],
      ['each', 'handlebars'],
    ],
  );
});

test('damaged texts keep the slots before the damage', () => {
  const tags = [
    '{{.x}}',
    '{{ .name }}',
    '{{if .x}}a{{end}}',
    '{{- $.y -}}',
    '{{.a | printf "%s"}}',
    '{{range .l}}{{.}}{{end}}',
  ];
  assertSurvivesDamage(dialect, tags, ['{{', '}}', '"', '`', '{{end}}', '{{if', '(', '{{/*', '|', '\n', '$']);
});

describe('what may be written', () => {
  const words = (marked: string): readonly string[] => {
    const offset = marked.indexOf('‸');
    const tree = dialect.scan(marked.replace('‸', ''));
    return (dialect.complete?.(tree, offset)?.words ?? []).map(({ label }) => label);
  };

  test('tags, and first of all what closes the block that is open', () => {
    assert.deepEqual(
      words('{{if .A}}x{{ ‸').filter((label) => /^(?:end|else|range|define)/.test(label)),
      ['end', 'else', 'else', 'range', 'define'],
    );
  });

  test('functions behind a bar, variables where they are known', () => {
    assert.ok(words('{{ .A | pr‸ }}').includes('printf'));
    assert.deepEqual(words('{{$a := 1}}{{range $i, $v := .L}}{{ print ‸ }}{{end}}').slice(0, 3), ['$a', '$i', '$v']);
    assert.equal(words('{{range $i, $v := .L}}{{end}}{{ print ‸ }}').includes('$v'), false);
    assert.deepEqual(words('plain ‸ text'), []);
  });
});
