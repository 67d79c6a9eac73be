import type { Span } from '../../../../text/span';
import type { Place } from '../../javascript/stop';
import type { Refusal } from '../tree';

/** A text that is being filled. */
export interface Page {
  readonly text: string;
  readonly refusal?: Refusal | undefined;
  /** Address of an included text, and the tag of the main text that brought it in. */
  readonly file?: string;
  readonly site?: Span;
  /** The text is the name of a file, written in quotes at this place of the page that it stands in. */
  readonly quoted?: Span;
}

export function placeIn({ file, quoted }: Page, { start, end }: Span): Place {
  const span = quoted ?? { start, end };
  return file === undefined ? { span } : { span, file };
}
