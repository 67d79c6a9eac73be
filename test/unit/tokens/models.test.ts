import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenizerNames, tokenizerOf } from '../../../server/src/tokens/estimate';
import { modelFacts, takesMarks } from '../../../server/src/tokens/models';
import data from '../../../server/src/tokens/models.json';

test('every row says where it comes from and when', () => {
  for (const row of [...data.models, ...data.tokenizers]) {
    const name = 'prefix' in row ? row.prefix : row.id;
    assert.match(row.date, /^2026-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])$/, name);
    assert.ok(row.source.length > 10, name);
    const fields = row as Readonly<Record<string, unknown>>;
    for (const path of 'secondHand' in row ? row.secondHand : []) {
      const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], fields);
      assert.notEqual(value, undefined, `${name}: ${path}`);
    }
  }
});

test('prefixes are there once, in order, and name known tokenizers', () => {
  const prefixes = data.models.map((row) => row.prefix);
  assert.deepEqual(prefixes, [...new Set(prefixes)].sort());
  for (const row of data.models) assert.ok(tokenizerNames.includes(row.tokenizer), row.prefix);
});

const tokenizers: readonly (readonly [string, string])[] = [
  ['gpt-4o', 'o200k_base'],
  ['gpt-4o-mini-2024-07-18', 'o200k_base'],
  ['gpt-4.1-nano', 'o200k_base'],
  ['gpt-4', 'cl100k_base'],
  ['gpt-4-0613', 'cl100k_base'],
  ['gpt-4-32k', 'cl100k_base'],
  ['gpt-4-turbo-2024-04-09', 'cl100k_base'],
  ['gpt-3.5-turbo', 'cl100k_base'],
  ['text-embedding-3-large', 'cl100k_base'],
  ['o1', 'o200k_base'],
  ['o3-mini', 'o200k_base'],
  ['o4-mini', 'o200k_base'],
  ['gpt-5', 'o200k_base'],
  ['gpt-5-mini', 'o200k_base'],
  ['gpt-5.9-nova', 'o200k_base'],
  ['openai/gpt-5.6-sol', 'o200k_base'],
  ['gpt-6-astra', 'o200k_base'],
  ['gpt-oss-20b', 'o200k_harmony'],
  ['claude-3-opus-20240229', 'claude-3'],
  ['claude-3-5-haiku-20241022', 'claude-3'],
  ['claude-opus-4-20250514', 'claude-3'],
  ['claude-opus-4-6', 'claude-3'],
  ['anthropic/claude-sonnet-4.6', 'claude-3'],
  ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-3'],
  ['claude-opus-4-7', 'claude-4.7'],
  ['claude-sonnet-5', 'claude-4.7'],
  ['claude-fable-5-1', 'claude-4.7'],
  ['claude-opus-7', 'claude-4.7'],
  ['gemini-2.5-pro-preview-05-06', 'gemini-2'],
  ['models/gemini-3-pro-preview', 'gemini-2'],
  ['gemini-3.8-flash', 'gemini-3.1'],
  ['gemini-4-ultra', 'gemini-3.1'],
];

test('the longest prefix that fits names the tokenizer', () => {
  for (const [id, tokenizer] of tokenizers) assert.equal(modelFacts(id)?.tokenizer, tokenizer, id);
});

test('a later version does not get the facts of an earlier one', () => {
  assert.equal(modelFacts('claude-opus-5')?.cache?.minimum, 512);
  assert.equal(modelFacts('claude-opus-5-20261101')?.cache?.minimum, 512);
  assert.equal(modelFacts('claude-opus-5-9')?.cache?.minimum, undefined);
  assert.equal(modelFacts('claude-opus-5-9')?.window, undefined);
  assert.equal(modelFacts('claude-opus-50')?.window, undefined);
  assert.equal(modelFacts('claude-opus-4-1')?.cache?.minimum, 1024);
  assert.equal(modelFacts('gpt-5.4')?.window, 1_050_000);
  assert.equal(modelFacts('gpt-5.7')?.window, undefined);
  assert.equal(modelFacts('gpt-5.2')?.window, 400_000);
  assert.equal(modelFacts('gemini-2.5-flash-lite')?.cache?.minimum, undefined);
  assert.equal(modelFacts('gemini-2.5-flash-001')?.cache?.minimum, 2048);
  assert.equal(modelFacts('gpt-4')?.window, 8192);
  assert.equal(modelFacts('gpt-4-0613')?.window, 8192);
  assert.equal(modelFacts('gpt-4-turbo-2024-04-09')?.window, 128_000);
  assert.equal(modelFacts('gpt-4-1106-vision-preview')?.window, 128_000);
  assert.equal(modelFacts('gpt-4o-2024-08-06')?.window, 128_000);
  assert.equal(modelFacts('o1-2024-12-17')?.window, 200_000);
});

