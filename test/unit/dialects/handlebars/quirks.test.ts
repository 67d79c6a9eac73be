// What Handlebars does and nobody would expect; each was found by asking the library. Both are asked here.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Handlebars from 'handlebars';
import { dialect } from '../../../../server/src/syntax/dialects/handlebars';
import type { Value } from '../../../../server/src/syntax/piece';
import { contextWith, engineText } from '../partials';

type Values = Record<string, Value>;
type Partials = Record<string, string>;

function prints(text: string, values: Values, expected: string, partials: Partials = {}, noEscape = true): void {
  const context = contextWith(dialect, values, partials);
  const filled = dialect.fill(dialect.scan(text), context, { escapeHtml: !noEscape });
  assert.deepEqual([engineText(filled), filled.stopped], [expected, undefined], text);
  const template = Handlebars.create().compile(text, { noEscape });
  assert.equal(template(values, { partials: { ...partials } }), expected, text);
}

function refuses(text: string, values: Values = {}): void {
  const { stopped } = dialect.fill(dialect.scan(text), contextWith(dialect, values, {}), {});
  assert.ok(stopped, text);
  assert.throws(() => Handlebars.create().compile(text)(values), text);
}

describe('numbers and truth values', () => {
  test('the installed library still adds those that stand next to each other (issue 1838)', () => {
    prints('{{a}}{{b}}', { a: 1, b: 2 }, '3');
  });

  test('text between them, even an empty one, joins them', () => {
    prints('{{a}} {{b}}', { a: 1, b: 2 }, '1 2');
    prints('{{a}}{{e}}{{b}}', { a: 1, b: 2, e: '' }, '12');
    prints('{{a}}{{missing}}{{b}}', { a: 1, b: 2 }, '12');
  });

  test('escaped ones are texts', () => {
    prints('{{a}}{{b}}', { a: 1, b: 2 }, '12', {}, false);
    prints('{{{a}}}{{{b}}}', { a: 1, b: 2 }, '3', {}, false);
  });

  test('truth values are numbers, maps and lists are texts', () => {
    prints('{{t}}{{t}}', { t: true }, '2');
    prints('{{a}}{{l}}', { a: 1, l: [2, 3] }, '12,3');
    prints('{{l}}{{a}}', { a: 1, l: [2, 3] }, '2,31');
  });

  test('a block gives a number too', () => {
    prints('{{#if t}}{{a}}{{/if}}{{b}}', { t: true, a: 1, b: 2 }, '3');
    prints('{{#each l}}{{this}}{{/each}}{{b}}', { l: [1, 2], b: 2 }, '122');
  });

  test('a section begins a new sum', () => {
    prints('{{a}}{{b}}{{#t}}{{a}}{{/t}}{{b}}', { t: true, a: 1, b: 2 }, '6');
    prints('{{#t}}{{a}}{{/t}}{{b}}', { t: true, a: 1, b: 2 }, '12');
  });

  test('a partial gives text, an inline partial may give a number', () => {
    prints('{{> p}}{{b}}', { a: 1, b: 2 }, '12', { p: '{{a}}' });
    prints('{{#*inline "p"}}{{a}}{{/inline}}{{> p}}{{b}}', { a: 1, b: 2 }, '3');
  });
});

describe('contexts', () => {
  test('../ leads one level too far in a loop over what equals the context round it', () => {
    prints('{{#each l}}{{#each ../l}}{{../../x}};{{/each}}{{/each}}', { l: [1, 2], x: 'X' }, ';X;X;;');
  });

  test('helpers get an empty map where the context is null', () => {
    prints('{{#each l}}{{#if ../t}}{{.}}{{/if}}{{/each}}', { l: [null], t: true }, '[object Object]');
    prints('{{#each l}}{{#each none}}{{else}}{{.}}{{/each}}{{/each}}', { l: [null] }, '[object Object]');
  });

  test('an empty name is the context', () => {
    prints("{{#with x}}{{''}}{{[]}}{{/with}}", { x: 'X' }, 'XX');
  });

  test('@ variables stop at the first value that is false', () => {
    prints('{{#each l}}{{@first.x}},{{@index.x}};{{/each}}', { l: ['a', 'b'] }, ',0;false,;');
  });

  test('a section renders for zero and the empty text, if does not', () => {
    prints(
      '{{#e}}a{{/e}}{{#z}}b{{/z}}{{#if e}}c{{/if}}{{#if z}}d{{/if}}{{#if z includeZero=true}}f{{/if}}',
      { e: '', z: 0 },
      'abf',
    );
    prints('{{#with z}}{{this}}{{/with}}{{#with e}}!{{else}}none{{/with}}', { e: '', z: 0 }, '0none');
  });

  test('a section of true leaves the context alone', () => {
    prints('{{#t}}{{x}}{{/t}}{{#m}}{{x}}{{/m}}', { t: true, x: 'X', m: { k: 1 } }, 'X');
  });

  test('this anywhere in a path hides block parameters', () => {
    prints('{{#each l as |v|}}{{v}}{{this.v}}{{./v}}{{/each}}', { l: [{ v: 'V' }] }, '[object Object]VV');
  });

  test('a block parameter of a loop over a map is its key', () => {
    prints('{{#each m as |v k|}}{{k}}={{v}};{{/each}}', { m: { a: 1, b: 2 } }, 'a=1;b=2;');
  });

  test('names that are quoted or literal are looked up', () => {
    prints('{{"x"}}{{true}}{{12}}', { x: 'X', true: 'T', 12: 'N' }, 'XTN');
  });

  test('helpers of the library win over slots of their name', () => {
    prints('{{lookup m "k"}}{{#with this}}{{x}}{{/with}}', { lookup: 'L', m: { k: 'K' }, x: 'X', with: 'W' }, 'KX');
  });

  test('inline partials see no context round them', () => {
    prints('{{#*inline "p"}}[{{../x}}]{{/inline}}{{#each l}}{{> p}}{{/each}}', { l: [1], x: 'X' }, '[]');
  });

  test('null and undefined are words, and print nothing alone', () => {
    prints('{{null}}{{undefined}}|', {}, '|');
    prints('{{null}}', { null: 'N' }, 'N');
  });
});

