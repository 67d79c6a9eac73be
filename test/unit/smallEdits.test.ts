import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { embeddedText } from '../../server/src/syntax/embedded';
import { applyEdits } from '../../server/src/text/edit';
import { smallEdits } from '../../server/src/text/smallEdits';
import { Random } from './dialects/support';

describe('small edits', () => {
  test('make one text of another, in order, and cut neither characters nor line breaks', () => {
    const random = new Random(11);
    const PIECES = ['a', 'word', ' ', '\n', '\r\n', '\r', '😀', '\ud83d', '\ude00', '"', '{x}', 'é', '\\'];
    const change = (text: string): string => {
      const at = random.below(text.length + 1);
      return text.slice(0, at) + random.join(PIECES, 3) + text.slice(Math.min(text.length, at + random.below(6)));
    };
    for (let round = 0; round < 3000; round++) {
      const before = random.join(PIECES, 30);
      let after = before;
      for (let n = random.below(4); n > 0; n--) after = change(after);
      const edits = smallEdits(before, after);
      assert.equal(applyEdits(before, edits), after);
      let end = -1;
      for (const { span } of edits) {
        assert.ok(span.start > end && span.end >= span.start);
        end = span.end;
        for (const at of [span.start, span.end])
          assert.ok(
            !/^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(before.slice(at - 1, at + 1)),
            JSON.stringify(before),
          );
      }
    }
  });
  test('are as small as the words that change', () => {
    const shown = (before: string, after: string) =>
      smallEdits(before, after).map(({ span, text }) => [before.slice(span.start, span.end), text]);
    assert.deepEqual(shown('Hi {name}. Read {page}.', 'Hi {{ name }}. Read {{ page }}.'), [
      ['', '{ '],
      ['', ' }'],
      ['', '{ '],
      ['', ' }'],
    ]);
    assert.deepEqual(shown('same', 'same'), []);
    assert.deepEqual(shown('', 'new'), [['', 'new']]);
  });
  test('of a string that is put in quotes leave its words in their places', () => {
    const text = 'p: Answer in {n} lines, and be brief\nq: 1\n';
    const embedded = embeddedText({ uri: 'file:///w/a.yaml', text }, 'p');
    assert.ok(embedded);
    const at = embedded.file.text.indexOf('{n}');
    const edits = embedded.editsInHost([{ span: { start: at, end: at + 3 }, text: '{n: "x"}' }]);
    assert.equal(applyEdits(text, edits), 'p: "Answer in {n: \\"x\\"} lines, and be brief"\nq: 1\n');
    // Before, behind and between its edits stands what stood there, so a selection in it stays.
    const place = text.indexOf('be brief');
    assert.ok(edits.every(({ span }) => span.end <= place || span.start >= place + 'be brief'.length));
  });
});
