import type { Dialect } from '../../syntax/dialects/dialect';
import type { TemplateTree } from '../../syntax/tree';
import { Kept } from '../../text/kept';
import type { Span } from '../../text/span';
import { Spans } from '../../text/spans';
import type { TextContext } from '../rule';

/** A declared slot with one of its marks only (`name}}`, `{name`), or with blanks where none may be (`{name }`). */
export interface HalfTag {
  readonly name: string;
  readonly span: Span;
  /** What is wrong: one of its marks is not there, or blanks stand between them and its name. */
  readonly lacks: 'opening' | 'closing' | 'tightness';
  /** Whether the engine chokes on it, which has its own finding. */
  readonly isFault: boolean;
}

const known = new Kept<TemplateTree, readonly HalfTag[]>();

/** Declared slots of a text that are no slots to its engine, which reads them as text or chokes on them. */
export function halfTags({ tree, dialect, system }: TextContext): readonly HalfTag[] {
  if (!tree || !dialect || !system || system.slots.size === 0) return [];
  let tags = known.get(tree);
  if (!tags) {
    const [open = '', close = ''] = dialect
      .print('x')
      .split('x', 2)
      .map((mark) => mark.trim());
    const read = new Spans([...tree.slots, ...tree.stretches].map(({ span }) => span));
    const faults = new Spans(tree.faults.map(({ span }) => span));
    const text = tree.unread ? tree.text.slice(0, tree.unread.start) : tree.text;
    tags = (open === '' || close === '' ? [] : [...endings(text, open, close, read), ...beginnings(text, open, read)])
      // A tag that is written as it should be lacks nothing: it is text because of something else round it.
      .filter(({ name, span }) => !read.overlap(span) && !isWhole(dialect, tree.text.slice(span.start, span.end), name))
      .map((tag) => ({ ...tag, isFault: faults.overlap(tag.span) }));
    known.set(tree, tags);
  }
  // Where the slot stands as it should, one in blanks is an example of code.
  const filled = new Set(tree.slots.map(({ name }) => name));
  return tags.filter(({ name, lacks }) => system.slots.has(name) && (lacks === 'opening' || !filled.has(name)));
}

function isWhole(dialect: Dialect, tag: string, name: string): boolean {
  const [use] = dialect.scan(tag).slots;
  return use?.name === name && use.span.end === tag.length;
}

type Ending = Omit<HalfTag, 'isFault'>;

/** Names before a closing mark on a line with no bracket open. */
function endings(text: string, open: string, close: string, read: Spans): Ending[] {
  const found: Ending[] = [];
  for (let at = text.indexOf(close); at >= 0; at = text.indexOf(close, at + close.length)) {
    if (read.overlap({ start: at, end: at + close.length })) continue;
    const end = backOver(text, at);
    const before = text.slice(Math.max(0, end - LONGEST), end);
    const start = end - (/[\p{L}_][\p{L}\p{N}_.-]*$/u.exec(before)?.[0].length ?? 0);
    if (start === end || text[at + close.length] === '}') continue;
    const mark = backOver(text, start) - open.length;
    const isSpaced = text.startsWith(open, mark);
    if (isSpaced ? isOpen(text, mark) || text[mark - 1] === open[0] : isOpen(text, start)) continue;
    found.push({
      name: text.slice(start, end),
      span: { start: isSpaced ? mark : start, end: at + close.length },
      lacks: isSpaced ? 'tightness' : 'opening',
    });
  }
  return found;
}

/** Names behind an opening mark on a line where no bracket is closed any more. */
function beginnings(text: string, open: string, read: Spans): Ending[] {
  const found: Ending[] = [];
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + open.length)) {
    if (read.overlap({ start: at, end: at + open.length })) continue;
    const start = at + open.length;
    const name = /^[\p{L}_][\p{L}\p{N}_-]*/u.exec(text.slice(start, start + LONGEST))?.[0];
    if (name === undefined || text[at - 1] === open[0]) continue;
    const end = start + name.length;
    if (!/^(?:[.!?)'"]|\s(?!\s*[=:,;|&])|$)/.test(text.slice(end, end + 10)) || isClosed(text, end)) continue;
    found.push({ name, span: { start: at, end }, lacks: 'closing' });
  }
  return found;
}

function isClosed(text: string, from: number): boolean {
  for (let at = from; at < text.length && at < from + FAR; at++) {
    if (text[at] === '}') return true;
    if (text[at] === '{' || text[at] === '\n') return false;
  }
  return false;
}

function backOver(text: string, from: number): number {
  let at = from;
  while (text[at - 1] === ' ') at--;
  return at;
}

const LONGEST = 64;
/** A line is looked at for brackets that far. */
const FAR = 500;

/** Whether a brace is open on the line where something begins: then it is code or JSON. */
function isOpen(text: string, start: number): boolean {
  let depth = 0;
  for (let at = start - 1; at >= 0 && at > start - FAR && text[at] !== '\n'; at--) {
    if (text[at] === '}') depth++;
    else if (text[at] === '{' && depth-- === 0) return true;
  }
  return false;
}
