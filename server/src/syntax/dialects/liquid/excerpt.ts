/** Characters of a tag that a message shows. */
const LONGEST = 60;

/** A tag as a message shows it: on one line, and not too long. */
export function excerpt(written: string): string {
  const line = written
    .slice(0, 4 * LONGEST)
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('`', "'");
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}
