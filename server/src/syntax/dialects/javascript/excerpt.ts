/** The beginning of a text, fit for a message: one line, not too long, no back-quotes. */
export function excerpt(text: string): string {
  const line = text.slice(0, 60).replace(/\s+/g, ' ').replaceAll('`', "'");
  return line.length > 40 || text.length > 60 ? `${line.slice(0, 39)}…` : line;
}
