/** Text as Markdown shows it unchanged: what could be markup is escaped, line breaks become spaces. */
export function plain(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Text in a code span. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const fence = fenceFor(line, 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A block of text as it stands, at most so many characters of it. */
export function block(text: string, most = 400): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  const fence = fenceFor(shown, 3);
  return `${fence}\n${shown}\n${fence}`;
}

/** Back-quotes, so many that the text cannot close them. */
function fenceFor(text: string, least: number): string {
  let longest = least - 1;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

/** Leaves out what is undefined or empty. */
export const paragraphs = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');
