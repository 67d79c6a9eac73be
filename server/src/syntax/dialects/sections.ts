// What may be written in the tags of mustache and its kin: `{{#x}}`, `{{/x}}`, `{{name}}`.

import { literally } from '../../text/pattern';
import type { Span } from '../../text/span';
import type { TemplateTree } from '../tree';
import type { Completions, Delimiters, Word } from './dialect';
import type { Explained } from './words';

/** A section that is open at an offset. */
export interface OpenSection {
  readonly sigil: '#' | '^';
  /** As its closing tag names it. */
  readonly name: string;
  /** What stands behind the name in the opening tag. */
  readonly rest: string;
}

/** A block helper, with what follows its name as a snippet. */
export interface SectionWord {
  readonly name: string;
  readonly detail: string;
  readonly head: string;
}

export interface SectionLanguage {
  /** What opens and closes tags; absent: `{{` and `}}`. */
  readonly delimiters?: Delimiters;
  readonly blocks: readonly SectionWord[];
  /** Tags in the middle of a block. */
  middle(open: OpenSection): readonly Explained[];
  /** Helpers that print something. */
  readonly helpers: readonly Explained[];
  /** Names of the text's own: of block parameters, of what a loop brings. `open`: outermost first. */
  names(open: readonly OpenSection[]): readonly Word[];
}

const OWN: Delimiters = ['{{', '}}'];

/** Tags longer than this are not looked into. */
const LONGEST_TAG = 2000;

/** What fits in the tag at an offset; undefined outside of tags. Where a text has other delimiters, nothing is known. */
export function sectionWords(tree: TemplateTree, offset: number, language: SectionLanguage): Completions | undefined {
  const { text, stretches } = tree;
  if (stretches.some(({ kind, span }) => kind !== 'escape' && span.start < offset && offset < span.end))
    return undefined;
  const from = Math.max(0, offset - LONGEST_TAG);
  const before = text.slice(from, offset);
  const { delimiters: [mark, close] = OWN } = language;
  const at = before.lastIndexOf(mark);
  if (at < 0 || before.indexOf(close, at + mark.length) >= 0) return undefined;
  if (text.slice(0, offset).includes(`${mark}=`))
    return { span: { start: offset, end: offset }, slots: false, words: [] };
  const tag = from + at;
  const inner = mark.length + (/^\{?~?\s*/.exec(before.slice(at + mark.length))?.[0].length ?? 0);
  const written = before.slice(at + inner);
  const sigil = /^[#^/>&!]/.exec(written)?.[0] ?? '';
  if (sigil === '!' || sigil === '>') return undefined;
  const open = openSections(text, tag, [mark, close]);
  const span = wordAt(text, offset, tag + inner + sigil.length);
  const isFirst = text.slice(tag + inner + sigil.length, span.start).trim() === '';
  if (!isFirst) return { span, slots: true, words: language.names(open) };
  const words = tagsAt(text, { tag, inner: tag + inner, sigil, span, open }, language);
  if (sigil === '') return { ...words, slots: true, words: [...language.names(open), ...words.words] };
  return { ...words, slots: sigil !== '/' };
}

interface Place {
  readonly tag: number;
  readonly inner: number;
  readonly sigil: string;
  /** The word at the offset, without its sigil. */
  readonly span: Span;
  readonly open: readonly OpenSection[];
}

/** Tags by what the author has written of them: all, those that open a block, or the one that closes it. */
function tagsAt(text: string, place: Place, language: SectionLanguage): { span: Span; words: readonly Word[] } {
  const { sigil, span, inner, open } = place;
  const { delimiters: [mark, close] = OWN } = language;
  const behind = closedAt(text, span.end, close);
  const goesOn = behind === undefined && text.slice(span.end, lineEnd(text, span.end)).includes(close);
  const innermost = open.at(-1);
  const end = goesOn ? '' : close;
  const words: Word[] = [];
  if (innermost && (sigil === '' || sigil === '/')) {
    const { name } = innermost;
    words.push({
      kind: 'closing',
      label: `/${name}`,
      insert: `/${name}${end}`,
      detail: `of ${innermost.sigil}${name}`,
    });
  }
  if (innermost && sigil === '')
    for (const [label, detail] of language.middle(innermost))
      words.push({ kind: 'closing', label, insert: label + end, detail });
  if (sigil === '' || sigil === '#') {
    for (const { name, head, detail } of language.blocks) {
      const insert = goesOn ? `#${name}` : `#${name} ${head}${close}$0${mark}/${name}${close}`;
      words.push({ kind: 'tag', label: `#${name}`, insert, snippet: !goesOn, detail });
    }
  }
  if (sigil === '')
    for (const [label, detail] of language.helpers) words.push({ kind: 'name', label, insert: label, detail });
  return { span: { start: inner, end: goesOn ? span.end : (behind ?? span.end) }, words };
}

/** The sections that are open at an offset, outermost first. Read off the tags alone, so that a broken text has them too. */
function openSections(text: string, offset: number, [mark, close]: Delimiters): readonly OpenSection[] {
  const stack: OpenSection[] = [];
  const opening = new RegExp(`^${literally(mark)}~?\\s{0,20}([#^/])\\s{0,20}[*>]?\\s{0,20}([^\\s}~|]+)`);
  for (let at = text.indexOf(mark); at >= 0 && at < offset; at = text.indexOf(mark, at + mark.length)) {
    if (text[at - 1] === '\\' && text[at - 2] !== '\\') continue;
    if (text.startsWith('{{!--', at)) {
      const end = text.indexOf('--}}', at);
      if (end < 0) break;
      at = end;
      continue;
    }
    const tag = opening.exec(text.slice(at, at + 200));
    if (!tag) continue;
    const name = nameIn(tag[2] as string, close);
    if (tag[1] === '/') {
      const opened = stack.findLastIndex((one) => one.name === name);
      if (opened >= 0) stack.length = opened;
      continue;
    }
    const end = text.indexOf(close, at);
    const rest = text.slice(at + tag[0].length, end < 0 ? offset : Math.min(end, at + LONGEST_TAG));
    stack.push({ sigil: tag[1] as '#' | '^', name, rest });
  }
  return stack;
}

/** The name of a section, up to what closes its tag. */
const nameIn = (written: string, close: string): string => written.split(close, 1)[0] ?? written;

function wordAt(text: string, offset: number, from: number): Span {
  let start = offset;
  while (start > from && /[\p{L}\p{N}_.$@/-]/u.test(text[start - 1] as string)) start--;
  let end = offset;
  while (end < text.length && /[\p{L}\p{N}_$-]/u.test(text[end] as string)) end++;
  return { start, end };
}

/** Behind what closes a tag, or begins to, when nothing but blanks stand before it. */
function closedAt(text: string, from: number, close: string): number | undefined {
  let at = from;
  while (text[at] === ' ') at++;
  let end = at;
  while (end < at + close.length && text[end] === close[end - at]) end++;
  return end > at ? end : undefined;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}
