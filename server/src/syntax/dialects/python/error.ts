import type { Span } from '../../../text/span';

/** Type of what Python does not know: the preview's own limit on widths. */
export const LIMIT = 'Limit';

/**
 * An exception that Python would raise, with CPython's own words. Thrown and caught inside this folder only: outside,
 * a text that cannot be rendered is a `Filled` with `stopped`. No `Error`: a text may hold thousands, and a trace of the
 * stack costs far more than all the rest.
 */
export class PythonError {
  readonly type: string;
  readonly message: string;
  /** The offending stretch of the template; the catcher falls back on the tag. */
  readonly span: Span | undefined;

  constructor(type: string, message: string, span?: Span) {
    this.type = type;
    this.message = message;
    this.span = span;
  }

  /** As the last line of a traceback. */
  get traceback(): string {
    return `${this.type}: ${this.message}`;
  }
}
