import type { Encoding } from '../../../server/src/tokens/encoding';
import { encodings } from '../../../server/src/tokens/encodings/index.generated';
import { Tokenizer } from '../../../server/src/tokens/tokenizer';
import { vocabularyOf } from '../../support/vocabularies';

export function tokenizerOf(encoding: Encoding): Tokenizer {
  const vocabulary = vocabularyOf(encoding.id);
  if (!vocabulary) throw new Error(`no vocabulary for ${encoding.id}`);
  return new Tokenizer(encoding, vocabulary);
}

export const encodingOf = (id: string): Encoding => {
  const encoding = encodings.find((e) => e.id === id);
  if (!encoding) throw new Error(`no encoding ${id}`);
  return encoding;
};

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// What the split patterns trip over: borders between kinds of characters, contractions, odd white space, halves of pairs.
// biome-ignore format: a table
const bits = [
  'a', 's', 't', 'l', 'll', 've', 're', 'B', 'LL', 'S', 'Hello', 'hasOwnProperty', '日', '本語', 'é', '\u0301', 'ʰ', 'ǅ', 'ж', 'Ж',
  '1', '22', '4096', '٣', ' ', '  ', '    ', '\t', '\n', '\r\n', '\n\n', '\r', '\u00a0', '\u3000', '\u0085', '\ufeff', '\u2028', '\u200b',
  '/', '//', "'", "'s", "'LL", "'\u017f", '’', '!', '...', '```', '# ', '- ', '{{x}}', '<|endoftext|>', '<|im_start|>', '"', '","',
  '👍🏽', '👩‍💻', '\ud83d', '\udc4d', '\u200d', '\ufe0f', '𝒜', '𝟙', '=====', '─────', '', 'ſ', '\u0130', '\u212a',
] as const;

/** Makes hostile texts of random length. */
export function hostile(next: () => number): { bit(): string; piece(): string; text(pieces: number): string } {
  const bit = (): string => bits[Math.floor(next() * bits.length)] ?? '';
  const piece = (): string => {
    let out = '';
    for (let n = 1 + Math.floor(next() * (next() < 0.1 ? 40 : 4)); n > 0; n--) out += bit();
    return out;
  };
  const text = (pieces: number): string => Array.from({ length: pieces }, piece).join('');
  return { bit, piece, text };
}

/** Strings over all of Unicode, in runs from one block or mixed. */
export function randomStrings(count: number, seed: number): string[] {
  const next = random(seed);
  const within = (low: number, size: number): number => low + Math.floor(next() * size);
  const pick = (codes: readonly number[]): number => codes[Math.floor(next() * codes.length)] ?? 0;
  const pools: readonly (() => number)[] = [
    () => within(0x20, 95),
    () => within(0x20, 0x2ff),
    () => within(0, 0x3000),
    () => within(0x3000, 0x7000),
    () => within(0xac00, 11_172),
    () => within(0x1f300, 0x700),
    () => within(0, 0x110000),
    () => within(0xd800, 0x800),
    () => pick([0x20, 0x20, 0x0a, 0x0d, 0x09, 0xa0, 0x3000, 0x2028, 0x85, 0xfeff, 0x200b, 0x200d, 0xfe0f]),
    () => within(0x300, 0x70),
    () => within(0x30, 10),
    () => pick([0x27, 0x2f, 0x73, 0x74, 0x6c, 0x4c, 0x53, 0x2019]),
  ];
  const poolAt = (): (() => number) => pools[Math.floor(next() * pools.length)] ?? (() => 0x20);
  return Array.from({ length: count }, () => {
    const mixed = next() < 0.4;
    let pool = poolAt();
    let out = '';
    for (let n = 1 + Math.floor(next() * next() * 200); n > 0; n--) {
      if (mixed || next() < 0.15) pool = poolAt();
      out += String.fromCodePoint(pool());
    }
    return out;
  });
}

/** Texts as people write them. */
export const ordinary = {
  prose: [
    'You are a careful assistant that answers questions about the attached repository. Read every file before you answer.',
    "If the answer isn't in the context, say so; don't invent an API. We'll check 3.14159, 2026-11-30 and 99.95%.",
    'Les données d’abord, puis l’été : naïve façade, über, señor, Ångström.\n\n',
  ].join(' '),
  markdown:
    '# Rules\n\n1. **Never** guess.\n2. Use `code`:\n\n```ts\nconst x: number = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  code: 'export async function read(path: string): Promise<string> {\n  return await fs.readFile(path, "utf8"); // ok?\n}\n',
  json: JSON.stringify({
    id: 123456,
    tags: ['alpha', 'beta'],
    nested: { ok: true, url: 'https://example.test/a?b=c' },
  }),
  cjk: '你是一名严谨的助理,请根据上下文回答用户的问题。あなたは慎重なアシスタントです。당신은 신중한 도우미입니다.\n',
  emoji: 'ok 👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪 ❤️‍🔥 1️⃣ क्षि ที่\n',
} as const;
