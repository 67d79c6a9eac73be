import type { Span } from '../../../text/span';
import { type Arguments, type Block, type Content, NO_STRIP, type Program, type Statement } from './ast';
import { Lexer } from './lexer';
import type { Mismatch, OpenBlock, Problem } from './problem';
import { type Closing, type Head, nameOf, stripOf, TagReader } from './tag-reader';
import type { Token, TokenType } from './token';

/** Blocks that may stand in each other, and links of one chain of `else if`. */
export const MOST_BLOCKS = 300;

export interface Parsed {
  readonly program: Program;
  /** In the order in which the engine would notice them, if it went on behind the first. */
  readonly problems: readonly Problem[];
}

/** Reads a text as the engine's parser does, and goes on behind what the engine refuses. */
export function parse(text: string): Parsed {
  return new Parser(new Lexer(text)).parse();
}

class Parser extends TagReader {
  /** The blocks that are open, outermost first. */
  readonly #open: OpenBlock[] = [];
  /** A closing tag that was read and belongs to a block further out. */
  #pending: Closing | undefined;
  /** Blocks that were opened beyond the limit and not closed again. */
  #over = 0;

  parse(): Parsed {
    const program = newProgram(0);
    this.#statements(program.body);
    while (this.token.type !== 'EOF') {
      this.unexpected();
      this.#statements(program.body);
    }
    program.span = { start: 0, end: this.lexer.text.length };
    return { program, problems: this.problems };
  }

