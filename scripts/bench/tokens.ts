// What counting costs: against three published tokenizers in one run, per keystroke, on the worst texts, and in memory.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Counter } from '../../server/src/tokens/counter';
import { encodings } from '../../server/src/tokens/encodings/index.generated';
import { Tokenizer } from '../../server/src/tokens/tokenizer';
import { Vocabulary } from '../../server/src/tokens/vocabulary';
import { ensureVocabulary, vocabularyCache } from '../vocabulary';

/** One measured number. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** How many times ours it is: over 1 is worse. */
  readonly ratio?: number;
  /** At most this much. */
  readonly goal?: number;
}

const ENCODING = 'o200k_base';
const KEYSTROKES = 2000;
const ROUNDS = 9;

/** Measures everything there is to measure about tokens; takes about half a minute. */
export async function benchTokens(): Promise<Row[]> {
  await ensureVocabulary(vocabularyCache);
  const texts = { 'prose 60 KB': prose(61_440), 'code and JSON 1 MB': code(1_048_576) };
  return [
    ...vocabularies(),
    ...(await against(texts)),
    ...keystrokes('prose 60 KB', texts['prose 60 KB'], 0.1),
    ...keystrokes('code and JSON 1 MB', texts['code and JSON 1 MB'], 1),
    ...runs(),
    memory(texts['prose 60 KB']),
  ];
}

function vocabularies(): Row[] {
  return encodings.flatMap(({ id, asset }) => {
    const path = join(vocabularyCache, asset);
    const before = used();
    const kept = new Vocabulary(readFileSync(path));
    const heap = used() - before;
    const times = repeat(7, () => new Vocabulary(readFileSync(path)));
    return [
      { name: `load ${id}, ${kept.size} tokens`, value: at(times, 0.5), unit: 'ms' },
      { name: `memory of ${id}`, value: heap / 1e6, unit: 'MB' },
    ];
  });
}

async function against(texts: Readonly<Record<string, string>>): Promise<Row[]> {
  const rivals = await counters();
  return Object.entries(texts).flatMap(([name, text]) => {
    const tokens = rivals.map((rival) => rival.count(text));
    const wrong = rivals[tokens.findIndex((n) => n !== tokens[0])];
    if (wrong) throw new Error(`${wrong.name} does not count the same number of tokens in ${name}.`);
    // In turn, so that whatever else the machine does meets all of them alike.
    const rounds = Array.from({ length: ROUNDS }, () => rivals.map((rival) => timed(() => rival.count(text))));
    const times = rivals.map((_, i) =>
      at(
        rounds.map((round) => round[i] ?? Number.NaN),
        0.5,
      ),
    );
    return rivals.map((rival, i) => {
      const value = times[i] ?? Number.NaN;
      return { name: `count ${name}, ${rival.name}`, value, unit: 'ms', ratio: value / (times[0] ?? Number.NaN) };
    });
  });
}

interface Rival {
  readonly name: string;
  count(text: string): number;
}

async function counters(): Promise<Rival[]> {
  const require = createRequire(import.meta.url);
  const own = tokenizer();
  const { Tiktoken: Wasm } = await import('tiktoken/lite');
  const data = require(`tiktoken/encoders/${ENCODING}.json`);
  const wasm = new Wasm(data.bpe_ranks, data.special_tokens, data.pat_str);
  const { Tiktoken: Js } = await import('js-tiktoken/lite');
  const js = new Js(require(`js-tiktoken/ranks/${ENCODING}`));
  const gpt = await import('gpt-tokenizer/encoding/o200k_base');
  const plain = { disallowedSpecial: new Set<string>() };
  return [
    { name: 'ours', count: (text) => own.count(text) },
    { name: 'tiktoken (wasm)', count: (text) => wasm.encode_ordinary(text).length },
    { name: 'gpt-tokenizer', count: (text) => gpt.countTokens(text, plain) },
    { name: 'js-tiktoken', count: (text) => js.encode(text, [], []).length },
  ];
}

/** One character typed at a random place, then everything counted again, per stretch. `goal`: for the 99th percentile. */
function keystrokes(name: string, text: string, goal: number): Row[] {
  return [50, 1000].flatMap((stretches) => {
    const next = random(3);
    const counter = newCounter();
    let current = text;
    const times: number[] = [];
    for (let n = 0; n < KEYSTROKES; n++) {
      const place = Math.floor(next() * current.length);
      current = current.slice(0, place) + 'etaoins .'.charAt(n % 9) + current.slice(place);
      current.charCodeAt(0); // joins the parts now, outside the measured time
      const bounds = Array.from({ length: stretches }, (_, i) =>
        Math.floor((current.length * (i + 1)) / (stretches + 1)),
      );
      const start = performance.now();
      counter.count(ENCODING, 'k', current, bounds);
      if (n >= 100) times.push(performance.now() - start);
    }
    const what = `keystroke in ${name}, ${stretches} stretches`;
    return [
      { name: `${what}, p50`, value: at(times, 0.5), unit: 'ms' },
      { name: `${what}, p99`, value: at(times, 0.99), unit: 'ms', goal },
    ];
  });
}

