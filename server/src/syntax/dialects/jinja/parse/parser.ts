import type { Span } from '../../../../text/span';
import { quoted } from '../../python/repr';
import { namesIn, targetsOf } from './broken';
import { type Chunk, Cutter, type TagChunk } from './chunks';
import { type BodyReader, type Closing, ENDS, type ReadBody } from './head';
import type { Marks } from './marks';
import type { Body, Broken, Statement } from './nodes';
import { ExpressionParser } from './operators';
import { MOST_PROBLEMS, type Problem, SyntaxFailure } from './problem';
import { Reader } from './reader';
import { parseStatement } from './statements';

/** A text, read as far as it can be read. */
export interface Parsed {
  readonly body: Body;
  readonly chunks: readonly Chunk[];
  /** In the order in which they were met: Jinja stops at the first. */
  readonly problems: readonly Problem[];
  /** What is wrong only for a program that keeps the last line break of a text. */
  readonly late: readonly Problem[];
}

/**
 * Reads a whole text. Jinja gives up at the first error; an author wants every slot and every fault, also while a tag is
 * half typed. Four rules keep what can be kept: a body is read whether its block is sound or not, a block whose head is
 * broken is still a block, a broken `elif` leaves the arms before it, and a broken tag keeps the names in it.
 */
export function parseText(text: string, marks: Marks): Parsed {
  const parser = new Parser(text, marks);
  return { body: parser.all(), chunks: parser.chunks, problems: parser.problems, late: parser.late };
}

/** Blocks inside of blocks. Python itself gives up near this. */
const DEEPEST_BLOCK = 100;

interface OpenBlock {
  readonly keyword: string;
  readonly tag: Span;
  /** Its head cannot be read, which was told: whether it is closed is another matter. */
  readonly broken?: true;
}

class Parser implements BodyReader {
  readonly text: string;
  readonly #cutter: Cutter;
  readonly problems: Problem[] = [];
  readonly late: Problem[] = [];
  readonly #open: OpenBlock[] = [];
  /** What each body that is being read waits for. */
  readonly #ends: (readonly string[])[] = [];
  #at = 0;
  /** What was told before it was come to. */
  #early: Problem | undefined;

  constructor(text: string, marks: Marks) {
    this.text = text;
    this.#cutter = new Cutter(text, marks);
  }

  get chunks(): readonly Chunk[] {
    return this.#cutter.chunks;
  }