test('cache rules and prices of a model', () => {
  const opus = modelFacts('claude-opus-5-5');
  assert.deepEqual(opus?.price, { input: 4, cacheWrite: 5, cacheRead: 0.2 });
  assert.deepEqual(opus?.cache, { minimum: 512, breakpoints: 4, lookback: 20, automatic: false });
  assert.deepEqual(modelFacts('gpt-6-sol')?.secondHand, [
    'maxInput',
    'maxOutput',
    'price',
    'steps',
    'tokenizer',
    'window',
  ]);
  for (const id of ['claude-sonnet-5-5', 'claude-haiku-5-5']) assert.equal(modelFacts(id)?.cache?.minimum, 512, id);
  for (const id of ['claude-sonnet-4', 'claude-3-7-sonnet']) assert.equal(modelFacts(id)?.cache?.minimum, 1024, id);
  assert.deepEqual(modelFacts('gpt-4o')?.cache, { minimum: 1024, breakpoints: 0, increment: 128, automatic: true });
  assert.deepEqual(modelFacts('gpt-5.6')?.cache, { minimum: 1024, breakpoints: 4, automatic: true });
  assert.equal(modelFacts('gpt-4')?.cache, undefined);
  assert.deepEqual(modelFacts('claude-haiku-5-5')?.steps, [{ above: 100_000, input: 5 }]);
  // A share of a price has no trace of the binary fractions that it was reckoned with.
  assert.equal(modelFacts('claude-sonnet-4-5')?.price?.cacheRead, 0.3);
  assert.deepEqual(modelFacts('gpt-4o')?.price, { input: 2.5, cacheWrite: 2.5, cacheRead: 1.25 });
  assert.deepEqual(modelFacts('gpt-4o-mini')?.price, { input: 0.15, cacheWrite: 0.15, cacheRead: 0.075 });
  assert.equal(modelFacts('gpt-5-pro')?.price, undefined);
  assert.deepEqual(modelFacts('gpt-5.5')?.steps, [{ above: 272_000, input: 2, output: 1.5 }]);
});

test('the manifest lies over the table key by key', () => {
  const facts = modelFacts('claude-opus-4-8', {
    'claude-opus-4-8': { window: 200_000, cache: { minimum: 4096, lookback: undefined }, price: { input: 5 } },
  });
  assert.equal(facts?.window, 200_000);
  assert.equal(facts?.maxOutput, 128_000);
  assert.equal(facts?.tokenizer, 'claude-4.7');
  assert.deepEqual(facts?.cache, { minimum: 4096, breakpoints: 4, lookback: 20, automatic: false });
  assert.deepEqual(facts?.price, { input: 5, cacheWrite: 6.25, cacheRead: 0.5 });
});

test('a model that only the manifest knows', () => {
  const models = { house: { tokenizer: 'cl100k_base', window: 8000, cache: { breakpoints: 0 } } };
  const facts = modelFacts('house', models);
  assert.equal(facts?.assumed, undefined);
  assert.equal(facts?.tokenizer, 'cl100k_base');
  assert.equal(facts?.window, 8000);
  assert.deepEqual(facts?.cache, { breakpoints: 0, automatic: true });
  assert.equal(facts?.source, undefined);
});

test('no model, no facts; an unknown model is assumed to have o200k_base', () => {
  assert.equal(modelFacts(undefined), undefined);
  assert.equal(modelFacts('llama-4')?.assumed, 'o200k_base');
  assert.equal(modelFacts('constructor', {})?.assumed, 'o200k_base');
  assert.equal(modelFacts('')?.assumed, 'o200k_base');
  assert.equal(modelFacts('gpt-4o')?.assumed, undefined);
});

test('whether a request may carry marks', () => {
  assert.equal(takesMarks(undefined), true);
  assert.equal(takesMarks(modelFacts('claude-opus-5')), true);
  assert.equal(takesMarks(modelFacts('gpt-4o')), false);
  assert.equal(takesMarks(modelFacts('gpt-4')), false);
  assert.equal(takesMarks(modelFacts('llama-4')), true);
});

test('how a tokenizer is named', () => {
  const label = (id: string | undefined) => tokenizerOf(modelFacts(id)).label;
  assert.equal(label('gpt-4o'), 'o200k_base');
  assert.equal(label('gpt-oss-20b'), 'o200k_harmony');
  assert.equal(label('claude-opus-4-6'), '≈ o200k_base × 1.18 (Claude 3 to 4.6)');
  assert.equal(
    label('claude-opus-5'),
    '≈ o200k_base × 1.55 for prose, 1.5 for code, 1.2 for other scripts (Claude 4.7 and later)',
  );
  assert.equal(label('gemini-3.8-flash'), '≈ o200k_base × 1.13, 0.85 for CJK (Gemini 3 Flash, 3.1 and later)');
  assert.equal(label(undefined), 'o200k_base');
  const own = tokenizerOf(modelFacts('mine', { mine: { tokenizer: 'sentencepiece' } }));
  assert.deepEqual(own, { encoding: 'o200k_base', label: 'assumed o200k_base', exact: false, assumed: true });
  assert.equal(label('llama-4'), 'assumed o200k_base');
});

test('what is exact and what is assumed', () => {
  const worth = (id: string | undefined) => {
    const { exact, assumed } = tokenizerOf(modelFacts(id));
    return { exact, assumed };
  };
  assert.deepEqual(worth('gpt-4o'), { exact: true, assumed: false });
  assert.deepEqual(worth('gpt-oss-20b'), { exact: true, assumed: false });
  assert.deepEqual(worth('claude-opus-5'), { exact: false, assumed: false });
  assert.deepEqual(worth(undefined), { exact: true, assumed: true });
  assert.deepEqual(worth('llama-4'), { exact: false, assumed: true });
});

test('a prefix ends where a word or a number of the id ends', () => {
  for (const id of [
    'gpt-4oo',
    'gpt-4ox-mini',
    'gpt-5x',
    'gpt-3.5x',
    'o1x',
    'gpt-9',
    'clade-sonnet',
    'claude-2',
    'gemini-1.5-flash',
  ])
    assert.equal(modelFacts(id)?.assumed, 'o200k_base', id);
  for (const id of ['gpt-oss:20b', 'claude-opus-5@20261101', 'gemini-flash-latest', 'claude-sonnet', 'gpt-4o-audio'])
    assert.equal(modelFacts(id)?.assumed, undefined, id);
  assert.equal(modelFacts('gpt-4oo')?.price, undefined);
  assert.equal(modelFacts('claude-3x')?.window, undefined);
});
