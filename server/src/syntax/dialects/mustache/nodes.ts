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
  /** Its closing tag. */
  readonly close?: Span;
}

export interface PartialNode {
  readonly kind: 'partial';
  readonly tag: Tag;
  readonly span: Span;
  readonly indent?: Indent;
}

/** A section that is still open at the end of the text, or a closing tag that does not fit. */
export type Misfit = { readonly open: Tag; readonly close?: undefined } | WrongClose;

export interface WrongClose {
  /** Where the section begins that is open; absent when none is. */
  readonly open?: Tag;
  readonly close: Tag;
  /**
   * What the tag belongs to: a section further `out`, so that this one lacks its own; `nothing`, since this one has its
   * own further on. Absent when it may be this one's, with a wrong name.
   */
  closes?: 'out' | 'nothing';
}

export interface Nested {
  readonly nodes: readonly Node[];
  readonly misfits: readonly Misfit[];
  /** The first section that is nested deeper than the preview goes. */
  readonly tooDeep?: Tag;
}

/** Sections that may stand in each other. */
export const MOST_SECTIONS = 300;

/** A section while it is being read, with the first closing tag in it that is no section's. */
interface Open {
  readonly section: SectionNode & { readonly body: Node[]; inner: Span; close?: Span };
  misfit?: WrongClose;
}

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
  readonly #stack: Open[] = [];
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
    for (const { section, misfit } of [...this.#stack].reverse()) {
      if (!misfit) this.#misfits.push({ open: section.tag });
    }
    const nodes = this.#root;
    return { nodes, misfits: this.#misfits, ...(this.#tooDeep ? { tooDeep: this.#tooDeep } : {}) };
  }

  get #body(): Node[] {
    return this.#stack.at(-1)?.section.body ?? this.#root;
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
    const section: Open['section'] = { kind: 'section', tag, span: tag.span, body: [], inner };
    this.#body.push(section);
    this.#stack.push({ section });
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
    if (last.section.tag.name !== tag.name) {
      const outer = this.#stack.findLastIndex(({ section }) => section.tag.name === tag.name);
      if (outer < 0) {
        const misfit: WrongClose = { open: last.section.tag, close: tag };
        if (last.misfit) misfit.closes = 'nothing';
        last.misfit ??= misfit;
        this.#misfits.push(misfit);
        return;
      }
      for (const { section, misfit } of this.#stack.splice(outer + 1).reverse()) {
        if (!misfit) this.#misfits.push({ open: section.tag, close: tag, closes: 'out' });
        endAt(section, tag);
      }
    }
    const closed = this.#stack.pop();
    if (closed?.misfit) closed.misfit.closes = 'nothing';
    if (!closed) return;
    endAt(closed.section, tag);
    closed.section.close = tag.span;
  }
}

function endAt(section: Open['section'], { span }: Tag): void {
  section.inner = { start: section.inner.start, end: span.start };
}
