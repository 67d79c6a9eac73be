// What may be written in the tags of an engine with statements (`{% if %}`, `{{ x | upper }}`), made from lists of words.
import type { Span } from '../../text/span';
import type { TemplateTree } from '../tree';
import type { Completions, Word } from './dialect';

/** A word with what it does, in a few words. */
export type Explained = readonly [name: string, detail: string];

/** A statement with a body. */
export interface BlockWord {
  readonly name: string;
  readonly detail: string;
  /** What follows the name in the opening tag, as a snippet: `${1:condition}`. */
  readonly head?: string;
  /** Tags in the middle of it: `elif ${1:condition}`. */
  readonly middle?: readonly string[];
  /** The word of its closing tag. */
  readonly close: string;
  /** Whether an opening tag has a body, when some have none (`{% set x = 1 %}`). `rest` stands behind the name. */
  hasBody?(rest: string): boolean;
}

/** A statement without a body, with what follows its name as a snippet. */
export interface SingleWord {
  readonly name: string;
  readonly detail: string;
  readonly head?: string;
}

/** The words of one engine. */
export interface TagLanguage {
  /** What opens and closes a statement. The same as those of a slot in engines that have one kind of tag. */
  readonly statement: readonly [open: string, close: string];
  readonly output: readonly [open: string, close: string];
  /** What begins a line that is a statement. */
  readonly line?: string;
  /** Whether a blank stands between the braces and the word. */
  readonly padded: boolean;
  readonly blocks: readonly BlockWord[];
  readonly singles: readonly SingleWord[];
  /** What may stand behind `|`. */
  readonly filters: readonly Explained[];
  /** What may stand behind `is`. */
  readonly tests?: readonly Explained[];
}

/** Tags longer than this are not looked into. */
const LONGEST_TAG = 2000;

/**
 * What fits at an offset of a text. `names` gives the names of the text's own that are known there; it is asked only
 * where one may stand. Undefined outside of tags.
 */
export function tagWords(
  tree: TemplateTree,
  offset: number,
  language: TagLanguage,
  names: () => readonly Word[],
): Completions | undefined {
  const { text } = tree;
  if (tree.stretches.some(({ kind, span }) => kind !== 'escape' && span.start < offset && offset < span.end))
    return { span: { start: offset, end: offset }, slots: false, words: [] };
  const tag = tagAt(text, offset, language);
  if (!tag) return halfOpened(text, offset, language);
  const place = placeIn(text, tag.inner, offset);
  const behind = wordsBehind(place, language, names);
  if (behind) return behind;
  if (!tag.isStatement) return { span: place.span, slots: true, words: names() };
  const { span, words } = statements(tree, tag, place, language);
  const alike = language.statement[0] === language.output[0];
  return { span, slots: alike, words: alike ? [...names(), ...words] : words };
}

/** What fits behind the first word of a tag: filters, tests, names, and nothing in quotes. Undefined at that word. */
export function wordsBehind(
  { span, lead, isQuoted }: Place,
  { filters, tests }: TagLanguage,
  names: () => readonly Word[],
): Completions | undefined {
  const before = lead.trim();
  const only = (words: readonly Explained[]): Completions => ({
    span,
    slots: false,
    words: words.map(([label, detail]) => ({ kind: 'filter', label, detail })),
  });
  if (isQuoted) return only([]);
  if (before.endsWith('|') || before === 'filter') return only(filters);
  if (tests && /\bis(?:\s+not)?$/.test(before)) return only(tests);
  return before === '' ? undefined : { span, slots: true, words: names() };
}

interface Tag {
  /** Where the opening braces stand. */
  readonly start: number;
  /** Behind the braces and a mark that takes white space out. */
  readonly inner: number;
  readonly isStatement: boolean;
  /** Nothing for a statement that ends with its line. */
  readonly close: string;
}

