import { lineEndOf, lineStartOf, nextLineOf } from './sourceLines';

/** Block style YAML by lines: where entries and maps end. Offsets are those of the whole file. */

/** Where the entry whose key (or dash) stands at `start` ends: behind the last character of its last line. */
export function endOfEntry(text: string, start: number): number {
  return endOfBlock(text, start, columnOf(text, start), text[start] !== '-');
}

/** Where the map or list whose first key or dash stands at `start` ends. */
export function endOfMap(text: string, start: number): number {
  return endOfBlock(text, start, columnOf(text, start) - 1, false);
}

const columnOf = (text: string, offset: number): number => offset - lineStartOf(text, offset);

/**
 * Lines that are deeper than `column` belong to the block. `dashes`: so do the items of a list that stands in the column
 * of its key. Blank lines and comments count only when more of the block follows; deeper ones may be the text of a block
 * scalar and always count.
 */
function endOfBlock(text: string, start: number, column: number, dashes: boolean): number {
  let end = lineEndOf(text, start);
  for (let at = nextLineOf(text, start); at < text.length; at = nextLineOf(text, at)) {
    const stop = lineEndOf(text, at);
    let first = at;
    while (first < stop && text[first] === ' ') first++;
    if (first === stop) continue;
    const depth = first - at;
    const isComment = text[first] === '#';
    const isItem = dashes && depth === column && text[first] === '-' && (first + 1 === stop || text[first + 1] === ' ');
    if (depth > column || isItem) {
      if (!isComment || depth > column + 1) end = stop;
    } else if (!isComment) break;
  }
  return end;
}
