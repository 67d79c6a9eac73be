// A rendered prompt as one text, and where each piece of it stands in that text.
import type { RenderResult, WireMessage, WirePosition, WireSegment } from '../../../server/src/protocol';

export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly segment: WireSegment;
  /** Which of the messages it is in. */
  readonly message: number;
}

export interface RenderedText {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** Offsets at which lines begin. */
  readonly lines: readonly number[];
}

/** The same text as is copied: one message as it is sent; before each of several stands its role. */
export function renderedText({ messages }: RenderResult): RenderedText {
  const pieces: Piece[] = [];
  let text = '';
  for (const [at, message] of messages.entries()) {
    if (messages.length > 1) text += `${at > 0 ? '\n\n' : ''}[${message.role}]\n`;
    for (const segment of sentOf(message)) {
      pieces.push({ start: text.length, end: text.length + segment.text.length, segment, message: at });
      text += segment.text;
    }
  }
  return { text, pieces, lines: [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length)] };
}

function sentOf(message: WireMessage): readonly WireSegment[] {
  return message.blocks.flatMap(({ segments }) => segments).filter(({ removed, text }) => !removed && text !== '');
}

/** An editor makes all line breaks of a document alike, so its offsets are not those of the text; lines and characters are. */
export const offsetAt = ({ lines, text }: RenderedText, { line, character }: WirePosition): number =>
  Math.min((lines[line] ?? text.length) + character, text.length);

export function positionAt({ lines }: RenderedText, offset: number): WirePosition {
  let line = 0;
  let after = lines.length;
  while (after - line > 1) {
    const middle = (line + after) >> 1;
    if ((lines[middle] ?? 0) <= offset) line = middle;
    else after = middle;
  }
  return { line, character: offset - (lines[line] ?? 0) };
}

/** The piece that a place lies in; at a border, the one that begins there. */
export function pieceAt({ pieces }: RenderedText, offset: number): Piece | undefined {
  return pieces.find(({ end }) => offset < end) ?? pieces.at(-1);
}
