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
  let fence = '`';
  while (line.includes(fence)) fence += '`';
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A block of text as it stands, at most so many characters of it. */
export function block(text: string, most = 400): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  let fence = '```';
  while (shown.includes(fence)) fence += '`';
  return `${fence}\n${shown}\n${fence}`;
}

export const paragraphs = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n\n');
