import type { Location } from '../../model/system';
import { loopRound, walksOf } from '../../model/walks';
import type { Layout } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';
import { Kept } from '../../text/kept';
import type { Span } from '../../text/span';
import type { RenderContext } from '../rule';
import { printingTag } from './sourceText';

type Texts = Pick<RenderContext, 'system' | 'layout' | 'lookup'>;

const known = new Kept<Layout, ReadonlyMap<string, Location>>();

/**
 * Whether the template goes into the value of a slot (a loop, a field), so that the engine gets data: then a `wrap` or
 * `escape` in the manifest says what cannot be, and what is to stand round the value stands in the template.
 */
export function isWalkedInto({ system, layout, lookup }: Texts, appearance: SlotAppearance): boolean {
  let walks = known.get(layout);
  if (!walks) {
    walks = walksOf(system, lookup);
    known.set(layout, walks);
  }
  if (appearance.fromData || walks.has(appearance.slot)) return true;
  // A variable of a loop or of a macro, however the value came into it.
  return appearance.use === undefined && printingTag(system, lookup, appearance) !== undefined;
}

/** The loop through the value of a slot round one of its appearances; else the tag itself. */
export function walkRound({ system, lookup }: Pick<Texts, 'system' | 'lookup'>, appearance: SlotAppearance): Span {
  return loopRound(system, lookup, appearance.slot, appearance.place)?.span ?? appearance.place.span;
}
