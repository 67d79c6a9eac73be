// Runs without a safe cut that are longer than a request may count: an edit inside looks at its surroundings, not at the run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Characters } from '../../../server/src/tokens/characters';
import { Counter } from '../../../server/src/tokens/counter';
import { encodings } from '../../../server/src/tokens/encodings/index.generated';
import { recount } from '../../../server/src/tokens/recount';
import { howMany, some } from '../../support/effort';
import { vocabularyOf } from '../../support/vocabularies';
import { encodingOf, random, tokenizerOf } from './support';

/** Counts how many characters are looked at. */
class Watched extends Characters {
  looks = 0;
  override at(text: string, at: number): number {
    this.looks++;
    return super.at(text, at);
  }
  override sameEnd(text: string, from: number, kind: number, limit: number): number {
    const end = super.sameEnd(text, from, kind, limit);
    this.looks += end - from;
    return end;
  }
}

const RUNS = ['a', '漢', '=', '👍', '\u0301', 'aB'];

for (const part of some(RUNS, 3)) {
  test(`a letter typed into a run of ${JSON.stringify(part)} is found without searching the run`, () => {
    const encoding = encodingOf('o200k_base');
    const characters = new Watched();
    const means = { tokenizer: tokenizerOf(encoding), encoding, characters, budget: 65_536 };
    const run = part.repeat(600_000 / part.length);
    const text = `Start here.\n${run}\nThe end.\n`;
    const before = recount({ length: 0, chunks: [] }, text, means);
    assert.ok(characters.looks > run.length / 2);
    for (const typed of ['x', part, ' 1 ', '\n', 'one two three']) {
      characters.looks = 0;
      const at = 12 + part.length * 50_000;
      const edited = text.slice(0, at) + typed + text.slice(at);
      const after = recount(before, edited, means);
      assert.ok(characters.looks < 100_000, `${characters.looks} for ${JSON.stringify(typed)}`);
      assert.equal(after.chunks.map((chunk) => chunk.text).join(''), edited);
    }
  });
}

test('while a run is counted again, about the number stands that it had, and not a guess', async () => {
  const tokenizer = tokenizerOf(encodingOf('o200k_base'));
  const counter = new Counter({
    vocabulary: vocabularyOf,
    changed: () => undefined,
    offload: async (_, text) => tokenizer.starts(text),
  });
  const count = (text: string) => counter.count('o200k_base', 'run', text, []);
  // What a sample from the middle of such a run has is a tenth more.
  const run = 'a'.repeat(400_000);
  assert.equal(count(run).pending, true);
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(count(run), { tokens: [50_000], total: 50_000, pending: false });
  for (let typed = 1; typed < 5; typed++) {
    const { total, pending } = count(
      `${run.slice(0, 200_000 + typed)}${'x'.repeat(typed)}${run.slice(200_000 + typed)}`,
    );
    assert.deepEqual([Math.abs(total - 50_000) < 5, pending], [true, true]);
  }
});

for (const encoding of encodings) {
  test(`${encoding.id}: runs that are typed into, cut and joined again count as in one go`, async () => {
    const tokenizer = tokenizerOf(encoding);
    const counter = new Counter({
      vocabulary: vocabularyOf,
      changed: () => undefined,
      offload: async (_, text) => tokenizer.starts(text),
    });
    const next = random(17);
    const int = (below: number): number => Math.floor(next() * below);
    const typed = [' ', '\n', '1', 'x', '=', '漢', "'s", ' word ', '\ud83d', '\u0301', 'one two\nthree 4 five'];
    for (const part of ['a', '漢', '=', '👍', ' ']) {
      let text = `Go.\n${part.repeat(70_000 / part.length)}\nEnd.`;
      for (let edit = 0; edit < howMany(25); edit++) {
        const count = counter.count(encoding.id, 'run', text, [int(text.length)]);
        // Every other time the next edit comes before the exact count does.
        if (count.pending && edit % 2 === 0) await new Promise((done) => setImmediate(done));
        const exact = counter.count(encoding.id, 'run', text, []);
        if (!exact.pending) assert.equal(exact.total, tokenizer.count(text), `${part} ${edit}`);
        else assert.ok(edit % 2 === 1);
        const at = int(text.length);
        text = text.slice(0, at) + (typed[int(typed.length)] ?? '') + text.slice(at + int(3));
      }
    }
  });
}