/** The tag that is open at an offset. */
function tagAt(text: string, offset: number, language: TagLanguage): Tag | undefined {
  const { statement, output } = language;
  const from = Math.max(0, offset - LONGEST_TAG);
  const before = text.slice(from, offset);
  const open = (brackets: TagLanguage['output'], isStatement: boolean): Tag | undefined => {
    const at = before.lastIndexOf(brackets[0]);
    if (at < 0 || before.indexOf(brackets[1], at + brackets[0].length) >= 0) return undefined;
    let inner = at + brackets[0].length;
    if (/[-+~]/.test(before[inner] ?? '')) inner++;
    return { start: from + at, inner: from + inner, isStatement, close: brackets[1] };
  };
  const one = open(statement, true);
  const other = statement[0] === output[0] ? undefined : open(output, false);
  const found = [one, other, lineTagAt(text, offset, language)].filter((tag) => tag !== undefined);
  return found.reduce<Tag | undefined>((last, tag) => (last && last.start >= tag.start ? last : tag), undefined);
}

/** The statement that the line of an offset is. */
function lineTagAt(text: string, offset: number, { line }: TagLanguage): Tag | undefined {
  if (line === undefined) return undefined;
  let start = text.lastIndexOf('\n', offset - 1) + 1;
  while (text[start] === ' ' || text[start] === '\t') start++;
  const inner = start + line.length;
  return inner <= offset && text.startsWith(line, start) ? { start, inner, isStatement: true, close: '' } : undefined;
}

export interface Place {
  /** What stands in the tag before the word at the offset. */
  readonly lead: string;
  /** The word at the offset. */
  readonly span: Span;
  readonly isQuoted: boolean;
}

const IN_WORD = /[\p{L}\p{N}_.$@]/u;

/** The place at an offset of a tag whose inside begins at `inner`. */
export function placeIn(text: string, inner: number, offset: number): Place {
  let start = offset;
  while (start > inner && IN_WORD.test(text[start - 1] as string)) start--;
  let end = offset;
  while (end < text.length && /[\p{L}\p{N}_$]/u.test(text[end] as string)) end++;
  let quote = '';
  for (const c of text.slice(inner, offset)) {
    if (quote === '' && (c === '"' || c === "'")) quote = c;
    else if (c === quote) quote = '';
  }
  return { lead: text.slice(inner, start), span: { start, end }, isQuoted: quote !== '' };
}

/** The tags that may begin at the first word of a statement: what closes the innermost open block comes first. */
function statements(
  tree: TemplateTree,
  tag: Tag,
  { span, lead }: Place,
  language: TagLanguage,
): { readonly span: Span; readonly words: readonly Word[] } {
  const { text } = tree;
  const isLine = tag.close === '';
  const behind = isLine ? undefined : closedAt(text, span.end, tag.close);
  const rest = text.slice(span.end, lineEnd(text, span.end));
  // In a tag that goes on, only its first word is another one.
  const goesOn = isLine ? rest.trim() !== '' : behind === undefined && rest.includes(tag.close);
  const whole = { start: span.start, end: behind ?? span.end };
  const pad = lead === '' && language.padded ? ' ' : '';
  const end = language.padded && !isLine ? ` ${tag.close}` : tag.close;
  const write = (words: string, after = ''): Pick<Word, 'insert' | 'snippet'> =>
    goesOn ? { insert: pad + wordOf(words) } : { insert: `${pad}${words}${end}${after}`, snippet: true };
  const again = (isLine ? '\n' : '') + text.slice(tag.start, tag.inner) + (language.padded ? ' ' : '');
  const open = openBlocks(tree, tag.start, language).at(-1);
  const words: Word[] = [];
  if (open) {
    const about = { kind: 'closing' as const, detail: `of ${open.name}` };
    words.push({ ...about, label: open.close, ...write(open.close) });
    for (const middle of open.middle ?? []) words.push({ ...about, label: wordOf(middle), ...write(middle) });
  }
  for (const { name, head, close, detail } of language.blocks)
    words.push({ kind: 'tag', label: name, detail, ...write(withHead(name, head), `$0${again}${close}${end}`) });
  for (const { name, head, detail } of language.singles)
    words.push({ kind: 'tag', label: name, detail, ...write(withHead(name, head)) });
  return { span: goesOn ? span : whole, words };
}

