// Texts as Python reads them: by code points, and with its own idea of white space, lines and letters.
import { isWhite, whiteBefore } from '../white';
import { roomForItems } from './limits';
import { spend, spendOnText } from './work';

const SURROGATE = /[\ud800-\udfff]/;

/** The code points of a text, each as a text. */
export function characters(text: string): readonly string[] {
  spendOnText(text, 4);
  return SURROGATE.test(text) ? [...text] : text.split('');
}

/** Python counts code points where JavaScript counts UTF-16 units: an emoji is one. */
export function lengthInCharacters(text: string): number {
  spendOnText(text, 16);
  if (!SURROGATE.test(text)) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The stretch that is left when white space, or any of `set`, is taken from the ends. */
export function stripped(
  text: string,
  set: string | null,
  { left = true, right = true } = {},
): { readonly start: number; readonly end: number } {
  let start = 0;
  let end = text.length;
  if (set === null) {
    if (left) while (start < end && isWhite(text.charCodeAt(start))) start++;
    if (right) end = whiteBefore(text, end, start);
    return { start, end };
  }
  const among = new Set(set);
  if (left) {
    for (let next = characterAt(text, start); start < end && among.has(next); next = characterAt(text, start)) {
      start += next.length;
    }
  }
  if (right) {
    for (let last = characterBefore(text, end); end > start && among.has(last); last = characterBefore(text, end)) {
      end -= last.length;
    }
  }
  return { start, end };
}

const characterAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

function characterBefore(text: string, end: number): string {
  const last = text.charCodeAt(end - 1);
  const pair = last >= 0xdc00 && last <= 0xdfff && (text.codePointAt(end - 2) ?? 0) > 0xffff;
  return text.slice(end - (pair ? 2 : 1), end);
}

/** Length of the line break at an offset; Python breaks lines at more characters than LF and CR. */
function breakAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 13) return text.charCodeAt(at + 1) === 10 ? 2 : 1;
  const breaks = (code >= 10 && code <= 12) || (code >= 0x1c && code <= 0x1e) || code === 0x85;
  return breaks || code === 0x2028 || code === 0x2029 ? 1 : 0;
}

/** Whether a text holds a line break that is not LF: such a text is split in other places than at its LFs. */
export function hasOddBreaks(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (breakAt(text, at) > 0 && text.charCodeAt(at) !== 10) return true;
  return false;
}

/** `str.splitlines`: at more line ends than `\n`, and without a last empty line. */
export function splitLines(text: string, keepEnds = false): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const length = breakAt(text, at);
    at += length || 1;
    if (length === 0) continue;
    lines.push(text.slice(start, keepEnds ? at : at - length));
    roomForItems(lines.length);
    start = at;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** `text.split(None, most)`: at runs of white space, from the left. */
export function splitWhite(text: string, most = -1): string[] {
  const words: string[] = [];
  for (let at = 0; ; ) {
    while (at < text.length && isWhite(text.charCodeAt(at))) at++;
    if (at >= text.length) return words;
    if (words.length === most) {
      words.push(text.slice(at, whiteBefore(text, text.length, at)));
      return words;
    }
    let end = at;
    while (end < text.length && !isWhite(text.charCodeAt(end))) end++;
    words.push(text.slice(at, end));
    roomForItems(words.length);
    at = end;
  }
}

/** `text.rsplit(None, most)`: at runs of white space, from the right. */
export function splitWhiteRight(text: string, most = -1): string[] {
  const words: string[] = [];
  for (let end = text.length; ; ) {
    end = whiteBefore(text, end, 0);
    if (end <= 0) return words.reverse();
    let start = end;
    if (words.length === most) {
      start = stripped(text.slice(0, end), null, { right: false }).start;
      words.push(text.slice(start, end));
      return words.reverse();
    }
    while (start > 0 && !isWhite(text.charCodeAt(start - 1))) start--;
    words.push(text.slice(start, end));
    roomForItems(words.length);
    end = start;
  }
}

/** `text.capitalize()`: the first character in title case, the rest in small letters. */
export function capitalized(text: string): string {
  const first = characterAt(text, 0);
  return titled(first) + smallLetters(text, first.length);
}

/** `text.title()`: every letter behind something that is no letter in title case, the others small. */
export function titleCased(text: string): string {
  spendOnText(text, 4);
  let result = '';
  let inWord = false;
  let at = 0;
  for (const character of text) {
    const cased = CASED.test(character);
    if (!cased) result += character;
    else result += inWord ? smallLetter(text, at, character) : titled(character);
    inWord = cased;
    at += character.length;
  }
  return result;
}

/** `text.swapcase()` */
export function swapCased(text: string): string {
  spendOnText(text, 4);
  let result = '';
  let at = 0;
  for (const character of text) {
    result += /\p{Uppercase}/u.test(character) ? smallLetter(text, at, character) : character.toUpperCase();
    at += character.length;
  }
  return result;
}

const CASED = /\p{Cased}/u;

/** What stands from `from` on in small letters. */
function smallLetters(text: string, from: number): string {
  if (!text.includes('Σ', from)) return text.slice(from).toLowerCase();
  let result = '';
  let at = from;
  for (const character of text.slice(from)) {
    result += smallLetter(text, at, character);
    at += character.length;
  }
  return result;
}

/** A sigma at the end of a word is written otherwise than one inside of it: the letters round it decide. */
function smallLetter(text: string, at: number, character: string): string {
  if (character !== 'Σ') return character.toLowerCase();
  spend(8);
  const before = /\p{Cased}\p{Case_Ignorable}{0,30}$/u.test(text.slice(Math.max(0, at - 32), at));
  const after = /^\p{Case_Ignorable}{0,30}\p{Cased}/u.test(text.slice(at + 1, at + 33));
  return before && !after ? 'ς' : 'σ';
}

/** A character in title case: that of `ǆ` is `ǅ`, and only the first of several letters is large (`ﬁ` is `Fi`). */
function titled(character: string): string {
  const upper = character.toUpperCase();
  const [first = '', ...rest] = upper;
  return rest.length > 0 ? first + rest.join('').toLowerCase() : (TITLE.get(character) ?? upper);
}

const TITLE: ReadonlyMap<string, string> = new Map(
  ['ǅǆǄ', 'ǈǉǇ', 'ǋǌǊ', 'ǲǳǱ'].flatMap(([title = '', ...others]) =>
    [title, ...others].map((letter): [string, string] => [letter, title]),
  ),
);

/** Whether a text holds a letter of one case and none of the other. */
export const isLower = (text: string): boolean => /\p{Lowercase}/u.test(text) && !/[\p{Uppercase}\p{Lt}]/u.test(text);
export const isUpper = (text: string): boolean => /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text);
