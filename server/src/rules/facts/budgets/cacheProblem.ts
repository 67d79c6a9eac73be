import { grouped } from '../../../text/grouped';
import { tallyOf, tokenizerOf } from '../../../tokens/estimate';
import type { Problem, RenderContext } from '../../rule';
import { moveBreakpointBefore, moveSlotsBehind } from '../moves/moveSlot';
import {
  type BrokenPrefix,
  brokenPrefixes,
  changes,
  mayReach,
  tokenCount,
  tokensBetween,
  type Unstable,
} from '../prefix';
import { written } from '../trust';
import { gainOfFinding, gainOfMoving } from './cacheGain';

/** Slots named beside the first one. */
const MOST_RELATED = 10;

/** What `cache.volatile` and `cache.daily` say: one finding for each prefix, at its first unstable slot. */
export function* problemsOfPrefixes(context: RenderContext, wanted: 'volatile' | 'daily'): Iterable<Problem> {
  for (const broken of brokenPrefixes(context)) {
    const daily = broken.unstable.every((u) => u.lifetime === 'day');
    if (daily !== (wanted === 'daily')) continue;
    const problem = broken.mark ? atMark(context, broken) : automatic(context, broken);
    if (problem) yield problem;
  }
}

function atMark(context: RenderContext, broken: BrokenPrefix): Problem {
  const { appearance } = broken.unstable[0];
  const at = { message: appearance.message, offset: appearance.start };
  // Counting takes time, and of equal findings of several selections only one is read.
  return {
    ...common(context, broken),
    get message() {
      const kept = tokensBetween(context, { message: 0, offset: 0 }, at);
      const lost = tokensBetween(context, at, broken);
      const loss = lossWords(context, kept, lost);
      return `${subject(context, broken)} but stands before the breakpoint ${broken.mark?.name ?? ''}, which is meant to be read again ${reuseWord(broken)}. ${loss} Move it behind the breakpoint${isEnough(context, kept) ? ', or the breakpoint before it' : ''}.${gainOfMoving(context, broken)}`;
    },
    get fixes() {
      return [moveSlotsBehind(context, broken), moveBreakpointBefore(context, broken)].filter(
        (fix) => fix !== undefined,
      );
    },
  };
}

/** Whether a breakpoint before the slot would have an effect. */
const isEnough = (context: RenderContext, kept: number | undefined): boolean =>
  kept === undefined || mayReach(context, kept, context.model?.cache?.minimum ?? 1);

/** What can be cached before the slot and what cannot behind it, as far as the provider takes a prefix of that length at all. */
function lossWords(context: RenderContext, kept: number | undefined, lost: number | undefined): string {
  if (kept === undefined || lost === undefined)
    return 'What stands before it can be cached, the rest up to the breakpoint cannot.';
  const minimum = context.model?.cache?.minimum;
  const count = (tokens: number): string => tokenCount(tokens, context.model);
  if (minimum === undefined || mayReach(context, kept, minimum))
    return `${count(kept)} before it can be cached, ${count(lost)} from there to the breakpoint cannot.`;
  const least = `the ${grouped(minimum)} that the provider caches at least`;
  return mayReach(context, kept + lost, minimum)
    ? `${count(kept)} stand before it, fewer than ${least}, so nothing up to the breakpoint can be cached.`
    : `Up to the breakpoint stand ${count(kept + lost)}, fewer than ${least}: nothing is cached either way.`;
}

/** Where the provider finds the prefix itself: worth saying when the stable text behind would be worth a minimum. */
function automatic(context: RenderContext, broken: BrokenPrefix): Problem | undefined {
  const minimum = context.model?.cache?.minimum;
  const { appearance } = broken.unstable[0];
  const stable = minimum === undefined ? undefined : stableBehind(context, broken, minimum);
  if (stable === undefined) return undefined;
  return {
    ...common(context, broken),
    // Above the minimum by the estimate, but perhaps not in truth.
    ...(lowEnd(context, stable) < (minimum ?? 0) ? { level: 'info' as const } : {}),
    get message() {
      const kept = tokensBetween(
        context,
        { message: 0, offset: 0 },
        { message: appearance.message, offset: appearance.start },
      );
      const gain = kept === undefined ? '' : gainOfFinding(context, broken, kept, stable);
      return `${subject(context, broken)} and the provider's cache ends where it stands.${foundBefore(context, kept)} ${tokenCount(stable, undefined)} behind it do not change and could be cached as well. Move it behind that text.${gain}`;
    },
  };
}

/** What the provider can find again before the slot, as far as it caches a prefix of that length at all. */
function foundBefore(context: RenderContext, kept: number | undefined): string {
  if (kept === undefined) return '';
  if (kept === 0) return ' Nothing before it can be found again;';
  const minimum = context.model?.cache?.minimum ?? 0;
  const tokens = tokenCount(kept, context.model);
  return mayReach(context, kept, minimum)
    ? ` Only ${tokens} before it can be found again;`
    : ` ${tokens} stand before it, fewer than the ${grouped(minimum)} that the provider caches at least, so nothing can be found again;`;
}

/**
 * Tokens of what stands behind the first unstable slot in its message and does not change, when they are `minimum` or
 * more. The text is counted once, as a whole, and shared out by characters: a prompt may hold hundreds of slots.
 */
function stableBehind(context: RenderContext, { unstable }: BrokenPrefix, minimum: number): number | undefined {
  const { message, end } = unstable[0].appearance;
  const length = context.rendered.texts[message]?.length ?? 0;
  let at = end;
  let characters = 0;
  for (const { appearance } of unstable) {
    if (appearance.message !== message) continue;
    characters += Math.max(0, appearance.start - at);
    at = Math.max(at, appearance.end);
  }
  characters += Math.max(0, length - at);
  // A token has one character at least.
  if (characters < minimum) return undefined;
  const tokens = context.tokens(message, end, length);
  const stable = tokens === undefined ? 0 : Math.round((tokens * characters) / (length - end));
  return stable >= minimum ? stable : undefined;
}

/** The least that an amount may be in truth. */
const lowEnd = (context: RenderContext, tokens: number): number =>
  tallyOf(tokens, false, tokenizerOf(context.model)).low;

function common(context: RenderContext, broken: BrokenPrefix): Pick<Problem, 'uri' | 'span' | 'slot' | 'related'> {
  const [first, ...others] = broken.unstable;
  const seen = new Set([placeKey(first)]);
  const distinct = others.filter((u) => !seen.has(placeKey(u)) && seen.add(placeKey(u)));
  return {
    ...first.appearance.place,
    slot: first.appearance.slot,
    related: [
      ...(broken.mark ? [{ ...broken.mark.place, message: `the breakpoint ${broken.mark.name}` }] : []),
      ...distinct
        .slice(0, MOST_RELATED)
        .map((u) => ({ ...u.appearance.place, message: `${name(context, u)} changes ${changes(u.lifetime)} as well` })),
    ],
  };
}

const placeKey = ({ appearance }: Unstable): string => `${appearance.place.uri} ${appearance.place.span.start}`;
const name = (context: RenderContext, u: Unstable): string => written(context.system, u.appearance.slot);

function subject(context: RenderContext, { unstable: [first] }: BrokenPrefix): string {
  const nested = first.nested === undefined ? '' : ` (through ${first.nested})`;
  return `${name(context, first)} changes ${changes(first.lifetime)}${nested},`;
}

function reuseWord({ reuse }: BrokenPrefix): string {
  if (reuse === 'static') return 'for ever';
  if (reuse === 'day') return 'all day';
  return `by every request of one ${reuse}`;
}
