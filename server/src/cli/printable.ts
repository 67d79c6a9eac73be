/** Control characters, and those that turn the order of a line round. */
const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text on one line, as a terminal may have it. Names and messages hold what stands in files, and a file that somebody
 * else wrote must not move the cursor, change colours or set the title of the window.
 */
export const printable = (text: string): string => text.replace(/\s+/g, ' ').replace(CONTROL, '\uFFFD');
