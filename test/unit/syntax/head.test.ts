import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginsMapping, headOf, unclosedHead } from '../../../server/src/syntax/head';

/** The YAML and the body. */
const parts = (text: string): [string, string] | undefined => {
  const head = headOf(text);
  return head && [text.slice(head.yamlSpan.start, head.yamlSpan.end), text.slice(head.bodyStart)];
};

describe('the head of a text', () => {
  test('is what stands between two rules at the start', () => {
    assert.deepEqual(headOf('---\nt: x\n---\nHi'), {
      span: { start: 0, end: 13 },
      yamlSpan: { start: 4, end: 9 },
      bodyStart: 13,
    });
    assert.deepEqual(parts('---\nt: x\n---\nHi'), ['t: x\n', 'Hi']);
  });

  test('may have Windows line ends (R073)', () => {
    assert.deepEqual(parts('---\r\nname: a\r\n---\r\nhi\r\n'), ['name: a\r\n', 'hi\r\n']);
    assert.deepEqual(parts('---\rname: a\r---\rhi'), ['name: a\r', 'hi']);
  });

  test('may stand behind a byte order mark, which goes with it (R074)', () => {
    assert.deepEqual(parts('\ufeff---\nname: a\n---\nhi'), ['name: a\n', 'hi']);
    assert.deepEqual(headOf('\ufeff---\nname: a\n---\nhi')?.span, { start: 0, end: 17 });
  });

  test('is not two rules round prose (R078)', () => {
    for (const text of [
      '---\nJust prose\n---\nHi',
      '---\n---\nHi',
      '---\n\n# only a comment\n---\nHi',
      '---\n- item: 1\n---\nHi',
      '---\nNote that: this is prose\n---\nHi',
      '---\n{name} says:\n---\nHi',
      '---\n## Rules:\n---\nHi',
      '---\nhttps://x.y\n---\nHi',
    ]) {
      assert.equal(headOf(text), undefined, text);
      assert.equal(unclosedHead(text), undefined, text);
    }
  });

  test('begins on the first line', () => {
    for (const text of [
      '',
      '---',
      '\n---\na: 1\n---\n',
      ' ---\na: 1\n---\n',
      '----\na: 1\n---\n',
      'a: 1\n---\nHi',
      '\n',
    ]) {
      assert.equal(headOf(text), undefined, text);
    }
  });

  test('ends with a line of three hyphens, blanks behind them allowed', () => {
    assert.deepEqual(parts('---  \na: |\n  ----\n  ---\n--- x\n---\t\nHi'), ['a: |\n  ----\n  ---\n--- x\n', 'Hi']);
    assert.deepEqual(parts('---\na: 1\n---'), ['a: 1\n', '']);
  });

  test('stays a head while it is being edited', () => {
    assert.deepEqual(parts('---\nname: x\nmo\n---\nHi'), ['name: x\nmo\n', 'Hi']);
    assert.deepEqual(parts('---\nname: "x\n---\nHi'), ['name: "x\n', 'Hi']);
  });

  test('that is never closed leaves the body alone, and says where it opens', () => {
    assert.equal(headOf('---\nname: x\nHi'), undefined);
    assert.deepEqual(unclosedHead('---\nname: x\nHi'), { start: 0, end: 3 });
    assert.deepEqual(unclosedHead('\ufeff---\r\nname: x\r\n'), { start: 1, end: 4 });
    assert.equal(unclosedHead('---\nprose\n'), undefined);
    assert.equal(unclosedHead('---\nname: x\n---\n'), undefined);
    assert.equal(unclosedHead('---'), undefined);
  });

  test('may be judged by another test', () => {
    assert.equal(
      headOf('---\nt: x\n---\nHi', () => false),
      undefined,
    );
    assert.equal(headOf('---\nprose\n---\nHi', (yaml) => yaml === 'prose\n')?.bodyStart, 14);
  });
});

test('a mapping begins with a key', () => {
  for (const yaml of [
    'a: 1',
    '\n# c\n  a:\n',
    '"a b": 1',
    "'a': 1",
    'allowed-tools: x',
    'a.b/c: x',
    '{ a: 1 }',
    '{"a": 1}',
    'naïve: 1',
    'a : 1',
  ]) {
    assert.equal(beginsMapping(yaml), true, yaml);
  }
  for (const yaml of [
    '',
    '#a: 1',
    'a:1',
    ':',
    '- a: 1',
    '[a: 1]',
    '{name}',
    '{{ name }}: x',
    'a b: 1',
    '*a: 1',
    '"a: 1',
  ]) {
    assert.equal(beginsMapping(yaml), false, yaml);
  }
});
