import { setEntry } from '../values/compare';
import { constant, made, textLike, tuple } from '../values/make';
import { escapedText } from '../values/markup';
import { percent } from '../values/percent';
import { raise, str } from '../values/show';
import { capitalized, stripped } from '../values/text';
import { Dict, type Traced } from '../values/value';
import { spendOnText } from '../values/work';
import { isWhite } from '../white';
import { integer, textOrNone } from './arguments';
import { filter, REQUIRED } from './bind';
import type { Filter } from './host';
import { centered, cut, replaced } from './strings';

export const textFilters: readonly (readonly [string, Filter])[] = [
  ['capitalize', filter('do_capitalize', {}, (input) => textLike(capitalized(str(input)), input))],
  ['lower', filter('do_lower', {}, (input) => textLike(str(input).toLowerCase(), input))],
  ['upper', filter('do_upper', {}, (input) => textLike(str(input).toUpperCase(), input))],
  ['title', filter('do_title', {}, (input) => made(titled(str(input)), input))],
  ['string', filter('soft_str', {}, (input) => (typeof input.value === 'string' ? input : made(str(input), input)))],
  [
    'center',
    filter('do_center', { width: 80 }, (input, given) =>
      textLike(centered(str(input), integer(given.width)), input, given.width),
    ),
  ],
  [
    'trim',
    filter('do_trim', { chars: null }, (input, { chars }) => {
      const text = str(input);
      return cut(input, text, stripped(text, textOrNone(chars)));
    }),
  ],
  ['replace', filter('do_replace', { old: REQUIRED, new: REQUIRED, count: null }, replace)],
  ['wordcount', filter('do_wordcount', {}, (input) => made(words(str(input)), input))],
  ['format', format],
];

/** The filter begins a word behind blanks, brackets and hyphens, the method `title()` behind everything that is no letter. */
function titled(text: string): string {
  spendOnText(text, 4);
  let result = '';
  let word = '';
  for (const character of text) {
    if (isWhite(character.charCodeAt(0)) || '-({[<'.includes(character)) {
      result += capital(word) + character;
      word = '';
    } else word += character;
  }
  return result + capital(word);
}

function capital(word: string): string {
  const first = String.fromCodePoint(...[word.codePointAt(0)].filter((code) => code !== undefined));
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

function words(text: string): number {
  spendOnText(text, 4);
  return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
}

function replace(
  input: Traced,
  given: { readonly old: Traced; readonly new: Traced; readonly count: Traced },
  { escapes }: { readonly escapes: boolean },
): Traced {
  const most = given.count.value === null ? -1 : integer(given.count);
  if (!escapes) return made(replaced(str(input), str(given.old), str(given.new), most), input, given.new);
  const markup = given.old.markup || (given.new.markup && !input.markup);
  const source = markup ? escapedText(input) : input;
  const by = source.markup ? escapedText(given.new) : given.new;
  return textLike(replaced(str(source), str(given.old), str(by), most), source, given.new);
}

/** `"%s: %s"|format(name, value)` */
function format(...[input, { positional, named }]: Parameters<Filter>): Traced {
  if (positional.length > 0 && named.size > 0) {
    raise('FilterArgumentError', "can't handle positional and keyword arguments at the same time");
  }
  const template = typeof input.value === 'string' ? input : made(str(input), input);
  if (named.size === 0) return percent(template, tuple([...positional]));
  const values = new Dict();
  for (const [name, value] of named) setEntry(values, constant(name), value);
  return percent(template, constant(values));
}
