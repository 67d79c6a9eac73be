import type { Span } from '../../../../text/span';
import { PythonError } from '../../python/error';

/** An exception of Python with the place where it happened. Thrown inside of the engine only. */
export class Raised {
  readonly error: PythonError;
  readonly span: Span;
  /** Address of the included text that the span lies in. */
  readonly file: string | undefined;

  constructor(error: PythonError, { start, end }: Span, file: string | undefined) {
    this.error = error;
    this.span = { start, end };
    this.file = file;
  }
}

/** Thrown where something comes that only the program knows: a filter or a function of its own. */
export class Gap {
  readonly message: string;
  readonly span: Span;
  readonly file: string | undefined;
  /** What Jinja says in refusing the whole text, when the program does not add it. */
  readonly refusal: string | undefined;

  constructor(message: string, { start, end }: Span, file: string | undefined, refusal?: string) {
    this.message = message;
    this.span = { start, end };
    this.file = file;
    this.refusal = refusal;
  }
}

/** Texts, macros or blocks call each other without end. */
export class EndlessError extends PythonError {
  /** Addresses of the texts that bring each other in. */
  readonly cycle: readonly string[];

  constructor(cycle: readonly string[]) {
    super('RecursionError', 'maximum recursion depth exceeded');
    this.cycle = cycle;
  }
}
