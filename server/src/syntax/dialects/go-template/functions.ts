// The functions that text/template brings along.
import { bytesOf, isPrint } from './characters';
import { equal, less } from './compare';
import { fail } from './failure';
import { sprint, sprintln } from './fmt/printer';
import { sprintf } from './fmt/printf';
import { index, length, slice } from './items';
import { type GoValue, madeOf, type Traced, truth, typeName, Unknown, unboxed } from './values';

export interface GoFunction {
  readonly name: string;
  /** How many arguments there must be; with `variadic`, at least. */
  readonly fixed: number;
  readonly variadic: boolean;
  /** The first argument must be a text. */
  readonly takesFormat?: true;
  call(args: readonly Traced[]): Traced;
}

type Values = readonly GoValue[];

const made = (name: string, fixed: number, variadic: boolean, run: (values: Values) => GoValue): GoFunction => ({
  name,
  fixed,
  variadic,
  call(args) {
    return madeOf(run(args.map((argument) => unboxed(argument).value)), args);
  },
});

/** `and` and `or` look at no more arguments than they need, so they are calls of their own kind. */
export const isLogical = (name: string): boolean => name === 'and' || name === 'or';

const printing = (name: string, run: (values: Values) => string): GoFunction => made(name, 0, true, run);

const ALL: readonly GoFunction[] = [
  made('and', 1, true, () => undefined),
  made('or', 1, true, () => undefined),
  made('not', 1, false, ([value]) => !truth(value)),
  { name: 'len', fixed: 1, variadic: false, call: ([item]) => length(item) },
  { name: 'index', fixed: 1, variadic: true, call: ([item, ...indexes]) => index(item, indexes) },
  { name: 'slice', fixed: 1, variadic: true, call: ([item, ...indexes]) => slice(item, indexes) },
  printing('print', sprint),
  printing('println', sprintln),
  {
    ...made('printf', 1, true, ([format, ...values]) => sprintf(typeof format === 'string' ? format : '', values)),
    takesFormat: true,
  },
  printing('html', (values) => escapeHtml(written(values))),
  printing('js', (values) => escapeJs(written(values))),
  printing('urlquery', (values) => escapeQuery(written(values))),
  made('eq', 1, true, ([first, ...others]) => equal(first, others)),
  made('ne', 2, false, ([first, second]) => !equal(first, [second])),
  made('lt', 2, false, ([first, second]) => less(first, second)),
  made('le', 2, false, ([first, second]) => atMost(first, second)),
  made('gt', 2, false, ([first, second]) => !atMost(first, second)),
  made('ge', 2, false, ([first, second]) => !less(first, second)),
  made('call', 1, true, ([callee]) =>
    fail(callee === undefined ? 'call of nil' : `non-function of type ${typeName(callee)}`),
  ),
];

export const FUNCTIONS: ReadonlyMap<string, GoFunction> = new Map(ALL.map((one) => [one.name, one]));

const atMost = (first: GoValue, second: GoValue): boolean => less(first, second) || equal(first, [second]);

/** What the escaping functions print: as `print` does, but for what is not there. */
function written(values: Values): string {
  const [first] = values;
  if (values.length === 1 && typeof first === 'string') return first;
  return sprint(values.map((value) => (value === undefined || value === null ? '<no value>' : value)));
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['\0', '\ufffd'],
  ['"', '&#34;'],
  ["'", '&#39;'],
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

const escapeHtml = (text: string): string =>
  text.replace(/[\0"'&<>]/g, (character) => ENTITIES.get(character) ?? character);

const JS: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['"', '\\"'],
  ['<', '\\u003C'],
  ['>', '\\u003E'],
  ['&', '\\u0026'],
  ['=', '\\u003D'],
]);

function escapeJs(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped.
  return text.replace(/[\\'"<>&=\0-\x1f]|[^\0-\x7f]/gu, (character) => {
    const known = JS.get(character);
    if (known !== undefined) return known;
    const code = character.codePointAt(0) ?? 0;
    const isByte = code >= 0xdc80 && code <= 0xdcff;
    if (code >= 128 && (isByte || isPrint(character))) return character;
    return `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

function escapeQuery(text: string): string {
  return text.replace(/[^A-Za-z0-9._~-]/gu, (character) =>
    character === ' '
      ? '+'
      : bytesOf(character)
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
          .join(''),
  );
}

/** What comes of a call with an argument that only the program knows. */
export const unknownAmong = (args: readonly Traced[]): Traced | undefined =>
  args.find(({ value }) => value instanceof Unknown);
