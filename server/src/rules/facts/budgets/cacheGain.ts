import { isShorter, type Lifetime } from '../../../model/words';
import { grouped } from '../../../text/grouped';
import type { ModelFacts } from '../../../tokens/models';
import { foundAgain, money, savedByMoving, savedByNotWriting, savedByReading } from '../../../tokens/price';
import type { RenderContext } from '../../rule';
import { type BrokenPrefix, changingSlots, marksOf, tokenCount, tokensBetween } from '../prefix';

/** Calls that an amount of money is told for: one call alone costs too little to mean anything. */
const CALLS = 1000;

export interface Place {
  readonly message: number;
  readonly offset: number;
}

export const START: Place = { message: 0, offset: 0 };

/** What moving the unstable slots of a prefix behind its end gains, as a sentence with a space before it; '' when nothing is known or nothing is gained. */
export function gainOfMoving(context: RenderContext, broken: BrokenPrefix): string {
  const { model } = context;
  const whole = tokensBetween(context, START, broken);
  const moved = tokensOfSlots(context, broken);
  if (whole === undefined || moved === undefined) return '';
  const prefix = whole - moved;
  const kept = broken.mark ? keptBefore(context, broken) : 0;
  if (prefix < leastCached(model) || prefix <= kept) return '';
  const gained = prefix - kept;
  // As it stands the mark has the whole prefix written anew, the slots included.
  const saved = savedByMoving(model, { gained, moved }, totalOf(context, whole));
  return gainWords(context, broken, gained, saved);
}

/** What the stable text behind the unstable slots of a prefix gains before them, where the provider finds the prefix itself. */
export function gainOfFinding(context: RenderContext, broken: BrokenPrefix, before: number, stable: number): string {
  const { model } = context;
  const found = (equal: number): number => (equal < leastCached(model) ? 0 : foundAgain(model, equal));
  const gained = found(before + stable) - found(before);
  if (gained <= 0) return '';
  return gainWords(context, broken, gained, savedByNotWriting(model, gained, totalOf(context, before + stable)));
}

/** By whom so many tokens more are read, which is whenever the slot that changes soonest has changed. */
function gainWords(context: RenderContext, broken: BrokenPrefix, gained: number, saved: number | undefined): string {
  const lifetime = soonest(broken);
  const tokens = about(tokenCount(gained, context.model));
  if (lifetime === 'call') {
    const worth = saved === undefined ? '' : `, which saves ${perThousand(saved)}`;
    return ` Then each call reads ${tokens} more from the cache${worth}.`;
  }
  const each = saved === undefined ? '' : ` (${money(saved)} each time)`;
  if (lifetime === 'step') return ` Then each further request of a call reads ${tokens} more from the cache${each}.`;
  return ` Then ${tokens} need not be written to the cache again ${lifetime === 'day' ? 'each day' : `for each ${lifetime}`}${each}.`;
}

const soonest = ({ unstable }: BrokenPrefix): Lifetime =>
  unstable.reduce<Lifetime>((least, { lifetime }) => (isShorter(lifetime, least) ? lifetime : least), 'static');

/** What reading so many tokens from the cache saves that are not cached at all now: ` Then each call can read 1,200 tokens from the cache, which saves …`. */
export function gainOfCaching(context: GainContext, tokens: number): string {
  if (tokens < leastCached(context.model)) return '';
  const saved = savedByReading(context.model, tokens, totalOf(context, tokens));
  const worth = saved === undefined ? '' : `, which saves ${perThousand(saved)}`;
  return ` Then each call can read ${tokenCount(tokens, context.model)} from the cache${worth}.`;
}

/** A count of which the slot moves together with the rest of its line. An estimate says already that it is none. */
const about = (count: string): string => (count.startsWith('≈') ? count : `about ${count}`);

/** `$3.10 for 1,000 calls`. */
export const perThousand = (each: number): string => `${money(each * CALLS)} for ${grouped(CALLS)} calls`;

interface GainContext {
  readonly model: ModelFacts | undefined;
  cost(): { readonly total: { readonly tokens: number } } | undefined;
}

/** Tokens of the whole request, on which the price of each depends; at least what is talked about. */
export const totalOf = (context: GainContext, atLeast: number): number =>
  Math.max(context.cost()?.total.tokens ?? 0, atLeast);

/** Fewest tokens that the provider caches. */
export const leastCached = (model: ModelFacts | undefined): number => model?.cache?.minimum ?? 1;

/** Tokens of the unstable values of a prefix, each stretch once. */
function tokensOfSlots(context: RenderContext, { unstable }: BrokenPrefix): number | undefined {
  let sum = 0;
  let message = -1;
  let at = 0;
  for (const { appearance } of unstable) {
    if (appearance.message !== message) at = 0;
    message = appearance.message;
    const start = Math.max(at, appearance.start);
    if (appearance.end <= start) continue;
    const tokens = context.tokens(message, start, appearance.end);
    if (tokens === undefined) return undefined;
    sum += tokens;
    at = appearance.end;
  }
  return sum;
}

/** Tokens up to the last mark before a place whose prefix can be kept and is long enough for the provider: those are read already. */
export function keptBefore(context: RenderContext, place: Place): number {
  const kept = keptMarks(context).findLast((mark) => isBefore(mark, place));
  const tokens = kept ? (tokensBetween(context, START, kept) ?? 0) : 0;
  return tokens < leastCached(context.model) ? 0 : tokens;
}

/** The marks behind a prefix in which nothing changes sooner than it is meant to be read again. */
export function keptMarks(context: RenderContext): readonly Place[] {
  const changing = changingSlots(context);
  return marksOf(context.rendered).filter(
    (mark) =>
      !changing.some(
        ({ appearance: { message, start }, lifetime }) =>
          isShorter(lifetime, mark.reuse) && isBefore({ message, offset: start }, mark),
      ),
  );
}

const isBefore = (a: Place, b: Place): boolean =>
  a.message < b.message || (a.message === b.message && a.offset < b.offset);
