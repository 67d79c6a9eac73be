// Strings of random files in every style: each character is found where it is written, and whatever edit of the text is
// made, the file then reads as the text with the edit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedText } from '../../../server/src/syntax/embedded';
import { parseYaml } from '../../../server/src/syntax/yaml';
import { applyEdits, type TextEdit } from '../../../server/src/text/edit';

let seed = 7;
function below(n: number): number {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return (seed >> 8) % n;
}
const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
const some = (most: number, make: () => string): string => Array.from({ length: 1 + below(most) }, make).join('');

const WORDS = ['{name}', 'a', 'été', '😀', '"q"', "it's", '{x}', '# h', '- i', ':', '  ', ' ', '\t', '\\n', 'b c'];
const line = (): string => some(5, () => pick(WORDS) + (below(3) > 0 ? ' ' : ''));

function block(indent: number): string {
  const header = pick(['|', '>', '|-', '>-', '|+', '>+', '| # note', '>-', '|', '>']);
  const body = Array.from({ length: 1 + below(6) }, () =>
    below(4) === 0 ? ' '.repeat(below(6)) : ' '.repeat(indent + (below(4) === 0 ? below(4) : 0)) + line(),
  );
  return `${header}\n${' '.repeat(indent)}a\n${body.join('\n')}\n${'\n'.repeat(below(3))}`;
}

const DOUBLE = ['{name}', 'a ', '\\"', '\\n', '\\u00e9', '\\x41', '\\U0001F600', '\\ud83d\\ude00', '\\\n   ', '\n  '];
const MORE = ['\n\n  ', ' \\\n  \\ ', '\\\\', '\\/', '\\_', ' ', '  ', "'", '\\t'];
const SINGLE = ['{name}', 'a ', "''", '"', '\n  ', '\n\n  ', ' ', '\\n', '😀'];
const PLAIN = [' {x}', 'a', '\n   b', '\n\n  c', ' "', " '", ' d', ' {name}'];
const JSONS = ['{name}', 'a ', '\\"', '\\n', '\\u00e9', '\\ud83d\\ude00', '\\/', '\\b', '\\\\', '😀', ' '];

/** A file by how its string is written: the key of the string, and a text that is made anew each time. */
const STYLES: Readonly<Record<string, readonly [key: string, make: () => string]>> = {
  'a block': ['p', () => `p: ${block(pick([1, 2, 4]))}q: 1\n`],
  'a block in a map': ['a.p', () => `a:\n  p: ${block(pick([3, 4]))}`],
  'a block in a list': ['a.0.p', () => `a:\n  - p: ${block(6)}    q: 2\n`],
  'a block with a number': [
    'p',
    () => `p: ${pick(['|', '>'])}${pick(['2', '2-', '-2', '2+'])}\n    a\n  ${line()}\n  b\nq: 1\n`,
  ],
  'double quotes': ['p', () => `p: "${some(8, () => pick([...DOUBLE, ...MORE]))}"\nq: 1\n`],
  'single quotes': ['p', () => `p: '${some(8, () => pick(SINGLE))}'\nq: 1\n`],
  'no quotes': ['p', () => `p: p{name}${some(6, () => pick(PLAIN))}\nq: 1\n`],
  'quotes in brackets': ['p.0', () => `p: ["${some(8, () => pick(DOUBLE))}", 1]\n`],
  'no quotes in brackets': ['p.0', () => `p: [a b ${some(2, () => pick(['c', ' d']))}, 1]\n`],
  JSON: ['p', () => `{"p": "${some(8, () => pick(JSONS))}", "q": 1}`],
};

const EDITS = ['X', '{new}', '', 'a\nb', '"k"', "it's", '\n\nZ\n', ': #', '12', '[', ', '];
const ROUNDS = 250;

