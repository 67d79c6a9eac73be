// What mustache.js does and nobody would expect; each was found by asking it. Both are asked here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Mustache from 'mustache';
import { dialect } from '../../../../server/src/syntax/dialects/mustache';
import type { Value } from '../../../../server/src/syntax/piece';
import { contextWith, engineText } from '../partials';

function prints(
  text: string,
  values: Record<string, Value>,
  expected: string,
  partials: Record<string, string> = {},
): void {
  const filled = dialect.fill(dialect.scan(text), contextWith(dialect, values, partials), {});
  assert.deepEqual([engineText(filled), filled.stopped], [expected, undefined], text);
  assert.equal(Mustache.render(text, values, partials), expected, text);
}

function fails(text: string, values: Record<string, Value>, expected: string): void {
  const { stopped } = dialect.fill(dialect.scan(text), contextWith(dialect, values, {}), {});
  assert.equal(stopped?.engine, expected, text);
  assert.throws(() => Mustache.render(text, values), { message: expected });
}

test('a line of tags that print nothing goes, with its line feed', () => {
  prints('a\n  {{#x}}\nb\n{{/x}}  \nc', { x: true }, 'a\nb\nc');
  prints('a\r\n{{! c }}\r\nb', {}, 'a\r\nb');
  prints('{{#x}} {{/x}}\n', { x: true }, '');
});

test('white space of such a line is what JavaScript takes for it, and only a line feed ends it', () => {
  prints('a\n\u00a0\ufeff{{! c }}\u2028\nb', {}, 'a\nb');
  prints('a\r{{! c }}\rb', {}, 'a\r\rb');
});

test('a line feed inside of a tag does not end the line', () => {
  prints('{{! a\nb }}  x\n', {}, '  x\n');
  prints('  {{!\n}}  \nx', {}, 'x');
});

test('a tag that is not closed takes the next one into its name', () => {
  prints('a {{x and {{y}} b', { x: 'X', y: 'Y' }, 'a  b');
});

test('a comment ends at the first closing mark', () => {
  prints('{{!-- {{x}} --}}', { x: 'X' }, ' --}}');
});

test('the indentation of a partial is put into its text, but not into values', () => {
  prints(' {{>p}}\n', { x: 'a\nb', l: [1, 2] }, ' a\nb\n 1\n 2\n', { p: '{{{x}}}\n{{#l}}\n{{.}}\n{{/l}}' });
});

test('empty lines of an indented partial stay empty', () => {
  prints('  {{>p}}\n', {}, '  a\n\n  b\n', { p: 'a\n\nb\n' });
});

test('characters before a partial count as blanks for its later lines, and its first line gets none', () => {
  prints('> {{>p}}', {}, '> a\n  b', { p: 'a\nb' });
  prints('é🙂{{>p}}', {}, 'é🙂a\n   b', { p: 'a\nb' });
});

test('only the first tag of a line is indented', () => {
  prints('x{{! c }}  {{>p}}\n', {}, 'x  a\nb\n', { p: 'a\nb' });
});

test('a plain name is looked up in null, a dotted one is not', () => {
  fails('{{#l}}{{x}}{{/l}}', { l: [null], x: 'X' }, "Cannot read properties of null (reading 'x')");
  prints('{{#l}}{{o.x}}{{/l}}', { l: [null], o: { x: 'X' } }, 'X');
});

test('a text opens a context, true does not, zero and the empty text are false', () => {
  prints('{{#a}}{{.}}{{/a}}{{#t}}{{a}}{{/t}}{{#z}}!{{/z}}{{#e}}!{{/e}}', { a: 'A', t: true, z: 0, e: '' }, 'AA');
});

test('a dotted name is looked for as a whole in each context', () => {
  prints('{{#a}}{{b.c}}{{/a}}', { a: { b: {} }, b: { c: 'C' } }, 'C');
});

test('a text has a length for dotted names only', () => {
  prints('{{x.length}}{{#x}}{{length}}{{/x}}', { x: 'abc', length: 'outer' }, '3outer');
});

test('eight characters are escaped, and numbers are not looked at', () => {
  prints('{{x}} {{n}}', { x: '&<>"\'/`=', n: -1.5 }, '&amp;&lt;&gt;&quot;&#39;&#x2F;&#x60;&#x3D; -1.5');
});

test('lists print their items with commas, maps print as objects', () => {
  prints('{{l}} {{m}} {{e}}|', { l: [1, null, ['a', 'b']], m: {}, e: [] }, '1,,a,b [object Object] |');
  prints('{{.}}', {}, '[object Object]');
});

test('of several new delimiters the first two count', () => {
  prints('{{=<< >> ]] =}}<<x>>', { x: 'X' }, 'X');
});

test('an unclosed tag is noticed at the end of the text', () => {
  fails('{{x', {}, 'Unclosed tag at 3');
  fails('{{#x}} ', {}, 'Unclosed section "x" at 7');
});