describe('white space', () => {
  test('blocks, comments and partials alone on their line take it with them', () => {
    prints('a\n  {{#if t}}\nb\n{{else}}\nc\n  {{/if}}  \nd', { t: true }, 'a\nb\nd');
    prints('a\n{{! c }}\nb\n  {{> p}}\nd', {}, 'a\nb\n  p\nd', { p: 'p\n' });
    prints('a\n{{x}}\nb', { x: '' }, 'a\n\nb');
  });

  test('~ strips to the next text, not through other tags', () => {
    prints('a \n{{~x~}}\n b {{~y}} {{~z}}', { x: 'X', y: 'Y', z: 'Z' }, 'aXbYZ');
    prints('a {{! c }} {{~x}}', { x: 'X' }, 'a X');
  });

  test('an else if closes with the flags of the outer closing tag, later ones with those of their own', () => {
    prints('{{#if a}}A{{else if b}} B {{~/if}} c', { b: 1 }, ' B c');
    prints('{{#if a}}A{{else if b}}B{{~else if c}} C {{/if}}d', { c: 1 }, ' Cd');
  });

  test('escaped text is a text of its own, so that a line with it does not stand alone', () => {
    prints('\\{{x}}\n{{#if t}}\na\n{{/if}}', { t: true }, '{{x}}\na\n');
    prints(' \\{{x}}{{#if t}}\na{{/if}}', { t: true }, ' {{x}}\na');
  });

  test('every line of an indented partial is indented, lines of values too, an empty last one not', () => {
    prints('  {{> p}}\n', { x: 'a\n\nb' }, '  a\n  \n  b\n', { p: '{{x}}\n' });
  });
});

describe('escapes', () => {
  test('one backslash makes a tag text, two make one and a tag', () => {
    prints('\\{{x}} \\\\{{x}} \\\\\\{{x}} \\{{{x}}}', { x: 'X' }, '{{x}} \\X \\\\X {{{x}}}');
  });

  test('escaped text goes on to the next tag', () => {
    prints('\\{{x}} and more {{x}}', { x: 'X' }, '{{x}} and more X');
  });

  test('seven characters are escaped', () => {
    prints('{{x}}', { x: '&<>"\'/`=' }, '&amp;&lt;&gt;&quot;&#x27;/&#x60;&#x3D;', {}, false);
  });

  test('a comment with dashes may hold closing braces', () => {
    prints('{{!-- {{x}} --}}{{! c }} }}', { x: 'X' }, ' }}');
  });
});

describe('refused', () => {
  test('a brace behind a tag, a blank before a sign, a number in a path, a NUL', () => {
    for (const text of ['{{x}}}', '{"a":{{x}}}', '{{ #if x}}{{/if}}', '{{items.0}}', 'a\0b', '{{x@y}}', '{{else}}'])
      refuses(text);
  });

  test('a helper of blocks in a plain tag, a loop with two arguments', () => {
    refuses('{{if x}}', { x: 1 });
    refuses('{{#each a b}}x{{/each}}', { a: [1], b: 'b' });
  });

  test('an indented partial that gives one value and no text', () => {
    const text = 'a\n {{> p}}\n';
    const inline = `{{#*inline "p"}}{{{n}}}{{/inline}}${text}`;
    refuses(inline, { n: 1 });
  });
});
