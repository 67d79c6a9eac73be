import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Starts } from '../../../server/src/tokens/chunk';
import { Counter } from '../../../server/src/tokens/counter';
import type { Vocabulary } from '../../../server/src/tokens/vocabulary';
import { vocabularyOf } from '../../support/vocabularies';
import { encodingOf, ordinary, tokenizerOf } from './support';

const tokenizer = tokenizerOf(encodingOf('o200k_base'));
const prose = ordinary.prose.repeat(1000);
const bounds = [1000, 150_000, 250_000];

interface Sent {
  readonly text: string;
  /** Gives the answer of a worker and lets it arrive. */
  answer(): Promise<void>;
  fail(): Promise<void>;
}

/** A counter whose worker is driven by hand. */
function desk({ capacity }: { capacity?: number } = {}) {
  const sent: Sent[] = [];
  let changes = 0;
  const arrived = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const counter = new Counter({
    vocabulary: vocabularyOf,
    offload: (encoding, text) =>
      new Promise<Starts>((resolve, reject) => {
        assert.equal(encoding, 'o200k_base');
        sent.push({
          text,
          answer: () => {
            resolve(tokenizer.starts(text));
            return arrived();
          },
          fail: () => {
            reject(new Error('the worker is gone'));
            return arrived();
          },
        });
      }),
    changed: () => {
      changes++;
    },
    ...(capacity === undefined ? {} : { capacity }),
  });
  const answerAll = async (from: number): Promise<void> => {
    for (let i = from; i < sent.length; i++) await sent[i]?.answer();
  };
  return { counter, sent, answerAll, changes: () => changes };
}

/** The number as a full count gives it, by a counter that has nowhere to send a text. */
const exact = (text: string, at: readonly number[]): readonly number[] =>
  new Counter({ vocabulary: vocabularyOf, changed: () => {} }).count('o200k_base', 'k', text, at).tokens;

const isNear = (estimate: number, number: number): boolean => Math.abs(estimate - number) < number / 10;

test('before the vocabulary is there, a count is an estimate that adds up', () => {
  let vocabulary: Vocabulary | undefined;
  const counter = new Counter({ vocabulary: () => vocabulary, changed: () => {} });
  const early = counter.count('o200k_base', 'k', prose, bounds);
  assert.equal(early.pending, true);
  assert.equal(
    early.tokens.reduce((a, b) => a + b),
    early.total,
  );
  assert.ok(isNear(early.total, tokenizer.count(prose)), `${early.total}`);
  vocabulary = vocabularyOf('o200k_base');
  assert.deepEqual(counter.count('o200k_base', 'k', prose, bounds), {
    tokens: exact(prose, bounds),
    total: tokenizer.count(prose),
    pending: false,
  });
});

test('an encoding that nobody knows stays an estimate', () => {
  const { counter } = desk();
  assert.deepEqual(counter.count('none', 'k', 'Hello you', []), { tokens: [2], total: 2, pending: true });
});

test('a long text is counted as far as the budget goes; the rest is sent once, in parts, one at a time', async () => {
  const { counter, sent, answerAll, changes } = desk();
  const first = counter.count('o200k_base', 'k', prose, bounds);
  assert.equal(first.pending, true);
  assert.equal(first.tokens[0], exact(prose, bounds)[0]);
  assert.ok(isNear(first.total, tokenizer.count(prose)), `${first.total}`);
  assert.equal(sent.length, 1);
  assert.deepEqual(counter.count('o200k_base', 'k', prose, bounds), first);
  assert.equal(sent.length, 1);

  await answerAll(0);
  const offloaded = sent.map(({ text }) => text).join('');
  assert.ok(prose.endsWith(offloaded));
  assert.ok(prose.length - offloaded.length <= 65_536 && sent.every(({ text }) => text.length < 32_768));
  assert.equal(changes(), 1);
  assert.deepEqual(counter.count('o200k_base', 'k', prose, bounds), {
    tokens: exact(prose, bounds),
    total: tokenizer.count(prose),
    pending: false,
  });
  const before = sent.length;
  const edited = `${prose.slice(0, 200_000)}one more word ${prose.slice(200_000)}`;
  assert.deepEqual(counter.count('o200k_base', 'k', edited, bounds).tokens, exact(edited, bounds));
  assert.equal(sent.length, before);
});

