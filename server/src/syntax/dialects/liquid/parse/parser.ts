import type { Span } from '../../../../text/span';
import { readBlock } from './blocks';
import { namesIn } from './broken';
import { type Chunk, Chunker, type OpenChunk, type TagChunk } from './chunks';
import { Cursor } from './cursor';
import { readFileName } from './file-name';
import { linesOf, openLines } from './lines';
import type { Marks } from './marks';
import { lineEnd, metAt, nearEnd } from './near';
import type { Body, Node } from './nodes';
import { readPlain } from './plain';
import { Failure, MOST_PROBLEMS, type Problem, tooDeep } from './problem';
import { END_TAGS, isStatement } from './tags';
import { trimChunks } from './white-space';

/** Tags in tags. The engine has no such limit and overflows its stack. */
const DEEPEST = 150;

export interface Parsed {
  readonly body: Body;
  readonly problems: readonly Problem[];
}

/** Reads a whole text. `depth`: it is a part of another one, so many levels down. */
export function parse(text: string, marks: Marks, depth = 0): Parsed {
  const { chunks, problems } = new Chunker(text, marks).read();
  trimChunks(chunks, text);
  const parser = new Parser(text, chunks, problems, { marks, depth });
  return { body: parser.whole({ start: 0, end: text.length }), problems };
}

interface Lines {
  readonly marks: Marks;
  readonly depth: number;
  /** The tags are the lines of a `liquid` tag. */
  readonly areLines?: boolean;
}

/** Puts tags together to statements. A tag that cannot be read is kept with its names, and reading goes on behind it. */
export class Parser {
  readonly text: string;
  readonly problems: Problem[];
  readonly areLines: boolean;
  /** Raw blocks of which it was noted already that they are not closed. */
  readonly openRaws: ReadonlySet<number>;
  /** What is still to be read, the next one last. */
  readonly #left: Chunk[];
  readonly #marks: Marks;
  /** The tags that end the blocks that are open, outermost first. */
  readonly #open: ReadonlySet<string>[] = [];
  readonly #limit: number;
  /** With so many problems nothing more is read. */
  readonly #most: number;
  #depth: number;
  /** Of a tag that is looked for and is not there, so that it is looked for once. */
  readonly #missing = new Set<string>();

  constructor(text: string, chunks: readonly Chunk[], problems: Problem[], { marks, depth, areLines = false }: Lines) {
    this.text = text;
    this.#marks = marks;
    this.problems = problems;
    this.areLines = areLines;
    const raws = areLines ? [] : problems.filter(({ kind }) => kind === 'unclosed-raw');
    this.openRaws = new Set(raws.map(({ span }) => span.start));
    this.#most = problems.length + MOST_PROBLEMS;
    this.#left = [...chunks].reverse();
    this.#depth = depth;
    this.#limit = chunks.at(-1)?.end ?? 0;
  }

  whole({ start, end }: Span): Body {
    return { ...this.body(start, NONE).body, start, end };
  }

