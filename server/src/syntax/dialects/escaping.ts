// What makes `<` in a value harmless, in engines that pipe values through filters.
import type { DialectOptions, Escaping } from './dialect';

/** Filters of these engines behind a value, or round a block. */
const FILTER =
  /\|\s{0,9}(?:e|escape|escape_once|forceescape|xml_escape|xmlattr|tojson|json|urlencode|url_encode|escapejs|striptags|strip_html|html|js|urlquery|printf\s{1,9}"%q")(?![\w])|^\{%[-+]?\s{0,9}filter\s{1,9}(?:e|escape|forceescape|tojson|urlencode|striptags)\b/;

export const hasEscapingFilter = (tag: string): boolean => FILTER.test(tag);

/** By a filter, or by the engine where it is told to escape by itself and the value is not declared to be safe. */
export const isEscaped = (tag: string, { escapeHtml }: DialectOptions): boolean =>
  hasEscapingFilter(tag) || (escapeHtml === true && !/\|\s{0,9}(?:safe|raw)\b/.test(tag));

/** An engine with a filter that escapes; `operand`: what stands before it, so that the filter takes all of it. */
export const escapingWith = (
  filter: string,
  escapes: Escaping['escapes'],
  operand: (opened: string) => string = (opened) => opened,
): Escaping => ({
  escapes,
  escaped(tag) {
    if (!tag.startsWith('{{') || !tag.endsWith('}}')) return undefined;
    const end = tag.length - (/\s?-\}\}$/.exec(tag)?.[0].length ?? 2);
    const rest = tag.slice(end).trimStart();
    return { filter, tag: `${operand(tag.slice(0, end).trimEnd())} | ${filter} ${rest}` };
  },
});

/** An engine that escapes what stands in two braces, and not in three or behind `&`. */
export const escapingInTwoBraces = (isHelper: (tag: string) => boolean = () => false): Escaping => ({
  escapes: (tag, { escapeHtml }, isScanned) =>
    (!isScanned && escapeHtml !== false && /^\{\{(?!~?\s{0,9}[{&])/.test(tag)) ||
    hasEscapingFilter(tag) ||
    isHelper(tag),
  escaped(tag, { escapeHtml }) {
    if (escapeHtml === false) return undefined;
    const name = /^\{\{\{(.*)\}\}\}$/s.exec(tag)?.[1] ?? /^\{\{\s{0,9}&(.*)\}\}$/s.exec(tag)?.[1];
    return name === undefined ? undefined : { tag: `{{${name}}}` };
  },
});
