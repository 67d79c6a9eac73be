// Long text in pieces that the browser lays out only when they are scrolled to.

/** Lines that are laid out together. */
export const CHUNK_LINES = 40;
/** Characters after which one line without a break is divided as well, at a space where there is one. */
const LONGEST_LINE = 4000;

export interface Chunk {
  readonly text: string;
  readonly at: number;
  readonly lines: number;
}

/** The text in chunks; one chunk when it is short. Joined they are the text. */
export function chunksOf(text: string): readonly Chunk[] {
  if (text.length < LONGEST_LINE && countLines(text) <= CHUNK_LINES * 2) return [{ text, at: 0, lines: 1 }];
  const chunks: Chunk[] = [];
  let start = 0;
  let lines = 0;
  let line = 0;
  const cut = (end: number): void => {
    if (end > start) chunks.push({ text: text.slice(start, end), at: start, lines: Math.max(1, lines) });
    start = end;
    lines = 0;
  };
  while (line < text.length) {
    const next = text.indexOf('\n', line);
    const end = next < 0 ? text.length : next + 1;
    if (end - line > LONGEST_LINE) {
      cut(line);
      for (let from = line; end - from > LONGEST_LINE; from = start) {
        lines = LONGEST_LINE / 80;
        cut(breakBefore(text, from + LONGEST_LINE, from));
      }
    }
    line = end;
    lines++;
    if (lines >= CHUNK_LINES) cut(line);
  }
  cut(text.length);
  return chunks;
}

export function countLines(text: string): number {
  let n = 1;
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) n++;
  return n;
}

/** The last space before `end`, not before the middle; else `end`, but never inside a surrogate pair. */
function breakBefore(text: string, end: number, start: number): number {
  const space = text.lastIndexOf(' ', end - 1) + 1;
  if (space > start + LONGEST_LINE / 2) return space;
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end;
}
