import type { MessageLayout } from '../../render/layout';
import { roleMarkersIn } from '../../text/roleMarkers';
import type { Run } from '../facts/messageText';
import type { Attempt } from './attempts';

/** Where an attempt stands in the text of a segment. */
export interface Spot {
  /** Offset in the text of the segment. */
  readonly at: number;
  /** It stands so that it does what it is meant to do: on a line of its own, when it means something only there. */
  readonly works: boolean;
}

/**
 * Where the text of an attempt stands in a segment; where it works, if it does anywhere. A model reads `</DOC >` as it
 * reads `</doc>`, so letters count in any case, and blanks in any number. Undefined when it is not there.
 */
export function spotOf(attempt: Attempt, { segment, start }: Run, message: MessageLayout): Spot | undefined {
  let first: Spot | undefined;
  for (const hit of segment.text.matchAll(patternOf(attempt.text))) {
    // What a program looks for it may find in one spelling only.
    const counts =
      attempt.kind === 'role' ? roleMarkersIn(hit[0]).length > 0 : hit[0] === attempt.text || attempt.kind !== 'slot';
    const at = hit.index;
    const works = counts && (!attempt.ownLine || fillsLines(message, start + at, start + at + hit[0].length));
    if (works) return { at, works };
    first ??= { at, works };
  }
  return first;
}

function patternOf(text: string): RegExp {
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/(?!^)>/g, '\\s*>'));
  return new RegExp(words.join('\\s*'), 'giu');
}

/** Whether nothing but blanks stands beside a stretch on its first line and on its last. */
function fillsLines(message: MessageLayout, start: number, end: number): boolean {
  const { text, lines } = message;
  const first = lines[message.lineAt(start)];
  const last = lines[message.lineAt(end - 1)];
  if (!first || !last) return false;
  return text.slice(first.start, start).trim() === '' && text.slice(end, last.end).trim() === '';
}
