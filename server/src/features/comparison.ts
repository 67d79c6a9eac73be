// The request `strata/compare`: a prompt, and another one of the same system.
import type { CompareParams, CompareResult, RenderFailure } from '../protocol';
import type { Snapshot } from '../workspace/snapshot';
import { compare } from './compare';
import { resultOf, viewFor } from './render';

export function comparison(snapshot: Snapshot, params: CompareParams): CompareResult | RenderFailure {
  const before = viewFor(snapshot, params.before);
  if ('reason' in before) return before;
  const after = viewFor(snapshot, params.after);
  if ('reason' in after) return after;
  const { first, cache, exact } = compare({ snapshot, view: before }, { snapshot, view: after });
  return {
    version: 1,
    other: resultOf(snapshot, after),
    comparison: { firstToken: first?.token ?? null, cache: cache ?? null, exact },
  };
}
