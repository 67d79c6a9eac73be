// Variables that a text gives itself: what is made of a value where it is assigned holds where the variable is printed.
import type { Lookup } from '../../model/lookup';
import type { SlotAppearance } from '../../render/segment';
import { Kept } from '../../text/kept';
import { printingTag } from './sourceText';

/** An expression that a variable is given: `value | tojson` in `{% set x = value | tojson %}`. */
interface Assignment {
  readonly name: string;
  readonly expression: string;
  readonly start: number;
}

/** Variables that are made of each other are followed so far. */
const FURTHEST = 10;

/**
 * The tag that prints the value of an appearance, with the expression of a variable in place of its name: `{{ x | upper }}`
 * behind `{% set x = v | e %}` gives `{{ v | e | upper }}`. Of several assignments all count, so there is one text for each.
 */
export function expandedTags(lookup: Lookup, appearance: SlotAppearance): readonly string[] {
  const tag = printingTag(lookup, appearance);
  if (tag === undefined) return [];
  const { uri, span } = appearance.place;
  const found = lookup.at(uri);
  if (found.kind !== 'file' || !VARIABLE.test(tag)) return [tag];
  return expanded(tag, assignmentsIn(found.file), span.start, FURTHEST);
}

const VARIABLE = /^(\{\{[-+]?\s{0,9})(\$?[\p{L}_][\w.]{0,99})(?![\w.([\]"'])/u;

function expanded(tag: string, all: ReadonlyMap<string, readonly Assignment[]>, at: number, left: number): string[] {
  const [opened = '', open = '', name = ''] = VARIABLE.exec(tag) ?? [];
  // What stands behind the tag was made for a later turn or another place.
  const before = all.get(name)?.filter(({ start }) => start < at) ?? [];
  if (before.length === 0 || left === 0) return [tag];
  const rest = tag.slice(opened.length);
  const tags = before.flatMap(({ expression, start }) =>
    expanded(`${open}${expression} ${rest}`, all, start, left - 1),
  );
  return [...new Set(tags)].slice(0, MOST_TAGS);
}

/** Texts that are looked at for one tag. */
const MOST_TAGS = 20;

const known = new Kept<object, ReadonlyMap<string, readonly Assignment[]>>();

/** Assignments of one variable that are kept; more of them say nothing new. */
const MOST_OF_ONE = 50;

function assignmentsIn(file: { readonly text: string }): ReadonlyMap<string, readonly Assignment[]> {
  const kept = known.get(file);
  if (kept) return kept;
  const all = new Map<string, Assignment[]>();
  for (const assignment of assignments(file.text)) {
    const of = all.get(assignment.name);
    if (!of) all.set(assignment.name, [assignment]);
    else if (of.length < MOST_OF_ONE) of.push(assignment);
  }
  known.set(file, all);
  return all;
}

/** `{% set x = … %}`, `{% assign x = … %}`, `{% with x = …, y = … %}`, and `{{ $x := … }}` of Go, also in `if` and `with`. */
const STATEMENT =
  /\{%[-+]?\s{0,9}(?:set|assign)\s{1,9}([\w.]{1,99})\s{0,9}=(?!=)([^%]{0,400}?)\s?[-+]?%\}|\{%[-+]?\s{0,9}with\s{1,9}([^%]{0,400}?)\s?[-+]?%\}|\{\{-?\s{0,9}(?:(?:if|with)\s{1,9})?(\$\w{1,99})\s{0,9}:?=([^}]{0,400}?)\s?-?\}\}/g;

function* assignments(text: string): Generator<Assignment> {
  for (const { index: start, 1: set, 2: value = '', 3: pairs, 4: variable, 5: made = '' } of text.matchAll(STATEMENT)) {
    if (set !== undefined) yield { name: set, expression: value.trim(), start };
    else if (variable !== undefined) yield { name: variable, expression: made.trim(), start };
    for (const [, name = '', expression = ''] of (pairs ?? '').matchAll(/(\w{1,99})\s{0,9}=(?!=)([^,]{0,400})/g))
      yield { name, expression: expression.trim(), start };
  }
}
