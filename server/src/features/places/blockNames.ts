import { includesOf } from '../../model/includes';
import type { Location } from '../../model/system';
import { openedInOwn } from '../../syntax/dialects/delimiters';
import type { Dialect, DialectOptions } from '../../syntax/dialects/dialect';
import type { TemplateTree } from '../../syntax/tree';
import type { SourceFile } from '../../text/source';
import { type Span, touches } from '../../text/span';
import type { Snapshot } from '../../workspace/snapshot';

/** A macro or a block of a template that a tag names, and where it is defined. */
export interface BlockName {
  readonly span: Span;
  readonly places: readonly Location[];
}

/** The macro or block that is named at an offset: of the text itself, or of a text that it includes, imports or extends. */
export function blockNameAt(snapshot: Snapshot, uri: string, offset: number): BlockName | undefined {
  for (const { file, tree, system, dialect } of snapshot.textsOf(uri)) {
    // A text inside another file has its tree in offsets of that file, and names nothing else.
    if (!tree?.blocks || !dialect || file.uri !== uri) continue;
    const others = [
      ...tree.slots.map(({ nameSpan }) => nameSpan),
      ...(tree.references ?? []).map((one) => one.pathSpan),
    ];
    if (others.some((span) => span && touches(span, offset))) continue;
    const word = wordAt(file.text, offset);
    if (!word || !isInTag(file.text, word.start, dialect, system?.options ?? {})) continue;
    const written = file.text.slice(word.start, word.end);
    const names = new Set([written, aliasOf(file.text, written) ?? written]);
    const places = [...definitionsIn(file.uri, tree, names)];
    if (system)
      for (const { resolved } of includesOf(system, snapshot.lookup))
        if (resolved.file && resolved.file.uri !== uri) places.push(...definitionsOf(snapshot, resolved.file, names));
    const found = unique(places);
    if (found.length > 0) return { span: word, places: found };
  }
  return undefined;
}

function* definitionsIn(uri: string, { blocks = [] }: TemplateTree, names: ReadonlySet<string>): Generator<Location> {
  for (const { keyword, name, nameSpan } of blocks)
    if (name !== undefined && nameSpan && names.has(name) && (keyword === 'macro' || keyword === 'block'))
      yield { uri, span: nameSpan };
}

function definitionsOf(snapshot: Snapshot, file: SourceFile, names: ReadonlySet<string>): readonly Location[] {
  const trees = snapshot.textsOf(file.uri).flatMap(({ tree }) => (tree ? [tree] : []));
  return trees.flatMap((tree) => [...definitionsIn(file.uri, tree, names)]);
}

/** `{% from 'm' import card as c %}`: what `c` is called where it comes from. */
function aliasOf(text: string, alias: string): string | undefined {
  for (const match of text.matchAll(/([\p{L}_][\p{L}\p{N}_]*)\s{1,9}as\s{1,9}([\p{L}_][\p{L}\p{N}_]*)/gu))
    if (match[2] === alias) return match[1];
  return undefined;
}

const IN_WORD = /[\p{L}\p{N}_]/u;

function wordAt(text: string, offset: number): Span | undefined {
  let start = offset;
  while (start > 0 && IN_WORD.test(text[start - 1] as string)) start--;
  let end = offset;
  while (end < text.length && IN_WORD.test(text[end] as string)) end++;
  return start < end ? { start, end } : undefined;
}

/** Tags longer than this are not looked into. */
const LONGEST_TAG = 2000;

function isInTag(text: string, offset: number, dialect: Dialect, options: DialectOptions): boolean {
  const before = openedInOwn(text.slice(Math.max(0, offset - LONGEST_TAG), offset), dialect, options);
  const opened = Math.max(before.lastIndexOf('{%'), before.lastIndexOf('{{'));
  return opened >= 0 && opened > Math.max(before.lastIndexOf('%}'), before.lastIndexOf('}}'));
}

function unique(places: readonly Location[]): readonly Location[] {
  const byPlace = new Map(places.map((place) => [`${place.uri} ${place.span.start}`, place]));
  return [...byPlace.values()];
}