for (const [title, [key, make]] of Object.entries(STYLES)) {
  test(`${title}: places and edits are exact`, () => {
    let read = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const plain = (below(8) === 0 ? '\uFEFF' : '') + make();
      const text = below(3) === 0 ? plain.replaceAll('\n', '\r\n') : plain;
      const host = { uri: `file:///w/a.${title === 'JSON' ? 'json' : 'yaml'}`, text };
      const embedded = embeddedText(host, key);
      if (!embedded) continue;
      read++;
      const inner = embedded.file.text;
      let last = 0;
      for (let at = 0; at < inner.length; at++) {
        const { start, end } = embedded.toHost({ start: at, end: at + 1 });
        const written = text.slice(start, end);
        assert.ok(start >= last && writes(written, inner[at] as string), JSON.stringify({ text, at, written }));
        last = start;
      }
      const edit = editOf(inner);
      if (!edit) continue;
      const changed = { ...host, text: applyEdits(text, embedded.editsInHost([edit])) };
      const found = embeddedText(changed, key)?.file.text;
      assert.equal(found, applyEdits(inner, [edit]), JSON.stringify({ text, edit, changed: changed.text }));
    }
    assert.ok(read > ROUNDS / 2);
  });
}

/** An edit that leaves both halves of a pair together. */
function editOf(inner: string): TextEdit | undefined {
  const start = below(inner.length + 1);
  const end = Math.min(inner.length, start + pick([0, 0, 1, 3]));
  const isSplit = /[\ud800-\udfff]/.test(inner.slice(Math.max(0, start - 1), end + 1));
  return isSplit ? undefined : { span: { start, end }, text: pick(EDITS) };
}

/** Whether a piece of the file can be what writes a character: itself, an escape, or line breaks that are folded. */
function writes(written: string, c: string): boolean {
  if (written === c || written.startsWith('\\') || (c === "'" && written === "''")) return true;
  return /^[ \n]$/.test(c) && /^[ \t\r\n]*$/.test(written) && written.includes('\n');
}

test('what is put into a file with CRLF, before a line break and at the end, keeps its lines', () => {
  const host = { uri: 'file:///w/a.yaml', text: 'a:\r\n  p: |\r\n    One.\r\n    Two.\r\nq: 1\r\n' };
  const put = (at: number, text: string): string => {
    const edits = embeddedText(host, 'a.p')?.editsInHost([{ span: { start: at, end: at }, text }]) ?? [];
    return applyEdits(host.text, edits);
  };
  assert.equal(put(4, ' Or.'), 'a:\r\n  p: |\r\n    One. Or.\r\n    Two.\r\nq: 1\r\n');
  assert.equal(put(5, '<x>\n'), 'a:\r\n  p: |\r\n    One.\r\n    <x>\r\n    Two.\r\nq: 1\r\n');
  assert.equal(put(10, 'Three.\n'), 'a:\r\n  p: |\r\n    One.\r\n    Two.\r\n    Three.\r\nq: 1\r\n');
});

test('two edits of a folded text are made together, as a text with lines of its own', () => {
  const host = { uri: 'file:///w/a.yaml', text: 'p: >\n  See {x}\n  now.\nq: 1\n' };
  const edits = embeddedText(host, 'p')?.editsInHost([
    { span: { start: 4, end: 4 }, text: '\n<x>\n' },
    { span: { start: 7, end: 7 }, text: '\n</x>\n' },
  ]);
  const changed = applyEdits(host.text, edits ?? []);
  assert.equal(changed, 'p: |\n  See\u0020\n  <x>\n  {x}\n  </x>\n   now.\nq: 1\n');
});

test('lines of blanks at the edge of a text, which a block cannot hold, are put in quotes', () => {
  const put = (text: string, start: number, end: number, by: string): string => {
    const host = { uri: 'file:///w/a.yaml', text };
    return applyEdits(text, embeddedText(host, 'p')?.editsInHost([{ span: { start, end }, text: by }]) ?? []);
  };
  for (const [text, start, end, by, wanted] of [
    ['p: |\n\n  a\n  b\nq: 1\n', 0, 0, '  ', '  \na\nb\n'],
    ['p: >-\n\n  a\nq: 1\n', 1, 1, ' \n', '\n \na'],
    ['p: |2\n    a\n  b\nq: 1\n', 4, 5, '  ', '  a\n  \n'],
    ['p: |2\n    a\n  b\nq: 1\n', 4, 5, 'b ', '  a\nb \n'],
  ] as const) {
    const changed = put(text, start, end, by);
    assert.deepEqual(parseYaml(changed).faults, []);
    assert.deepEqual({ ...(parseYaml(changed).value as object) }, { p: wanted, q: 1 });
  }
});
