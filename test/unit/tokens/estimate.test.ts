import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Count } from '../../../server/src/tokens/counter';
import { estimated, tallyOf, tokenizerOf } from '../../../server/src/tokens/estimate';
import { modelFacts } from '../../../server/src/tokens/models';
import { scriptOf } from '../../../server/src/tokens/script';
import { ordinary, random } from './support';

const older = tokenizerOf(modelFacts('claude-opus-4-6'));
const newer = tokenizerOf(modelFacts('claude-opus-5'));
const gemini = tokenizerOf(modelFacts('gemini-2.5-pro'));
const exact = tokenizerOf(modelFacts('gpt-4o'));

const counted = (tokens: readonly number[], pending = false): Count => ({
  tokens,
  total: tokens.reduce((a, b) => a + b, 0),
  pending,
});

test('stretches of an estimate add up to its total, and none is negative', () => {
  const next = random(5);
  for (let round = 0; round < 500; round++) {
    const count = counted(Array.from({ length: 1 + Math.floor(next() * 40) }, () => Math.floor(next() * next() * 50)));
    for (const choice of [older, newer, gemini]) {
      const { tokens, total } = estimated(count, ordinary.prose, choice);
      assert.equal(
        tokens.reduce((a, b) => a + b, 0),
        total,
      );
      assert.ok(tokens.every((own) => own >= 0));
    }
    assert.equal(estimated(count, ordinary.prose, older).total, Math.round(count.total * 1.18));
  }
});

test('the factor goes by what the text is written in', () => {
  const factor = (text: string, choice = newer) => estimated(counted([100_000]), text, choice).total / 100_000;
  assert.equal(factor(ordinary.prose), 1.55);
  assert.equal(factor(ordinary.code), 1.5);
  assert.equal(factor(ordinary.json), 1.5);
  assert.equal(factor(ordinary.cjk), 1.2);
  assert.equal(factor('Отвечай кратко и только по-русски.'), 1.2);

  assert.equal(factor(''), 1.55);
  assert.equal(factor(ordinary.prose, gemini), 1.13);
  assert.equal(factor(ordinary.cjk, gemini), 0.85);
  assert.equal(factor('Отвечай кратко и только по-русски.', gemini), 1.13);
  assert.equal(factor(ordinary.cjk, older), 1.18);
});

test('between two kinds of text the factor lies in proportion', () => {
  const text = `${'word '.repeat(65)}${'词'.repeat(140)}`; // 35% of 400 characters: half way from 10% to 60%
  assert.equal(scriptOf(text).wide, 0.35);
  assert.equal(estimated(counted([100_000]), text, gemini).total, 99_000);
  assert.equal(estimated(counted([100_000]), text, newer).total, 137_500);
});

test('a long text is judged by a sample that does not waver at its end', () => {
  const long = (ordinary.prose + ordinary.code).repeat(400);
  const { code } = scriptOf(long);
  const all = [...long].filter((character) => character > ' ');
  const share = all.filter((character) => '{}[]()<>=;"_/\\|$&+*'.includes(character)).length / all.length;
  assert.ok(Math.abs(code - share) < 0.01, `${code} ${share}`);
  for (const more of ['a', 'word', ' and so on']) assert.ok(Math.abs(scriptOf(long + more).code - code) < 0.0005);
});

test('an exact count stays as it is', () => {
  const count = counted([3, 0, 4]);
  assert.equal(estimated(count, ordinary.cjk, exact), count);
  assert.deepEqual(tallyOf(7, false, exact), {
    tokens: 7,
    low: 7,
    high: 7,
    exact: true,
    pending: false,
    tokenizer: 'o200k_base',
  });
  assert.equal(tallyOf(7, true, exact).exact, false);
});

test('an estimate carries its band', () => {
  assert.deepEqual(tallyOf(1000, false, older), {
    tokens: 1000,
    low: 900,
    high: 1200,
    exact: false,
    pending: false,
    tokenizer: '≈ o200k_base × 1.18 (Claude 3 to 4.6)',
  });
  assert.equal(estimated(counted([5], true), 'x', older).pending, true);
});
