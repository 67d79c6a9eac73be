import { truth } from '../values/compare';
import { itemsOf } from '../values/iterate';
import { toJson } from '../values/json';
import { asMarkup, made } from '../values/make';
import { escapedText } from '../values/markup';
import { isNumeric, raise, repr, str, typeName, UNSUPPORTED } from '../values/show';
import { splitWhite } from '../values/text';
import { Dict, PyObject, type Traced, Undefined } from '../values/value';
import { spend, spendOnText } from '../values/work';
import { integer, text } from './arguments';
import { filter } from './bind';
import type { Filter } from './host';

const escaping = filter('escape', {}, escapedText);

export const markupFilters: readonly (readonly [string, Filter])[] = [
  ['e', escaping],
  ['escape', escaping],
  // Escapes once more what is escaped already.
  ['forceescape', filter('do_forceescape', {}, ({ markup: _, ...input }) => escapedText(input))],
  ['safe', filter('do_mark_safe', {}, safe)],
  ['striptags', filter('do_striptags', {}, (input) => made(stripTags(str(input)), input))],
  ['tojson', filter('do_tojson', { indent: null }, json)],
  ['urlencode', filter('do_urlencode', {}, (input) => made(urlEncode(input), input))],
  ['xmlattr', filter('do_xmlattr', { autospace: true }, attributes)],
];

function safe(input: Traced): Traced {
  return typeof input.value === 'string' ? asMarkup(input) : { ...made(str(input), input), markup: true };
}

function json(input: Traced, { indent }: { readonly indent: Traced }): Traced {
  const written = toJson(input, indentOf(indent)).replace(
    /[<>&']/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );
  return { ...made(written, input, indent), markup: true };
}

function indentOf(indent: Traced): string | null {
  if (indent.value === null) return null;
  return typeof indent.value === 'string' ? indent.value : ' '.repeat(Math.min(Math.max(0, integer(indent)), 1000));
}

/** Comments first, then tags, each looked for again from the front as Python does it; then white space is collapsed. */
function stripTags(source: string): string {
  spendOnText(source, 4);
  let value = source;
  for (let start = value.indexOf('<!--'); start >= 0; start = value.indexOf('<!--', Math.max(0, start - 3))) {
    const end = value.indexOf('-->', start);
    if (end < 0) break;
    // All that is left is copied.
    spend(value.length >> 8);
    value = value.slice(0, start) + value.slice(end + 3);
  }
  const parts: string[] = [];
  let at = 0;
  for (let start = value.indexOf('<'); start >= 0; start = value.indexOf('<', at)) {
    const end = value.indexOf('>', start);
    if (end < 0) break;
    parts.push(value.slice(at, start));
    at = end + 1;
  }
  return unescapeHtml(splitWhite(parts.join('') + value.slice(at)).join(' '));
}

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

function unescapeHtml(escaped: string): string {
  return escaped.replace(
    /&(?:#(\d{1,7});|#[xX]([0-9a-fA-F]{1,6});|([A-Za-z][A-Za-z0-9]*);|[#A-Za-z])/g,
    (whole, decimal, hex, name) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      // What browsers make of characters that there should not be is a long list.
      if (code > 31 && code < 0xd800 && (code < 127 || code > 159)) return String.fromCodePoint(code);
      return CHARACTERS.get(name ?? '') ?? raise(UNSUPPORTED, `it reads no HTML entity like \`${whole}\``);
    },
  );
}

function urlEncode(input: Traced): string {
  const { value } = input;
  if (typeof value === 'string' || value === null || isNumeric(value)) return quoted(str(input), '/');
  if (value instanceof PyObject && !value.behaviour.iterate) return quoted(str(input), '/');
  const pairs =
    value instanceof Dict
      ? [...value.entries.values()].map((entry) => [entry.key, entry.value])
      : itemsOf(input).map((pair) => itemsOf(pair));
  return pairs
    .map((pair) => {
      const [key, item] = pair;
      if (!key || !item || pair.length !== 2) return raise('ValueError', 'not enough values to unpack (expected 2)');
      return `${formQuoted(str(key))}=${formQuoted(str(item))}`;
    })
    .join('&');
}

const formQuoted = (value: string): string => quoted(value, '').replaceAll('%20', '+');

function quoted(value: string, safeCharacters: string): string {
  spendOnText(value, 4);
  // Half of a pair of surrogates is no character.
  if (/[\ud800-\udfff]/u.test(value)) raise('UnicodeEncodeError', 'surrogates not allowed');
  const encoded = encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return safeCharacters === '/' ? encoded.replaceAll('%2F', '/') : encoded;
}

function attributes(
  input: Traced,
  { autospace }: { readonly autospace: Traced },
  { escapes }: { readonly escapes: boolean },
): Traced {
  if (!(input.value instanceof Dict)) {
    return raise('AttributeError', `'${typeName(input.value)}' object has no attribute 'items'`);
  }
  const written: string[] = [];
  for (const { key, value } of input.value.entries.values()) {
    if (value.value === null || value.value instanceof Undefined) continue;
    if (/[ \t\n\r\f\v/>=]/.test(text(key))) raise('ValueError', `Invalid character in attribute name: ${repr(key)}`);
    written.push(`${str(escapedText(key))}="${str(escapedText(value))}"`);
  }
  const result = (written.length > 0 && truth(autospace) ? ' ' : '') + written.join(' ');
  return escapes ? { ...made(result, input), markup: true } : made(result, input);
}
