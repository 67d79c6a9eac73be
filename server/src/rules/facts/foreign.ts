import type { Dialect, Lookalike } from '../../syntax/dialects/dialect';
import { areRelated } from '../../syntax/dialects/reads';
import { fenceAt, fencesOf } from '../../syntax/fences';
import type { TemplateTree } from '../../syntax/tree';
import { Kept } from '../../text/kept';
import type { Span } from '../../text/span';
import { Spans } from '../../text/spans';
import type { TextContext } from '../rule';
import { halfTags } from './halfTags';

/** Dialects whose only tag is a plain slot: such a tag in another file may as well be an example or JSON. */
export const PLAIN: ReadonlySet<string> = new Set(['single-brace', 'double-brace', 'dollar-brace']);

const isPlainTag = (tag: Lookalike): boolean => PLAIN.has(tag.writtenIn);

interface Foreign {
  /** Plain slots of another dialect, wherever they stand. */
  readonly plain: readonly Lookalike[];
  /** Tags that only another engine reads, outside of code samples and comments. */
  readonly tags: readonly Lookalike[];
}

const NONE: Foreign = { plain: [], tags: [] };
const known = new Kept<TemplateTree, Foreign>();

/** What in a text is written in another dialect than the one that reads it, and is read by no pass of the system. */
export function foreignIn({ tree, dialect, system }: TextContext): Foreign {
  if (!tree || !dialect) return NONE;
  let foreign = known.get(tree);
  if (!foreign) {
    foreign = foreignOf(tree, dialect);
    known.set(tree, foreign);
  }
  const added = system?.options.functions ?? [];
  if (added.length > 0) {
    const isOther = ({ span }: Lookalike): boolean => !callsOne(tree.text.slice(span.start, span.end), added);
    foreign = { plain: foreign.plain, tags: foreign.tags.filter(isOther) };
  }
  const others = (system?.dialects ?? []).filter((pass) => pass.id !== dialect.id);
  if (others.length === 0) return foreign;
  const unread = (tags: readonly Lookalike[]): readonly Lookalike[] =>
    tags.filter(({ writtenIn }) => !others.some((pass) => areRelated(writtenIn, pass.id)));
  return { plain: unread(foreign.plain), tags: unread(foreign.tags) };
}

/** Whether a tag holds a name that the program adds to its own engine: then it is written in that. */
const callsOne = (tag: string, names: readonly string[]): boolean =>
  tag.match(/[\p{L}_][\p{L}\p{N}_-]*/gu)?.some((word) => names.includes(word)) === true;

function foreignOf(tree: TemplateTree, dialect: Dialect): Foreign {
  const all = dialect.lookalikes(tree);
  if (all.length === 0) return NONE;
  const samples = fencesOf(tree.text);
  const quoted = quotedTags(tree.text, all);
  const ignored = new Spans(tree.stretches.filter(({ kind }) => kind !== 'escape').map(({ span }) => span));
  const inSample = (tag: Lookalike): boolean =>
    fenceAt(samples, tag.span.start) >= 0 || quoted.has(tag) || ignored.overlap(tag.span);
  return { plain: all.filter(isPlainTag), tags: all.filter((tag) => !isPlainTag(tag) && !inSample(tag)) };
}

/** The tags that stand in back-quotes on their line, as an example does. `tags` are in the order of the text. */
export function quotedTags(text: string, tags: readonly Lookalike[]): ReadonlySet<Lookalike> {
  const quoted = new Set<Lookalike>();
  let at = 0;
  let inside = false;
  for (const tag of tags) {
    for (; at < tag.span.start; at++) {
      const c = text.charCodeAt(at);
      if (c === 10) inside = false;
      else if (c === 96) inside = !inside;
    }
    if (inside) quoted.add(tag);
  }
  return quoted;
}

/** Where the tags of another engine stand. A fault there is nothing but such a tag, which is said once for the whole file. */
export const spansOfForeign = (context: TextContext): Spans => spansOf(foreignIn(context).tags);

/** For many questions about the same tags; each is answered by bisection. */
export const spansOf = (tags: readonly { readonly span: Span }[]): Spans => new Spans(tags.map(({ span }) => span));

/** A tag that is never closed may reach over a whole text; its name stands at its beginning. */
const BEGINNING = 200;

/**
 * Names in tags of another engine: slots that this engine does not see, and names that such a tag brings, as in
 * `{% for item in history %}`. What is wrong with them is said of the tag.
 */
export function namesInForeign(context: TextContext): ReadonlySet<string> {
  const { tree } = context;
  return tree ? wordsIn(tree.text, foreignIn(context).tags) : new Set();
}

/** Slots that a text tries to hold: in a tag that is never closed or opened, or written as another dialect writes them. */
export function namesBegun(context: TextContext): ReadonlySet<string> {
  const { tree } = context;
  if (!tree) return new Set();
  const { plain, tags } = foreignIn(context);
  // The fault may be no more than the opening mark; the name stands behind it on its line.
  const unclosed = tree.faults
    .filter(({ kind }) => kind === 'unclosed')
    .map(({ span }) => ({ span: { start: span.start, end: Math.max(span.end, endOfLine(tree.text, span.start)) } }));
  return new Set([
    ...plain.map(({ name }) => name),
    ...halfTags(context).map(({ name }) => name),
    ...wordsIn(tree.text, tags),
    ...wordsIn(tree.text, unclosed),
  ]);
}

function wordsIn(text: string, places: readonly { readonly span: Span }[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { span } of places) {
    const written = text.slice(span.start, Math.min(span.end, span.start + BEGINNING));
    for (const [word] of written.matchAll(/[\p{L}_][\p{L}\p{N}_-]*/gu)) words.add(word);
  }
  return words;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
