// Places in files, and changes of them.
// Positions are LSP positions: zero-based lines, UTF-16 characters.

export interface WirePosition {
  readonly line: number;
  readonly character: number;
}

export interface WireRange {
  readonly start: WirePosition;
  readonly end: WirePosition;
}

/** A range in a file: where a piece of the rendered prompt comes from. */
export interface WireSource {
  readonly file: string;
  readonly range: WireRange;
}

/** A change of texts, as the client is to make it. */
export interface WireEdit {
  readonly source: WireSource;
  readonly text: string;
}

export interface WireFix {
  readonly title: string;
  readonly edits: readonly WireEdit[];
}

export interface WireEscape {
  /** The slot whose value it is. */
  readonly slot: string;
  /** What it does, in words: ``closes its fence `</doc>` ``. */
  readonly forges: string;
  readonly fix?: WireFix;
  /** What can be done where there is no fix, in a sentence. */
  readonly advice: string;
}
