import type { Span } from '../../text/span';
import type { Dialect, DialectOptions } from '../dialects/dialect';
import type { TemplateTree } from '../tree';
import { type Condition, type Family, Obstacle, type Ref, type Statement } from './statement';
import { type Tag, tagsOf } from './tags';
import { type Scope, type Word, wordOf } from './tagWords';

/** What the reader has to know of the slots. */
export interface Known {
  /** Whether a section over this name repeats its text for every item; undefined where nobody can tell. */
  isList(path: string): boolean | undefined;
  has(name: string): boolean;
}

/** A text that is read in a dialect with statements. */
export interface Source {
  readonly family: Family;
  readonly dialect: Dialect;
  readonly tree: TemplateTree;
  readonly bodyStart: number;
  readonly options: DialectOptions;
}

/** The statements of a text. Throws an `Obstacle` at the first tag that has no counterpart in other dialects. */
export function readStatements(source: Source, known: Known): readonly Statement[] {
  const { family, dialect, tree, bodyStart, options } = source;
  const escapes = writesEntities(dialect, options);
  return new Reader(family, tagsOf(family, dialect, tree, bodyStart, options), known, escapes).read();
}

/** Whether the engine writes HTML entities for a plain tag. */
export const writesEntities = (dialect: Dialect, options: DialectOptions): boolean =>
  options.escapeHtml !== false && dialect.scan(dialect.print('x')).slots[0]?.escapes === true;

/** A block whose end has not been read. */
interface Open {
  readonly kind: 'if' | 'each';
  readonly span: Span;
  readonly ref: Ref;
  readonly item: string | undefined;
  readonly arms: { readonly condition: Condition; readonly body: Statement[] }[];
  otherwise: Statement[] | undefined;
  body: Statement[];
}

class Reader {
  readonly #family: Family;
  readonly #tags: readonly Tag[];
  readonly #known: Known;
  readonly #escapes: boolean;
  readonly #open: Open[] = [];
  readonly #root: Statement[] = [];

  constructor(family: Family, tags: readonly Tag[], known: Known, escapes: boolean) {
    this.#family = family;
    this.#tags = tags;
    this.#known = known;
    this.#escapes = escapes;
  }

  read(): readonly Statement[] {
    for (const tag of this.#tags) {
      if (tag.kind === 'text') {
        if (tag.text !== '') this.#body.push({ kind: 'text', span: tag.span, text: tag.text });
      } else if (tag.kind === 'comment') this.#body.push({ kind: 'comment', span: tag.span, text: tag.words });
      else this.#word(tag.span, wordOf(this.#family, tag, this.#scope()));
    }
    const [left] = this.#open;
    if (left) throw new Obstacle(left.span, 'is not closed');
    return this.#root;
  }

  get #body(): Statement[] {
    return this.#open.at(-1)?.body ?? this.#root;
  }

  #scope(): Scope {
    const loops = this.#open.filter(({ kind }) => kind === 'each').map(({ item }) => item);
    return { loops, top: this.#open.at(-1)?.kind, known: this.#known };
  }

  #word(span: Span, word: Word): void {
    switch (word.kind) {
      case 'value':
        this.#body.push({ kind: 'value', span, ref: word.ref, escapes: word.escapes && this.#escapes });
        return;
      case 'include':
        this.#body.push({ kind: 'include', span, name: word.name });
        return;
      case 'if':
        this.#enter(span, 'if', word.condition.ref, word.condition, undefined);
        return;
      case 'each':
        this.#enter(span, 'each', word.ref, { ref: word.ref, not: false }, word.item);
        return;
      case 'elseif':
        this.#arm(span, word.condition);
        return;
      case 'else':
        this.#otherwise(span);
        return;
      case 'end':
        this.#close(span);
        return;
      default:
        throw new Obstacle(span, word.why);
    }
  }

  #enter(span: Span, kind: Open['kind'], ref: Ref, condition: Condition, item: string | undefined): void {
    if (this.#open.length >= DEEPEST) throw new Obstacle(span, 'stands too deep in other blocks');
    const body: Statement[] = [];
    this.#open.push({ kind, span, ref, item, arms: [{ condition, body }], otherwise: undefined, body });
  }

  #arm(span: Span, condition: Condition): void {
    const open = this.#open.at(-1);
    if (open?.kind !== 'if' || open.otherwise) throw new Obstacle(span, 'belongs to no condition');
    const body: Statement[] = [];
    open.arms.push({ condition, body });
    open.body = body;
  }

  #otherwise(span: Span): void {
    const open = this.#open.at(-1);
    if (!open || open.otherwise) throw new Obstacle(span, 'belongs to no block');
    open.otherwise = [];
    open.body = open.otherwise;
  }

  #close(span: Span): void {
    const open = this.#open.pop();
    if (!open) throw new Obstacle(span, 'closes nothing');
    const { kind, ref, item, arms, otherwise } = open;
    const whole = { start: open.span.start, end: open.span.end };
    if (kind === 'if') this.#body.push({ kind, span: whole, arms, otherwise });
    else this.#body.push({ kind, span: whole, ref, item, body: arms[0]?.body ?? [], otherwise });
  }
}

/** Blocks in blocks; nobody nests more of them. */
const DEEPEST = 50;
