import { truth } from '../values/compare';
import { lengthOf } from '../values/iterate';
import { width as limitWidth, room } from '../values/limits';
import { made, runsOf, textLike, textOfRunsTraced } from '../values/make';
import { escapedText } from '../values/markup';
import { type Run, RunReader } from '../values/run';
import { defined, raise, str, typeName } from '../values/show';
import { characters, hasOddBreaks, lengthInCharacters, splitLines } from '../values/text';
import { List, type Traced } from '../values/value';
import { integer, text } from './arguments';
import { filter } from './bind';
import type { Filter } from './host';
import { cut } from './strings';
import { wrapLine } from './wrap';

export const layoutFilters: readonly (readonly [string, Filter])[] = [
  ['indent', filter('do_indent', { width: 4, first: false, blank: false }, indent)],
  ['truncate', filter('do_truncate', { length: 255, killwords: false, end: '...', leeway: null }, truncate)],
  [
    'wordwrap',
    filter(
      'do_wordwrap',
      { width: 79, break_long_words: true, wrapstring: null, break_on_hyphens: true },
      (input, given) => {
        const lines = linesOf(input);
        const wrapping = {
          width: integer(given.width),
          breakLongWords: truth(given.break_long_words),
          breakOnHyphens: truth(given.break_on_hyphens),
        };
        const mark = given.wrapstring.value === null ? '\n' : text(given.wrapstring);
        room(str(input).length * (mark.length + 1));
        const wrapped = lines.map((line) => wrapLine(line, wrapping).join(mark));
        return made(wrapped.join(mark), input, given.wrapstring);
      },
    ),
  ],
];

function linesOf(input: Traced): readonly string[] {
  defined(input);
  if (typeof input.value === 'string') return splitLines(input.value);
  return raise('AttributeError', `'${typeName(input.value)}' object has no attribute 'splitlines'`);
}

type Indentation = { readonly width: Traced; readonly first: Traced; readonly blank: Traced };

function indent(input: Traced, given: Indentation): Traced {
  if (typeof input.value !== 'string') return refuseIndent(input);
  const { width } = given;
  const indentation: Traced =
    typeof width.value === 'string'
      ? input.markup
        ? { ...width, markup: true }
        : width
      : made(' '.repeat(Math.max(0, limitWidth(integer(width)))), width);
  return indentLines(input, input.value, indentation, { first: truth(given.first), blank: truth(given.blank) });
}

/** Jinja adds a line break to the value, which fails in another way for each type. */
function refuseIndent(input: Traced): never {
  defined(input);
  const type = typeName(input.value);
  if (input.value instanceof List && input.value.kind === 'list') {
    return raise('AttributeError', "'list' object has no attribute 'splitlines'");
  }
  if (type === 'tuple') return raise('TypeError', 'can only concatenate tuple (not "str") to tuple');
  return raise('TypeError', `unsupported operand type(s) for +=: '${type}' and 'str'`);
}

function indentLines(
  input: Traced,
  source: string,
  indentation: Traced,
  { first, blank }: { readonly first: boolean; readonly blank: boolean },
): Traced {
  const lines = hasOddBreaks(source) ? splitLines(`${source}\n`) : source.split('\n');
  const before = str(indentation);
  room(source.length + lines.length * before.length);
  const isIndented = (line: string, index: number): boolean => (index === 0 ? first : blank || line !== '');
  if (!input.runs || hasOddBreaks(source)) {
    // Every kind of line break becomes LF.
    const result = lines.map((line, index) => (isIndented(line, index) ? before + line : line)).join('\n');
    return textLike(result, input, indentation);
  }
  const runs: Run[] = [];
  const reader = new RunReader(input.runs);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    if (isIndented(line, index) && before !== '') for (const run of runsOf(indentation, before)) runs.push(run);
    at += line.length + 1;
    for (const run of reader.until(index < lines.length - 1 ? at : Number.POSITIVE_INFINITY)) runs.push(run);
  }
  const result = textOfRunsTraced(runs);
  return input.markup ? { ...result, markup: true } : result;
}

type Truncation = {
  readonly length: Traced;
  readonly killwords: Traced;
  readonly end: Traced;
  readonly leeway: Traced;
};

function truncate(input: Traced, given: Truncation): Traced {
  const length = integer(given.length);
  const end = text(given.end);
  const leeway = given.leeway.value === null ? 5 : integer(given.leeway);
  const room = lengthInCharacters(end);
  if (length < room) raise('AssertionError', `expected length >= ${room}, got ${length}`);
  if (leeway < 0) raise('AssertionError', `expected leeway >= 0, got ${leeway}`);
  const size = lengthOf(input) ?? raise('TypeError', `object of type '${typeName(input.value)}' has no len()`);
  if (size <= length + leeway) return input;
  if (typeof input.value !== 'string') {
    return raise('AttributeError', `'${typeName(input.value)}' object has no attribute 'rsplit'`);
  }
  let kept = characters(input.value)
    .slice(0, length - room)
    .join('');
  if (!truth(given.killwords)) {
    const blank = kept.lastIndexOf(' ');
    if (blank >= 0) kept = kept.slice(0, blank);
  }
  const mark = input.markup ? escapedText(given.end) : given.end;
  const start = cut(input, input.value, { start: 0, end: kept.length });
  const runs = [...runsOf(start, kept), ...runsOf(mark, str(mark))].filter(({ text: part }) => part !== '');
  const result = textOfRunsTraced(runs);
  return input.markup ? { ...result, markup: true } : result;
}
