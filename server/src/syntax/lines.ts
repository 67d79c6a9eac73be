/** One line of a text: [start, end) without its line break, and where the next line starts. */
export interface TextLine {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The lines of a text from an offset on. A line ends with `\n`, `\r\n` or a lone `\r`; behind a final break there is one empty line more. */
export function* linesFrom(text: string, from: number): Generator<TextLine> {
  let start = from;
  let lone = text.indexOf('\r', from);
  for (;;) {
    if (lone >= 0 && lone < start) lone = text.indexOf('\r', start);
    const feed = text.indexOf('\n', start);
    const end = lone >= 0 && (feed < 0 || lone < feed) ? lone : feed;
    if (end < 0) {
      yield { start, end: text.length, next: text.length };
      return;
    }
    const next = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    yield { start, end, next };
    start = next;
  }
}

/** The line that starts at `start`. */
export function lineAt(text: string, start: number): TextLine {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === 10 || code === 13) break;
    end++;
  }
  if (end === text.length) return { start, end, next: end };
  return { start, end, next: text.startsWith('\r\n', end) ? end + 2 : end + 1 };
}
