/** What stands between `%` and the verb: how a value is to be laid out. */
export interface Directive {
  verb: string;
  plus: boolean;
  minus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  /** `%#v`: as it is written in a program of Go. */
  sharpV: boolean;
  width: number | undefined;
  precision: number | undefined;
}

export const directive = (verb: string): Directive => ({
  verb,
  plus: false,
  minus: false,
  sharp: false,
  space: false,
  zero: false,
  sharpV: false,
  width: undefined,
  precision: undefined,
});

/** The text, as wide as it is to be; characters are counted. */
export function padded(text: string, { width, minus, zero }: Directive, zeros = zero): string {
  if (width === undefined || width <= text.length / 2) return text;
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  return minus ? text + ' '.repeat(missing) : (zeros ? '0' : ' ').repeat(missing) + text;
}
