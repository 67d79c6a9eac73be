import { isShorter } from '../../../model/words';
import { grouped } from '../../../text/grouped';
import type { ModelFacts } from '../../../tokens/models';
import { money, savedByNotWriting, savedByReading } from '../../../tokens/price';
import type { RenderContext } from '../../rule';
import { type BrokenPrefix, changingSlots, marksOf, tokenCount, tokensBetween } from '../prefix';

/** Calls that an amount of money is told for: one call alone costs too little to mean anything. */
const CALLS = 1000;

const START = { message: 0, offset: 0 } as const;

/** What moving the unstable slots of a prefix behind its end gains, as a sentence with a space before it; '' when nothing is known or nothing is gained. */
export function gainOfMoving(context: RenderContext, broken: BrokenPrefix): string {
  const { model } = context;
  const whole = tokensBetween(context, START, broken);
  const moved = tokensOfSlots(context, broken);
  if (whole === undefined || moved === undefined) return '';
  const prefix = whole - moved;
  if (prefix < (model?.cache?.minimum ?? 1)) return '';
  if (broken.unstable.every((u) => u.lifetime === 'day')) {
    const saved = savedByNotWriting(model, prefix, totalOf(context, whole));
    return ` Then ${about(tokenCount(prefix, model))} need not be written to the cache again each day${saved === undefined ? '' : ` (${money(saved)} each time)`}.`;
  }
  const gained = prefix - (keptBefore(context, broken) ?? 0);
  return gained > 0 ? readWith(context, gained, 'Then each call reads', 'more from the cache', about) : '';
}

/** What reading so many tokens from the cache saves, as the end of a sentence: `each call reads 1,200 tokens …, which saves …`. */
export function readWith(
  context: GainContext,
  tokens: number,
  begin: string,
  end: string,
  said: (count: string) => string = (count) => count,
): string {
  const saved = savedByReading(context.model, tokens, totalOf(context, tokens));
  const worth = saved === undefined ? '' : `, which saves ${perThousand(saved)}`;
  return ` ${begin} ${said(tokenCount(tokens, context.model))} ${end}${worth}.`;
}

/** A count of which the slot moves together with the rest of its line. An estimate says already that it is none. */
export const about = (count: string): string => (count.startsWith('≈') ? count : `about ${count}`);

/** `$3.10 for 1,000 calls`. */
export const perThousand = (each: number): string => `${money(each * CALLS)} for ${grouped(CALLS)} calls`;

interface GainContext {
  readonly model: ModelFacts | undefined;
  cost(): { readonly total: { readonly tokens: number } } | undefined;
}

/** Tokens of the whole request, on which the price of each depends; at least what is talked about. */
export const totalOf = (context: GainContext, atLeast: number): number =>
  Math.max(context.cost()?.total.tokens ?? 0, atLeast);

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

/** Tokens up to the last mark before this one whose prefix can be kept: those are read already. */
function keptBefore(context: RenderContext, { mark, message, offset }: BrokenPrefix): number | undefined {
  if (!mark) return 0;
  const changing = changingSlots(context);
  const kept = marksOf(context.rendered).findLast(
    (m) =>
      (m.message < message || (m.message === message && m.offset < offset)) &&
      !changing.some(
        ({ appearance: a, lifetime }) =>
          isShorter(lifetime, m.reuse) && (a.message < m.message || (a.message === m.message && a.start < m.offset)),
      ),
  );
  return kept ? tokensBetween(context, START, kept) : 0;
}
