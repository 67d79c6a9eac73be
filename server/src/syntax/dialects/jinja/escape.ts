import type { Marks } from './parse/marks';

/**
 * The text, written so that Jinja prints it unchanged. Each opening stands as a string in a tag of its own: unlike a raw
 * block, an output tag takes no line break and no blanks away, whatever the program sets on its engine.
 */
export const escapeText = (text: string, marks: Marks): string =>
  text.replace(marks.special(), (special) => marks.quote(special));
