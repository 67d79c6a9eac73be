import { isIdentifier } from '../parse/tokens';
import { truth } from '../values/compare';
import { itemsOf } from '../values/iterate';
import { width } from '../values/limits';
import { joined, list, made, textLike, tuple } from '../values/make';
import { escapedText } from '../values/markup';
import { raise, typeName } from '../values/show';
import {
  capitalized,
  characters,
  isLower,
  isUpper,
  lengthInCharacters,
  splitLines,
  splitWhite,
  splitWhiteRight,
  stripped,
  titleCased,
} from '../values/text';
import { Dict, List, type Traced } from '../values/value';
import { integer, text, textOrNone } from './arguments';
import { REQUIRED } from './bind';
import { formatText } from './format';
import { type Method, method, namedMethod, unsupported } from './method';
import { centered, cut, replaced } from './strings';

/** A method that changes the text as a whole. */
const change = (name: string, run: (text: string) => string): readonly [string, Method] => [
  name,
  method(name, {}, (self) => textLike(run(text(self)), self)),
];

/** A method that asks something of the text. */
const ask = (name: string, run: (text: string) => boolean): readonly [string, Method] => [
  name,
  method(name, {}, (self) => made(run(text(self)), self)),
];

const strip = (
  name: string,
  sides: { readonly left?: boolean; readonly right?: boolean },
): readonly [string, Method] => [
  name,
  method(name, { chars: null }, (self, { chars }) => {
    const source = text(self);
    return cut(self, source, stripped(source, textOrNone(chars), sides));
  }),
];

