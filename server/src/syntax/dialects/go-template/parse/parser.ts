// Texts and actions to a tree. It goes on behind errors, and the first of them is the one that Go stops at.
import type { Span } from '../../../../text/span';
import type { Delimiters } from '../../dialect';
import { ActionReader } from './action';
import { type ActionChunk, type Chunk, ChunkReader } from './chunks';
import { Frames } from './frames';
import type { Body, Control, Definition, Field, Pipeline } from './nodes';
import { type Problem, TagFailure } from './problem';
import type { Token } from './tokens';

export interface Parsed {
  readonly body: Body;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Every `{{define}}` and `{{block}}`, also those that another of the same name has pushed out. */
  readonly defined: readonly Definition[];
  readonly comments: readonly Span[];
  /** The first is what Go stops at. */
  readonly problems: readonly Problem[];
}

export const parseText = (text: string, delimiters: Delimiters): Parsed => new TextParser(text, delimiters).run();

/** Behind so many tags that cannot be read, the rest is taken as text: each costs more than a sound one, and it is no template of Go. */
const MOST_PROBLEMS = 1000;

class TextParser {
  readonly #text: string;
  readonly #chunks: ChunkReader;
  readonly #frames: Frames;
  readonly #comments: Span[] = [];
  readonly #problems: Problem[] = [];
  /** How many problems were met, listed or not. */
  #met = 0;
  /** Where the action begins that the parser of Go is in: an error of its lexer names the line. */
  #actionStart: number | undefined;

  constructor(text: string, delimiters: Delimiters) {
    this.#text = text;
    this.#chunks = new ChunkReader(text, delimiters);
    this.#frames = new Frames(text);
  }

  run(): Parsed {
    for (let chunk = this.#next(); chunk; chunk = this.#next()) {
      if (chunk.kind === 'text') this.#frames.add({ ...chunk });
      else if (chunk.kind === 'comment') this.#comment(chunk);
      else this.#action(chunk);
    }
    this.#unclosed();
    return {
      body: this.#frames.root,
      definitions: this.#frames.definitions,
      defined: this.#frames.defined,
      comments: this.#comments,
      problems: this.#problems,
    };
  }

