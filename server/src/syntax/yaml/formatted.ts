import type { Token } from '../yaml';

/** One token of those that the library reads; of the many kinds only what is asked for here. */
interface Lexeme {
  readonly type: string;
  readonly source: string;
}

interface Item {
  readonly start: readonly Lexeme[];
  readonly key?: Node | null;
  readonly sep?: readonly Lexeme[];
  readonly value?: Node;
}

interface Node extends Lexeme {
  readonly indent: number;
  readonly items?: readonly Item[];
  readonly start?: Lexeme | readonly Lexeme[];
  readonly end?: readonly Lexeme[];
  readonly props?: readonly Lexeme[];
  readonly value?: Node;
}

/** Where something stands: columns of its collection now and before. */
interface Level {
  readonly column: number;
  readonly before: number;
}

const STEP = 2;

/** A YAML text that is written again, token by token, with white space of our own. */
export class FormattedText {
  #out = '';
  #atLineStart = true;
  #blankLine = false;
  /** Blanks that stood before the next token. */
  #blanks = 0;
  #last = '';
  #eol = '\n';
  /** Columns of the collections that were written, by the columns that they had. */
  readonly #columns = new Map<number, number>();

  /** Writes a token of the outermost level; false when it is one that cannot be written again safely. */
  add(token: Token): boolean {
    const node = token as unknown as Node;
    if (node.type === 'document') {
      const start = (node.start ?? []) as readonly Lexeme[];
      return this.#all(start, TOP) && (!node.value || this.#node(node.value, TOP, 0)) && this.#all(node.end ?? [], TOP);
    }
    return this.#lexeme(node, TOP);
  }

  finish(): string {
    const isOpen = this.#out !== '' && !this.#atLineStart;
    return isOpen && this.#last !== 'block-scalar' ? this.#out + this.#eol : this.#out;
  }

