import type { Span } from '../../../text/span';
import type { Indent } from './line';
import type { Tag } from './tag';
import type { Token, Tokens } from './tokens';

/** What is printed, in the order of the text. Comments and changes of the delimiters leave nothing behind. */
export type Node = TextNode | ValueNode | SectionNode | PartialNode;

export interface TextNode {
  readonly kind: 'text';
  readonly span: Span;
}

export interface ValueNode {
  readonly kind: 'value';
  readonly tag: Tag;
  readonly span: Span;
}

export interface SectionNode {
  readonly kind: 'section';
  readonly tag: Tag;
  readonly span: Span;
  readonly body: readonly Node[];
  /** What stands between its tags. */
  readonly inner: Span;
}

export interface PartialNode {
  readonly kind: 'partial';
  readonly tag: Tag;
  readonly span: Span;
  readonly indent?: Indent;
}

/** A section tag that does not fit. `open`: where the section begins; absent when nothing is open. */
export interface Misfit {
  readonly open?: Tag;
  /** The tag that closes something else; absent at the end of the text. */
  readonly close?: Tag;
  /** The closing tag belongs to a section further out, so that only this one lacks its own. */
  readonly closesOuter?: boolean;
}

export interface Nested {
  readonly nodes: readonly Node[];
  readonly misfits: readonly Misfit[];
  /** The first section that is nested deeper than the preview goes. */
  readonly tooDeep?: Tag;
}

/** Sections that may stand in each other. */
export const MOST_SECTIONS = 400;

/** A section while it is being read. */
type OpenSection = SectionNode & { readonly body: Node[]; inner: Span };

/** Builds the tree of sections. A section is in the tree before its body is read, so that what is never closed is not lost. */
export function nest({ tokens, dropped }: Tokens, length: number): Nested {
  const nesting = new Nesting(dropped, length);
  for (const token of tokens) {
    if (token.kind === 'text') nesting.text(token.span);
    else nesting.tag(token);
  }
  return nesting.finish();
}

class Nesting {
  readonly #dropped: readonly Span[];
  readonly #length: number;
  readonly #root: Node[] = [];
  readonly #misfits: Misfit[] = [];
  readonly #stack: OpenSection[] = [];
  #nextDropped = 0;
  #tooDeep: Tag | undefined;
  /** Sections that were opened beyond the limit and not closed again. */
  #over = 0;

  constructor(dropped: readonly Span[], length: number) {
    this.#dropped = dropped;
    this.#length = length;
  }

  /** Text without what standalone lines drop. */
  text({ start, end }: Span): void {
    let from = start;
    for (let drop = this.#drop(); drop && drop.start < end; drop = this.#drop()) {
      this.#textNode(from, drop.start);
      from = drop.end;
      this.#nextDropped++;
    }
    this.#textNode(from, end);
  }

  tag({ tag, indent }: Extract<Token, { kind: 'tag' }>): void {
    if (tag.kind === 'section' || tag.kind === 'inverted') this.#open(tag);
    else if (tag.kind === 'close') this.#close(tag);
    else if (tag.kind === 'partial') {
      this.#body.push({ kind: 'partial', tag, span: tag.span, ...(indent ? { indent } : {}) });
    } else if (tag.kind === 'name' || tag.kind === 'raw') this.#body.push({ kind: 'value', tag, span: tag.span });
  }

  finish(): Nested {
    // The engine names the innermost one.
    for (const { tag } of [...this.#stack].reverse()) this.#misfits.push({ open: tag });
    const nodes = this.#root;
    return { nodes, misfits: this.#misfits, ...(this.#tooDeep ? { tooDeep: this.#tooDeep } : {}) };
  }

  get #body(): Node[] {
    return this.#stack.at(-1)?.body ?? this.#root;
  }

  #drop(): Span | undefined {
    return this.#dropped[this.#nextDropped];
  }

  #textNode(start: number, end: number): void {
    if (start < end) this.#body.push({ kind: 'text', span: { start, end } });
  }

  #open(tag: Tag): void {
    if (this.#stack.length >= MOST_SECTIONS) {
      this.#tooDeep ??= tag;
      this.#over++;
      return;
    }
    const inner = { start: tag.span.end, end: this.#length };
    const section: OpenSection = { kind: 'section', tag, span: tag.span, body: [], inner };
    this.#body.push(section);
    this.#stack.push(section);
  }

  #close(tag: Tag): void {
    if (this.#over > 0) {
      this.#over--;
      return;
    }
    const last = this.#stack.at(-1);
    if (!last) {
      this.#misfits.push({ close: tag });
      return;
    }
    if (last.tag.name !== tag.name) {
      const outer = this.#stack.findLastIndex((open) => open.tag.name === tag.name);
      if (outer < 0) {
        this.#misfits.push({ open: last.tag, close: tag });
        return;
      }
      for (const open of this.#stack.splice(outer + 1).reverse()) {
        this.#misfits.push({ open: open.tag, close: tag, closesOuter: true });
        endAt(open, tag);
      }
    }
    const closed = this.#stack.pop();
    if (closed) endAt(closed, tag);
  }
}

function endAt(section: OpenSection, { span }: Tag): void {
  section.inner = { start: section.inner.start, end: span.start };
}
