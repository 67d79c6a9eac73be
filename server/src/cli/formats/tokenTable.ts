import { percent } from '../../features/costs/amounts';
import { eachWords, manyWords } from '../../features/costs/economicsWords';
import type { TokensResult } from '../../protocol';
import { grouped } from '../../text/grouped';
import { money } from '../../tokens/price';
import { printable } from '../printable';
import { columns } from './table';

/** What one selection has in an earlier commit. */
export interface Earlier {
  readonly total: number;
  readonly exact: boolean;
  readonly layers: readonly { readonly id: string | null; readonly tokens: number }[];
}

/** What one selection of a system costs. */
export type Counted = TokensResult['systems'][number] & {
  /** Folder of its manifest, as it is printed. */
  readonly folder?: string;
  /** The same in an earlier commit; null when that has no such prompt. */
  readonly since?: Earlier | null;
};

/** One table for each selection: its layers, then the sums. Estimates carry `≈`, a sum with holes `≥`. */
export function tokenTable(all: readonly Counted[]): string {
  return all.map(tableOf).join('\n');
}

function tableOf(counted: Counted): string {
  const { layers, since } = counted;
  const sign = signOf(counted);
  const compared = since !== undefined;
  const earlier = signOf(since ?? counted);
  const before = (id: string | null): number | undefined => since?.layers.find((layer) => layer.id === id)?.tokens;
  const rows = [
    ['layer', 'tokens', 'max', ...(compared ? ['before', 'change'] : [])],
    ...layers.map(({ id, title, tokens, max }) => [
      printable(title),
      sign + grouped(tokens),
      max === null ? '' : grouped(max),
      ...(compared ? changeCells(before(id) ?? (since ? 0 : undefined), tokens, earlier) : []),
    ]),
  ];
  const total = ['total', totalOf(counted), '', ...(compared ? changeCells(since?.total, counted.total, earlier) : [])];
  return [headOf(counted), columns([...rows, total, ...sumsOf(counted, sign)], rows.length), ...notesOf(counted)].join(
    '',
  );
}

/** What stands below the total. */
function sumsOf(counted: Counted, sign: string): readonly (readonly string[])[] {
  const { joins, worst, cachedPrefix, economics, total } = counted;
  const { cache } = economics;
  const sums: string[][] = [];
  if (joins !== null && joins !== 0) sums.push(['layers alone', grouped(total - joins), change(total - joins, total)]);
  if (worst) sums.push(['worst case', `${worst.total.exact ? '' : '≈ '}${grouped(worst.total.tokens)}`]);
  const isIdle = readsNothing(cache);
  if (cachedPrefix !== null) sums.push([isIdle ? 'marked prefix' : 'cached prefix', sign + grouped(cachedPrefix)]);
  if (cache && cache.written > 0) sums.push(['read by the next call', keptOf(counted), percent(cache.kept, total)]);
  if (typeof cache?.keptByStep === 'number')
    sums.push([
      'read by a further request of the same call',
      sign + grouped(cache.keptByStep),
      percent(cache.keptByStep, total),
    ]);
  sums.push(...roomOf(counted));
  return sums;
}

/** The window, what is left of it when some is kept for the answer, and where compaction begins. */
function roomOf({ window, effectiveWindow, compaction, total }: Counted): string[][] {
  if (window === null || effectiveWindow === null) return [];
  const isWhole = effectiveWindow === window;
  return [
    ['window', grouped(window), ...(isWhole ? [percent(total, window)] : [])],
    ...(isWhole ? [] : [['window less the answer', grouped(effectiveWindow), percent(total, effectiveWindow)]]),
    ...(compaction ? [['compaction begins at', grouped(compaction.begins), percent(total, compaction.begins)]] : []),
    ...(compaction && compaction.ends !== null ? [['compaction ends at', grouped(compaction.ends)]] : []),
  ];
}

