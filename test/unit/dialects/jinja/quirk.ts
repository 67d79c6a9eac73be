// What Jinja2 does that nobody would guess, as a text with what it prints or the exception that it raises.
import type { Value } from '../../../../server/src/syntax/piece';
import type { Options } from './reference';

export interface Quirk {
  /** What the test is called. */
  readonly name: string;
  readonly text: string;
  readonly values?: Readonly<Record<string, Value>>;
  readonly options?: Options;
  readonly texts?: Readonly<Record<string, string>>;
  /** The output, or the exception with its message. */
  readonly gives: string | { readonly error: string };
}

type More = Omit<Quirk, 'name' | 'text' | 'gives'>;

export const quirk = (name: string, text: string, gives: Quirk['gives'], more: More = {}): Quirk => ({
  name,
  text,
  gives,
  ...more,
});

/** The exception that ends the text. */
export const fails = (error: string): Quirk['gives'] => ({ error });
