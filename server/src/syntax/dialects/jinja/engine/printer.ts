import type { Span } from '../../../../text/span';
import type { Expression } from '../parse/expressions';
import { rootOf } from '../parse/path';
import { runsOf } from '../values/make';
import { escapedText } from '../values/markup';
import type { Run } from '../values/run';
import { HoleError, isShown, str, used } from '../values/show';
import { Float, type Traced, Undefined } from '../values/value';
import type { Evaluator } from './evaluate';
import type { Frame } from './frame';
import { Gap, Raised } from './raised';
import type { Session } from './session';

/** Prints values. */
export class Printer {
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  print(node: Expression, tag: Span, frame: Frame): void {
    const { session } = this.#evaluator;
    try {
      const value = this.#evaluator.evaluate(node, frame);
      if (value.value instanceof Undefined) {
        const { hole, asked } = value.value.absence;
        // A name that nobody knows is as much of a hole as a slot without a value.
        const name = hole ?? (node.kind === 'name' ? asked : undefined);
        if (name !== undefined) session.out.push(placed({ kind: 'literal', text: '', hole: name }, tag, session));
        else used(value.value);
        if (name !== undefined || !isShown(value.value)) return;
      }
      const shown = frame.escapes ? escapedText(value) : value;
      const text = str(shown);
      const hole = text === '' ? this.#holeIn(node, frame) : undefined;
      if (hole !== undefined) session.out.push(placed({ kind: 'literal', text: '', hole }, tag, session));
      else this.emit(shown, text, tag);
    } catch (error) {
      this.#printFailed(error, tag);
    }
  }

  /** What cannot be known is shown as it is written, and the rendering goes on. */
  #printFailed(error: unknown, tag: Span): void {
    const { session } = this.#evaluator;
    if (error instanceof Gap) {
      session.gap(error, tag);
      session.out.push(placed({ kind: 'tag', text: '', gap: true }, tag, session));
    } else if (error instanceof Raised && error.error instanceof HoleError) {
      session.out.push(placed({ kind: 'literal', text: '', hole: error.error.hole }, tag, session));
    } else throw error;
  }

  /** The slot without a value that an expression reads, when a filter made nothing of it. */
  #holeIn(node: Expression, frame: Frame): string | undefined {
    const name = rootOf(node);
    if (name === undefined || frame.find(name)) return undefined;
    const { value } = this.#evaluator.undefinedName(name, frame);
    return value instanceof Undefined ? value.hole : undefined;
  }

  /** Writes a text, each part of it with its own place. */
  emit(value: Traced, text: string, tag: Span): void {
    const { session } = this.#evaluator;
    session.grow(text.length);
    for (const run of runsOf(isWhole(value, text) ? value : withoutSlot(value), text)) {
      if (run.text !== '' || run.whole !== undefined || run.hole !== undefined || run.gap !== undefined) {
        session.out.push(placed(run, tag, session));
      }
    }
  }
}

/** A run as it is printed by a tag: what was made inside of tags stands there. */
function placed(run: Run, { start, end }: Span, session: Session): Run {
  const { uri } = session.template;
  const here = run.span ? run : { ...run, span: { start, end }, ...(uri === undefined ? {} : { file: uri }) };
  if (here.file === undefined || here.site !== undefined) return here;
  const site = session.site ?? (uri === undefined ? { start, end } : undefined);
  return site ? { ...here, site } : here;
}

/** Whether a slot's value is printed unchanged, as the text that every other dialect would print for it too. */
function isWhole({ value, slot }: Traced, text: string): boolean {
  if (slot === undefined) return false;
  if (typeof value === 'string') return value === text;
  if (typeof value === 'number' || typeof value === 'bigint') return true;
  return value instanceof Float && String(value.number) === text;
}

function withoutSlot(value: Traced): Traced {
  if (value.slot === undefined) return value;
  const { slot: _, ...rest } = value;
  return rest;
}
