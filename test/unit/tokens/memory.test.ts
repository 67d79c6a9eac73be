// What stays in memory while a document is typed into: nothing that grows with the number of keys. Measured in a process of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Counter } from '../../../server/src/tokens/counter';
import { howMany } from '../../support/effort';
import { vocabularyOf } from '../../support/vocabularies';
import { ordinary, random } from './support';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function heapMegabytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

const EDITS = howMany(10_000);

test(`${EDITS} edits, each with a word that was never seen before, leave no more in memory than one text`, () => {
  const next = random(9);
  const counter = new Counter({ vocabulary: vocabularyOf, changed: () => assert.fail('nothing waits') });
  let text = ordinary.prose.repeat(60) + ordinary.code.repeat(20);
  const word = (): string =>
    Array.from({ length: 16 }, () => String.fromCharCode(97 + Math.floor(next() * 26))).join('');
  const edit = (): void => {
    const at = Math.floor(next() * (text.length - 16));
    text = text.slice(0, at) + word() + text.slice(at + 16);
    counter.count('o200k_base', 'k', text, [at]);
  };
  for (let n = 0; n < 1000; n++) edit();
  const before = heapMegabytes();
  for (let n = 0; n < EDITS; n++) edit();
  const grown = heapMegabytes() - before;
  assert.ok(text.length > 20_000, `${text.length}`);
  // Words are remembered up to a number; so many texts would come to 20 kilobytes for each edit.
  assert.ok(grown < 12, `${grown.toFixed(1)} MB more`);
});