function runs(): Row[] {
  const own = tokenizer();
  const worst = { a: 'a', space: ' ', '=': '=', '─': '─', 'CJK letters': '天地玄黄宇宙洪荒日月盈昃' };
  return Object.entries(worst).map(([name, part]) => {
    const text = part.repeat(Math.ceil(200_000 / part.length)).slice(0, 200_000);
    return {
      name: `count a run of 200,000 × ${name}`,
      value: at(
        repeat(3, () => own.count(text)),
        0.5,
      ),
      unit: 'ms',
      goal: 500,
    };
  });
}

/** What stays behind after 10,000 edits of a text under one key. */
function memory(text: string): Row {
  const next = random(9);
  const counter = newCounter();
  let current = text;
  const type = (edits: number): void => {
    for (let n = 0; n < edits; n++) {
      const place = Math.floor(next() * current.length);
      const word = next().toString(36).slice(2);
      current = current.slice(0, place) + word + current.slice(place + word.length);
      counter.count(ENCODING, 'k', current, []);
    }
  };
  type(1000);
  const before = used();
  type(10_000);
  return { name: 'memory kept after 10,000 edits of 60 KB', value: (used() - before) / 1e6, unit: 'MB' };
}

function vocabulary(): Vocabulary {
  return new Vocabulary(readFileSync(join(vocabularyCache, `${ENCODING}.bin`)));
}

function tokenizer(): Tokenizer {
  const encoding = encodings.find((e) => e.id === ENCODING);
  if (!encoding) throw new Error(`There is no encoding ${ENCODING}.`);
  return new Tokenizer(encoding, vocabulary());
}

function newCounter(): Counter {
  const loaded = vocabulary();
  return new Counter({ vocabulary: () => loaded, changed: () => {} });
}

function repeat(times: number, work: () => unknown): number[] {
  return Array.from({ length: times }, () => timed(work));
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** The value below which this share of the numbers lies. */
function at(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Bytes in use after a collection, typed arrays included. */
function used(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect(); // the first one only finds out what may be finalized
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const syllables = 'ter con pro ment able tion ing ver sub lat ion res per for man ary ex tra in der'.split(' ');
const common = 'the of and to a in is that for it as with on be this are by not or from if you your must when'.split(
  ' ',
);

/** Words, sentences, headings and lists; some words are made up, so that not all are single tokens. */
function prose(length: number): string {
  const next = random(1);
  const pick = (of: readonly string[]): string => of[Math.floor(next() * of.length)] ?? '';
  const word = (): string => (next() < 0.55 ? pick(common) : pick(syllables) + pick(syllables) + pick(syllables));
  const sentence = (): string => `${Array.from({ length: 6 + Math.floor(next() * 14) }, word).join(' ')}. `;
  let out = '';
  for (let n = 0; out.length < length; n++) {
    if (n % 6 === 0) out += `\n\n## ${word()} ${word()}\n\n`;
    else out += next() < 0.2 ? `- **${word()}**: ${sentence()}\n` : sentence();
  }
  return out.slice(0, length);
}

/** Functions and JSON records in turn. */
function code(length: number): string {
  const next = random(2);
  const number = (below: number): number => Math.floor(next() * below);
  const name = (): string => {
    const part = (): string => syllables[number(syllables.length)] ?? '';
    return part() + part().replace(/^./, (first) => first.toUpperCase());
  };
  let out = '';
  while (out.length < length) {
    const [fn, a, b] = [name(), name(), name()];
    out += `export function ${fn}(${a}: number, ${b}: string): string {\n  if (${a} > ${number(4096)}) return \`\${${b}}\`;\n`;
    out += `  return ${name()}.${name()}(${b}, { ${a}, limit: ${number(1e6)} }); // ${name()}\n}\n`;
    const record = { id: number(1e9), [a]: name(), tags: [name(), name()], score: next(), url: `https://x.test/${b}` };
    out += `${JSON.stringify(record, null, number(2) * 2)}\n`;
  }
  return out.slice(0, length);
}
