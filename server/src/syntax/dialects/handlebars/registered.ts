import type { Value } from '../../piece';

/** What a helper is given: its arguments and its named arguments, as plain data. */
export interface HelperCall {
  readonly params: readonly (Value | undefined)[];
  readonly hash: ReadonlyMap<string, Value | undefined>;
}

/**
 * A helper that a program adds to the library, written out here: text that it prints, or, for a block, whether its first
 * program is the one that is filled. It is a function of its arguments and of nothing else.
 */
export type Helper =
  | {
      readonly kind: 'text';
      print(call: HelperCall): string;
      /** What it prints is a mark for the program, whatever values stand in it. */
      readonly isMark?: boolean;
    }
  | { readonly kind: 'block'; holds(call: HelperCall): boolean }
  /** Its name is known, and what it does only to the program. */
  | { readonly kind: 'program' };

export type Helpers = ReadonlyMap<string, Helper>;
