import { fail } from '../engine/failure';
import { added, isNil, isTruthy, numeric, plain, primitive, stringify, toText } from '../values/convert';
import { concatenated, constant, made, sliced } from '../values/make';
import { List, type Traced } from '../values/value';
import {
  type Filter,
  type Filters,
  itemsIn,
  lengthInCharacters,
  listOf,
  mapped,
  pastCharacters,
  textIn,
} from './filter';

const append: Filter = (input, args, host) => {
  const [arg] = args;
  if (args.length !== 1 || !arg) return fail('append expect 2 arguments');
  host.session.room(textIn(input, host).length + textIn(arg, host).length);
  return concatenated(input, arg);
};

const prepend: Filter = (input, args, host) => {
  const [arg] = args;
  if (args.length !== 1 || !arg) return fail('prepend expect 2 arguments');
  host.session.room(textIn(input, host).length + textIn(arg, host).length);
  return concatenated(arg, input);
};

/** White space, or the given characters, taken from one end or both. */
const strip =
  (left: boolean, right: boolean): Filter =>
  (input, [characters], host) => {
    const text = textIn(input, host);
    const set = isTruthy(characters?.value) ? new Set(stringify(characters?.value)) : undefined;
    let start = 0;
    let end = text.length;
    if (!set) {
      if (left) start = text.length - text.trimStart().length;
      if (right) end = Math.max(start, text.trimEnd().length);
    } else {
      if (left) start = strippedStart(text, set);
      if (right) end = strippedEnd(text, set, start);
    }
    return sliced(input, start, end);
  };

function strippedStart(text: string, set: ReadonlySet<string>): number {
  let start = 0;
  for (const character of text) {
    if (!set.has(character)) break;
    start += character.length;
  }
  return start;
}

