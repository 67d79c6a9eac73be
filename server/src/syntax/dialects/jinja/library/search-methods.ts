import { made, textLike, tuple } from '../values/make';
import { raise } from '../values/show';
import { characters, lengthInCharacters } from '../values/text';
import { List, type Traced } from '../values/value';
import { integer, text } from './arguments';
import { REQUIRED } from './bind';
import { type Method, method } from './method';
import { cut } from './strings';

/** Methods of a text that look for another one in it. */
export const searchMethods: readonly (readonly [string, Method])[] = [
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
];

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
