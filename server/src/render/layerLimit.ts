import type { Layer } from '../model/system';
import { grouped } from '../text/grouped';
import { Kept } from '../text/kept';
import type { Rendered } from './segment';

/** The most tokens that a layer may have in one rendering. */
export interface LayerLimit {
  readonly tokens: number;
  /** How it comes about, as the end of a sentence. */
  readonly words: string;
}

/** What a layer that is called negligible has at most, when it names no limit of its own. */
const NEGLIGIBLE = 500;

/** The limit of a layer, which a proportional one has by the items that are sent; undefined for an elastic one, and for one without a budget. */
export function limitOf(layer: Layer, rendered: Rendered): LayerLimit | undefined {
  const budget = layer.entry?.budget;
  if (!budget) return undefined;
  if (budget.max !== undefined) return { tokens: budget.max, words: `its budget is ${grouped(budget.max)}` };
  if (budget.strategy === 'negligible')
    return { tokens: NEGLIGIBLE, words: `a negligible layer has at most ${NEGLIGIBLE}` };
  if (budget.strategy !== 'proportional' || budget.perItem === undefined) return undefined;
  const items = itemsOf(rendered).get(layer.id)?.size ?? 0;
  if (items === 0) return undefined;
  return {
    tokens: budget.perItem * items,
    words: `its budget is ${grouped(budget.perItem)} for each of ${grouped(items)} ${items === 1 ? 'item' : 'items'}`,
  };
}

const known = new Kept<Rendered, ReadonlyMap<string, ReadonlySet<string>>>();

/** Items that the slots of each layer send: those of lists, and one for any other value. */
function itemsOf(rendered: Rendered): ReadonlyMap<string, ReadonlySet<string>> {
  let items = known.get(rendered);
  if (!items) {
    items = countItems(rendered);
    known.set(rendered, items);
  }
  return items;
}

function countItems({ messages }: Rendered): ReadonlyMap<string, ReadonlySet<string>> {
  const items = new Map<string, Set<string>>();
  for (const { blocks } of messages) {
    for (const { segments } of blocks) {
      for (const { layer, kind, removed, origins = [] } of segments) {
        if (layer === null || kind !== 'value' || removed) continue;
        const own = items.get(layer) ?? new Set();
        items.set(layer, own);
        for (const path of origins) own.add(path);
      }
    }
  }
  return items;
}
