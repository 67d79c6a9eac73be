import type { Span } from '../../../text/span';
import type { SlotUse, SyntaxFault, TemplateTree } from '../../tree';

/** What stands in one pair of braces. */
export type Tag = Span &
  (
    | { readonly kind: 'variable'; readonly name: string }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'call'; readonly name: string }
  );

export interface KernelTree extends TemplateTree {
  readonly syntax: 'semantic-kernel';
  readonly tags: readonly Tag[];
}

export const isKernelTree = (tree: TemplateTree): tree is KernelTree =>
  'syntax' in tree && tree.syntax === 'semantic-kernel';

export const isSlotName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

/** What is wrong with so many tags is told; no author reads more. */
const MOST_FAULTS = 1000;

export function scan(text: string): KernelTree {
  const tags: Tag[] = [];
  const slots: SlotUse[] = [];
  const faults: SyntaxFault[] = [];
  const finder = new TagFinder(text);
  let isOpen = false;
  for (let found = finder.next(0); found; found = finder.next(found.end)) {
    const { isClosed, ...span } = found;
    if (!isClosed) {
      // The engine finds no tag behind it; an author wants the slots all the same.
      if (!isOpen) faults.push(unclosed(found, text));
      isOpen = true;
      continue;
    }
    const read = readTag(text, span);
    slots.push(...read.slots);
    if (isOpen) continue;
    if (read.tag) tags.push(read.tag);
    if (read.fault && faults.length < MOST_FAULTS) faults.push(read.fault);
  }
  return { syntax: 'semantic-kernel', text, tags, slots, faults, stretches: [] };
}

function unclosed({ start, end }: Span, text: string): SyntaxFault {
  const isQuoted = end < text.length;
  const span = { start, end: start + 2 };
  const related = { span: { start: text.length, end: text.length }, message: 'the end of the text' };
  const message = isQuoted
    ? 'The tag `{{` holds a quotation mark without a second one, so everything from here on stays in the text as it is; close the quotation.'
    : 'The tag `{{` is never closed, so it stays in the text as it is; close it with `}}`.';
  return { kind: 'unclosed', message, span, related };
}

interface FoundTag extends Span {
  /** Else a quotation in it does not end, and `end` is behind its mark; or the text ends. */
  readonly isClosed: boolean;
}

/** Finds the tags as the engine does: of several openings in a row the last one counts, and what is quoted is neither opening nor end. */
class TagFinder {
  readonly #text: string;
  /** Quotation marks that no second one follows any more. */
  readonly #single = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  next(from: number): FoundTag | undefined {
    const text = this.#text;
    let start = text.indexOf('{{', from);
    if (start < 0) return undefined;
    for (let at = start; at < text.length; at++) {
      const character = text[at] as string;
      if (character === '{' && text[at + 1] === '{') start = at;
      else if (character === '}' && text[at + 1] === '}') return { start, end: at + 2, isClosed: true };
      else if (character === '"' || character === "'") {
        const end = this.#endOfQuoted(at);
        if (end === undefined) return { start, end: at + 1, isClosed: false };
        at = end - 1;
      }
    }
    return { start, end: text.length, isClosed: false };
  }

  #endOfQuoted(open: number): number | undefined {
    const text = this.#text;
    const quote = text[open] as string;
    if (this.#single.has(quote)) return undefined;
    for (let at = open + 1; at < text.length; at++) {
      if (text[at] === quote) return at + 1;
      if (text[at] === '\\' && ESCAPED.has(text[at + 1] ?? '')) at++;
    }
    this.#single.add(quote);
    return undefined;
  }
}

const ESCAPED: ReadonlySet<string> = new Set(['"', "'", '\\']);

interface ReadTag {
  readonly tag?: Tag;
  readonly slots: readonly SlotUse[];
  readonly fault?: SyntaxFault;
}

function readTag(text: string, span: Span): ReadTag {
  const inner = text.slice(span.start + 2, span.end - 2);
  const content = inner.trim();
  const start = span.start + 2 + inner.indexOf(content);
  // Nothing but blanks between the braces is text.
  if (content === '') return { slots: [] };
  if (content.startsWith('$')) {
    const name = content.slice(1);
    if (!/^\w+$/.test(name))
      return refused(span, `\`${content}\` is no name of a variable: letters, digits and \`_\` only`);
    return { tag: { ...span, kind: 'variable', name }, slots: [slotAt(name, span, start + 1, 'value')] };
  }
  const quote = content[0];
  if (quote === '"' || quote === "'") {
    if (content.length < 2 || !content.endsWith(quote)) return refused(span, 'the text in quotes does not end');
    const value = content.slice(1, -1).replaceAll(`\\${quote}`, quote).replaceAll('\\\\', '\\');
    return { tag: { ...span, kind: 'text', value }, slots: [] };
  }
  return readCall(content, span, start);
}

/** `plugin.function $a "text" key=$b`: what it prints only the program knows, but its variables are slots. */
function readCall(content: string, span: Span, start: number): ReadTag {
  const name = /^[\p{L}_][\p{L}\p{N}_.-]*/u.exec(content)?.[0];
  if (name === undefined) return refused(span, 'it is neither a variable, nor a text in quotes, nor a function');
  const slots: SlotUse[] = [];
  const unquoted = content.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, (text) => ' '.repeat(text.length));
  for (const match of unquoted.matchAll(/(?<=[\s=])\$(\w+)/g))
    slots.push(slotAt(match[1] as string, span, start + match.index + 1, 'control'));
  return { tag: { ...span, kind: 'call', name }, slots };
}

const slotAt = (name: string, tag: Span, start: number, role: SlotUse['role']): SlotUse => ({
  name,
  path: name,
  span: { start: tag.start, end: tag.end },
  nameSpan: { start, end: start + name.length },
  role,
});

const refused = (span: Span, why: string): ReadTag => ({
  slots: [],
  fault: { kind: 'field', message: `Semantic Kernel refuses this tag: ${why}.`, span },
});
