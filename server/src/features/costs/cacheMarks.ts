import { sentText } from '../../render/draft';
import type { Mark } from '../../render/segment';
import { toolsBreakpoint } from '../../rules/facts/prefix';
import type { View } from '../view';
import { factsOf } from './tokenWords';

/** What the provider makes of a mark, going by its place among the blocks and marks of the request. */
export interface MarkStanding {
  /** Blocks from the mark before up to this one; absent for the first. */
  readonly since?: number;
  /** In words, when these are more than the provider looks back over. */
  readonly far?: string;
  /** In words, when the provider takes fewer marks than stand up to here. */
  readonly refused?: string;
}

/** How each mark of a rendering stands to the look-back and to the limit of the provider. The tools stand before the first block. */
export function markStandings(view: View): ReadonlyMap<Mark, MarkStanding> {
  const { system, rendered } = view;
  const { breakpoints: most, lookback } = factsOf(view)?.cache ?? {};
  const standings = new Map<Mark, MarkStanding>();
  const hasTools = toolsBreakpoint(system) !== undefined;
  let before = hasTools ? 0 : undefined;
  let marks = hasTools ? 1 : 0;
  let at = 0;
  for (const { mark, segments } of rendered.messages.flatMap(({ blocks }) => blocks)) {
    // The provider is sent no block without text.
    if (sentText(segments) === '') continue;
    at++;
    if (!mark) continue;
    marks++;
    const since = before === undefined ? undefined : at - before;
    const isFar = since !== undefined && lookback !== undefined && since > lookback;
    standings.set(mark, {
      ...(since === undefined ? {} : { since }),
      ...(isFar ? { far: farWords(since, lookback) } : {}),
      ...(most !== undefined && most > 0 && marks > most ? { refused: refusedWords(marks, most) } : {}),
    });
    before = at;
  }
  return standings;
}

const farWords = (since: number, lookback: number): string =>
  `${since} blocks after the mark before: the provider looks back over ${lookback}, so it may be written again`;

const refusedWords = (marks: number, most: number): string =>
  `mark ${marks}, but the provider takes ${most}, counted over tools, system and messages: it refuses the request`;
