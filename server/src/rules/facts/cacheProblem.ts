import type { Level, Problem, RenderContext } from '../rule';
import { moveBreakpointBefore, moveSlotsBehind } from './moveSlot';
import { type BrokenPrefix, brokenPrefixes, changes, tokenCount, tokensBetween, type Unstable } from './prefix';
import { written } from './trust';

/** Slots named beside the first one. */
const MOST_RELATED = 10;

/** What `cache.volatile` and `cache.daily` say: one finding for each prefix, at its first unstable slot. */
export function* problemsOfPrefixes(context: RenderContext, wanted: 'volatile' | 'daily', level: Level): Iterable<Problem> {
  for (const broken of brokenPrefixes(context)) {
    const daily = broken.unstable.every((u) => u.lifetime === 'day');
    if (daily !== (wanted === 'daily')) continue;
    const problem = broken.mark ? atMark(context, broken) : automatic(context, broken);
    if (problem) yield { ...problem, level };
  }
}

function atMark(context: RenderContext, broken: BrokenPrefix): Problem {
  const { appearance } = broken.unstable[0];
  const at = { message: appearance.message, offset: appearance.start };
  const kept = tokensBetween(context, { message: 0, offset: 0 }, at);
  const lost = tokensBetween(context, at, broken);
  const loss =
    kept === undefined || lost === undefined
      ? 'What stands before it can be cached, the rest up to the breakpoint cannot.'
      : `${tokenCount(kept, context.model)} before it can be cached, ${tokenCount(lost, context.model)} from there to the breakpoint cannot.`;
  const gain = kept === undefined ? '' : ` (caches ${tokenCount(kept, context.model)})`;
  const mark = broken.mark?.name ?? '';
  return {
    ...common(context, broken),
    message: `${subject(context, broken)} but stands before the breakpoint ${mark}, which is meant to be read again ${reuseWord(broken)}. ${loss} Move it behind the breakpoint, or the breakpoint before it.`,
    fixes: [moveSlotsBehind(context, broken), moveBreakpointBefore(context, broken, gain)].filter((fix) => fix !== undefined),
  };
}

/** Where the provider finds the prefix itself: worth saying when the stable text behind would be worth a minimum. */
function automatic(context: RenderContext, broken: BrokenPrefix): Problem | undefined {
  const minimum = context.model?.cache?.minimum;
  if (minimum === undefined) return undefined;
  const { appearance } = broken.unstable[0];
  const stable = stableBehind(context, broken);
  if (stable === undefined || stable < minimum) return undefined;
  const kept = tokensBetween(context, { message: 0, offset: 0 }, { message: appearance.message, offset: appearance.start });
  const left = kept === undefined ? '' : kept === 0 ? ' Nothing before it can be found again;' : ` Only ${tokenCount(kept, context.model)} before it can be found again;`;
  return {
    ...common(context, broken),
    message: `${subject(context, broken)} and the provider's cache ends where it stands.${left} ${tokenCount(stable, context.model)} behind it do not change and could be cached as well. Move it behind that text.`,
  };
}

/** Tokens of what stands behind the first unstable slot in its message and does not change. */
function stableBehind(context: RenderContext, broken: BrokenPrefix): number | undefined {
  const { message } = broken.unstable[0].appearance;
  let at = broken.unstable[0].appearance.end;
  let sum = 0;
  const length = context.rendered.texts[message]?.length ?? 0;
  const gaps = broken.unstable.filter((u) => u.appearance.message === message);
  for (const [start, end] of [...gaps.map((u) => [u.appearance.start, u.appearance.end] as const), [length, length] as const]) {
    if (start > at) {
      const tokens = context.tokens(message, at, start);
      if (tokens === undefined) return undefined;
      sum += tokens;
    }
    at = Math.max(at, end);
  }
  return sum;
}

function common(context: RenderContext, broken: BrokenPrefix): Pick<Problem, 'uri' | 'span' | 'slot' | 'related'> {
  const [first, ...others] = broken.unstable;
  const seen = new Set([placeKey(first)]);
  const distinct = others.filter((u) => !seen.has(placeKey(u)) && seen.add(placeKey(u)));
  return {
    ...first.appearance.place,
    slot: first.appearance.slot,
    related: [
      ...(broken.mark ? [{ ...broken.mark.place, message: `the breakpoint ${broken.mark.name}` }] : []),
      ...distinct.slice(0, MOST_RELATED).map((u) => ({ ...u.appearance.place, message: `${name(context, u)} changes ${changes(u.lifetime)} as well` })),
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
