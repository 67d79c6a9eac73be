import type { CallArguments, Traced } from '../values/value';

/** What filters, tests and methods may ask of the engine that calls them. */
export interface Host {
  /** Whether what is printed is escaped for HTML. */
  readonly escapes: boolean;
  /** Calls a filter by a name that a template computed. */
  filter(name: Traced, input: Traced, args: CallArguments): Traced;
  /** Asks a test by a name that a template computed. */
  test(name: Traced, subject: Traced, args: CallArguments): boolean;
}

export type Filter = (input: Traced, args: CallArguments, host: Host) => Traced;

export type Test = (subject: Traced, args: CallArguments, host: Host) => boolean;
