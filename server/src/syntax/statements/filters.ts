// What Jinja and Liquid can do to a value in exactly the same way before they print it.
import { LITERAL } from './conditions';
import type { Filter, FilterName } from './statement';

/** What a filter is put on: a text, a list, an item of a list; undefined where nobody can tell. */
export type Stuff = 'text' | 'list' | 'item' | undefined;

interface Form {
  readonly liquid: string;
  readonly on: 'text' | 'list';
  readonly gives: Stuff;
  /** How many texts stand in its brackets. */
  readonly texts: number;
}

/** Others have the same name and another meaning: of what is blank, of how long a text is, of which letters are capitals. */
const FORMS: Readonly<Record<FilterName, Form>> = {
  upper: { liquid: 'upcase', on: 'text', gives: 'text', texts: 0 },
  lower: { liquid: 'downcase', on: 'text', gives: 'text', texts: 0 },
  trim: { liquid: 'strip', on: 'text', gives: 'text', texts: 1 },
  replace: { liquid: 'replace', on: 'text', gives: 'text', texts: 2 },
  default: { liquid: 'default', on: 'text', gives: 'text', texts: 1 },
  join: { liquid: 'join', on: 'list', gives: 'text', texts: 1 },
  first: { liquid: 'first', on: 'list', gives: 'item', texts: 0 },
  last: { liquid: 'last', on: 'list', gives: 'item', texts: 0 },
  length: { liquid: 'size', on: 'list', gives: undefined, texts: 0 },
};

const NAMES = Object.keys(FORMS) as FilterName[];

const ARGUMENTS = `${LITERAL}(?:\\s*,\\s*${LITERAL})?`;
const JINJA = new RegExp(`^(\\w+)(?:\\(\\s*${ARGUMENTS}\\s*(,\\s*(?:boolean\\s*=\\s*)?true\\s*)?\\))?$`, 'iu');
const LIQUID = new RegExp(`^(\\w+)(?:\\s*:\\s*${ARGUMENTS})?$`, 'u');

/** What stands between the bars of a tag. A bar in quotes is text. */
const BETWEEN_BARS = /(?:"[^"]*"|'[^']*'|[^|"'])+/gu;

export interface Filtered {
  /** What the filters are put on. */
  readonly name: string;
  readonly filters: readonly Filter[];
}

/** `name | upper | replace("a", "b")`; undefined when one of the filters is not exactly the same in both. */
export function filteredOf(
  words: string,
  family: 'jinja' | 'liquid',
  stuffOf: (name: string) => Stuff,
): Filtered | undefined {
  const parts = words.match(BETWEEN_BARS) ?? [];
  if (parts.join('|') !== words) return undefined;
  const [name = '', ...written] = parts.map((part) => part.trim());
  const filters: Filter[] = [];
  let stuff = written.length > 0 ? stuffOf(name) : undefined;
  for (const one of written) {
    const filter = filterOf(one, family);
    const form = filter && FORMS[filter.name];
    if (!form || (form.on === 'list' ? stuff !== 'list' : stuff !== 'text' && stuff !== 'item')) return undefined;
    filters.push(filter);
    stuff = form.gives;
  }
  return { name, filters };
}

function filterOf(written: string, family: 'jinja' | 'liquid'): Filter | undefined {
  const [, word, a, b, c, d, always] = (family === 'jinja' ? JINJA : LIQUID).exec(written) ?? [];
  const name = NAMES.find((one) => (family === 'jinja' ? one : FORMS[one].liquid) === word);
  if (name === undefined) return undefined;
  // Without it Jinja's takes the place of what is not given at all, and of no empty text.
  if (family === 'jinja' && (name === 'default') !== (always !== undefined)) return undefined;
  const of = [a ?? b, c ?? d].filter((text) => text !== undefined);
  const isEmptySearch = (name === 'replace' || name === 'trim') && of[0] === '';
  // Of characters above U+FFFF one engine takes the halves.
  const isWhole = name !== 'trim' || /^[ -~]*$/.test(of[0] ?? '');
  return of.length === FORMS[name].texts && !isEmptySearch && isWhole ? { name, of } : undefined;
}

const BLANKS = 'takes blanks away, among which not every engine counts U+0085 and U+FEFF';
const CAPITALS = 'writes a text with a capital, which engines do in ways of their own for letters such as ß and ǆ';

/** Why a filter that both have under some name is not the same in both, as the end of a sentence about the tag. */
const UNLIKE: Readonly<Record<string, string>> = {
  trim: BLANKS,
  strip: BLANKS,
  lstrip: BLANKS,
  rstrip: BLANKS,
  capitalize: CAPITALS,
  title: CAPITALS,
  default: 'gives way only to what is not given at all (`default(…, true)` does so to an empty text too)',
};

/** Why the filters of a tag cannot be said elsewhere; undefined where nothing more is known of them. */
export function unlikeFilter(words: string): string | undefined {
  for (const part of (words.match(BETWEEN_BARS) ?? []).slice(1)) {
    const name = /^\s*(\w+)/.exec(part)?.[1] ?? '';
    if (Object.hasOwn(UNLIKE, name)) return UNLIKE[name];
  }
  return undefined;
}

/** The filters behind a name. */
export function filtersAs(filters: readonly Filter[], family: 'jinja' | 'liquid'): string {
  return filters.map(({ name, of }) => ` | ${family === 'jinja' ? inJinja(name, of) : inLiquid(name, of)}`).join('');
}

const quoted = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(', ');

function inJinja(name: FilterName, of: readonly string[]): string {
  if (of.length === 0) return name;
  return `${name}(${quoted(of)}${name === 'default' ? ', true' : ''})`;
}

const inLiquid = (name: FilterName, of: readonly string[]): string =>
  of.length === 0 ? FORMS[name].liquid : `${FORMS[name].liquid}: ${quoted(of)}`;
