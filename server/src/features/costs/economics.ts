import type { Location } from '../../model/system';
import { LIFETIME_WORDS, type Lifetime } from '../../model/words';
import { layoutOf } from '../../render/layout';
import { changingSlots, marksOf, type Unstable } from '../../rules/facts/prefix';
import { Kept } from '../../text/kept';
import { tallyOf, tokenizerOf } from '../../tokens/estimate';
import type { ModelFacts } from '../../tokens/models';
import { type CallCost, callCost, foundAgain } from '../../tokens/price';
import type { Snapshot } from '../../workspace/snapshot';
import type { RenderedTokens, Tokens } from '../../workspace/tokens';
import type { View } from '../view';
import { factsOf } from './tokenWords';

/** What a call costs, and what the provider's cache keeps of it for the next one. */
export interface Economics {
  /** Tokens from the beginning that are the same in the next call; undefined when no layer says how long its text stays. */
  readonly stable: StablePrefix | undefined;
  /** Undefined where nothing is cached: no mark, and a provider that finds no prefix by itself. */
  readonly cache: CachedTokens | undefined;
  /** Undefined when the price of the model is not known. */
  readonly cost: CallCost | undefined;
  /** What a further request of the same call costs; undefined when no mark is meant for one, or no price is known. */
  readonly step: number | undefined;
}

export interface StablePrefix {
  readonly tokens: Tokens;
  /** What ends it; undefined when the whole request is the same. */
  readonly end:
    | { readonly slot: string; readonly lifetime: Lifetime; readonly says: string; readonly place: Location }
    | undefined;
}

export interface CachedTokens {
  /** Written by the first call. */
  readonly written: Tokens;
  /** Read by the next call, in which everything that changes with a call is another. */
  readonly kept: Tokens;
  /** Read by a further request of the same call, when it keeps more than the next call does: only what changes with every step is another. */
  readonly keptByStep: Tokens | undefined;
  /** The provider finds the prefix itself. */
  readonly automatic: boolean;
  /** Fewest tokens that are cached. */
  readonly minimum: number | undefined;
  /** A prefix that the provider finds itself is found in whole steps of so many tokens. */
  readonly increment: number | undefined;
  /** The minimum lies in the band of an estimate: it cannot be said whether anything is cached. */
  readonly unclear: boolean;
}

/** An offset in the text of a message. */
interface Place {
  readonly message: number;
  readonly offset: number;
}

const known = new Kept<RenderedTokens, Economics>();

/** Kept with the count that it was made from, since hints, hover and the panel ask for it in the same moment. */
export function economicsOf(snapshot: Snapshot, view: View): Economics {
  let found = known.get(view.tokens);
  if (!found) {
    found = findEconomics(snapshot, view);
    known.set(view.tokens, found);
  }
  return found;
}

function findEconomics(snapshot: Snapshot, view: View): Economics {
  const { rendered, system, tokens } = view;
  const facts = factsOf(view);
  const changing = changingSlots({ system, rendered, layout: layoutOf(rendered) });
  const ending = changing.find(({ lifetime }) => lifetime === 'call' || lifetime === 'step');
  const place = ending && startOf(ending);
  const stable = place ? tokensUpTo(snapshot, view, place) : tokens.total.tokens;
  const everyStep = changing.find(({ lifetime }) => lifetime === 'step');
  const cache = cacheOf(view, facts, { stable, place, step: everyStep && startOf(everyStep) });
  const priced = { total: tokens.total.tokens, written: cache?.written.tokens ?? 0 };
  return {
    stable: system.hasLayers ? { tokens: partOf(tokens.total, stable), end: ending && endOf(view, ending) } : undefined,
    cache,
    cost: callCost(facts, { ...priced, kept: cache?.kept.tokens ?? 0 }),
    step: cache?.keptByStep && callCost(facts, { ...priced, kept: cache.keptByStep.tokens })?.warm,
  };
}

/** Whole tokens before a place. One that reaches over it is another token when the text behind the place is another. */
function tokensUpTo(snapshot: Snapshot, { rendered }: View, { message, offset }: Place): number {
  const { before, begins } = snapshot.tokenPlace(rendered, message, offset);
  return begins ? before : before - 1;
}

const startOf = ({ appearance }: Unstable): Place => ({ message: appearance.message, offset: appearance.start });

