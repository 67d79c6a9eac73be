// The option `missingkey` of Go: what is missing is an error, or stands for no text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/go-template';
import type { Value } from '../../../../server/src/syntax/piece';
import { contextWith, engineText } from '../partials';
import { askGo, missing } from './reference';
import { wordsOf } from './texts';

const values: Record<string, Value> = { m: { a: 'A', deep: { b: 'B' } }, l: [{ a: 1 }, {}], s: 'S' };

/** A text with what Go prints when a missing key is an error, or its words. */
const ROWS: readonly (readonly [string, string])[] = [
  ['{{.m.a}}{{.s}}', 'AS'],
  ['{{.m.b}}', 'map has no entry for key "b"'],
  ['{{.m.deep.c}}', 'map has no entry for key "c"'],
  ['{{if .m.b}}x{{end}}', 'map has no entry for key "b"'],
  ['{{with .m.b}}x{{else}}y{{end}}', 'map has no entry for key "b"'],
  ['{{range .l}}{{.a}}{{end}}', 'map has no entry for key "a"'],
  ['{{index .m "b"}}|{{index .m "a"}}', '<no value>|A'],
  ['{{or .m.a .m.b}}', 'A'],
  ['{{$x := .m.b}}', 'map has no entry for key "b"'],
  ['{{len .m.b}}', 'map has no entry for key "b"'],
];

const fillWith = (text: string, option: 'error' | 'empty') =>
  dialect.fill(dialect.scan(text), contextWith(dialect, values, {}), { missing: option });

test('a key that is not there ends the rendering', () => {
  for (const [text, gives] of ROWS) {
    const { stopped, ...filled } = fillWith(text, 'error');
    assert.deepEqual([text, stopped?.engine ?? engineText(filled)], [text, gives]);
  }
});

test('or it is no text', () => {
  for (const [text, gives] of [
    ['[{{.m.b}}]', '[]'],
    ['{{if .m.b}}x{{else}}y{{end}}', 'y'],
    ['{{len .m.b}}{{eq .m.b ""}}', '0true'],
  ] as const)
    assert.equal(engineText(fillWith(text, 'empty')), gives, text);
});

test('Go does so with missingkey=error', { skip: missing }, () => {
  const answers = askGo(ROWS.map(([text]) => ({ text, values, texts: {}, option: 'missingkey=error' })));
  for (const [index, [text, gives]] of ROWS.entries()) {
    const { error, output } = wordsOf(answers[index] as (typeof answers)[number]);
    assert.deepEqual([text, error ?? output], [text, gives]);
  }
});
