// What can be read of a tag that the engine refuses.
import { shift } from '../../../text/span';
import type { Path } from './ast';
import { ExpressionReader } from './expressions';
import { Lexer } from './lexer';
import { Failure } from './problem';
import { isBeforeEquals } from './tag-lexer';
import type { Token } from './token';

/** How much of a broken tag is looked at. */
const LONGEST = 400;

export interface Salvaged {
  /** Where text begins again. */
  readonly end: number;
  /** The tag has a closing mark of its own. */
  readonly isClosed: boolean;
  readonly paths: readonly Path[];
}

/**
 * A broken tag ends at its closing mark when that stands on the same line before the next opening, else before that
 * opening or at the end of the line. Then only its first word is believed: what follows is prose.
 */
export function salvage({ text, finder }: Lexer, open: Token): Salvaged {
  const from = open.end;
  const closing = finder.find('}}', from);
  const stops = [finder.find('{{', from), finder.find('\n', from)].filter((at) => at >= 0);
  const stop = stops.length > 0 ? Math.min(...stops) : text.length;
  const isClosed = closing >= 0 && closing < stop;
  let end = isClosed ? closing + 2 : stop;
  while (isClosed && text[end] === '}') end++;
  const limit = Math.min(isClosed ? closing : stop, from + LONGEST);
  const paths = pathsIn(text, from, limit);
  if (isClosed) return { end, isClosed, paths };
  const [first] = paths;
  return { end, isClosed, paths: first && first.span.end < stop ? [first] : [] };
}

/** The paths between two offsets: not the keys of pairs. Only that stretch is read, however long the text is. */
function pathsIn(text: string, from: number, limit: number): readonly Path[] {
  // A name must not end with the text: a blank behind it keeps what ends at the limit.
  const stretch = `${text.slice(from, limit)} `;
  const lexer = new Lexer(stretch);
  lexer.resumeInTag(0);
  const reader = new ExpressionReader(lexer);
  const paths: Path[] = [];
  while (reader.token.type !== 'EOF') {
    const { type, end } = reader.token;
    if ((type !== 'ID' && type !== 'DATA') || isBeforeEquals(stretch, end)) reader.take();
    else {
      const path = tryPath(reader);
      if (path)
        paths.push({ ...path, span: shift(path.span, from), partSpans: path.partSpans.map((s) => shift(s, from)) });
    }
  }
  return paths;
}

function tryPath(reader: ExpressionReader): Path | undefined {
  try {
    const path = reader.callee();
    return path.kind === 'path' ? path : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
