import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseYaml } from '../../../server/src/syntax/yaml';
import { readPlain } from '../../../server/src/syntax/yaml/plain';

/** A tab in a comment is not plain: the library reads the text then, and what it gives is the same for both. */
const byLibrary = (text: string) => parseYaml(`${text}\n#\t\n`);

function same(text: string): void {
  const plain = readPlain(text);
  if (!plain) return;
  const { root, faults } = byLibrary(text);
  assert.deepEqual(plain.root, root, text);
  assert.deepEqual(parseYaml(text).faults, faults, text);
}

const PLAIN = [
  'a: 1\n',
  "a:\n  b: [1, -2.50, .5, 1e3, 007, +4]\n  c: { d: ~, e: NULL, f: True, \"g h\": 'it''s' }\n",
  'a: # why\n\n  # more\n  - x # y\n  - { b: c }   # d\n\n',
  'list:\n- a\n- b: 1\n  c: 2\n-   - x\n    - y\nnext: 2026-11-30\n',
  'a: "\\"q\\" \\u00e9 \\\\ \\n" # c\nb: \'\'\nc: ""\nd: -x\ne: a:b http://c #d\n',
  'empty:\nroom:   \nlast:',
  'a: |\n  one\n    two\n\n  three  \n\nb: >-\n  one\n  two\n\n\n  three\nc: |-\n  x',
  'a: [\n    b,\n    { c: d,\n      e: f }, ]\nb: [[], {}]\n',
  '"quoted key": 1\n\'other\' : 2\n<<: 3\nnull: 4\n1.0: 5\n__proto__: 6\n',
];

describe('plain YAML', () => {
  test('is read without the library, and as the library reads it', () => {
    for (const text of PLAIN) {
      assert.notEqual(readPlain(text), undefined, text);
      same(text);
    }
  });

  test('the manifests of the examples are plain', () => {
    for (const name of readdirSync('examples', { withFileTypes: true })) {
      if (!name.isDirectory() || !readdirSync(`examples/${name.name}`).includes('strata.yaml')) continue;
      const text = readFileSync(`examples/${name.name}/strata.yaml`, 'utf8');
      assert.notEqual(readPlain(text), undefined, name.name);
      same(text);
    }
  });

  test('everything else is left to the library', () => {
    for (const text of [
      '',
      '# only a comment\n',
      'a: b: c\n',
      'a: 1\na: 2\n',
      'a: {x}\n',
      'a: [b: c]\n',
      'a: &b 1\nc: *b\n',
      'a: !!str 1\n',
      'a: one\n  two\n',
      'a: "one\n  two"\n',
      'a: |+\n  x\n',
      'a: |2\n  x\n',
      'a: >\n  one\n    two\n',
      'a: 0x1F\n',
      'a: .inf\n',
      '--- a\n',
      'a: 1\r\n',
      '\ta: 1\n',
      'a: [b\n',
      'a: "b\n',
      'a: "\\q"\n',
      'a:\n  b: 1\n c: 2\n',
      '- a\nb: 1\n',
      'word\n',
      '? a\n',
    ])
      assert.equal(readPlain(text), undefined, text);
  });

  test('deep nesting is left to the library, which says where it is too deep', () => {
    assert.equal(readPlain(`a: ${'['.repeat(200)}${']'.repeat(200)}\n`), undefined);
    assert.equal(readPlain(`${'- '.repeat(200)}a\n`), undefined);
  });

  test('texts put together at random are read as the library reads them', () => {
    let state = 20261130;
    const below = (n: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * n);
    };
    let plain = 0;
    for (let i = 0; i < 4000; i++) {
      let text = '';
      for (let line = below(3); line >= 0; line--) {
        const dash = below(3) === 0 ? '- ' : '';
        const key = below(5) > 0 ? `${KEYS[below(KEYS.length)]}:${below(6) > 0 ? ' ' : ''}` : '';
        const break_ = below(6) === 0 ? '\n\n' : '\n';
        text += ' '.repeat(2 * below(2)) + dash + key + VALUES[below(VALUES.length)] + break_;
      }
      if (readPlain(text)) plain++;
      same(text);
    }
    assert.equal(plain, 407);
  });
});

const KEYS = ['a', 'b', 'c', '"d"', "'e'", '1', 'null', 'a b', '<<'];
const VALUES = [
  ...['', '', 'x', '1', '"q"', "'s'", '"q" # c', '"q"#c', 'x y # c', '# c', '~', '-', '- z', 'x:', ': x', 'x: y', '#x'],
  ...[
    '[a, b]',
    '{ a: 1, b: [c] }',
    '[]',
    '{}',
    '[a, ]',
    '{a: b, }',
    '{a}',
    '[a: b]',
    '[ [a], {b: c} ] # d',
    '[a,',
    ']',
  ],
  ...[
    '{a: 1',
    '}',
    '|',
    '>-',
    '>',
    '|-',
    'a"b',
    "a'b",
    'a, b',
    '[a b, "c"]',
    '{a: "b", a: c}',
    '-1',
    '*x',
    '&x y',
    '!t',
  ],
];
