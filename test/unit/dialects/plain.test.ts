// single-brace, double-brace, dollar-brace.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Dialect } from '../../../server/src/syntax/dialects/dialect';
import { dialect as dollarBrace } from '../../../server/src/syntax/dialects/dollar-brace';
import { dialect as doubleBrace } from '../../../server/src/syntax/dialects/double-brace';
import { dialect as singleBrace } from '../../../server/src/syntax/dialects/single-brace';
import { applyEdits } from '../../../server/src/text/edit';
import { assertPieces, fill, Random, render, TEXTS, textOf, VALUES } from './support';

const names = (dialect: Dialect, text: string): string[] => dialect.scan(text).slots.map(({ name }) => name);
const lookalikes = (dialect: Dialect, text: string): string[] =>
  dialect
    .lookalikes(dialect.scan(text))
    .map(({ name, span, writtenIn }) => `${name} ${writtenIn} ${text.slice(span.start, span.end)}`);
/** Kind, marked text and the text after the fix of every fault. */
const faults = (dialect: Dialect, text: string): string[][] =>
  dialect
    .scan(text)
    .faults.map(({ kind, span, fix }) => [kind, text.slice(span.start, span.end), fix ? applyEdits(text, [fix]) : '']);

describe('one pass equals the replacement that a program makes', () => {
  const patterns: readonly [Dialect, RegExp, readonly string[]][] = [
    [
      singleBrace,
      /\{([A-Za-z_$][\w$]*(?:[.-][\w$]+)*)\}/g,
      ['{x}', '{ x }', '{{x}}', '{{{y}}}', '{a_b}', '{a.b}', '{missing}', '{x', 'y}'],
    ],
    [
      doubleBrace,
      /\{\{\s*([\p{L}_$][\p{L}\p{N}_$]*(?:[.-][\p{L}\p{N}_$]+)*)\s*\}\}/gu,
      ['{{x}}', '{{ x }}', '{{\ny}}', '{{{a_b}}}', '{{ a.b\t}}', '{{missing}}', '{{x', '{{', '}}', '{x}'],
    ],
    [
      dollarBrace,
      /\$\{([A-Za-z_]\w*(?:\.\w+)*)\}/g,
      [`\${x}`, '$x', `$\${y}`, `\${\${x}}`, `\${a_b}`, `\${a.b}`, `\${missing}`, `\${x`, '$', '{x}'],
    ],
  ];
  for (const [dialect, pattern, tags] of patterns) {
    test(dialect.id, () => {
      const random = new Random(21);
      for (let i = 0; i < 2000; i++) {
        const hostile = [...VALUES, '{y', 'x}', '{name}', `\${y}`, '$$', '{{a_b'];
        const values: Record<string, string> = {
          x: random.pick(hostile),
          y: random.pick(hostile),
          a_b: random.pick(hostile),
          'a.b': 'AB',
        };
        const text = random.join([...tags, ...tags, ...TEXTS], 9);
        const expected = text.replace(pattern, (tag, name) =>
          Object.hasOwn(values, name) ? (values[name] ?? '') : tag,
        );
        const { pieces } = fill(dialect, text, values);
        assert.equal(textOf(pieces), expected, JSON.stringify({ text, values }));
        assertPieces(text, pieces);
      }
    });
  }
});

describe('values', () => {
  test('a value is never read again, nor as a replacement pattern', () => {
    const value = "a $& b $$ c $` d $' e {x} {{x}}";
    for (const dialect of [singleBrace, doubleBrace, dollarBrace]) {
      const tag = dialect.print('x');
      assert.equal(render(dialect, `<f>${tag}</f>${tag}`, { x: value }), `<f>${value}</f>${value}`);
    }
  });

  test('an empty value keeps its place', () => {
    assert.deepEqual(fill(singleBrace, 'a{x}b', { x: '' }).pieces, [
      { kind: 'literal', text: 'a', span: { start: 0, end: 1 } },
      { kind: 'value', text: '', span: { start: 1, end: 4 }, origins: ['x'], whole: 'x' },
      { kind: 'literal', text: 'b', span: { start: 4, end: 5 } },
    ]);
  });

  test('plain data becomes text', () => {
    const values = { n: 1.5, t: true, none: null, list: ['a', 1], map: { k: 'é' } };
    assert.equal(render(singleBrace, '{n} {t} {none}.{list}{map}', values), '1.5 true .["a",1]{"k":"é"}');
  });
});

describe('single-brace', () => {
  test('JSON, code and prose in braces are text', () => {
    const text = 'Reply as {"city": "{city}", "n": {1}} or {} or {a b} or { c }, {x: y}, \\frac{1}{2}';
    assert.deepEqual(names(singleBrace, text), ['city']);
    assert.deepEqual(faults(singleBrace, text), []);
  });

  test('a slot in a code fence is a slot', () => {
    assert.deepEqual(names(singleBrace, '```cobol\n{code}\n```'), ['code']);
  });

  test('only a half-typed slot at the end of its line is unclosed', () => {
    assert.deepEqual(faults(singleBrace, 'Hello {na\nBye {x}'), [['unclosed', '{na', 'Hello {na}\nBye {x}']]);
    for (const text of [
      'if (a) {b\n}',
      'struct{a\n',
      'Hello {na, you',
      '{ a\n',
      '\\frac{a\n',
      'x = {\n',
      '{"a\n',
      'a {b c\n',
    ]) {
      assert.deepEqual(faults(singleBrace, text), [], text);
    }
  });

  test('the habits of other dialects are seen', () => {
    assert.deepEqual(lookalikes(singleBrace, 'a {{x}} {{ y }}'), ['x double-brace {{x}}', 'y double-brace {{ y }}']);
    assert.deepEqual(lookalikes(singleBrace, `a \${x} \${y}`), [`x dollar-brace \${x}`, `y dollar-brace \${y}`]);
    // A price.
    assert.deepEqual(lookalikes(singleBrace, `{item} costs \${price}`), []);
    assert.deepEqual(lookalikes(singleBrace, '{x} {{{y}}} {"a": 1}'), []);
  });
});

