import { isIdentifier } from '../parse/tokens';
import { truth } from '../values/compare';
import { itemsOf } from '../values/iterate';
import { LONGEST_LIST, roomForItems } from '../values/limits';
import { joined, list, made, textLike } from '../values/make';
import { escapedText } from '../values/markup';
import { raise, typeName } from '../values/show';
import {
  capitalized,
  isLower,
  isUpper,
  splitLines,
  splitWhite,
  splitWhiteRight,
  stripped,
  swapCased,
  titleCased,
} from '../values/text';
import { Dict, type Traced } from '../values/value';
import { integer, text, textOrNone } from './arguments';
import { REQUIRED } from './bind';
import { formatText } from './format';
import { type Method, method, namedMethod, unsupported } from './method';
import { paddingMethods } from './padding-methods';
import { searchMethods } from './search-methods';
import { cut, replaced } from './strings';

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
  change('swapcase', swapCased),
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
  ...searchMethods,
  ...paddingMethods,
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
  const all = source.split(separator, LONGEST_LIST + 1);
  roomForItems(all.length);
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
