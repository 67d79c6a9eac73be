// The request `strata/compare`: a prompt, and another one of the same system.
import type { CompareParams, CompareResult, RenderFailure } from '../../protocol';
import type { Snapshot } from '../../workspace/snapshot';
import { wireCost } from '../costs/wireEconomics';
import { compare } from './difference';
import { resultOf, viewFor } from './render';

/** `earlier`: the workspace as it was in the commit that the second prompt is to be taken from. */
export function comparison(
  snapshot: Snapshot,
  params: CompareParams,
  earlier?: Snapshot,
): CompareResult | RenderFailure {
  const before = viewFor(snapshot, params.before);
  if ('reason' in before) return before;
  const other = earlier ?? snapshot;
  const after = viewFor(other, params.after);
  if ('reason' in after) return earlier ? gone(params) : after;
  const { first, cache, cost, exact } = compare({ snapshot, view: before }, { snapshot: other, view: after });
  return {
    version: 1,
    other: resultOf(other, after),
    comparison: { firstToken: first?.token ?? null, cache: cache ?? null, exact, cost: wireCost(cost) },
  };
}

function gone({ after: { system = '', revision = '' } }: CompareParams): RenderFailure {
  const id = system.slice(system.lastIndexOf('#') + 1);
  return { version: 1, reason: 'unknown-revision', message: `${revision} has no system called ${id}.` };
}
