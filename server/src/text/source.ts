import { Kept } from './kept';
import { LineIndex } from './lines';

/**
 * One text at one moment. Immutable: a change makes a new object, so that everything derived from it may be
 * kept with the object itself and goes away with it.
 */
export interface SourceFile {
  /** Address of the file, as the editor or the command line names it. Two equal addresses are the same file. */
  readonly uri: string;
  /** The text as it stands in the file: byte order mark, line endings and final line break are kept. */
  readonly text: string;
  /** Byte offset of the first byte that is not UTF-8; absent when the file is well encoded. */
  readonly invalidByte?: number;
}

const indexes = new Kept<SourceFile, LineIndex>();

/** The line index of a file, made on first use and kept with it. */
export function linesOf(file: SourceFile): LineIndex {
  let index = indexes.get(file);
  if (!index) {
    index = new LineIndex(file.text);
    indexes.set(file, index);
  }
  return index;
}
