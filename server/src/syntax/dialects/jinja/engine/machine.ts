import type { Span } from '../../../../text/span';
import type { Expression, FilterUse } from '../parse/expressions';
import type { Body, Target } from '../parse/nodes';
import type { Traced } from '../values/value';
import type { Evaluator } from './evaluate';
import type { Frame } from './frame';
import type { Session } from './session';

/** What loops, macros and other texts need of the interpreter that runs them. */
export interface Machine {
  readonly session: Session;
  readonly evaluator: Evaluator;
  evaluate(node: Expression, frame: Frame): Traced;
  filtered(node: FilterUse, text: Traced, frame: Frame): Traced;
  body(body: Body, frame: Frame): void;
  assign(target: Target, value: Traced, frame: Frame): void;
  /** The text that a body writes, instead of writing it. */
  text(run: () => void): Traced;
  /** Writes a text that must be one, as it is. */
  write(text: Traced, tag: Span): void;
}