  /** Statements up to one of the tags that end them; without one, when the text or a block further out ends before. */
  body(
    start: number,
    stops: ReadonlySet<string>,
  ): { readonly body: Body; readonly stop?: TagChunk; readonly met?: TagChunk } {
    const nodes: Node[] = [];
    this.#open.push(stops);
    let stop: TagChunk | undefined;
    let met: TagChunk | undefined;
    for (let chunk = this.#next(); chunk; chunk = this.#next()) {
      if (chunk.kind === 'tag' && stops.has(chunk.name)) {
        stop = chunk;
        break;
      }
      if (chunk.kind === 'tag' && this.#endsOuter(chunk.name)) {
        met = chunk;
        this.#left.push(chunk);
        break;
      }
      const node = this.#node(chunk);
      if (node) nodes.push(node);
    }
    this.#open.pop();
    const end = stop?.start ?? met?.start ?? Math.max(start, this.#limit);
    return { body: { nodes, start, end }, ...(stop ? { stop } : {}), ...(met ? { met } : {}) };
  }

  /** The next chunk; when far too much is wrong, all that is left as text. */
  #next(): Chunk | undefined {
    const chunk = this.#left.pop();
    if (!chunk || this.problems.length < this.#most) return chunk;
    this.#left.length = 0;
    const { start } = chunk;
    return { kind: 'text', start, end: this.#limit, from: start, to: this.#limit };
  }

  /** The chunks up to the tag of a name, which is the last of them; nothing is read when there is none. */
  skipTo(name: string): readonly Chunk[] | undefined {
    if (this.#missing.has(name)) return undefined;
    const at = this.#left.findLastIndex((chunk) => chunk.kind === 'tag' && chunk.name === name);
    if (at >= 0) return this.#left.splice(at).reverse();
    this.#missing.add(name);
    return undefined;
  }

  /**
   * Reads the head of a tag. What cannot be read is noted; `span` is how far the tag really goes. `block`: where the
   * block begins that the tag belongs to, which the engine names for a filter that there is not.
   */
  head<T>(
    chunk: TagChunk,
    read: (cursor: Cursor) => T,
    block = chunk.start,
  ): { readonly value?: T; readonly span: Span } {
    try {
      return { value: read(this.#cursor(chunk.argsAt, chunk.inner.end)), span: this.spanOf(chunk) };
    } catch (error) {
      return { span: this.#refuse(chunk, error, block) };
    }
  }

  #cursor(from: number, to: number): Cursor {
    return new Cursor(this.text, from, to, this.#marks.filters);
  }

  note(problem: Omit<Problem, 'stage' | 'error'>): void {
    this.problems.push({ stage: 'parsing', error: 'ParseError', ...problem });
  }

  /** A block that ends before its end tag. */
  unclosed(open: TagChunk, span: Span, met: TagChunk | undefined): void {
    const message = met ? `tag "${met.name}" not found` : `tag ${this.written(open)} not closed`;
    const offset = (met ?? open).start;
    const kind = 'unclosed-block';
    const place = met ? { met: { start: met.start, end: met.end } } : {};
    this.note({ kind, message, offset, span, tag: span, keyword: open.name, ...place });
  }

  written = ({ start, end }: Span): string => this.text.slice(start, end);

  /** A line of a `liquid` tag is marked with what ends it, so that a name never stands at its very end. */
  spanOf({ start, end }: Span): Span {
    return { start, end: this.areLines && this.text[end - 1] !== '\n' ? Math.min(end + 1, this.text.length) : end };
  }

  names = (span: Span, from: number): ReturnType<typeof namesIn> => namesIn(this.text, { start: from, end: span.end });

  fileName = (cursor: Cursor): ReturnType<typeof readFileName> =>
    readFileName(cursor, this.#marks, (text) => parse(text, this.#marks, this.#depth + 1));

  /** Runs something one level deeper; false when that is too deep. */
  deeper(run: () => void): boolean {
    if (this.#depth >= DEEPEST) return false;
    this.#depth++;
    run();
    this.#depth--;
    return true;
  }

  #endsOuter(name: string): boolean {
    return this.#open.some((stops, index) => index < this.#open.length - 1 && stops.has(name));
  }

  #node(chunk: Chunk): Node | undefined {
    if (chunk.kind === 'text') return chunk;
    if (chunk.kind === 'tag') return this.#statement(chunk);
    const { start, end, inner } = chunk;
    if (chunk.kind === 'open') return this.#unclosedTag(chunk);
    try {
      return { kind: 'output', value: this.#cursor(inner.start, inner.end).filtered(), start, end };
    } catch (error) {
      const span = this.#refuse(chunk, error);
      return { kind: 'broken', isOutput: true, names: this.names(span, inner.start), ...span };
    }
  }

  /** Of a tag that is never closed, the names on its line; of a `liquid` tag, its lines. */
  #unclosedTag({ start, end, inner, isOutput }: OpenChunk): Node {
    const behind = start + this.#marks[isOutput ? 'output' : 'tag'][0].length;
    const lines = isOutput ? undefined : openLines(this.text, { start: behind, end });
    if (lines) {
      const parser = new Parser(this.text, lines, [], { marks: this.#marks, depth: this.#depth + 1, areLines: true });
      return { kind: 'liquid', body: parser.whole({ start, end }), start, end };
    }
    const span = { start, end: Math.min(end, Math.max(inner.end + 1, start + 1)) };
    return { kind: 'broken', isOutput, names: this.names(span, behind), ...span };
  }

  #statement(chunk: TagChunk): Node | undefined {
    const { name } = chunk;
    if (!isStatement(name)) return this.#unknown(chunk);
    const block = readBlock(this, chunk);
    if (block !== 'none') return block;
    const head = this.head(chunk, (cursor) => readPlain(this, chunk, cursor, () => this.#liquid(chunk, cursor)));
    return head.value ? { ...head.value, ...head.span } : this.broken(chunk, head.span);
  }

  broken = ({ argsAt }: TagChunk, span: Span): Node => ({
    kind: 'broken',
    isOutput: false,
    names: this.names(span, Math.min(argsAt, span.end)),
    ...span,
  });

  #liquid(chunk: TagChunk, cursor: Cursor): Node {
    const lines = linesOf(this.text, cursor.at, cursor.limit, this.problems);
    const parser = new Parser(this.text, lines, this.problems, {
      marks: this.#marks,
      depth: this.#depth + 1,
      areLines: true,
    });
    const inner = { start: chunk.argsAt, end: Math.max(chunk.argsAt, chunk.inner.end) };
    let body: Body = { nodes: [], ...inner };
    if (!this.deeper(() => (body = parser.whole(inner)))) throw tooDeep(this.text, chunk.start);
    return { kind: 'liquid', body, ...this.spanOf(chunk) };
  }

  #unknown(chunk: TagChunk): Node {
    const { name, start, nameSpan: span } = chunk;
    const tag = this.spanOf(chunk);
    const isEnd = END_TAGS.has(name);
    this.note({
      kind: isEnd ? 'stray-tag' : 'unknown-tag',
      message: `tag "${name}" not found`,
      offset: start,
      span: isEnd ? tag : span,
      tag,
      keyword: name,
    });
    // Nothing is printed for it.
    return isEnd ? { kind: 'text', ...tag, from: tag.end, to: tag.end } : this.broken(chunk, tag);
  }

  /** Notes why a tag cannot be read. One that runs over the next opening ends there, and what it ran over is read. */
  #refuse(chunk: Exclude<Chunk, { kind: 'text' | 'open' }>, error: unknown, block = chunk.start): Span {
    if (!(error instanceof Failure)) throw error;
    const isOutput = chunk.kind === 'output';
    const [open] = this.#marks[isOutput ? 'output' : 'tag'];
    const near = this.areLines
      ? chunk.end
      : nearEnd(this.text, chunk.start, isOutput, { marks: this.#marks, limit: chunk.end });
    const isOpen = typeof near !== 'number' && near.open < chunk.end;
    const span = isOpen
      ? { start: chunk.start, end: lineEnd(this.text, chunk.start + open.length, near.open) }
      : this.spanOf(chunk);
    const { filter } = error;
    this.problems.push({
      kind: filter
        ? 'strict-filter'
        : error.isLimit
          ? 'limit'
          : isOpen
            ? isOutput
              ? 'unclosed-output'
              : 'unclosed-tag'
            : 'tag',
      stage: 'parsing',
      error: error.error,
      message: error.message,
      offset: error.offset ?? (filter ? block : chunk.start),
      ...(error.text === this.text ? {} : { within: error.text }),
      span: filter && error.text === this.text ? filter.nameSpan : span,
      tag: span,
      ...(filter ? { keyword: filter.name } : {}),
      ...(isOpen ? { met: metAt(this.text, near.open, this.#marks) } : {}),
    });
    if (!isOpen) return span;
    const { chunks, problems } = new Chunker(this.text, this.#marks, { start: near.open, end: chunk.end }).read();
    for (const problem of problems) this.problems.push({ ...problem, stage: 'parsing' });
    for (const part of chunks.reverse()) this.#left.push(part);
    return { start: chunk.start, end: near.open };
  }
}

const NONE: ReadonlySet<string> = new Set([]);