  #next(): Chunk | undefined {
    return this.#met < MOST_PROBLEMS ? this.#chunks.next(this.#problems.length > 0) : this.#chunks.rest();
  }

  #comment({ start, end, fault }: Extract<Chunk, { kind: 'comment' }>): void {
    const span = { start, end };
    this.#comments.push(span);
    if (fault === undefined) return;
    const kind = fault === 'unclosed comment' ? 'unclosed-comment' : 'tag';
    this.#report({ kind, message: fault + this.#startedAt(start), span, tag: span, at: start });
  }

  #report(problem: Problem): void {
    this.#met++;
    // What nests too deeply does so again and again.
    if (problem.kind === 'limit' && this.#problems.at(-1)?.kind === 'limit') return;
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(problem);
  }

  /** What Go adds to an error of the lexer on another line than that of the action. Nobody asks it of a later error. */
  #startedAt(offset: number): string {
    const start = this.#actionStart;
    if (start === undefined || this.#met > 0 || !this.#text.slice(start, offset).includes('\n')) return '';
    return ` in action started at :${lineAt(this.#text, start)}`;
  }

  #action(chunk: ActionChunk): void {
    const { tokens } = chunk;
    this.#actionStart = chunk.start;
    const reader = new ActionReader(tokens, this.#frames.variables, (offset) => this.#startedAt(offset));
    const tag = { start: chunk.start, end: chunk.end };
    try {
      const isBlock = this.#statement(reader, tag);
      // The line is kept for what follows the opening tag of a block at once.
      if (!isBlock) this.#actionStart = undefined;
    } catch (failure) {
      if (!(failure instanceof TagFailure)) throw failure;
      this.#actionStart = undefined;
      this.#broken(chunk, failure);
    }
  }

  /** Reads one action; true when it opens a block. */
  #statement(reader: ActionReader, tag: Span): boolean {
    const frames = this.#frames;
    const first = reader.next();
    switch (first.kind) {
      case 'if':
      case 'with':
      case 'range':
        this.#control(first.kind, reader, { tag });
        return true;
      case 'else':
        this.#else(reader, tag);
        return false;
      case 'end':
        this.#end(reader, tag);
        return false;
      case 'break':
      case 'continue':
        this.#jump(first.kind, reader, tag);
        return false;
      case 'template':
        this.#template(reader, tag);
        return false;
      case 'block':
        this.#block(reader, tag);
        return false;
      case 'define':
        if (frames.depth > 0) break;
        this.#actionStart = undefined;
        this.#define(reader, tag);
        return false;
    }
    reader.back();
    frames.add({ kind: 'action', pipe: reader.pipeline('command'), ...tag });
    return false;
  }

  #control(kind: Control['kind'], reader: ActionReader, { tag, chained }: { tag: Span; chained?: true }): void {
    const frames = this.#frames;
    const variables = frames.variables.size;
    const pipe = reader.pipeline(kind);
    if (frames.isFull) reader.fail('blocks that stand so deep in each other', 'limit', tag);
    const body: Body = { start: tag.end, end: tag.end, nodes: [] };
    const control: Control = { kind, pipe, body, open: tag, ...tag, ...(chained ? { chained } : {}) };
    frames.add(control);
    frames.push({ kind, node: control, body, variables, open: tag });
  }

  #else(reader: ActionReader, tag: Span): void {
    const frames = this.#frames;
    const next = reader.peekWord();
    const chains = next.kind === 'if' || next.kind === 'with';
    if (!chains) reader.expect('rightDelim', 'else');
    if (frames.isBeyond('else')) return;
    const frame = frames.top;
    const complain: (message: string) => never = (message) => reader.fail(message, 'stray', tag);
    if (!frame) complain('unexpected {{else}}');
    if (!('kind' in frame.node)) complain(`unexpected {{else}} in ${frame.kind} clause`);
    if (frame.node.otherwise) complain('expected end; found {{else}}');
    if (chains && next.kind !== frame.kind) reader.unexpected(next, 'input');
    if (frame.kind === 'range') frames.loops--;
    frame.body.end = tag.start;
    const otherwise: Body = { start: chains ? tag.start : tag.end, end: tag.end, nodes: [] };
    frame.node.otherwise = otherwise;
    frame.body = otherwise;
    if (!chains) {
      frame.node.otherwiseOpen = tag;
      return;
    }
    reader.next();
    this.#actionStart = undefined;
    this.#control(next.kind === 'with' ? 'with' : 'if', reader, { tag, chained: true });
  }

  #end(reader: ActionReader, tag: Span): void {
    reader.expect('rightDelim', 'end');
    if (this.#frames.isBeyond('end')) return;
    if (!this.#frames.top) reader.fail('unexpected {{end}}', 'stray', tag);
    const clash = this.#frames.close(tag);
    if (clash !== undefined) {
      reader.fail(`template: multiple definition of template "${clash.name}"`, 'refused', clash.nameSpan);
    }
  }

  #jump(kind: 'break' | 'continue', reader: ActionReader, tag: Span): void {
    const token = reader.next();
    if (token.kind !== 'rightDelim') reader.unexpected(token, `{{${kind}}}`);
    if (this.#frames.loops === 0) reader.fail(`{{${kind}}} outside {{range}}`, 'refused', tag);
    this.#frames.add({ kind, ...tag });
  }

  #template(reader: ActionReader, tag: Span): void {
    const context = 'template clause';
    const { name, token } = reader.templateName(context);
    let pipe: Pipeline | undefined;
    if (reader.next().kind !== 'rightDelim') {
      reader.back();
      pipe = reader.pipeline(context);
    }
    this.#frames.add({ kind: 'template', name, nameSpan: inner(token), pipe, open: tag, ...tag });
  }

  #block(reader: ActionReader, tag: Span): void {
    const { name, token } = reader.templateName('block clause');
    const pipe = reader.pipeline('block clause');
    const nameSpan = inner(token);
    if (this.#frames.isFull) reader.fail('blocks that stand so deep in each other', 'limit', tag);
    this.#frames.add({ kind: 'template', name, nameSpan, pipe, open: tag, block: true, ...tag });
    this.#frames.define({ name, nameSpan, keyword: 'block', tag });
  }

  #define(reader: ActionReader, tag: Span): void {
    const { name, token } = reader.templateName('define clause');
    reader.expect('rightDelim', 'define clause');
    this.#frames.define({ name, nameSpan: inner(token), keyword: 'define', tag });
  }

  /** A tag that cannot be read: an opening one opens its block all the same, so that one error does not become two. */
  #broken({ start, end, tokens, closed }: ActionChunk, { problem }: TagFailure): void {
    const tag = { start, end };
    const kind = problem.kind === 'tag' && !closed ? 'unclosed-tag' : problem.kind;
    // Of two templates of one name, it is the second name that is wrong, and not the tag that ends it.
    const span = problem.kind === 'refused' ? problem.span : inside(problem.span, tag);
    this.#report({ ...problem, kind, span: kind === 'unclosed-tag' || span.end === span.start ? tag : span, tag });
    if (problem.kind === 'stray' || problem.kind === 'refused') return;
    const [first] = tokens.filter((token) => token.kind !== 'space');
    this.#frames.add({ kind: 'broken', fields: fieldsOf(tokens, end), ...tag });
    if (!closed) return;
    if (first?.kind === 'end') this.#frames.close(tag);
    else this.#frames.salvage(first?.kind, tag, variablesOf(tokens));
  }

  /** Blocks that are open at the end of the text, the innermost first, as Go meets them. */
  #unclosed(): void {
    for (let frame = this.#frames.top; frame; frame = this.#frames.top) {
      const { open, kind, salvaged } = frame;
      if (!salvaged) {
        const at = this.#text.length;
        this.#report({ kind: 'unclosed-block', message: 'unexpected EOF', span: open, tag: open, at, keyword: kind });
      }
      this.#frames.close(undefined);
    }
  }
}

const inner = ({ start, end }: Token): Span => ({ start: start + 1, end: end - 1 });

const inside = ({ start, end }: Span, tag: Span): Span => ({
  start: Math.min(Math.max(start, tag.start), tag.end),
  end: Math.min(Math.max(end, tag.start), tag.end),
});

/** Fields of the data in a tag that cannot be read: those that follow no other name. */
function fieldsOf(tokens: readonly Token[], end: number): readonly Field[] {
  const fields: Field[] = [];
  for (const [index, { kind, text, start, end: tokenEnd }] of tokens.entries()) {
    const before = tokens[index - 1];
    const follows = before?.end === start && (before.kind === 'field' || before.kind === 'rightParen');
    const isOwn = before?.end === start && before.kind === 'variable' && before.text !== '$';
    if (kind !== 'field' || tokenEnd >= end || follows || isOwn) continue;
    fields.push({ name: text.slice(1), start: start + 1, end: tokenEnd });
  }
  return fields;
}

const variablesOf = (tokens: readonly Token[]): readonly string[] =>
  tokens.filter(({ kind }) => kind === 'variable').map(({ text }) => text);

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
