// Lists of names that are written without their brackets or a comma, read as the lists that were meant.
import { lineStart } from '../../syntax/yaml/text';
import {
  behind,
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
  type YamlScalar,
} from '../../syntax/yaml/tree';
import type { TextEdit } from '../../text/edit';
import { type Span, span as spanOf } from '../../text/span';
import { accepts } from '../kinds';
import { NAME } from '../nameSpelling';
import type { ListShape, MapShape, Shape } from '../shape';
import type { ManifestFault } from './manifest';
import { inside, type Subject, short, starting } from './words';

type Node = Exclude<YamlNode, { kind: 'alias' }>;

/** A list as it was meant, and what is told of how it is written. */
export interface Meant {
  readonly list: YamlList;
  readonly shape: ListShape;
  readonly faults: readonly ManifestFault[];
}

/** Names in one text that are looked at. */
const MOST = 50;

/** The list of names that a node was meant to be; undefined when it is right as it is, or something else. */
export function namesMeant(text: string, at: Node, shape: Shape, subject: Subject): Meant | undefined {
  const list = listOfNames(shape);
  if (!list) return undefined;
  if (at.kind === 'list') return withCommas(text, at, list, subject);
  const names = at.kind === 'map' ? loneWords(at) : accepts(shape, at) ? undefined : namesIn(text, at);
  return names && bracketed(text, at.span, names, list, subject);
}

/**
 * The entries of a map, where the words behind a list of names that has no brackets are a part of it:
 * `{ slots: context, kb }` has a key `kb` to YAML.
 */
export function withListedWords(
  text: string,
  at: YamlMap,
  shape: MapShape,
): { readonly entries: readonly YamlEntry[]; readonly faults: readonly ManifestFault[] } {
  const { entries } = at;
  if (!at.flow || entries.every(({ colon }) => colon)) return { entries, faults: [] };
  const out: YamlEntry[] = [];
  const faults: ManifestFault[] = [];
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as YamlEntry;
    const own = shape.keys.get(entry.name)?.shape;
    const list = own && listOfNames(own);
    const value = behind(entry.value);
    const first = list && value?.kind === 'scalar' && entry.colon ? namesIn(text, value) : undefined;
    let end = i + 1;
    while (entries[end]?.colon === false && !shape.keys.has(entries[end]?.name ?? '')) end++;
    const more = entries.slice(i + 1, end).flatMap(({ key }) => (key.kind === 'scalar' ? [key] : []));
    const last = more.at(-1);
    if (!list || !first || !last) {
      out.push(entry);
      continue;
    }
    const span = spanOf(entry.value.span.start, last.span.end);
    const subject: Subject = { kind: 'key', name: entry.name, key: entry.key.span };
    const meant = bracketed(text, span, [...first, ...more], list, subject);
    faults.push(...meant.faults);
    out.push({ ...entry, value: meant.list });
    i = end - 1;
  }
  return { entries: out, faults };
}

/** The branch of a shape that is a list of names: of slots, of values of an axis. */
function listOfNames(shape: Shape): ListShape | undefined {
  const list = shape.kind === 'choice' ? shape.branches.find(({ kind }) => kind === 'list') : shape;
  if (list?.kind !== 'list') return undefined;
  const { item } = list;
  if (item.kind === 'choice') return item.branches.every((branch) => branch.kind === 'leaf') ? list : undefined;
  // What any text may be is no name: how a line begins, what opens a tag.
  const isName =
    item.kind === 'leaf' && !item.words && item.refuse('a') === undefined && item.refuse('{') !== undefined;
  return isName ? list : undefined;
}

/** Names in a plain text, with commas or blanks between them; all of it is one name when it is in quotes. */
function namesIn(text: string, at: Node): readonly YamlScalar[] | undefined {
  if (at.kind !== 'scalar' || at.value === null || at.style === 'block' || at.style === 'none') return undefined;
  if (at.style !== 'plain') return [at];
  const written = text.slice(at.span.start, at.span.end);
  if (written.includes('\n')) return undefined;
  const names = [...written.matchAll(/[^\s,]+/g)].map((match) => plainAt(match[0], at.span.start + match.index));
  return names.length <= MOST && names.every(({ value }) => NAME.test(String(value))) ? names : undefined;
}

/** A plain scalar as YAML would read it. */
function plainAt(word: string, start: number): YamlScalar {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(word);
  const value = isNumber ? Number(word) : word === 'true' ? true : word === 'false' ? false : word;
  return { kind: 'scalar', span: spanOf(start, start + word.length), value, style: 'plain' };
}

/** `{short, long}`: words in braces that are no entries. */
function loneWords({ flow, entries }: YamlMap): readonly YamlScalar[] | undefined {
  if (!flow || entries.length === 0) return undefined;
  const words = entries.flatMap(({ key, colon }) => (key.kind === 'scalar' && !colon ? [key] : []));
  return words.length === entries.length && words.length > 1 ? words : undefined;
}

function bracketed(text: string, span: Span, items: readonly YamlScalar[], shape: ListShape, subject: Subject): Meant {
  const written = `[${items.map((item) => text.slice(item.span.start, item.span.end)).join(', ')}]`;
  const fault: ManifestFault = {
    code: 'manifest.schema',
    span,
    message: `${starting(subject)} is a list, which stands in square brackets: ${short(written)}.`,
    fixes: [{ title: 'Make it a list', edits: [{ span, text: written }] }],
  };
  return { list: { kind: 'list', span, items, flow: true }, shape, faults: [fault] };
}

/** A list in which words stand side by side that are each a name. */
function withCommas(text: string, at: YamlList, shape: ListShape, subject: Subject): Meant | undefined {
  const faults: ManifestFault[] = [];
  const items = at.items.flatMap((item): readonly YamlNode[] => {
    const names = item.kind === 'scalar' && item.style === 'plain' ? namesIn(text, item) : undefined;
    if (!names || names.length < 2 || isSaidTwice(text, item.span)) return [item];
    faults.push(commaMissing(text, item.span, names, at.flow, subject));
    return names;
  });
  return faults.length > 0 ? { list: { ...at, items }, shape, faults } : undefined;
}

/** A name with a blank in it is used where it is declared, and where it is chosen. */
function isSaidTwice(text: string, { start, end }: Span): boolean {
  const name = text.slice(start, end);
  return text.indexOf(name) !== start || text.indexOf(name, end) >= 0;
}

function commaMissing(
  text: string,
  span: Span,
  names: readonly YamlScalar[],
  flow: boolean,
  subject: Subject,
): ManifestFault {
  const from = lineStart(text, span.start);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const dash = `${eol}${text.slice(from, span.start).replace(/[^\s-]/g, ' ')}`;
  const edits = names.slice(1).map((name, i): TextEdit => {
    const before = names[i]?.span.end ?? name.span.start;
    return flow ? { span: spanOf(before, before), text: ',' } : { span: spanOf(before, name.span.start), text: dash };
  });
  const name = text.slice(span.start, span.end);
  const missing = flow ? 'a comma is missing between them' : 'each stands on a line of its own, behind a dash';
  return {
    code: 'manifest.schema',
    span,
    message: `YAML reads \`${short(name)}\` in ${inside(subject)} as one name. If these are ${names.length}, ${missing}.`,
    fixes: [{ title: flow ? 'Put a comma between them' : 'Give each a line of its own', edits }],
  };
}
