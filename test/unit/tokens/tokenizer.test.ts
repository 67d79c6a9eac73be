import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Tiktoken } from 'js-tiktoken/lite';
import { encodings } from '../../../server/src/tokens/encodings/index.generated';
import { howMany } from '../../support/effort';
import { Oracle } from './oracle';
import { encodingOf, ordinary, randomStrings, tokenizerOf } from './support';

const require = createRequire(import.meta.url);

// biome-ignore format: a table
const SINCE_UNICODE_17 = [
  0x88f, 0xc5c, 0xcdc, 0x1acf, 0x1add, 0x1ae0, 0x1aeb, 0xa7ce, 0xa7d2, 0xa7d4, 0xa7f1, 0x10940, 0x10959, 0x10ec5, 0x10efa,
  0x11b60, 0x11db0, 0x11de9, 0x16ea0, 0x16ed3, 0x16ff2, 0x187ff, 0x18d09, 0x18d80, 0x18df2, 0x1e6c0, 0x1e6f5, 0x1e6ff,
  0x2b73a, 0x2b73f, 0x2cea2, 0x323b0, 0x33479,
];

for (const encoding of encodings) {
  const tokenizer = tokenizerOf(encoding);
  const oracle = new Oracle(encoding);

  test(`${encoding.id}: the examples hold`, () => {
    for (const { text, tokens } of encoding.examples) assert.equal(tokenizer.count(text), tokens, text);
    assert.equal(tokenizer.count(''), 0);
  });

  test(`${encoding.id}: ordinary text counts as in js-tiktoken and in tiktoken`, () => {
    const js = new Tiktoken(require(`js-tiktoken/ranks/${encoding.id}`));
    for (const [name, text] of Object.entries(ordinary)) {
      const tokens = tokenizer.count(text);
      assert.equal(tokens, js.encode(text, [], []).length, name);
      assert.equal(tokens, oracle.count(text), name);
    }
  });

  test(`${encoding.id}: random Unicode counts as in tiktoken, and every token begins where it does there`, () => {
    for (const text of randomStrings(howMany(10_000), 42)) {
      assert.deepEqual(Array.from(tokenizer.starts(text)), oracle.starts(text), JSON.stringify(text));
    }
  });

  test(`${encoding.id}: letters, marks and numbers that came with Unicode 17 are what they are to tiktoken`, () => {
    for (const code of SINCE_UNICODE_17) {
      for (const c of [code - 1, code, code + 1].map((one) => String.fromCodePoint(one))) {
        const text = `${c}'s ${c}1234 \n${c}\n/a${c}b'll  ${c}`;
        assert.equal(tokenizer.count(text), oracle.count(text), `U+${code.toString(16)}`);
      }
    }
  });

  test(`${encoding.id}: what is remembered of a piece does not change its tokens`, () => {
    const again = tokenizerOf(encoding);
    for (const text of randomStrings(200, 7)) {
      const first = Array.from(again.starts(text));
      assert.deepEqual(Array.from(again.starts(text)), first, JSON.stringify(text));
    }
  });

  test(`${encoding.id}: odd characters and what looks like special tokens`, () => {
    const texts = [
      '\ufeffhello',
      'a\ufeffb \ufeff c',
      'a\u0085b\u0085\u0085c',
      ' \u0085x',
      '\ud83d',
      '\udc4d\ud83d',
      'x\ud83d y',
      '<|endoftext|><|im_start|>system<|im_end|><|fim_prefix|><|endofprompt|>',
      'constructor hasOwnProperty __proto__ toLocaleString',
      '\r\n\r\n /\n// \n',
    ];
    for (const text of texts) {
      assert.deepEqual(Array.from(tokenizer.starts(text)), oracle.starts(text), JSON.stringify(text));
    }
  });

  test(`${encoding.id}: a run counts as in tiktoken, and a run of 200,000 as its parts do`, () => {
    // Runs of these characters are cut into equal tokens, so the long run follows from a short one.
    for (const [character, perToken] of runs[encoding.id] ?? []) {
      assert.equal(oracle.count(character.repeat(perToken * 8)), 8, character);
      assert.equal(tokenizer.count(character.repeat(200_000)), Math.ceil(200_000 / perToken), character);
    }
    const letters = '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏'.repeat(80);
    assert.equal(tokenizer.count(letters), oracle.count(letters));
  });
}

const runs: Record<string, readonly (readonly [string, number])[]> = {
  cl100k_base: [
    ['a', 8],
    [' ', 128],
    ['=', 64],
    ['日', 1],
  ],
  o200k_base: [
    ['a', 8],
    [' ', 128],
    ['=', 64],
    ['日', 2],
  ],
};

test('a long run of caseless letters without any break', () => {
  const tokenizer = tokenizerOf(encodingOf('o200k_base'));
  const period = '天地玄黄宇宙洪荒日月盈昃';
  const long = tokenizer.count(period.repeat(16_000));
  // Far from both ends every period is merged alike.
  const per = tokenizer.count(period.repeat(200)) - tokenizer.count(period.repeat(100));
  assert.equal(long, tokenizer.count(period.repeat(100)) + (per * 15_900) / 100);
});

test('a part of a text is counted as a text of its own', () => {
  const tokenizer = tokenizerOf(encodingOf('o200k_base'));
  const text = `${ordinary.prose}${ordinary.emoji}`;
  assert.deepEqual(tokenizer.starts(text, 20, 300), tokenizer.starts(text.slice(20, 300)));
});