function strippedEnd(text: string, set: ReadonlySet<string>, start: number): number {
  let end = text.length;
  while (end > start) {
    const size = end - start >= 2 && (text.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1;
    if (!set.has(text.slice(end - size, end))) break;
    end -= size;
  }
  return end;
}

const split: Filter = (input, [separator], host) => {
  const text = textIn(input, host);
  const mark = stringify(separator?.value);
  if (mark === '') host.session.steps(text.length);
  const parts = text.split(mark);
  host.session.steps(parts.length);
  while (parts.at(-1) === '') parts.pop();
  // Parts of a text that was put together are looked up in it, unless that would take long.
  const isShort = (input.runs?.length ?? 0) * parts.length < 100_000;
  let at = 0;
  const items = parts.map((part) => {
    const item = isShort && input.runs ? sliced(input, at, at + part.length) : made(part, input);
    at += part.length + mark.length;
    return item;
  });
  return listOf(items, input);
};

/** Every occurrence of a text replaced by another one. */
function replaced(
  input: Traced,
  pattern: string,
  replacement: Traced | undefined,
  host: Parameters<Filter>[2],
): Traced {
  const text = textIn(input, host);
  const parts = text.split(pattern);
  const by = stringify(replacement?.value);
  host.session.steps(parts.length >> 4);
  host.session.room(text.length + (parts.length - 1) * (by.length - pattern.length));
  const isSame = parts.length === 1 && typeof input.value === 'string';
  return isSame ? input : made(parts.join(by), input, replacement);
}

const replace: Filter = (input, [pattern, replacement], host) =>
  replaced(input, textIn(pattern, host), replacement ?? constant(''), host);

const remove: Filter = (input, [pattern], host) => replaced(input, textIn(pattern, host), undefined, host);

const replaceOne =
  (find: (text: string, pattern: string) => number, replaces: boolean): Filter =>
  (input, [wanted, given], host) => {
    const text = textIn(input, host);
    const pattern = textIn(wanted, host);
    const at = find(text, pattern);
    if (at < 0) return sliced(input, 0, text.length);
    const replacement = replaces ? (given ?? constant('')) : constant('');
    return concatenated(sliced(input, 0, at), replacement, sliced(input, at + pattern.length, text.length));
  };

const first = (text: string, pattern: string): number => text.indexOf(pattern);
const last = (text: string, pattern: string): number => text.lastIndexOf(pattern);

const truncate: Filter = (input, [length, end], host) => {
  const text = textIn(input, host);
  const most = length?.value === undefined ? 50 : numeric(length.value);
  const mark = end?.value === undefined ? constant('...') : end;
  if (text.length <= most || pastCharacters(text, 0, most) >= text.length) return input;
  const kept = Math.max(most - lengthInCharacters(textIn(mark, host)), 0);
  return concatenated(sliced(input, 0, pastCharacters(text, 0, kept)), mark);
};

const truncateWords: Filter = (input, [count, end], host) => {
  const words = textIn(input, host).trimStart().split(/\s+/);
  const wanted = count?.value === undefined ? 15 : numeric(count.value);
  const most = wanted <= 0 ? 1 : wanted;
  const mark = end?.value === undefined ? constant('...') : end;
  const kept = made(words.slice(0, most).join(' '), input);
  return words.length >= most ? concatenated(kept, mark) : kept;
};

const CJK = /[\u4E00-\u9FFF\uF900-\uFAFF\u3400-\u4DBF\u3040-\u309F\u30A0-\u30FF\uAC00-\uD7AF]/gu;
const NO_CJK = /[^\u4E00-\u9FFF\uF900-\uFAFF\u3400-\u4DBF\u3040-\u309F\u30A0-\u30FF\uAC00-\uD7AF\s]+/gu;

const numberOfWords: Filter = (input, [mode], host) => {
  const text = textIn(input, host).trim();
  const characters = text.match(CJK)?.length ?? 0;
  const isCounted = mode?.value === 'cjk' || (mode?.value === 'auto' && characters > 0);
  if (text === '') return made(0, input);
  return made(isCounted ? characters + (text.match(NO_CJK)?.length ?? 0) : text.split(/\s+/).length, input);
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** A part of a text, counted in characters, or of a list. */
const slice: Filter = (input, [from, count], host) => {
  const value = plain(input.value);
  if (isNil(value)) return listOf([], input);
  const list = value instanceof List ? value.items : undefined;
  const text = list ? '' : textIn(input, host);
  const given = primitive(from?.value);
  const size = list ? list.length : lengthInCharacters(text);
  // A text is not added to a number but put behind it, and what comes out is no number.
  const begin = (given as number) < 0 ? added(size, given) : given;
  const length = count?.value === undefined ? 1 : primitive(count.value);
  if ((begin as number) < 0 || (length as number) < 0) return list ? listOf([], input) : made('', input);
  if (list) return listOf(list.slice(Number(begin) || 0, Number(added(begin, length))), input);
  const start = pastCharacters(text, 0, Number(begin));
  return sliced(input, start, pastCharacters(text, start, Number(length)));
};

const sentence: Filter = (input, [connector], host) => {
  const items = itemsIn(input, host);
  const word = connector?.value === undefined ? 'and' : textIn(connector, host);
  if (items.length <= 1) return items[0] ?? made('', input);
  const texts = items.map(({ value }) => value);
  const end = toText(texts.at(-1));
  if (texts.length === 2) return made(`${toText(texts[0])} ${word} ${end}`, input, connector);
  const begin = texts.slice(0, -1).map((value) => (isNil(value) ? '' : toText(value)));
  return made(`${begin.join(', ')}, ${word} ${end}`, input, connector);
};

export const TEXT: Filters = [
  ['append', append],
  ['prepend', prepend],
  ['strip', strip(true, true)],
  ['lstrip', strip(true, false)],
  ['rstrip', strip(false, true)],
  ['downcase', mapped((text) => text.toLowerCase())],
  ['upcase', mapped((text) => text.toUpperCase())],
  ['capitalize', mapped(capitalize)],
  ['strip_newlines', mapped((text) => text.replace(/\r?\n/g, ''))],
  ['squish', mapped((text) => text.replace(/\s+/g, ' ').trim())],
  ['normalize_whitespace', mapped((text) => text.replace(/\s+/g, ' '))],
  ['split', split],
  ['replace', replace],
  ['replace_first', replaceOne(first, true)],
  ['replace_last', replaceOne(last, true)],
  ['remove', remove],
  ['remove_first', replaceOne(first, false)],
  ['remove_last', replaceOne(last, false)],
  ['truncate', truncate],
  ['truncatewords', truncateWords],
  ['number_of_words', numberOfWords],
  ['array_to_sentence_string', sentence],
  ['slice', slice],
];