/** Behind the first brace of a tag: whole tags. */
function halfOpened(text: string, offset: number, language: TagLanguage): Completions | undefined {
  const [open, close] = language.statement;
  if (open.length < 2 || text[offset - 1] !== open[0] || text[offset - 2] === open[0] || open === language.output[0])
    return undefined;
  const end = closedAt(text, offset, close) ?? offset;
  const blank = language.padded ? ' ' : '';
  const written = (words: string): string => `${open}${blank}${words}${blank}${close}`;
  const words = [
    ...language.blocks.map(({ name, head, close: last, detail }): Word => {
      const insert = `${written(withHead(name, head))}$0${written(last)}`;
      return { kind: 'tag', label: name, detail, insert, snippet: true };
    }),
    ...language.singles.map(({ name, head, detail }): Word => {
      return { kind: 'tag', label: name, detail, insert: written(withHead(name, head)), snippet: true };
    }),
  ];
  return { span: { start: offset - 1, end }, slots: true, words };
}

/** A statement with what follows its name. */
export const withHead = (name: string, head: string | undefined): string =>
  head === undefined ? name : `${name} ${head}`;

/** The first word of what a snippet writes. */
export const wordOf = (snippet: string): string => /^[^\s$]*/.exec(snippet)?.[0] ?? snippet;

/** Behind what closes a tag, or begins to, when nothing but blanks stand before it on the line. */
function closedAt(text: string, from: number, close: string): number | undefined {
  let at = from;
  while (text[at] === ' ') at++;
  if (/[-+~]/.test(text[at] ?? '') && text.startsWith(close, at + 1)) return at + 1 + close.length;
  if (text.startsWith(close, at)) return at + close.length;
  // An editor closes the brace that was typed.
  return text[at] === close.at(-1) ? at + 1 : undefined;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** The blocks that are open at an offset, outermost first. Read off the tags alone, so that a broken text has them too. */
function openBlocks({ text, stretches }: TemplateTree, offset: number, language: TagLanguage): readonly BlockWord[] {
  const blocks = new OpenBlocks(language);
  let hidden = 0;
  for (const { at, open, close } of openings(text, offset, language)) {
    while ((stretches[hidden]?.span.end ?? Number.POSITIVE_INFINITY) <= at) hidden++;
    const stretch = stretches[hidden];
    if (stretch && stretch.kind !== 'escape' && stretch.span.start <= at) continue;
    const word = /^[-+~]?\s{0,20}([\p{L}_]\w*)/u.exec(text.slice(at + open.length, at + open.length + 60));
    if (!word) continue;
    const from = at + open.length + word[0].length;
    blocks.meet(word[1] as string, () => {
      const end = text.indexOf(close, from);
      return text.slice(from, end < 0 ? text.length : Math.min(end, from + LONGEST_TAG));
    });
  }
  return blocks.open;
}

interface Opened {
  readonly at: number;
  readonly open: string;
  readonly close: string;
}

/** Where statements open before an offset, in the order of the text. */
function* openings(text: string, offset: number, { statement, line }: TagLanguage): Generator<Opened> {
  const [open, close] = statement;
  let from = 0;
  for (let at = text.indexOf(open); at >= 0 && at < offset; at = text.indexOf(open, at + open.length)) {
    if (line !== undefined) yield* lineOpenings(text, from, at, line);
    from = at;
    yield { at, open, close };
  }
  if (line !== undefined) yield* lineOpenings(text, from, offset, line);
}

function* lineOpenings(text: string, from: number, end: number, line: string): Generator<Opened> {
  for (let at = text.indexOf(line, from); at >= 0 && at < end; at = text.indexOf(line, at + line.length)) {
    let start = at;
    while (start > from && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
    if (start === 0 || text[start - 1] === '\n') yield { at, open: line, close: '\n' };
  }
}

/** The blocks that statements open and close, one after the other. */
export class OpenBlocks {
  /** Outermost first. */
  readonly open: BlockWord[] = [];
  readonly #byName: ReadonlyMap<string, BlockWord>;

  constructor({ blocks }: TagLanguage) {
    this.#byName = new Map(blocks.map((block) => [block.name, block]));
  }

  /** The next statement by its word; `rest` is what follows that. */
  meet(name: string, rest: () => string): void {
    const block = this.#byName.get(name);
    if (block) {
      if (block.hasBody?.(rest()) ?? true) this.open.push(block);
      return;
    }
    const opened = this.open.findLastIndex((one) => one.close === name);
    if (opened >= 0) this.open.length = opened;
  }
}