  /** Reads up to a tag that ends or divides a block, or to the end of the text. */
  #statements(body: Statement[]): void {
    while (!this.#pending) {
      const { type } = this.token;
      if (type === 'CONTENT') body.push(contentOf(this.take()));
      else if (type === 'COMMENT') body.push(commentOf(this.take()));
      else if (OPENINGS.has(type)) this.#tag(this.take(), body);
      else if (type === 'LEXICAL_ERROR') this.unexpected();
      else if (this.#over > 0 && type === 'OPEN_ENDBLOCK') {
        this.closingTag();
        this.#over--;
      } else return;
    }
  }

  #tag(open: Token, body: Statement[]): void {
    if (open.type === 'OPEN' || open.type === 'OPEN_UNESCAPED') this.#mustache(open, body);
    else if (open.type === 'OPEN_PARTIAL') this.#partial(open, body);
    else if (open.type === 'OPEN_RAW_BLOCK') this.#rawBlock(open, body);
    else this.#block(open, body);
  }

  #mustache(open: Token, body: Statement[]): void {
    const head = this.head(open, open.type === 'OPEN' ? 'CLOSE' : 'CLOSE_UNESCAPED');
    const { callee, span, strip, broken } = head;
    if (broken || callee.kind === 'call') {
      this.#brokenTag(open, head, body);
      return;
    }
    // The engine looks at the fourth character of the opening, else at the third: `{{~{`, `{{{`, `{{&`.
    const flag = open.text[3] ?? open.text[2];
    const isEscaped = flag !== '{' && flag !== '&';
    const kind = open.isDecorator ? 'decorator' : 'mustache';
    body.push({ kind, span, callee, ...argumentsOf(head), isEscaped, strip });
  }

  /** A tag that cannot be read. `{{ #if x}}` and `{{ /if}}` were meant as tags of a block, and count as such. */
  #brokenTag(open: Token, head: Head, body: Statement[]): void {
    const sigil = /^\s+([#/])/.exec(this.lexer.text.slice(open.end, open.end + LONGEST_BLANK))?.[1];
    const { span, broken } = head;
    if (sigil === '#') this.#blockOf(open, head, body);
    else if (sigil === '/' && this.#open.length > 0) {
      this.#pending = { span, name: nameOf(head.callee), nameSpan: head.callee.span, strip: head.strip };
    } else body.push({ kind: 'broken', span, paths: broken?.paths ?? [] });
  }

  #partial(open: Token, body: Statement[]): void {
    const head = this.head(open, 'CLOSE', { isPartial: true });
    const { callee, span, strip, broken } = head;
    if (broken) body.push({ kind: 'broken', span, paths: broken.paths });
    else body.push({ kind: 'partial', span, name: callee, ...argumentsOf(head), strip, indent: '' });
  }

  #rawBlock(open: Token, body: Statement[]): void {
    const head = this.head(open, 'CLOSE_RAW_BLOCK');
    const { span, broken } = head;
    if (broken) {
      body.push({ kind: 'broken', span, paths: broken.paths });
      return;
    }
    const program = newProgram(span.end);
    while (this.token.type === 'CONTENT') program.body.push(contentOf(this.take()));
    const block = newBlock('block', head, program);
    body.push(block);
    const opened = openBlockOf(head);
    const { type, start, end, text } = this.token;
    program.span = { start: span.end, end: start };
    block.span = { start: open.start, end };
    if (type !== 'END_RAW_BLOCK') {
      this.problems.push(this.met(opened));
      // Behind its opening everything is text of the block.
      this.resume(this.lexer.text.length);
      return;
    }
    this.take();
    block.close = { start, end };
    const close = { span: block.close, name: text, nameSpan: { start: start + 5, end: end - 4 } };
    if (opened.name !== text) this.problems.push({ kind: 'mismatch', block: opened, close });
  }

  #block(open: Token, body: Statement[]): void {
    const isPartial = open.type === 'OPEN_PARTIAL_BLOCK';
    this.#blockOf(open, this.head(open, 'CLOSE', { isPartial, isBlock: !isPartial }), body);
  }

  /** A block is in the tree before its body is read, so that what is never closed is not lost. */
  #blockOf(open: Token, head: Head, body: Statement[]): void {
    const isPartial = open.type === 'OPEN_PARTIAL_BLOCK';
    if (this.#open.length >= MOST_BLOCKS) {
      if (this.#over === 0) this.problems.push({ kind: 'depth', span: head.span });
      this.#over++;
      return;
    }
    const kind = isPartial ? 'partial-block' : open.isDecorator ? 'decorator-block' : 'block';
    const program = newProgram(head.span.end, head.blockParams);
    const block = newBlock(kind, head, program);
    body.push(block);
    this.#open.push(openBlockOf(head));
    this.#program(program);
    const last = isPartial ? { program } : this.#inverses(block, open.type === 'OPEN_INVERSE');
    const closing = this.#close(last.program, head.broken !== undefined);
    this.#open.pop();
    block.span = { start: open.start, end: closing?.span.end ?? this.token.start };
    if (!closing) return;
    if (block.kind === 'decorator-block' && block.inverse) {
      this.problems.push({ kind: 'inverse-decorator', span: block.inverseOpen ?? block.open });
    }
    block.close = closing.span;
    block.closeStrip = closing.strip;
    if (last.firstLink) last.firstLink.closeStrip = closing.strip;
  }

  #program(program: Program): void {
    this.#statements(program.body);
    program.span = { start: program.span.start, end: this.#pending?.span.start ?? this.token.start };
  }

  /** The `else` parts of a block: a chain of `else if`, each in the inverse of the one before, then an `else`. */
  #inverses(block: Block, isInverted: boolean): { readonly program: Program; readonly firstLink?: Block } {
    let firstLink: Block | undefined;
    let last = block;
    let program = block.program ?? newProgram(block.open.end);
    const goesOn = (): boolean => !this.#pending && this.token.type === 'OPEN_INVERSE_CHAIN' && !isInverted;
    for (let links = 0; goesOn() && links < MOST_BLOCKS; links++) {
      last = this.#chained(last);
      // The library gives each link but the first the flags of its own opening.
      if (firstLink) last.closeStrip = last.openStrip;
      firstLink ??= last;
      program = last.program ?? program;
    }
    if (!this.#pending && this.token.type === 'INVERSE') program = this.#inverse(last);
    if (isInverted) swapPrograms(block);
    return firstLink ? { program, firstLink } : { program };
  }

  /** `{{else if x}}` and what follows it. */
  #chained(last: Block): Block {
    const open = this.take();
    const head = this.head(open, 'CLOSE', { isBlock: true });
    const program = newProgram(head.span.end, head.blockParams);
    const link = newBlock('block', head, program);
    const inverse: Program = { body: [link], blockParams: [], isChained: true, span: head.span };
    last.inverse = inverse;
    last.inverseOpen = head.span;
    last.inverseStrip = head.strip;
    this.#program(program);
    link.span = inverse.span = { start: open.start, end: program.span.end };
    return link;
  }

  #inverse(last: Block): Program {
    const open = this.take();
    const inverse = newProgram(open.end);
    last.inverse = inverse;
    last.inverseOpen = { start: open.start, end: open.end };
    last.inverseStrip = stripOf(open);
    this.#program(inverse);
    return inverse;
  }

  /** The closing tag of the innermost block. What cannot stand before it is passed over, and `program` goes on. */
  #close(program: Program, isBroken: boolean): Closing | undefined {
    const own = this.#open.at(-1);
    let mismatch: Mismatch | undefined;
    for (;;) {
      const closing = this.#pending ?? this.#nextClosing(program);
      this.#pending = undefined;
      if (!closing || !own) {
        if (own && !isBroken && !mismatch) this.problems.push(this.met(own));
        return undefined;
      }
      if (own.name === closing.name) {
        if (mismatch) mismatch.closes = 'nothing';
        return closing;
      }
      // The library has read on to the next token before it compares.
      if (this.token.type === 'LEXICAL_ERROR') this.unexpected();
      const closesOuter = this.#open.slice(0, -1).some(({ name }) => name === closing.name);
      if (!isBroken && !(mismatch && closesOuter)) {
        const closes = closesOuter ? 'out' : mismatch ? 'nothing' : undefined;
        const next: Mismatch = { kind: 'mismatch', block: own, close: closing, ...(closes ? { closes } : {}) };
        this.problems.push(next);
        mismatch ??= next;
      }
      if (closesOuter) this.#pending = closing;
      if (closesOuter || isBroken) return closesOuter ? undefined : closing;
      this.#program(program);
    }
  }

  /** The next closing tag; undefined at the end of the text. */
  #nextClosing(program: Program): Closing | undefined {
    while (!this.#pending && this.token.type !== 'OPEN_ENDBLOCK') {
      if (this.token.type === 'EOF') return undefined;
      this.unexpected();
      this.#program(program);
    }
    return this.#pending ?? this.closingTag();
  }
}

