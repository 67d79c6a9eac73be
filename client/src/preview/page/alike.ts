// Whether what is shown would look as it did. To compare a long prompt costs little; to draw it costs much.
import type { RenderResult, WireSegment } from '../../../../server/src/protocol';
import type { Item } from './items';
import type { Marked } from './place';
import type { Placed, Run } from './rows';

/** A text that is another when anything of the result is that the pieces of the prompt show beside their own text. */
export function looksOf({ scenario, layers, slots }: RenderResult): string {
  return JSON.stringify([
    scenario,
    layers.map(({ id, trust }) => [id, trust]),
    slots.map(({ name, trust, trustWord, written }) => [name, trust, trustWord, written]),
  ]);
}

export const isSameRun = (a: Run, b: Run): boolean =>
  a === b || (a.layer === b.layer && a.stripped === b.stripped && areSame(a.placed, b.placed, isSamePlaced));

export const areSameItems = (a: readonly Item[], b: readonly Item[]): boolean => a === b || areSame(a, b, isSameItem);

export function isSameMark(a: Marked | undefined, b: Marked | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.from !== b.from || a.to !== b.to) return false;
  return areSame(a.paths, b.paths, (one, other) => one === other);
}

function areSame<T>(a: readonly T[], b: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return a.length === b.length && a.every((one, i) => isSame(one, b[i] as T));
}

function isSameItem(a: Item, b: Item): boolean {
  switch (a.kind) {
    case 'breaks':
      return b.kind === 'breaks' && a.text === b.text;
    case 'nest':
      return b.kind === 'nest' && a.slot === b.slot && a.block === b.block && areSame(a.parts, b.parts, isSamePlaced);
    case 'value':
      return b.kind === 'value' && a.block === b.block && isSamePlaced(a.placed, b.placed);
    case 'text':
      return b.kind === 'text' && a.guest === b.guest && isSamePlaced(a.placed, b.placed);
    default:
      return b.kind === a.kind && isSamePlaced(a.placed, b.placed);
  }
}

/** Its tokens are counted in the heading of its run. */
const isSamePlaced = (a: Placed, b: Placed): boolean =>
  a === b || (a.path === b.path && a.at === b.at && isSameSegment(a.segment, b.segment) && a.text === b.text);

/** Where it stands in its file is asked for only when somebody goes there. */
function isSameSegment(a: WireSegment, b: WireSegment): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.slot !== b.slot || a.within !== b.within || a.layer !== b.layer) return false;
  if (a.removed !== b.removed || a.limit !== b.limit) return false;
  return !(a.sentAt || b.sentAt || a.escapes || b.escapes);
}