function endOf({ system }: View, { appearance, lifetime, nested }: Unstable): StablePrefix['end'] {
  const { slot, place } = appearance;
  const written = system.dialects[0]?.print(slot) ?? slot;
  const says = `${written} ${changing(lifetime)}${nested === undefined ? '' : ` (through ${nested})`}`;
  return { slot, lifetime, says, place };
}

const changing = (lifetime: Lifetime): string =>
  lifetime === 'call' || lifetime === 'step'
    ? `changes with every ${lifetime}`
    : `may change ${LIFETIME_WORDS[lifetime]}`;

function cacheOf(
  view: View,
  facts: ModelFacts | undefined,
  {
    stable,
    place,
    step,
  }: { readonly stable: number; readonly place: Place | undefined; readonly step: Place | undefined },
): CachedTokens | undefined {
  const marks = view.rendered.caching ? marksOf(view.rendered) : [];
  const automatic = marks.length === 0 && facts?.cache?.automatic === true;
  if (marks.length === 0 && !automatic) return undefined;
  // A provider that finds the prefix itself keeps the whole request, in case the next one begins so.
  const written = automatic ? view.tokens.total.tokens : (view.tokens.cachedPrefix?.tokens ?? 0);
  const kept = automatic ? foundAgain(facts, stable) : keptByMarks(view, place);
  const minimum = facts?.cache?.minimum;
  const forSteps = marks.some(({ reuse }) => reuse === 'call' || reuse === 'step');
  const byStep = forSteps ? keptByMarks(view, step) : 0;
  return {
    ...atLeast(view, { written, kept }, minimum),
    keptByStep: byStep > kept && mayBeCached(view, byStep, minimum) ? partOf(view.tokens.total, byStep) : undefined,
    automatic,
    minimum,
    increment: automatic ? facts?.cache?.increment : undefined,
  };
}

/** What is left of both when less than the minimum is not cached. */
function atLeast(
  view: View,
  { written, kept }: { readonly written: number; readonly kept: number },
  minimum: number | undefined,
): Pick<CachedTokens, 'written' | 'kept' | 'unclear'> {
  const isCached = (tokens: number): boolean => mayBeCached(view, tokens, minimum);
  const sure = (tokens: number): boolean => minimum === undefined || bandOf(view, tokens).low >= minimum;
  const [w, k] = [written, kept].map((tokens) => (isCached(tokens) ? tokens : 0)) as [number, number];
  const unclear = [w, k].some((tokens) => tokens > 0 && !sure(tokens));
  return { written: partOf(view.tokens.total, w), kept: partOf(view.tokens.total, k), unclear };
}

/** Whether a prefix of so many tokens may be long enough for the provider, by the high end of an estimate. */
export function mayBeCached(view: View, tokens: number, minimum: number | undefined): boolean {
  return tokens > 0 && (minimum === undefined || bandOf(view, tokens).high >= minimum);
}

function bandOf(view: View, tokens: number): { readonly low: number; readonly high: number } {
  return tallyOf(tokens, false, tokenizerOf(factsOf(view)));
}

/** Why a mark behind so many tokens has no effect: too few for the provider, or something before it changes with every call. Undefined where it has one. */
export function idleMark({ cache }: Economics, view: View, tokens: number): 'short' | 'changing' | undefined {
  if (!cache || cache.automatic) return undefined;
  if (!mayBeCached(view, tokens, cache.minimum)) return 'short';
  return Math.max(cache.kept.tokens, cache.keptByStep?.tokens ?? 0) < tokens ? 'changing' : undefined;
}

/** Tokens up to the last mark that no other text stands before: those that a provider still has when the request is another from the place on. */
export function keptByMarks({ rendered, tokens }: View, place: Place | undefined): number {
  let kept = 0;
  let sum = 0;
  for (const [m, { blocks }] of rendered.messages.entries()) {
    let end = 0;
    for (const [b, block] of blocks.entries()) {
      for (const segment of block.segments) if (segment.removed === undefined) end += segment.text.length;
      sum += (tokens.segments[m]?.[b] ?? []).reduce((all, one) => all + one, 0);
      if (place && (m > place.message || (m === place.message && end > place.offset))) return kept;
      if (block.cached) kept = sum;
    }
  }
  return kept;
}

/** A part of a sum, with a band as wide in proportion. */
export function partOf(whole: Tokens, tokens: number): Tokens {
  const share = whole.tokens === 0 ? 0 : tokens / whole.tokens;
  return { ...whole, tokens, low: Math.floor(whole.low * share), high: Math.ceil(whole.high * share) };
}