/** White space that is looked over for a sigil behind it. */
const LONGEST_BLANK = 20;

const OPENINGS: ReadonlySet<TokenType> = new Set([
  'OPEN',
  'OPEN_UNESCAPED',
  'OPEN_PARTIAL',
  'OPEN_PARTIAL_BLOCK',
  'OPEN_RAW_BLOCK',
  'OPEN_BLOCK',
  'OPEN_INVERSE',
] as const);

const newProgram = (start: number, blockParams: Program['blockParams'] = []): Program => ({
  body: [],
  blockParams,
  isChained: false,
  span: { start, end: start },
});

function newBlock(kind: Block['kind'], head: Head, program: Program): Block {
  const { span, callee, strip } = head;
  const inner = { program, openStrip: strip, inverseStrip: NO_STRIP, closeStrip: NO_STRIP };
  return { kind, span, open: span, callee, ...argumentsOf(head), ...inner };
}

const argumentsOf = ({ params, hash }: Head): Arguments => (hash ? { params, hash } : { params });

function contentOf({ start, end }: Token): Content {
  return { kind: 'content', span: { start, end }, from: start, to: end, leftStripped: false, rightStripped: false };
}

const commentOf = (token: Token): Statement => ({ kind: 'comment', span: spanOf(token), strip: stripOf(token) });

const openBlockOf = ({ span, callee }: Head): OpenBlock => ({ span, name: nameOf(callee), nameSpan: callee.span });

const spanOf = ({ start, end }: Token): Span => ({ start, end });

/** `{{^x}}a{{else}}b{{/x}}` prints `a` where `{{#x}}` prints `b`. */
function swapPrograms(block: Block): void {
  const { program, inverse } = block;
  delete block.program;
  if (inverse) block.program = inverse;
  if (program) block.inverse = program;
}