describe('double-brace', () => {
  test('white space round the name may hold line breaks', () => {
    assert.deepEqual(names(doubleBrace, '{{x}} {{ y }} {{\n\tz\n}} {{a b}} {{}} {{1}} {{"a"}}'), ['x', 'y', 'z']);
  });

  test('an opening without its end is unclosed', () => {
    assert.deepEqual(faults(doubleBrace, 'a {{ b and {{ c }}'), [['unclosed', '{{ b', 'a {{ b }} and {{ c }}']]);
    assert.deepEqual(faults(doubleBrace, 'a {{b\n}}'), []); // a tag over two lines
    assert.deepEqual(faults(doubleBrace, 'a {{b, c\nd'), [['unclosed', '{{b', 'a {{b}}, c\nd']]);
    assert.deepEqual(faults(doubleBrace, 'a {{ b }, c'), [['unclosed', '{{ b', 'a {{ b }}, c']]);
    const [fault] = doubleBrace.scan('a {{ b and {{ c }}').faults;
    assert.deepEqual(fault?.related, { span: { start: 11, end: 13 }, message: 'the next tag opens here' });
  });

  test('what may be code is no fault', () => {
    for (const text of [
      'style={{color: red,\n  a: b}}',
      'style={{color: red}}',
      'style={{\n  color: red\n}}',
      '{{ "a',
      '{{#if x',
      '{"a": {"b": 1',
      '{{',
      '{{ x | y }}',
      '{{1',
    ]) {
      assert.deepEqual(faults(doubleBrace, text), [], text);
    }
  });

  test('names are one word', () => {
    assert.deepEqual(names(doubleBrace, '{{a.b}} {{a-b}} {{ q }} {{1x}} {{a.}} {{.a}} {{a..b}}'), ['a.b', 'a-b', 'q']);
  });

  test('the habits of other dialects are seen', () => {
    assert.deepEqual(lookalikes(doubleBrace, `{x} \${y} {{z}} {"a": 1} {a b} {{a}`), [
      'x single-brace {x}',
      `y dollar-brace \${y}`,
    ]);
  });
});

describe('dollar-brace', () => {
  test('only a name in dollar and braces is a slot', () => {
    assert.deepEqual(names(dollarBrace, `\${x} $y $\${z} \${a-b} \${1} \${} {w} \${u.v}`), ['x', 'z', 'u.v']);
  });

  test('an opening without its end is unclosed, a shell default is text', () => {
    assert.deepEqual(faults(dollarBrace, `a \${b and \${c}`), [['unclosed', `\${b`, `a \${b} and \${c}`]]);
    assert.deepEqual(faults(dollarBrace, `\${HOME:-/root} \${x#y}`), []);
    assert.deepEqual(faults(dollarBrace, `costs $5 or \${`), []);
    assert.deepEqual(faults(dollarBrace, `\${call(\n  a)} \${list[\n0]}`), []);
  });

  test('the habits of other dialects are seen', () => {
    assert.deepEqual(lookalikes(dollarBrace, `{x} {{y}} {{ z }} \${w} {"a": 1}`), [
      'x single-brace {x}',
      'y double-brace {{y}}',
      'z double-brace {{ z }}',
    ]);
  });
});

test('tags of other engines are known by what only they can mean', () => {
  const text = [
    ...[
      '{% if x %}',
      '{%- endfor -%}',
      '{% assign a = 1 %}',
      '{% foo %}',
      '{{#if x}}',
      '{{else if y}}',
      '{{/if}}',
      '{{#each xs}}',
    ],
    ...[
      '{{#list}}',
      '{{^list}}',
      '{{> part}}',
      '{{!-- c --}}',
      '{{ .Name }}',
      '{{- range .Items }}',
      '{{ q | upper }}',
      '{{#context#}}',
    ],
    ...['{{ "a" }}', '{% never closed', '{{ plain words }}'],
  ].join('\n');
  assert.deepEqual(lookalikes(dollarBrace, text), [
    'if jinja {% if x %}',
    'endfor jinja {%- endfor -%}',
    'assign liquid {% assign a = 1 %}',
    'if handlebars {{#if x}}',
    'else handlebars {{else if y}}',
    'if handlebars {{/if}}',
    'each handlebars {{#each xs}}',
    'list mustache {{#list}}',
    'list mustache {{^list}}',
    'part mustache {{> part}}',
    '!-- handlebars {{!-- c --}}',
    'Name go-template {{ .Name }}',
    'range go-template {{- range .Items }}',
    'q jinja {{ q | upper }}',
  ]);
});