  get #chunk(): Chunk | undefined {
    if (this.problems.length >= MOST_PROBLEMS) this.#cutter.giveUp();
    return this.#cutter.chunk(this.#at);
  }

  all(): Body {
    const nodes: Statement[] = [];
    this.#read(nodes, []);
    return { start: 0, end: this.text.length, nodes };
  }

  body(open: TagChunk, ends: readonly string[]): ReadBody {
    const nodes: Statement[] = [];
    this.#ends.push(ends);
    const closing = this.#read(nodes, ends);
    const next = closing ? undefined : this.#chunk;
    if (!closing && !next) this.#unclosed(this.#unknown(undefined));
    this.#ends.pop();
    const end = closing?.tag.start ?? next?.start ?? this.text.length;
    const body = { start: open.end, end: Math.max(open.end, end), nodes };
    return closing ? { body, closing } : { body };
  }

  note(failure: unknown): void {
    if (!(failure instanceof SyntaxFailure)) throw failure;
    if (failure.isBehindTag) this.#noteNext();
    this.problems.push(failure.problem);
  }

  /** A comment or raw block that never ends, right behind a tag, is met before what is wrong in it is told. */
  #noteNext(): void {
    if (this.problems.length > 0) return;
    let at = this.#at;
    while (this.#cutter.chunk(at)?.kind === 'comment') at++;
    const next = this.#cutter.chunk(at);
    if (next?.kind !== 'bad' || next.atEnd) return;
    this.#early = next.problem;
    this.problems.push(next.problem);
  }

  /** Reads statements until one of `ends`, which is returned, or until nothing or another block's end comes. */
  #read(nodes: Statement[], ends: readonly string[]): Closing | undefined {
    for (let chunk = this.#chunk; chunk; chunk = this.#chunk) {
      if (chunk.kind === 'statement') {
        const closing = this.#statement(chunk, nodes, ends);
        if (closing !== 'go on') return closing;
      } else {
        this.#at++;
        if (chunk.kind === 'output') nodes.push(this.#output(chunk));
        else if (chunk.kind === 'bad') {
          if (chunk.problem !== this.#early) (chunk.atEnd ? this.late : this.problems).push(chunk.problem);
        } else if (chunk.kind === 'data') {
          const { start, end, afterTag, beforeTag } = chunk;
          nodes.push({ kind: 'data', start, end, afterTag, beforeTag });
        }
      }
    }
    return undefined;
  }

  #output(tag: TagChunk): Statement {
    const { start, end } = tag;
    try {
      const reader = new Reader(tag);
      const value = new ExpressionParser(reader).tuple();
      reader.expectEnd();
      return { kind: 'output', start, end, value };
    } catch (failure) {
      this.note(failure);
      return this.#broken(tag, 0);
    }
  }

  #statement(tag: TagChunk, nodes: Statement[], ends: readonly string[]): Closing | undefined | 'go on' {
    try {
      const reader = new Reader(tag);
      const keyword = this.#keyword(reader);
      if (ends.includes(keyword)) {
        this.#at++;
        this.#take(reader);
        return { keyword, tag, reader };
      }
      if (keyword.startsWith('end') && this.#ends.some((outer) => outer.includes(keyword))) {
        // An outer block waits for this tag, so the inner one is never closed.
        this.#unclosed(this.#unknown(keyword), reader.range);
        return undefined;
      }
      this.#at++;
      nodes.push(this.#known(keyword, reader));
    } catch (failure) {
      if (this.#chunk === tag) this.#at++;
      this.note(failure);
      nodes.push(this.#brokenBlock(tag));
    }
    return 'go on';
  }

  /** Takes the keyword of an end tag. What cannot be read behind it does not keep it from ending its block. */
  #take(reader: Reader): void {
    try {
      reader.next();
    } catch (failure) {
      this.note(failure);
    }
  }

  #keyword(reader: Reader): string {
    const { type, value } = reader.current;
    return type === 'name' ? String(value) : reader.fail('tag name expected');
  }

  #known(keyword: string, reader: Reader): Statement {
    const { range } = reader;
    if (this.#open.length >= DEEPEST_BLOCK) {
      const message = 'blocks that nest so deeply';
      throw new SyntaxFailure({ kind: 'limit', message, span: range, tag: range });
    }
    this.#open.push({ keyword, tag: range });
    try {
      const statement = parseStatement(keyword, reader, this);
      if (statement) return statement;
    } finally {
      this.#open.pop();
    }
    const kind = keyword.startsWith('end') || keyword === 'else' || keyword === 'elif' ? 'stray-tag' : 'unknown-tag';
    const { start, end } = reader.current;
    const message = this.#unknown(keyword);
    const span = kind === 'stray-tag' ? range : { start, end };
    throw new SyntaxFailure({ kind, message, span, tag: range, keyword });
  }

  /** A block without its end, and the tag that it met in its place. */
  #unclosed(message: string, met?: Span): void {
    const block = this.#open.at(-1);
    if (!block || block.broken) return;
    const { tag, keyword } = block;
    this.problems.push({ kind: 'unclosed-block', message, span: tag, tag, keyword, ...(met ? { met } : {}) });
  }

  /** Jinja's words for a tag that it does not know, or for the end of the text where an end tag was to come. */
  #unknown(keyword: string | undefined): string {
    const words = [
      keyword === undefined ? 'Unexpected end of template.' : `Encountered unknown tag ${quoted(keyword)}.`,
    ];
    const looking = this.#ends
      .at(-1)
      ?.map((end) => quoted(end))
      .join(' or ');
    if (looking !== undefined) {
      const nested = keyword !== undefined && this.#ends.some((ends) => ends.includes(keyword));
      words.push(
        nested
          ? `You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for ${looking}.`
          : `Jinja was looking for the following tags: ${looking}.`,
      );
    }
    const innermost = this.#open.at(-1);
    if (innermost) words.push(`The innermost block that needs to be closed is ${quoted(innermost.keyword)}.`);
    return words.join(' ');
  }

  #broken(tag: TagChunk, skip: number): Broken {
    const { start, end } = tag;
    return { kind: 'broken', start, end, open: { start, end }, names: namesIn(tag, skip), locals: [], bodies: [] };
  }

  /** A block whose head is broken is still a block: its end tag is not a stray one. */
  #brokenBlock(tag: TagChunk): Broken {
    const broken = this.#broken(tag, 1);
    const [first] = tag.tokens;
    const keyword = first?.type === 'name' ? String(first.value) : '';
    const ends = ENDS.get(keyword);
    if (!ends || !tag.hasEnd || this.#ends.length >= DEEPEST_BLOCK || (keyword === 'set' && isAssignment(tag))) {
      return broken;
    }
    const locals = keyword === 'for' ? targetsOf(tag) : [];
    const own = new Set(locals.map(({ start }) => start));
    const names = broken.names.filter(({ start }) => !own.has(start));
    this.#open.push({ keyword, tag: broken.open, broken: true });
    const bodies: Body[] = [];
    let read = this.body(tag, ends);
    bodies.push(read.body);
    while (read.closing && !read.closing.keyword.startsWith('end')) {
      read = this.body(read.closing.tag, ends);
      bodies.push(read.body);
    }
    this.#open.pop();
    return { ...broken, end: read.closing?.tag.end ?? read.body.end, names, locals, bodies };
  }
}

const isAssignment = (tag: TagChunk): boolean =>
  tag.tokens.some(({ type, value, end }) => type === 'operator' && value === '=' && end <= tag.end);