export const textMethods: ReadonlyMap<string, Method> = new Map([
  change('upper', (source) => source.toUpperCase()),
  change('lower', (source) => source.toLowerCase()),
  change('casefold', (source) => source.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')),
  change('title', titleCased),
  change('capitalize', capitalized),
  change('swapcase', swapped),
  strip('strip', {}),
  strip('lstrip', { right: false }),
  strip('rstrip', { left: false }),
  ['split', namedMethod('split', { sep: null, maxsplit: -1 }, (self, given) => parts(self, split(self, given, false)))],
  [
    'rsplit',
    namedMethod('rsplit', { sep: null, maxsplit: -1 }, (self, given) => parts(self, split(self, given, true))),
  ],
  [
    'splitlines',
    namedMethod('splitlines', { keepends: false }, (self, { keepends }) =>
      parts(self, splitLines(text(self), truth(keepends))),
    ),
  ],
  ['join', method('join', { iterable: REQUIRED }, join)],
  ['replace', method('replace', { old: REQUIRED, new: REQUIRED, count: -1 }, replace)],
  [
    'startswith',
    method(
      'startswith',
      { prefix: REQUIRED, start: null, end: null },
      affix((whole, part) => whole.startsWith(part)),
    ),
  ],
  [
    'endswith',
    method(
      'endswith',
      { suffix: REQUIRED, start: null, end: null },
      affix((whole, part) => whole.endsWith(part)),
    ),
  ],
  ['find', search('find', (whole, part) => whole.indexOf(part))],
  ['rfind', search('rfind', (whole, part) => whole.lastIndexOf(part))],
  ['index', search('index', (whole, part) => found(whole.indexOf(part)))],
  ['rindex', search('rindex', (whole, part) => found(whole.lastIndexOf(part)))],
  ['count', method('count', { sub: REQUIRED, start: null, end: null }, count)],
  ['partition', partition('partition', (whole, part) => whole.indexOf(part))],
  ['rpartition', partition('rpartition', (whole, part) => whole.lastIndexOf(part))],
  [
    'removeprefix',
    affixCut('removeprefix', (whole, part) =>
      whole.startsWith(part) ? { start: part.length, end: whole.length } : undefined,
    ),
  ],
  [
    'removesuffix',
    affixCut('removesuffix', (whole, part) =>
      part !== '' && whole.endsWith(part) ? { start: 0, end: whole.length - part.length } : undefined,
    ),
  ],
  ['zfill', method('zfill', { width: REQUIRED }, zeroFilled)],
  [
    'center',
    method('center', { width: REQUIRED, fillchar: ' ' }, (self, given) =>
      padded(self, given, (source, size, fill) => centered(source, size, fill)),
    ),
  ],
  [
    'ljust',
    method('ljust', { width: REQUIRED, fillchar: ' ' }, (self, given) =>
      padded(self, given, (source, size, fill) => source + missing(source, size, fill)),
    ),
  ],
  [
    'rjust',
    method('rjust', { width: REQUIRED, fillchar: ' ' }, (self, given) =>
      padded(self, given, (source, size, fill) => missing(source, size, fill) + source),
    ),
  ],
  [
    'expandtabs',
    namedMethod('expandtabs', { tabsize: 8 }, (self, { tabsize }) =>
      textLike(withoutTabs(text(self), integer(tabsize)), self),
    ),
  ],
  ['format', formatText],
  [
    'format_map',
    method('format_map', { mapping: REQUIRED }, (self, { mapping }) =>
      formatText(self, { positional: [], named: valuesOf(mapping) }),
    ),
  ],
  ask('isdigit', (source) => /^[\p{Nd}²³¹⁰-₉]+$/u.test(source)),
  ask('isdecimal', (source) => /^\p{Nd}+$/u.test(source)),
  ask('isnumeric', (source) => /^\p{N}+$/u.test(source)),
  ask('isalpha', (source) => /^\p{L}+$/u.test(source)),
  ask('isalnum', (source) => /^[\p{L}\p{N}]+$/u.test(source)),
  ask('isspace', (source) => source !== '' && stripped(source, null).start === source.length),
  ask('isupper', isUpper),
  ask('islower', isLower),
  ask('istitle', (source) => /\p{Cased}/u.test(source) && titleCased(source) === source),
  ask('isascii', (source) => !/[\u0080-\uffff]/.test(source)),
  ask('isidentifier', isIdentifier),
  ask('isprintable', (source) => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(source)),
  ...['encode', 'translate', 'maketrans'].map((name): readonly [string, Method] => [name, unsupported(`str.${name}`)]),
]);

function valuesOf({ value }: Traced): ReadonlyMap<string, Traced> {
  if (!(value instanceof Dict)) return raise('TypeError', 'format requires a mapping');
  return new Map([...value.entries.values()].map((entry) => [String(entry.key.value), entry.value]));
}

function swapped(source: string): string {
  return [...source].map((one) => (/\p{Uppercase}/u.test(one) ? one.toLowerCase() : one.toUpperCase())).join('');
}

/** Parts of a text as a list; parts of an escaped text are escaped too. */
const parts = (self: Traced, texts: readonly string[]): Traced => list(texts.map((part) => textLike(part, self)));

function split(
  self: Traced,
  given: { readonly sep: Traced; readonly maxsplit: Traced },
  fromRight: boolean,
): readonly string[] {
  const source = text(self);
  const most = integer(given.maxsplit);
  const separator = textOrNone(given.sep);
  if (separator === null) return fromRight ? splitWhiteRight(source, most) : splitWhite(source, most);
  if (separator === '') return raise('ValueError', 'empty separator');
  const all = source.split(separator);
  if (most < 0 || all.length <= most + 1) return all;
  const kept = all.length - most;
  return fromRight
    ? [all.slice(0, kept).join(separator), ...all.slice(kept)]
    : [...all.slice(0, most), all.slice(most).join(separator)];
}

function join(self: Traced, { iterable }: { readonly iterable: Traced }): Traced {
  const items = itemsOf(iterable, () => 'can only join an iterable');
  for (const [index, { value }] of items.entries()) {
    if (typeof value !== 'string')
      raise('TypeError', `sequence item ${index}: expected str instance, ${typeName(value)} found`);
  }
  return self.markup ? { ...joined(items.map(escapedText), self), markup: true } : joined(items, self);
}

function replace(self: Traced, given: { readonly old: Traced; readonly new: Traced; readonly count: Traced }): Traced {
  text(given.new);
  const by = self.markup ? escapedText(given.new) : given.new;
  return textLike(replaced(text(self), text(given.old), text(by), integer(given.count)), self, given.new);
}

type Part = { readonly start: Traced; readonly end: Traced };

/** The stretch of the text that the bounds of a search name, with the offset of its first character. */
function within(self: Traced, { start, end }: Part): { readonly whole: string; readonly before: number } {
  const source = text(self);
  if (start.value === null && end.value === null) return { whole: source, before: 0 };
  const all = characters(source);
  const clamp = (bound: Traced, fallback: number): number => {
    const at = bound.value === null ? fallback : integer(bound);
    return Math.min(Math.max(at < 0 ? at + all.length : at, 0), all.length);
  };
  const before = clamp(start, 0);
  return { whole: all.slice(before, clamp(end, all.length)).join(''), before };
}

function affix(holds: (whole: string, part: string) => boolean) {
  return (self: Traced, given: Part & ({ readonly prefix: Traced } | { readonly suffix: Traced })): Traced => {
    const { whole } = within(self, given);
    const wanted = 'prefix' in given ? given.prefix : given.suffix;
    const any = wanted.value instanceof List && wanted.value.kind === 'tuple' ? wanted.value.items : [wanted];
    return made(
      any.some((one) => holds(whole, text(one))),
      self,
    );
  };
}

function search(name: string, find: (whole: string, part: string) => number): Method {
  return method(name, { sub: REQUIRED, start: null, end: null }, (self, given) => {
    const { whole, before } = within(self, given);
    const at = find(whole, text(given.sub));
    return made(at < 0 ? -1 : before + lengthInCharacters(whole.slice(0, at)), self);
  });
}

const found = (at: number): number => (at < 0 ? raise('ValueError', 'substring not found') : at);

function count(self: Traced, given: Part & { readonly sub: Traced }): Traced {
  const { whole } = within(self, given);
  const part = text(given.sub);
  return made(part === '' ? lengthInCharacters(whole) + 1 : whole.split(part).length - 1, self);
}

function partition(name: string, find: (whole: string, part: string) => number): Method {
  return method(name, { sep: REQUIRED }, (self, { sep }) => {
    const whole = text(self);
    const part = text(sep);
    if (part === '') raise('ValueError', 'empty separator');
    const at = find(whole, part);
    const three =
      at >= 0
        ? [whole.slice(0, at), part, whole.slice(at + part.length)]
        : name === 'partition'
          ? [whole, '', '']
          : ['', '', whole];
    return tuple(three.map((one) => textLike(one, self)));
  });
}

function affixCut(
  name: string,
  range: (whole: string, part: string) => { readonly start: number; readonly end: number } | undefined,
): Method {
  return method(name, { part: REQUIRED }, (self, { part }) => {
    const whole = text(self);
    const kept = range(whole, text(part));
    return kept ? cut(self, whole, kept) : self;
  });
}

function zeroFilled(self: Traced, given: { readonly width: Traced }): Traced {
  const source = text(self);
  const zeros = missing(source, integer(given.width), '0');
  const sign = source.startsWith('-') || source.startsWith('+') ? 1 : 0;
  return textLike(source.slice(0, sign) + zeros + source.slice(sign), self);
}

function padded(
  self: Traced,
  given: { readonly width: Traced; readonly fillchar: Traced },
  pad: (source: string, size: number, fill: string) => string,
): Traced {
  const fill = text(self.markup ? escapedText(given.fillchar) : given.fillchar);
  if (lengthInCharacters(fill) !== 1) raise('TypeError', 'The fill character must be exactly one character long');
  return textLike(pad(text(self), integer(given.width), fill), self, given.fillchar);
}

const missing = (source: string, size: number, fill: string): string =>
  fill.repeat(Math.max(0, width(size) - lengthInCharacters(source)));

function withoutTabs(source: string, size: number): string {
  width(size);
  let column = 0;
  let result = '';
  for (const character of source) {
    if (character === '\t') {
      const blanks = size > 0 ? size - (column % size) : 0;
      result += ' '.repeat(blanks);
      column += blanks;
    } else {
      result += character;
      column = character === '\n' || character === '\r' ? 0 : column + 1;
    }
  }
  return result;
}
