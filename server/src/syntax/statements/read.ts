import type { Span } from '../../text/span';
import type { Dialect, DialectOptions } from '../dialects/dialect';
import type { TemplateTree } from '../tree';
import { type Condition, type Family, Obstacle, type Ref, type Statement } from './statement';
import { type Tag, tagsOf } from './tags';
import { type Frame, type Scope, type Word, wordOf } from './tagWords';

/** What the reader has to know of the slots. */
export interface Known {
  /** Whether a section over this name repeats its text for every item; undefined where nobody can tell. */
  isList(path: string): boolean | undefined;
  /** What the value is declared as; undefined for what may be anything. */
  typeOf(path: string): 'text' | 'number' | 'boolean' | undefined;
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
  const tags = tagsOf(family, dialect, tree, bodyStart, options);
  return new Reader(family, tags, { known, helpers: dialect.id === 'dotprompt' }, escapes).read();
}

/** Whether the engine writes HTML entities for a plain tag. */
export const writesEntities = (dialect: Dialect, options: DialectOptions): boolean =>
  options.escapeHtml !== false && dialect.scan(dialect.print('x')).slots[0]?.escapes === true;

/** A block whose end has not been read. */
interface Open {
  /** `with`: what stands in it is a part of the text round it. */
  readonly kind: 'if' | 'each' | 'with';
  readonly span: Span;
  readonly ref: Ref | undefined;
  /** What names in it are about. */
  readonly frame: Frame | undefined;
  readonly arms: { readonly condition: Condition; readonly body: Statement[] }[];
  otherwise: Statement[] | undefined;
  body: Statement[];
}

class Reader {
  readonly #family: Family;
  readonly #tags: readonly Tag[];
  readonly #world: Omit<Scope, 'frames'>;
  readonly #escapes: boolean;
  readonly #open: Open[] = [];
  readonly #root: Statement[] = [];

  constructor(family: Family, tags: readonly Tag[], world: Omit<Scope, 'frames'>, escapes: boolean) {
    this.#family = family;
    this.#tags = tags;
    this.#world = world;
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

  /** What there is instead of an empty list, or value, is about nothing of it. */
  #scope(): Scope {
    const frames = this.#open.flatMap(({ frame, otherwise }) => (frame && !otherwise ? [frame] : []));
    return { frames, ...this.#world };
  }

  #word(span: Span, word: Word): void {
    switch (word.kind) {
      case 'value': {
        const { ref, filters, escapes } = word;
        this.#body.push({ kind: 'value', span, ref, filters, escapes: escapes && this.#escapes });
        return;
      }
      case 'include':
        this.#body.push({ kind: 'include', span, name: word.name });
        return;
      case 'if':
        this.#enter({ span, kind: 'if', ref: undefined, frame: undefined }, word.condition);
        return;
      case 'each':
        this.#enter({ span, kind: 'each', ref: word.ref, frame: { item: word.item } }, conditionOf(word.ref));
        return;
      case 'with': {
        const kind = word.decides ? 'if' : 'with';
        this.#enter({ span, kind, ref: undefined, frame: { item: word.item, ref: word.ref } }, conditionOf(word.ref));
        return;
      }
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

  #enter(open: Pick<Open, 'span' | 'kind' | 'ref' | 'frame'>, condition: Condition): void {
    if (this.#open.length >= DEEPEST) throw new Obstacle(open.span, 'stands too deep in other blocks');
    const body: Statement[] = [];
    this.#open.push({ ...open, arms: [{ condition, body }], otherwise: undefined, body });
  }

  #arm(span: Span, condition: Condition): void {
    const open = this.#open.at(-1);
    if (open?.kind !== 'if' || open.frame || open.otherwise) throw new Obstacle(span, 'belongs to no condition');
    const body: Statement[] = [];
    open.arms.push({ condition, body });
    open.body = body;
  }

  #otherwise(span: Span): void {
    const open = this.#open.at(-1);
    if (!open || open.kind === 'with' || open.otherwise) throw new Obstacle(span, 'belongs to no block');
    open.otherwise = [];
    open.body = open.otherwise;
  }

  #close(span: Span): void {
    const open = this.#open.pop();
    if (!open) throw new Obstacle(span, 'closes nothing');
    const { kind, ref, frame, arms, otherwise } = open;
    const body = arms[0]?.body ?? [];
    if (kind === 'if') this.#body.push({ kind, span: open.span, arms, otherwise });
    else if (kind === 'each' && ref)
      this.#body.push({ kind, span: open.span, ref, item: frame?.item, body, otherwise });
    else this.#body.push(...body);
  }
}

const conditionOf = (ref: Ref): Condition => ({ tests: [{ ref, not: false }], joined: 'and' });

/** Blocks in blocks; nobody nests more of them. */
const DEEPEST = 50;