test('a run without a safe cut is sent although it is within the budget', async () => {
  const { counter, sent, answerAll, changes } = desk();
  const text = `${ordinary.prose}${'天地玄黄'.repeat(10_000)}`;
  const first = counter.count('o200k_base', 'k', text, [100, 20_000]);
  assert.equal(first.pending, true);
  assert.equal(first.tokens[0], exact(text, [100, 20_000])[0]);
  await answerAll(0);
  assert.equal(changes(), 1);
  assert.deepEqual(counter.count('o200k_base', 'k', text, [100, 20_000]).tokens, exact(text, [100, 20_000]));
  assert.equal(sent.length, 1);
});

test('an edit beside a part that waits does not send it again', async () => {
  const { counter, sent, answerAll } = desk();
  const text = `${ordinary.prose}\n${'a'.repeat(50_000)}`;
  counter.count('o200k_base', 'k', text, []);
  const edited = `x${text}`;
  assert.equal(counter.count('o200k_base', 'k', edited, []).pending, true);
  await answerAll(0);
  assert.equal(sent.length, 1);
  assert.deepEqual(counter.count('o200k_base', 'k', edited, [9]), {
    tokens: exact(edited, [9]),
    total: tokenizer.count(edited),
    pending: false,
  });
});

test('an edit inside a part that waits makes its answer stale: it is dropped, and only the newest text is sent', async () => {
  const { counter, sent, changes } = desk();
  for (const length of [50_000, 50_001, 50_002, 50_003]) {
    assert.equal(counter.count('o200k_base', 'k', 'a'.repeat(length), []).pending, true);
  }
  assert.equal(sent.length, 1);
  await sent[0]?.answer();
  assert.equal(changes(), 0);
  assert.deepEqual(
    sent.map(({ text }) => text.length),
    [50_000, 50_003],
  );
  await sent[1]?.answer();
  assert.equal(changes(), 1);
  assert.deepEqual(counter.count('o200k_base', 'k', 'a'.repeat(50_003), []), {
    tokens: [6251],
    total: 6251,
    pending: false,
  });
});

test('when the worker fails the estimate stands, and the next count asks again', async () => {
  const { counter, sent, changes } = desk();
  const text = 'a'.repeat(50_000);
  counter.count('o200k_base', 'k', text, []);
  await sent[0]?.fail();
  assert.equal(changes(), 0);
  assert.equal(sent.length, 1);
  assert.equal(counter.count('o200k_base', 'k', text, []).pending, true);
  assert.equal(sent.length, 2);
  await sent[1]?.answer();
  assert.equal(changes(), 1);
  assert.equal(counter.count('o200k_base', 'k', text, []).total, 6250);
});

test('what was forgotten is not waited for', async () => {
  const { counter, sent, changes } = desk();
  counter.count('o200k_base', 'chat/0', prose, []);
  counter.count('o200k_base', 'chat/1', 'b'.repeat(50_000), []);
  counter.count('o200k_base', 'other/0', 'a'.repeat(50_000), []);
  counter.forget('chat/');
  await sent[0]?.answer();
  assert.equal(changes(), 0);
  assert.deepEqual(
    sent.slice(1).map(({ text }) => text.slice(0, 3)),
    ['aaa'],
  );
  counter.dispose();
  await sent[1]?.answer();
  assert.equal(changes(), 0);
  assert.equal(sent.length, 2);
});

test('a text that is much like one counted before is not sent again, whatever its key', async () => {
  const { counter, sent, answerAll, changes } = desk();
  counter.count('o200k_base', 'chat/plain', prose, []);
  const formal = prose.replace('careful', 'most careful');
  assert.equal(counter.count('o200k_base', 'chat/formal', formal, []).pending, true);
  await answerAll(0);
  assert.equal(sent.map(({ text }) => text.length).reduce((a, b) => a + b) <= prose.length, true);
  assert.equal(changes(), 1);
  assert.deepEqual(counter.count('o200k_base', 'chat/formal', formal, bounds).tokens, exact(formal, bounds));
});

test('when there is no room the places used longest ago are forgotten', async () => {
  const { counter, sent, answerAll } = desk({ capacity: 110_000 });
  const run = (character: string): string => character.repeat(50_000);
  for (const character of ['a', 'b']) counter.count('o200k_base', character, run(character), []);
  await answerAll(0);
  assert.equal(counter.count('o200k_base', 'a', run('a'), []).pending, false);
  counter.count('o200k_base', 'c', run('c'), []);
  await answerAll(2);
  assert.equal(sent.length, 3);
  assert.equal(counter.count('o200k_base', 'a', run('a'), []).pending, false);
  assert.equal(counter.count('o200k_base', 'b', run('b'), []).pending, true);
});
