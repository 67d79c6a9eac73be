// Edits of a manifest as text: what is asked for is there afterwards, everything else stands as it was.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ManifestDocument, readManifest } from '../../../server/src/model/manifest/manifest';
import { insertEntry, insertItem, removeEntry, yamlText } from '../../../server/src/rules/facts/manifest/manifestEdit';
import type { FileEdit } from '../../../server/src/rules/rule';
import { applyEdits } from '../../../server/src/text/edit';

const open = (text: string): ManifestDocument => readManifest({ uri: 'file:///w/strata.yaml', text });

function edited(text: string, edit: (document: ManifestDocument) => FileEdit | undefined): string | undefined {
  const made = edit(open(text));
  return made && applyEdits(text, [made]);
}

const HEAD = 'version: 1\nsystems:\n  chat:\n    template: chat.prompt\n    dialect: jinja\n';
const SYSTEM = ['systems', 'chat'];

describe('putting an entry into a map', () => {
  const slot = (document: ManifestDocument): FileEdit | undefined =>
    insertEntry(document, [...SYSTEM, 'slots'], 'page', '{}');
  const cases: readonly [name: string, before: string, after: string][] = [
    [
      'behind the last entry of a block',
      `${HEAD}    slots:\n      a: {}\n`,
      `${HEAD}    slots:\n      a: {}\n      page: {}\n`,
    ],
    [
      'behind a block scalar with a line that looks like a comment',
      `${HEAD}    slots:\n      a:\n        sample: |\n          text\n          # heading\n\n    budget: { prompt: 9 }\n`,
      `${HEAD}    slots:\n      a:\n        sample: |\n          text\n          # heading\n      page: {}\n\n    budget: { prompt: 9 }\n`,
    ],
    [
      'before a comment that follows the block',
      `${HEAD}    slots:\n      a: {} # first\n    # the budget\n    budget: { prompt: 9 }\n`,
      `${HEAD}    slots:\n      a: {} # first\n      page: {}\n    # the budget\n    budget: { prompt: 9 }\n`,
    ],
    [
      'before a comment in the column of the entries, with which nothing of the block goes on',
      `${HEAD}    slots:\n      a: {}\n      # more to come\n    budget: { prompt: 9 }\n`,
      `${HEAD}    slots:\n      a: {}\n      page: {}\n      # more to come\n    budget: { prompt: 9 }\n`,
    ],
    ['in braces', `${HEAD}    slots: { a: {} }\n`, `${HEAD}    slots: { a: {}, page: {} }\n`],
    ['in empty braces', `${HEAD}    slots: {}\n`, `${HEAD}    slots: { page: {} }\n`],
    ['behind a last comma', `${HEAD}    slots: { a: {}, }\n`, `${HEAD}    slots: { a: {}, page: {} }\n`],
    ['below a key without a value', `${HEAD}    slots: # none yet\n`, `${HEAD}    slots: # none yet\n      page: {}\n`],
    [
      'with its map, behind the layers',
      `${HEAD}    layers:\n      - id: rules\n        trust: instructions\n        lifetime: static\n    cache: { breakpoints: [tail] }\n`,
      `${HEAD}    layers:\n      - id: rules\n        trust: instructions\n        lifetime: static\n    slots:\n      page: {}\n    cache: { breakpoints: [tail] }\n`,
    ],
    [
      'with its map, behind a list in the column of its key',
      `${HEAD}    layers:\n    - { id: rules, trust: instructions, lifetime: static }\n    budget: { prompt: 9 }\n`,
      `${HEAD}    layers:\n    - { id: rules, trust: instructions, lifetime: static }\n    slots:\n      page: {}\n    budget: { prompt: 9 }\n`,
    ],
    ['without a final line break', `${HEAD}    slots:\n      a: {}`, `${HEAD}    slots:\n      a: {}\n      page: {}`],
    [
      'with the line ends of the file',
      `${HEAD}    slots:\n      a: {}\n`.replaceAll('\n', '\r\n'),
      `${HEAD}    slots:\n      a: {}\n      page: {}\n`.replaceAll('\n', '\r\n'),
    ],
    [
      'in a system that is written in braces',
      'version: 1\nsystems: { chat: { template: chat.prompt, dialect: jinja } }\n',
      'version: 1\nsystems: { chat: { template: chat.prompt, dialect: jinja, slots: { page: {} } } }\n',
    ],
  ];
  for (const [name, before, after] of cases) test(name, () => assert.equal(edited(before, slot), after));

  test('not where a comment in braces would swallow it', () => {
    assert.equal(edited(`${HEAD}    slots: { a: {} # first\n    }\n`, slot), undefined);
  });

  test('every map on the way is written', () => {
    const value = (document: ManifestDocument) =>
      insertEntry(document, [...SYSTEM, 'scenarios', 'first', 'values'], 'page', '"text"');
    assert.equal(
      edited(`${HEAD}    scenarios:\n      first:\n        description: One.\n`, value),
      `${HEAD}    scenarios:\n      first:\n        description: One.\n        values:\n          page: "text"\n`,
    );
  });
});

