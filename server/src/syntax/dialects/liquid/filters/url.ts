import { fail } from '../engine/failure';
import { isTruthy, stringify, toText } from '../values/convert';
import { changed, type Filter, type Filters, mapped } from './filter';

/** Half a surrogate pair, or a broken escape, is an error of JavaScript's. */
const uri = (change: (text: string) => string): Filter =>
  mapped((text) => {
    try {
      return change(text);
    } catch (error) {
      return fail(error instanceof URIError ? error.message : String(error));
    }
  });

const slugify: Filter = (input, [mode, cased], host) => {
  const replace = REPLACED.get(mode?.value === undefined ? 'default' : toText(mode.value));
  const isCased = isTruthy(cased?.value);
  const change = (text: string): string => {
    const plain = mode?.value === 'latin' ? withoutAccents(text) : text;
    const slug = replace ? plain.replace(replace, '-').replace(/^-|-$/g, '') : plain;
    return isCased ? slug : slug.toLowerCase();
  };
  return changed({ value: stringify(input.value), origins: input.origins }, change, host);
};

const NO_LETTERS = /[^\p{M}\p{L}\p{Nd}]+/gu;

const REPLACED: ReadonlyMap<string, RegExp> = new Map([
  ['raw', /\s+/g],
  ['default', NO_LETTERS],
  ['pretty', /[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu],
  ['ascii', /[^A-Za-z0-9]+/g],
  ['latin', NO_LETTERS],
]);

/** Letters and what they become, in this order. */
const ACCENTS: readonly (readonly [RegExp, string])[] = [
  [/[àáâãäå]/g, 'a'],
  [/[æ]/g, 'ae'],
  [/[ç]/g, 'c'],
  [/[èéêë]/g, 'e'],
  [/[ìíîï]/g, 'i'],
  [/[ð]/g, 'd'],
  [/[ñ]/g, 'n'],
  [/[òóôõöø]/g, 'o'],
  [/[ùúûü]/g, 'u'],
  [/[ýÿ]/g, 'y'],
  [/[ß]/g, 'ss'],
  [/[œ]/g, 'oe'],
  [/[þ]/g, 'th'],
  [/[ẞ]/g, 'SS'],
  [/[Œ]/g, 'OE'],
  [/[Þ]/g, 'TH'],
];

const withoutAccents = (text: string): string =>
  ACCENTS.reduce((plain, [letters, letter]) => plain.replace(letters, letter), text);

const spacesAsPlus = (text: string): string => encodeURIComponent(text).replace(/%20/g, '+');

export const URLS: Filters = [
  ['url_decode', uri((text) => decodeURIComponent(text.replace(/\+/g, ' ')))],
  ['url_encode', uri(spacesAsPlus)],
  [
    'cgi_escape',
    uri((text) => spacesAsPlus(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)),
  ],
  ['uri_escape', uri((text) => encodeURI(text).replace(/%5B/g, '[').replace(/%5D/g, ']'))],
  ['slugify', slugify],
];
