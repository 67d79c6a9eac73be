import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fenceAt, fencesOf } from '../../../server/src/syntax/fences';

/** Language, content and whether it is closed, of every fence. */
const fences = (text: string): [string, string, boolean][] =>
  fencesOf(text).map(({ language, content, closed }) => [language, text.slice(content.start, content.end), closed]);

describe('code fences', () => {
  test('have a language, a content and a span with both marks', () => {
    const text = 'a\n```json\n{}\n```\nb';
    assert.deepEqual(fencesOf(text), [
      { span: { start: 2, end: 16 }, content: { start: 10, end: 13 }, language: 'json', closed: true },
    ]);
  });

  test('end with at least as many of the same mark', () => {
    assert.deepEqual(fences('````\n```\n~~~~\n````` \nx'), [['', '```\n~~~~\n', true]]);
    assert.deepEqual(fences('~~~ a b\n```\n~~~\n```\nc\n```'), [
      ['a', '```\n', true],
      ['', 'c\n', true],
    ]);
  });

  test('do not end with a line that says more', () => {
    assert.deepEqual(fences('```\n``` no\n```'), [['', '``` no\n', true]]);
  });

  test('do not begin in a sentence', () => {
    assert.deepEqual(fences('```a``` is code\n`` x\n~~ y\n a ```'), []);
    assert.deepEqual(fences('~~~ `a`\nb\n~~~'), [['', 'b\n', true]]);
  });

  test('run on to the end of the text when nothing closes them', () => {
    assert.deepEqual(fences('a\n```py\nb'), [['py', 'b', false]]);
    assert.deepEqual(fences('```'), [['', '', false]]);
  });

  test('may be indented and may have any line ends', () => {
    assert.deepEqual(fences('1. x\r\n\t    ```js\r\n\t    y\r\n    ```\r\nz'), [['js', '\t    y\r\n', true]]);
    assert.deepEqual(fences('```\ra\r```\r'), [['', 'a\r', true]]);
    assert.deepEqual(fences('```\n```'), [['', '', true]]);
  });

  test('are found by offset', () => {
    const text = '```\na\n```\nb\n```\nc\n```';
    const found = fencesOf(text);
    assert.deepEqual(
      [...text].map((_, offset) => fenceAt(found, offset)),
      [0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    );
    assert.equal(fenceAt([], 0), -1);
  });
});
