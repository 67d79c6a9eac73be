import { utf8 } from './bytes';

/** Fractions of the square and cube roots of the first primes, of which the algorithm (FIPS 180-4) is made. */
const PRIMES = primes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256 = (text: string): string => hex(digest(utf8(text)));

/** The text signed with a key (FIPS 198-1). */
export function hmacSha256(text: string, key: string): string {
  const bytes = utf8(key);
  const short = bytes.length > 64 ? digest(bytes) : bytes;
  const block = [...short, ...new Array<number>(64 - short.length).fill(0)];
  const inner = digest([...block.map((byte) => byte ^ 0x36), ...utf8(text)]);
  return hex(digest([...block.map((byte) => byte ^ 0x5c), ...inner]));
}

const hex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

function digest(bytes: readonly number[]): readonly number[] {
  const filled = [...bytes, 0x80];
  while (filled.length % 64 !== 56) filled.push(0);
  const bits = bytes.length * 8;
  for (let shift = 56; shift >= 0; shift -= 8) filled.push(Math.floor(bits / 2 ** shift) & 0xff);
  const state = [...START];
  for (let at = 0; at < filled.length; at += 64) mix(state, filled.slice(at, at + 64));
  return state.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function mix(state: number[], block: readonly number[]): void {
  const words = expanded(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [round, word] of words.entries()) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUNDS[round] ?? 0) + word) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = ((state[index] ?? 0) + word) | 0;
}

function expanded(block: readonly number[]): readonly number[] {
  const words: number[] = [];
  for (let at = 0; at < 64; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = block.slice(at, at + 4);
    words.push((a << 24) | (b << 16) | (c << 8) | d);
  }
  for (let at = 16; at < 64; at++) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push(((words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large) | 0);
  }
  return words;
}