describe('taking an entry out of a map', () => {
  const drop = (name: string) => (document: ManifestDocument) => removeEntry(document, [...SYSTEM, 'slots', name]);
  const cases: readonly [name: string, slot: string, before: string, after: string][] = [
    [
      'of a block, with all its lines',
      'a',
      '    slots:\n      a:\n        sample: |\n          x\n      b: {}\n',
      '    slots:\n      b: {}\n',
    ],
    [
      'with a list in the column of its key, of which a dash stands alone on its line',
      'a',
      '    slots:\n      a:\n      -\n        sample: x\n      b: {}\n',
      '    slots:\n      b: {}\n',
    ],
    ['the last of a block', 'b', '    slots:\n      a: {}\n      b: {}\n', '    slots:\n      a: {}\n'],
    [
      'the only one, with its map',
      'a',
      '    slots:\n      a: {}\n    budget: { prompt: 9 }\n',
      '    budget: { prompt: 9 }\n',
    ],
    ['in braces', 'a', '    slots: { a: {}, b: {} }\n', '    slots: { b: {} }\n'],
    ['the last in braces', 'b', '    slots: { a: {}, b: {} }\n', '    slots: { a: {} }\n'],
    ['the only one in braces', 'a', '    slots: { a: {} }\n    budget: { prompt: 9 }\n', '    budget: { prompt: 9 }\n'],
    ['of a file without a final line break', 'b', '    slots:\n      a: {}\n      b: {}', '    slots:\n      a: {}'],
  ];
  for (const [name, slot, before, after] of cases)
    test(name, () => assert.equal(edited(HEAD + before, drop(slot)), HEAD + after));
});

describe('items of a list', () => {
  const layer = (slots: string): string =>
    `${HEAD}    layers:\n      - id: page\n        trust: data\n        lifetime: call\n${slots}`;
  const path = [...SYSTEM, 'layers', 0, 'slots'];

  test('one more in brackets', () => {
    const add = (document: ManifestDocument) => insertItem(document, path, 'b');
    assert.equal(edited(layer('        slots: [a]\n'), add), layer('        slots: [a, b]\n'));
  });

  test('one more in a block', () => {
    const add = (document: ManifestDocument) => insertItem(document, path, 'b');
    assert.equal(
      edited(layer('        slots:\n          - a\n'), add),
      layer('        slots:\n          - a\n          - b\n'),
    );
  });

  test('the first one writes the list', () => {
    const add = (document: ManifestDocument) => insertItem(document, path, 'b');
    assert.equal(edited(layer(''), add), layer('        slots: [b]\n'));
  });

  test('one less; a list that is left empty stays a list', () => {
    const drop = (index: number) => (document: ManifestDocument) => removeEntry(document, [...path, index]);
    assert.equal(edited(layer('        slots: [a, b]\n'), drop(0)), layer('        slots: [b]\n'));
    assert.equal(edited(layer('        slots: [a]\n'), drop(0)), layer('        slots: []\n'));
    assert.equal(
      edited(layer('        slots:\n          - a\n          - b\n'), drop(1)),
      layer('        slots:\n          - a\n'),
    );
    assert.equal(edited(layer('        slots:\n          - a\n'), drop(0)), layer('        slots: []\n'));
  });
});

test('a text is plain where every reader of YAML takes it for this text', () => {
  const plain = ['context', 'A value for page.', 'größe'];
  const quoted = ['', 'yes', 'null', '12', '# x', 'a: b', 'a #b', '- x', '{x}', 'x:', ' x', 'a\nb', "it's"];
  assert.deepEqual(plain.map(yamlText), plain);
  assert.deepEqual(
    quoted.map(yamlText),
    quoted.map((text) => JSON.stringify(text)),
  );
});
