// Small facts about lines of YAML text, for mending them.

/** Offset of the line break that ends the line, or of the end of the text. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  const end = feed < 0 ? text.length : feed;
  return end > at && text[end - 1] === '\r' ? end - 1 : end;
}

/** Offset of the first character of the line in which `at` lies. */
export function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** The end of what is written between two offsets: blanks at the end do not count. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text[at - 1])) at--;
  return at;
}

/** White space of YAML; what lies outside of the text is none. */
export const isBlank = (char: string | undefined): boolean =>
  char === ' ' || char === '\t' || char === '\r' || char === '\n';

/**
 * Where a text that should be quoted ends: at the end of its line without a comment; in brackets, before the comma or
 * bracket that ends the entry.
 */
export function valueEnd(text: string, start: number, flow: boolean): number {
  const end = lineEnd(text, start);
  return trimmedEnd(text, start, flow ? entryEnd(text, start, end) : commentStart(text, start, end));
}

function commentStart(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) if (text[at] === '#' && isBlank(text[at - 1])) return at;
  return end;
}

function entryEnd(text: string, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const char = text[at];
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      depth--;
    } else if (char === ',' && depth === 0) return at;
  }
  return end;
}

/**
 * A text in the quotes that need the least escaping. Quotes that stand round it already were meant as these quotes. A
 * typed `\n` is meant as a line break, which it is only between double quotes.
 */
export function quoted(raw: string): string {
  const mark = raw[0];
  const inner = raw.length > 1 && (mark === '"' || mark === "'") && raw.endsWith(mark) ? raw.slice(1, -1) : raw;
  const backslashes = inner.replace(/\\[nt]/g, '').includes('\\');
  if (!inner.includes('"') && !backslashes) return `"${inner}"`;
  return `'${inner.replaceAll("'", "''")}'`;
}

/** What closes the brackets that are open between two offsets, and where it is put. */
export function bracketsToClose(text: string, start: number, end: number): { at: number; text: string } {
  const open: string[] = [];
  let quote: string | undefined;
  for (let at = start; at < end; at++) {
    const char = text[at] as string;
    if (quote) {
      if (char === '\\' && quote === '"') at++;
      else if (char === quote) quote = undefined;
    } else if ((char === '"' || char === "'") && /[\s[{,:]/.test(text[at - 1] ?? ' ')) quote = char;
    else if (char === '{') open.push('}');
    else if (char === '[') open.push(']');
    else if (char === '}' || char === ']') open.pop();
  }
  return { at: trimmedEnd(text, start, end), text: ` ${open.reverse().join('')}` };
}

/** The first offset from here on that is no blank and no tab. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}
