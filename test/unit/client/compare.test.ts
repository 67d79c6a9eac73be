// Differences word by word, and what two renderings have in common.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare } from '../../../client/src/preview/page/comparison';
import { wordDifference } from '../../../client/src/preview/page/differences';
import { block, mark, message, result, turn, Writer } from '../../page/models/builder';

const shown = (a: string, b: string): string =>
  wordDifference(a, b)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('');

test('words that differ are told, the others are left alone', () => {
  assert.equal(shown('one two three', 'one 2 three'), 'one [-two][+2] three');
  assert.equal(shown('one three', 'one two three'), 'one [+two ]three');
  assert.equal(shown('', 'new'), '[+new]');
  assert.equal(shown('same', 'same'), 'same');
  assert.equal(shown('a\nb', 'a\n\nb'), 'a\n[+\n]b');
});

test('the parts are both texts, whatever these are', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '.', 'ü', '😀')).map((all) => all.join(''));
  const texts = (parts: ReturnType<typeof wordDifference>, without: string): string =>
    parts
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text)
      .join('');
  fc.assert(
    fc.property(words, words, (a, b) => {
      const parts = wordDifference(a, b);
      assert.equal(texts(parts, 'added'), a);
      assert.equal(texts(parts, 'removed'), b);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('texts with nothing in common are one and then the other', () => {
  const of = (word: string): string => Array.from({ length: 3000 }, (_, i) => `${word}${i}`).join(' ');
  const parts = wordDifference(of('a'), of('b'));
  assert.ok(parts.length > 1);
  assert.equal(
    parts.filter((part) => part.kind === 'same').every((part) => part.text.trim() === ''),
    true,
  );
});

function prompt(rules: string, context: string) {
  const w = new Writer();
  return result({
    system: 's',
    layers: [
      { id: 'rules', title: 'Rules', trust: 'instructions' },
      { id: 'context', title: 'Context', trust: 'data' },
    ],
    messages: [
      message('system', [block([w.text('rules', rules)], mark('system')), block([w.text('context', context)])]),
      turn('user', 'Hello'),
    ],
  });
}

test('each layer is told equal or different, and in which one the first difference is', () => {
  const after = compare(prompt('Be brief. ', 'One page.'), prompt('Be brief. ', 'Two pages, and more.'));
  assert.deepEqual(after.first, { layer: 'context' });
  assert.deepEqual(
    after.layers.map(({ layer, equal, more }) => [layer?.id, equal, more]),
    [
      ['rules', true, 0],
      ['context', false, 3],
      [undefined, true, 0],
    ],
  );
  assert.deepEqual(compare(prompt('Be brief. ', 'One.'), prompt('Be long. ', 'One.')).first, { layer: 'rules' });
});

test('equal prompts have no first difference; other roles are one', () => {
  const same = prompt('Be brief. ', 'One.');
  assert.equal(compare(same, prompt('Be brief. ', 'One.')).first, undefined);
  const roles = { ...same, messages: same.messages.map((one) => ({ ...one, role: 'developer' })) };
  assert.deepEqual(compare(same, roles).first, { layer: 'rules' });
});

test('text that only the other prompt has is the first difference, not what stands behind it in both', () => {
  const none = prompt('Be brief.\n', 'Notes.\n');
  const more = (a: string) => {
    const w = new Writer();
    return result({
      system: 's',
      layers: [
        { id: 'rules', title: 'Rules', trust: 'instructions' },
        { id: 'extra', title: 'Extra', trust: 'instructions' },
        { id: 'context', title: 'Context', trust: 'data' },
      ],
      messages: [
        message('system', [
          block([w.text('rules', 'Be brief.\n')], mark('system')),
          block([w.text('extra', a), w.text('context', 'Notes.\n')]),
        ]),
        turn('user', 'Hello'),
      ],
    });
  };
  assert.deepEqual(compare(none, more('And kind.\n')).first, { layer: 'extra' });
  assert.deepEqual(compare(more('And kind.\n'), none).first, { layer: 'extra' });
  assert.deepEqual(compare(more('No'), none).first, { layer: 'extra' });
});