/** The marks stand, but no call reads anything: too few tokens, or something before the first mark changes with every call. */
const readsNothing = (cache: Counted['economics']['cache']): boolean =>
  cache !== null && !cache.automatic && Math.max(cache.kept, cache.keptByStep ?? 0) === 0;

/** Sentences below the table. */
function notesOf({ exact, holes, worst, economics, total }: Counted): readonly string[] {
  const { stable, cache, cost, step, calls } = economics;
  const notes: string[] = [];
  if (holes.length > 0) notes.push(`no value for ${holes.join(', ')}`);
  if (worst && worst.unlimited.length > 0) notes.push(`no limit on ${worst.unlimited.join(', ')}`);
  if (cache && cache.written > 0 && stable?.end && stable.tokens < total)
    notes.push(
      `the next call begins with the same ${signOf({ exact })}${grouped(stable.tokens)} tokens; then ${stable.end.says}`,
    );
  if (cache) notes.push(...minimumNotes(cache, stable));
  if (cost) {
    const costs = {
      cost: { cold: cost.cold ?? undefined, warm: cost.warm ?? undefined, uncached: cost.uncached },
      step: step ?? undefined,
    };
    const isCached = cache !== null && cache.written > 0;
    notes.push(`the input of a call costs ${isCached ? eachWords(costs) : money(cost.uncached)}`);
    const many = calls ? manyWords({ ...costs, count: calls.count }) : undefined;
    if (many !== undefined) notes.push(many);
  }
  return notes.map((note) => `  ${printable(note)}\n`);
}

/** What the provider's minimum means for the prefix, when it is not clearly long enough, or why nothing is read when it is. */
function minimumNotes(
  cache: NonNullable<Counted['economics']['cache']>,
  stable: Counted['economics']['stable'],
): readonly string[] {
  const { minimum, unclear, written, kept, keptByStep, increment, automatic } = cache;
  if (!unclear && kept > 0 && increment !== undefined)
    return [`the provider finds whole steps of ${grouped(increment)} tokens in its cache`];
  if (minimum === null || !(unclear || (kept === 0 && typeof keptByStep !== 'number'))) return [];
  const least = `the provider caches ${grouped(minimum)} tokens or more`;
  if (unclear) return [`${least}: it cannot be said whether this is enough`];
  if (!automatic && written > 0 && stable?.end && stable.tokens >= minimum)
    return ['nothing is read from the cache: no breakpoint stands before that'];
  return [`${written === 0 ? 'nothing is cached' : 'nothing is read from the cache'}: ${least}`];
}

function headOf({ system, scenario, label, model, tokenizer }: Counted): string {
  const selection = scenario === null ? label || undefined : `scenario "${scenario}"`;
  const parts = [system, selection, model ?? 'no model', tokenizer];
  return `${printable(parts.filter((p) => p !== undefined).join(' · '))}\n`;
}

/** `≈ ` before the numbers of an estimate. */
export const signOf = ({ exact }: Pick<Counted, 'exact'>): string => (exact ? '' : '≈ ');

export const totalOf = (counted: Pick<Counted, 'exact' | 'holes' | 'total'>): string =>
  `${counted.holes.length > 0 ? '≥ ' : ''}${signOf(counted)}${grouped(counted.total)}`;

/** What the next call reads from the cache. Nothing is nothing, also by an estimate. */
export function keptOf(counted: Pick<Counted, 'exact' | 'economics'>): string {
  const kept = counted.economics.cache?.kept ?? 0;
  return kept === 0 ? '0' : signOf(counted) + grouped(kept);
}

/** What it was before, with the sign of that, and by how much it has changed. */
export function changeCells(before: number | undefined, after: number, sign: string): readonly [string, string] {
  return before === undefined ? ['', 'new'] : [sign + grouped(before), change(before, after)];
}

export const change = (before: number, after: number): string =>
  before === after ? '' : `${after > before ? '+' : '−'}${grouped(Math.abs(after - before))}`;
