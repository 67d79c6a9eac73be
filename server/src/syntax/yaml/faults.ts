// What a fault in a YAML text is, and the pieces that faults are made of.
import type { TextEdit } from '../../text/edit';
import { type Span, span as spanOf } from '../../text/span';
import { lineEnd, quoted, trimmedEnd, valueEnd } from './text';
import { nodesAt, type YamlNode } from './tree';

/** An error of the library, or one of ours: SECOND_DOCUMENT, SECOND_KEY, NO_ANCHOR, CIRCLE, EXPLOSION, TOO_DEEP. */
export interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly related?: Span;
}

/** What is wrong with a text as YAML, before anybody asks what it should mean. */
export interface YamlFault {
  /** `unquoted`: YAML accepts it, and reads something else than the author wrote. */
  readonly kind: 'syntax' | 'unquoted';
  readonly message: string;
  readonly span: Span;
  readonly related?: { readonly span: Span; readonly message: string };
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] };
  /**
   * The text is read as if the fix were applied. `alone`: what stands behind it in the text can be judged only then.
   */
  readonly mends?: 'line' | 'alone';
  /** The fix puts words back into the text that they were taken from: what was read as entries is fewer then. */
  readonly rejoins?: true;
}

/** An error with the text and the tree in which it stands. */
export interface Case {
  readonly text: string;
  readonly root: YamlNode | undefined;
  readonly error: YamlError;
}

export const QUOTE = 'Put the text in quotes.';
export const COLON = 'YAML reads the words before the colon as a key. A text with a colon stands in quotes.';
export const DASH = `YAML reads \`-\` at the beginning of a text as a list. ${QUOTE}`;

export const plain = (at: { start: number; end: number }, message: string): YamlFault => ({
  kind: 'syntax',
  message,
  span: spanOf(at.start, at.end),
});

/** From the place of the error to the end of its line, without blanks round it. */
export function lineAt({ text, error }: Case): Span {
  const start = text[error.start] === '\n' ? error.start + 1 : error.start;
  const from = start + (/^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))?.[0].length ?? 0);
  return spanOf(from, Math.max(from, trimmedEnd(text, from, lineEnd(text, from))));
}

/** A fault whose fix puts `text` in the place of its span. */
export function replace(span: Span, text: string, message: string, title: string): YamlFault {
  return { ...plain(span, message), fix: { title, edits: [{ span, text }] }, mends: 'line' };
}

/** Quotes the value that begins at `start`, up to where its author must have meant it to end. */
export function quote({ text, root }: Case, start: number, message: string): YamlFault {
  const flow = inBrackets(root, start);
  const span = spanOf(start, valueEnd(text, start, flow));
  return replace(span, quoted(text.slice(span.start, span.end)), message, 'Put it in quotes');
}

/** Whether an offset stands inside of brackets, where a comma ends an entry. */
export function inBrackets(root: YamlNode | undefined, offset: number): boolean {
  return nodesAt(root, offset).some((n) => (n.kind === 'map' || n.kind === 'list') && n.flow && n.span.start < offset);
}

export const short = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 39)}…`);

/** The only fault of a text that is not read for its length. */
export function tooLong({ start }: Span, most: number): YamlFault {
  const message = `This text is longer than ${most / 1_000_000} million characters and is not read.`;
  return { kind: 'syntax', message, span: spanOf(start, start) };
}