  /** `column`: where a collection is to stand when this is one. */
  #node(node: Node, within: Level, column: number): boolean {
    switch (node.type) {
      case 'block-map':
        return this.#map(node, this.#level(node, column));
      case 'block-seq':
        return this.#list(node, this.#level(node, column));
      case 'flow-collection':
        return this.#flow(node, within);
      case 'block-scalar':
        return this.#block(node, within);
      case 'scalar':
      case 'alias':
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
        this.#put(node.type, continued(node.source, within.column + STEP), column);
        return this.#all(node.end ?? [], within);
      default:
        return false;
    }
  }

  #level({ indent }: Node, column: number): Level {
    this.#columns.set(indent, column);
    return { column, before: indent };
  }

  #map({ items = [] }: Node, level: Level): boolean {
    const inner = level.column + STEP;
    return items.every(
      ({ start, key, sep, value }) =>
        !start.some(({ type }) => type === 'explicit-key-ind') &&
        this.#all(start, level) &&
        (!key || this.#node(key, level, level.column)) &&
        this.#all(sep ?? [], { column: inner, before: level.before }) &&
        (!value || this.#node(value, level, inner)),
    );
  }

  #list({ items = [] }: Node, level: Level): boolean {
    const inner = level.column + STEP;
    return items.every(({ start, key, sep, value }) => {
      if (key || sep) return false;
      const dash = start.findIndex(({ type }) => type === 'seq-item-ind');
      return (
        this.#all(start.slice(0, dash + 1), level) &&
        this.#all(start.slice(dash + 1), dash < 0 ? level : { column: inner, before: level.before }) &&
        (!value || this.#node(value, level, inner))
      );
    });
  }

  /** Lines inside of brackets keep their shape: they move with the collection round them. */
  #flow({ start, items = [], end = [] }: Node, level: Level): boolean {
    const shape: Level = { column: level.column, before: level.before };
    const put = (lexemes: readonly Lexeme[]): boolean => lexemes.every((one) => this.#lexeme(one, shape, true));
    return (
      put([start as Lexeme]) &&
      items.every(
        (item) =>
          put(item.start) &&
          (!item.key || this.#inFlow(item.key, shape)) &&
          put(item.sep ?? []) &&
          (!item.value || this.#inFlow(item.value, shape)),
      ) &&
      put(end)
    );
  }

  #inFlow(node: Node, level: Level): boolean {
    if (node.type === 'flow-collection') return this.#flow(node, level);
    if (node.type === 'block-map' || node.type === 'block-seq' || node.type === 'block-scalar') return false;
    this.#put(node.type, continued(node.source, level.column + STEP), this.#moved(level));
    return (node.end ?? []).every((one) => this.#lexeme(one, level, true));
  }

  /** A text in lines of its own moves as a whole, so that what stands in it stays. */
  #block({ props = [], source }: Node, level: Level): boolean {
    const header = props.find(({ type }) => type === 'block-scalar-header')?.source ?? '';
    if (!this.#all(props, level)) return false;
    const digit = Number(/[1-9]/.exec(header)?.[0] ?? 0);
    const first = /^(?:[ ]*\r?\n)*( *)[^ \r\n]/.exec(source)?.[1]?.length;
    const before = digit > 0 ? level.before + digit : first;
    const column = digit > 0 ? level.column + digit : level.column + STEP;
    this.#out +=
      before === undefined
        ? source
        : source.replace(/^ *(?=(\S?))/gm, (blanks, next: string, at: number) => {
            // Behind the last line break no line begins.
            if (at === source.length) return '';
            if (blanks.length < before) return next === '' ? '' : blanks;
            return ' '.repeat(column) + blanks.slice(before);
          });
    this.#atLineStart = /\n$/.test(source) || source === '';
    this.#last = 'block-scalar';
    return true;
  }

  #all(lexemes: readonly Lexeme[], level: Level): boolean {
    return lexemes.every((one) => this.#lexeme(one, level));
  }

  #lexeme({ type, source }: Lexeme, level: Level, inFlow = false): boolean {
    switch (type) {
      case 'space':
        this.#blanks = source.length;
        return !source.includes('\t') || !this.#atLineStart;
      case 'newline':
        this.#newline(source);
        return true;
      case 'byte-order-mark':
        this.#out += source;
        return true;
      case 'comment':
        this.#put(type, source, inFlow ? this.#moved(level) : this.#commentColumn(level));
        return true;
      case 'error':
      case 'flow-error-end':
      case 'directive':
      case 'directive-line':
      case 'doc-mode':
      case 'doc-end':
        return false;
      default:
        this.#put(type, source, inFlow ? this.#moved(level) : level.column);
        return true;
    }
  }

  /** A comment stands with the collection in whose column it stood. */
  #commentColumn({ column, before }: Level): number {
    return this.#blanks === before ? column : (this.#columns.get(this.#blanks) ?? column);
  }

  #moved({ column, before }: Level): number {
    return Math.max(column + 1, this.#blanks + column - before);
  }

  #newline(source: string): void {
    this.#eol = source;
    this.#blanks = 0;
    if (this.#atLineStart) this.#blankLine = this.#out !== '' && this.#out !== '\ufeff';
    else this.#out += source;
    this.#atLineStart = true;
  }

  #put(type: string, source: string, column: number): void {
    if (source === '') return;
    if (this.#atLineStart) this.#out += (this.#blankLine ? this.#eol : '') + ' '.repeat(column);
    else this.#out += this.#gap(type);
    this.#out += source;
    this.#last = type;
    this.#atLineStart = false;
    this.#blankLine = false;
    this.#blanks = 0;
  }

  /** White space between two tokens of a line. */
  #gap(type: string): string {
    const last = this.#last;
    const blank = this.#blanks > 0 ? ' ' : '';
    // Comments behind values may stand in a column of their own.
    if (type === 'comment') return ' '.repeat(this.#blanks);
    if (type === 'map-value-ind') return last === 'alias' || last === 'anchor' || last === 'tag' ? blank : '';
    if (type === 'comma') return last === 'alias' ? blank : '';
    if (last === 'map-value-ind' || last === 'seq-item-ind' || last === 'comma') return ' ';
    if (last === 'flow-map-start') return type === 'flow-map-end' ? '' : ' ';
    if (type === 'flow-map-end') return ' ';
    if (last === 'flow-seq-start' || type === 'flow-seq-end') return '';
    return blank;
  }
}

const TOP: Level = { column: 0, before: 0 };

/** A text that goes on in further lines, which are read without the blanks before them. */
const continued = (source: string, column: number): string =>
  source.includes('\n') ? source.replace(/\n *(?=[^\s])/g, `\n${' '.repeat(column)}`) : source;
