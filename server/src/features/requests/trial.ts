// What the panel tries out: another model, values that stand in no file yet, values that try to break out.
import type { Lookup } from '../../model/lookup';
import { type Selection, withModel } from '../../model/selection';
import type { PromptSystem } from '../../model/system';
import type { RenderParams, RenderResult } from '../../protocol';
import type { Rendered } from '../../render/segment';
import { valueData } from '../../render/valueData';
import { hostile } from '../../rules/hostile/hostile';
import type { Value } from '../../syntax/piece';
import type { Snapshot } from '../../workspace/snapshot';
import type { View } from '../view';
import { parsedValue } from './value';

/** A view of values that were tried out in the panel. */
export interface TrialView extends View {
  /** Slots whose value stands in no file. */
  readonly tried: readonly string[];
  readonly verdicts?: NonNullable<RenderResult['hostile']>;
}

/** The prompt of a selection with everything that the request tries out in it; of other `texts` than those of now. */
export function trialView(
  snapshot: Snapshot,
  system: PromptSystem,
  chosen: Selection,
  params: Pick<RenderParams, 'model' | 'values' | 'hostile'>,
  texts?: Lookup,
): TrialView {
  const lookup = texts ?? snapshot.lookup;
  const selection = params.model === undefined ? chosen : withModel(chosen, params.model);
  const now = valueData(system, selection, lookup);
  const values = new Map<string, Value>();
  for (const [name, text] of Object.entries(params.values ?? {}))
    values.set(name, parsedValue(text, system.slots.get(name), now(name)));
  const plain =
    values.size === 0 && !texts
      ? snapshot.rendered(system, selection)
      : snapshot.renderedWith(system, selection, values, lookup);
  const view = (rendered: Rendered): TrialView => ({
    system,
    selection,
    rendered,
    tokens: snapshot.tokens(rendered),
    tried: [...values.keys()],
  });
  if (params.hostile !== true) return view(plain);
  const attack = hostile({
    system,
    lookup,
    rendered: plain,
    dataOf: (slot) => (values.has(slot) ? values.get(slot) : now(slot)),
    renderWith: (others) => snapshot.renderedWith(system, selection, new Map([...values, ...others]), lookup),
  });
  return { ...view(attack.rendered), verdicts: attack.verdicts };
}
