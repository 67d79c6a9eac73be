import type { Lookup } from '../../model/lookup';
import type { PromptSystem } from '../../model/system';
import type { SlotAppearance } from '../../render/segment';
import { delimiterPairs, inOwnDelimiters } from '../../syntax/dialects/delimiters';
import { literally } from '../../text/pattern';

/** The text of a file, when it can be read. */
export function textAt(lookup: Lookup, uri: string): string | undefined {
  const found = lookup.at(uri);
  return found.kind === 'file' ? found.file.text : undefined;
}

/** A tag in its file. */
export interface WrittenTag {
  /** The text of the whole file. */
  readonly text: string;
  readonly tag: string;
}

/**
 * The tag of an appearance, for fixes that edit it. Undefined for a slot part, and for a slot inside of an expanded value
 * of the manifest: the place of that one is the tag of the outer slot.
 */
export function tagOf(lookup: Lookup, { use, place }: SlotAppearance): WrittenTag | undefined {
  if (!use || use.span.end - use.span.start !== place.span.end - place.span.start) return undefined;
  const text = textAt(lookup, place.uri);
  if (text === undefined) return undefined;
  const tag = text.slice(place.span.start, place.span.end);
  return tag.includes(use.name) || tag.includes(use.path) ? { text, tag } : undefined;
}

/** A tag in the delimiters that its engine has by itself. */
export function inOwn({ dialects: [dialect], options }: PromptSystem, tag: string): string {
  return dialect ? inOwnDelimiters(tag, dialect, options) : tag;
}

/**
 * The tag that prints the value of an appearance, also where it names a variable of a loop, a macro or an include and not
 * the slot (`{{ d.text | e }}` in a loop over `docs`). Undefined where the place is that of another tag or of no tag.
 */
export function printingTag(system: PromptSystem, lookup: Lookup, appearance: SlotAppearance): string | undefined {
  const named = tagOf(lookup, appearance);
  if (named || appearance.within !== undefined) return named?.tag;
  const { uri, span } = appearance.place;
  const tag = textAt(lookup, uri)?.slice(span.start, span.end);
  return tag !== undefined && /^\{[{%]/.test(inOwn(system, tag)) ? tag : undefined;
}

/** A tag that may leave out what stands behind it, or a comment, which the model never reads. */
export function conditionalTag({ dialects: [dialect], options }: PromptSystem): RegExp {
  const pairs = dialect && delimiterPairs(dialect, options);
  const slot = pairs?.slot[0] ?? '{{';
  const others = pairs ? [pairs.statement[0], pairs.comment[0]].filter((open) => open !== slot) : [];
  const lines = [options.lineStatement, options.lineComment].flatMap((mark) => (mark === undefined ? [] : [mark]));
  return new RegExp(
    [
      ...(others.length > 0 ? others : ['{%', '{#']).map(literally),
      ...lines.map((mark) => `^\\s{0,99}${literally(mark)}`),
      `${literally(slot)}(?:[#/^!]|-?\\s{0,9}(?:if|else|end|range|with|define)\\b)`,
    ].join('|'),
  );
}
