import type { Marks } from './parse/marks';

/**
 * The text, written so that Liquid prints it unchanged. Each opening stands as a string in a tag of its own: a raw block
 * could not hold its own end.
 */
export const escapeText = (text: string, marks: Marks): string =>
  text.replace(marks.special(), (opening) => marks.quote(opening));
