// Which white space a text loses: what `~` takes out, and the lines of blocks, comments and partials that stand alone.
import { isWhite, skipWhite } from '../javascript/white';
import type { Block, Content, Partial, Program, Statement } from './ast';

/** What a statement says about the white space round it. */
interface Effect {
  readonly left?: boolean;
  readonly right?: boolean;
  /** It takes its whole line with it when nothing else stands there. */
  readonly alone?: boolean;
  /** The same for the opening and the closing tag of a block: what is inside ends or begins with a line break. */
  readonly openAlone?: boolean;
  readonly closeAlone?: boolean;
}

const NOTHING: Effect = {};

/**
 * Takes white space out of the content of a tree, by the decisions of the library's `WhitespaceControl`, in its order:
 * the order shows, since a stripped content is looked at again as it was written.
 */
export function controlWhiteSpace(text: string, program: Program, from = 0): void {
  new WhiteSpace(text, from).program(program, true);
}

class WhiteSpace {
  readonly #text: string;
  /** Where the text begins. */
  readonly #begin: number;

  constructor(text: string, begin: number) {
    this.#text = text;
    this.#begin = begin;
  }

  program({ body }: Program, isRoot: boolean): void {
    for (const [index, statement] of body.entries()) {
      const effect = this.#effectOf(statement);
      if (effect === NOTHING) continue;
      const isBefore = this.#isLineBefore(body, index, isRoot);
      const isBehind = this.#isLineBehind(body, index, isRoot);
      if (effect.right) this.#stripBehind(body[index + 1], true);
      if (effect.left) this.#stripBefore(body[index - 1], true);
      if (effect.alone && isBefore && isBehind) this.#standAlone(body, index);
      if (statement.kind !== 'block' && statement.kind !== 'decorator-block' && statement.kind !== 'partial-block') {
        continue;
      }
      if (effect.openAlone && isBefore) {
        this.#stripBehind((statement.program ?? statement.inverse)?.body[0], false);
        this.#stripBefore(body[index - 1], false);
      }
      if (effect.closeAlone && isBehind) {
        this.#stripBehind(body[index + 1], false);
        this.#stripBefore((statement.inverse ?? statement.program)?.body.at(-1), false);
      }
    }
  }

  /** A comment or partial alone on its line; the white space before a partial goes before each line that it prints. */
  #standAlone(body: readonly Statement[], index: number): void {
    const statement = body[index];
    const before = body[index - 1];
    this.#stripBehind(body[index + 1], false);
    if (this.#stripBefore(before, false) && statement?.kind === 'partial' && before?.kind === 'content') {
      this.#indent(statement, before);
    }
  }

  #indent(partial: Partial, { span }: Content): void {
    partial.indent = this.#text.slice(this.#blanksBefore(span.end, Math.max(span.start, this.#begin)), span.end);
  }

  #effectOf(statement: Statement): Effect {
    switch (statement.kind) {
      case 'mustache':
      case 'decorator':
        return statement.strip;
      case 'partial':
      case 'comment':
        return { ...statement.strip, alone: true };
      case 'block':
      case 'decorator-block':
      case 'partial-block':
        return this.#block(statement);
      default:
        return NOTHING;
    }
  }

  #block(block: Block): Effect {
    if (block.program) this.program(block.program, false);
    if (block.inverse) this.program(block.inverse, false);
    const { openStrip, closeStrip } = block;
    const body = (block.program ?? block.inverse)?.body ?? [];
    const inverse = block.program && block.inverse;
    const first = inverse && firstInverse(inverse);
    const effect: Effect = {
      left: openStrip.left,
      right: closeStrip.right,
      openAlone: this.#isLineBehind(body, -1, false),
      closeAlone: this.#isLineBefore(first?.body ?? body, (first?.body ?? body).length, false),
    };
    if (openStrip.right) this.#stripBehind(body[0], true);
    if (inverse && first) this.#betweenPrograms(block, body, first, lastInverse(inverse));
    else if (closeStrip.left) this.#stripBefore(body.at(-1), true);
    return effect;
  }

  /** The `else` of a block. */
  #betweenPrograms(block: Block, body: readonly Statement[], first: Program, last: Program): void {
    const { inverseStrip, closeStrip } = block;
    if (inverseStrip.left) this.#stripBefore(body.at(-1), true);
    if (inverseStrip.right) this.#stripBehind(first.body[0], true);
    if (closeStrip.left) this.#stripBefore(last.body.at(-1), true);
    if (this.#isLineBefore(body, body.length, false) && this.#isLineBehind(first.body, -1, false)) {
      this.#stripBefore(body.at(-1), false);
      this.#stripBehind(first.body[0], false);
    }
  }

  /** Whether the text before a statement ends with a line break and white space; the root may begin without. */
  #isLineBefore(body: readonly Statement[], index: number, isRoot: boolean): boolean {
    const before = body[index - 1];
    if (!before) return isRoot;
    if (before.kind !== 'content') return false;
    const { start, end } = before.span;
    let at = end;
    for (; at > start && isWhite(this.#text.charCodeAt(at - 1)); at--) if (this.#text[at - 1] === '\n') return true;
    return at === start && isRoot && !body[index - 2];
  }

  /** Whether the text behind a statement begins with white space and a line break; the root may end without. */
  #isLineBehind(body: readonly Statement[], index: number, isRoot: boolean): boolean {
    const behind = body[index + 1];
    if (!behind) return isRoot;
    if (behind.kind !== 'content') return false;
    const { start, end } = behind.span;
    let at = start;
    for (; at < end && isWhite(this.#text.charCodeAt(at)); at++) if (this.#text[at] === '\n') return true;
    return at === end && isRoot && !body[index + 2];
  }

  /** Takes out white space at the beginning of a content: all of it, or up to and with the line break, once. */
  #stripBehind(content: Statement | undefined, all: boolean): void {
    if (content?.kind !== 'content' || (!all && content.rightStripped)) return;
    const { from, to } = content;
    let at = from;
    if (all) at = skipWhite(this.#text, from, to);
    else {
      while (at < to && isBlank(this.#text[at])) at++;
      if (at < to && this.#text[at] === '\r') at++;
      if (at < to && this.#text[at] === '\n') at++;
    }
    content.from = at;
    content.rightStripped = at !== from;
  }

  /** Takes out white space at the end of a content: all of it, or the blanks of its last line, once. */
  #stripBefore(content: Statement | undefined, all: boolean): boolean {
    if (content?.kind !== 'content' || (!all && content.leftStripped)) return false;
    const { from, to } = content;
    let at = to;
    if (all) while (at > from && isWhite(this.#text.charCodeAt(at - 1))) at--;
    else at = this.#blanksBefore(to, from);
    content.to = at;
    content.leftStripped = at !== to;
    return content.leftStripped;
  }

  /** Where the blanks and tabs before an offset begin. */
  #blanksBefore(end: number, start: number): number {
    let at = end;
    while (at > start && isBlank(this.#text[at - 1])) at--;
    return at;
  }
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** The program of the first `else if` of a chain; the inverse itself when it is no chain. */
function firstInverse(inverse: Program): Program {
  const [link] = inverse.body;
  return inverse.isChained && link?.kind === 'block' ? (link.program ?? inverse) : inverse;
}

/** The program behind the `else if` tags of a chain that stands last in the last of them, as the library finds it. */
function lastInverse(inverse: Program): Program {
  let last = inverse;
  while (last.isChained) {
    const link = last.body.at(-1);
    if (link?.kind !== 'block' || !link.program) break;
    last = link.program;
  }
  return last;
}
