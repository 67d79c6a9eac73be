import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedText, keyOfPath, splitKey } from '../../../server/src/syntax/embedded';
import { applyEdits } from '../../../server/src/text/edit';

const TEXT = 'Say "hi" to {name}.\nIt\'s {day}: été 😀 {x}\n';

/** The same text in every style that a string can be written in, and in JSON. */
const hosts: Readonly<Record<string, readonly [name: string, text: string]>> = {
  'a block scalar': ['a.yaml', `p: |\n    Say "hi" to {name}.\n    It's {day}: été 😀 {x}\nq: 1\n`],
  'a block scalar with CRLF': ['a.yaml', `p: |\r\n  Say "hi" to {name}.\r\n  It's {day}: été 😀 {x}\r\n`],
  'double quotes': ['a.yaml', `p: "Say \\"hi\\" to {name}.\\nIt's {day}: \\u00e9t\\xe9 \\U0001F600 {x}\\n"`],
  'single quotes': ['a.yaml', `p: 'Say "hi" to {name}.\n\n  It''s {day}: été 😀 {x}\n\n  '`],
  'a folded scalar': ['a.yaml', `p: >\n  Say "hi" to {name}.\n\n  It's {day}:\n  été 😀 {x}\n`],
  JSON: ['a.json', JSON.stringify({ p: TEXT }).replace('😀', '\\ud83d\\ude00')],
};

/** The same text by an alias, which stands for what is written at its anchor. */
const aliases: typeof hosts = Object.fromEntries(
  Object.entries(hosts)
    .filter(([title]) => title !== 'JSON')
    .map(([title, [name, text]]) => [`an alias of ${title}`, [name, `${text.replace('p: ', 'o: &t ')}\np: *t\n`]]),
);

for (const [title, [name, text]] of Object.entries({ ...hosts, ...aliases })) {
  const host = { uri: `file:///w/${name}`, text };
  test(`${title}: every slot is found where it is written`, () => {
    const embedded = embeddedText(host, 'p');
    assert.equal(embedded?.file.text, TEXT);
    for (const slot of ['{name}', '{day}', '{x}', 'été']) {
      const start = TEXT.indexOf(slot);
      const there = embedded.toHost({ start, end: start + slot.length });
      const written = text.slice(there.start, there.end);
      assert.equal(slot === 'été' ? written.replaceAll(/\\u00e9|\\xe9/g, 'é') : written, slot);
      assert.equal(embedded.toInner(there.start), start);
    }
  });

  test(`${title}: an edit of the text is an edit of the file`, () => {
    const embedded = embeddedText(host, 'p');
    assert.ok(embedded);
    const start = TEXT.indexOf('{day}');
    const edit = { span: { start, end: start + 5 }, text: '{today}' };
    const changed = { ...host, text: applyEdits(host.text, embedded.editsInHost([edit])) };
    assert.equal(embeddedText(changed, 'p')?.file.text, applyEdits(TEXT, [edit]));
  });
}

test('an edit with quotes and line breaks is written as the style needs it', () => {
  for (const [name, text] of [hosts['a block scalar'], hosts['double quotes'], hosts.JSON] as readonly (readonly [
    string,
    string,
  ])[]) {
    const host = { uri: `file:///w/${name}`, text };
    const embedded = embeddedText(host, 'p');
    assert.ok(embedded);
    const edit = { span: { start: 0, end: 3 }, text: '"A"\n"B"' };
    const changed = { ...host, text: applyEdits(host.text, embedded.editsInHost([edit])) };
    assert.equal(embeddedText(changed, 'p')?.file.text, applyEdits(TEXT, [edit]));
  }
});

test('a key is one of the outermost map, or steps joined by dots or slashes', () => {
  const host = { uri: 'file:///w/a.yaml', text: 'a.b: one\na:\n  b: two\n  c: [x, three]\n' };
  const found = ['a.b', 'a/b', 'a.c.1', 'a', 'a.d', 'z'].map((key) => embeddedText(host, key)?.file.text);
  assert.deepEqual(found, ['one', 'two', 'three', undefined, undefined, undefined]);
});

test('only YAML and JSON files have keys', () => {
  assert.deepEqual(splitKey('a/b.json#k.l'), { path: 'a/b.json', key: 'k.l' });
  assert.deepEqual(
    [splitKey('notes#1.md'), splitKey('a.json'), splitKey('a.yaml#')],
    [undefined, undefined, undefined],
  );
});

test('a slash and a tilde in a key are written as a JSON pointer writes them', () => {
  const host = { uri: 'file:///w/a.json', text: '{"a/b": [{"c~d": "Hi {x}"}], "e/f": "g", "h~1i": {"j": "k"}}' };
  const key = keyOfPath(['a/b', 0, 'c~d']);
  assert.equal(key, '/a~1b/0/c~0d');
  assert.equal(embeddedText(host, key)?.file.text, 'Hi {x}');
  assert.equal(embeddedText(host, keyOfPath(['e/f']))?.file.text, 'g');
  // As it is written comes first.
  assert.equal(embeddedText(host, '/h~1i/j')?.file.text, 'k');
});
