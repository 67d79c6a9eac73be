import { layoutOf } from '../../render/layout';
import { fenceFix, fenceLines, isFenced } from '../../rules/facts/fenceFix';
import type { Fix } from '../../rules/rule';
import { touches } from '../../text/span';
import { Refusal } from '../refusal';
import { viewOf } from '../view';
import type { Action, Spot } from './action';
import { systemTextAt } from './text';

/** A slot, or whole lines, between the tags (or whatever the project uses) that show the model where it ends. */
export const action: Action = {
  id: 'wrap-fence',
  kind: 'refactor.rewrite.fence',
  offers(spot) {
    const fence = fenceAt(spot);
    return fence ? [{ title: fence.title }] : [];
  },
  async perform(spot) {
    const fence = fenceAt(spot);
    if (!fence) throw new Refusal('Select whole lines, or put the cursor on a slot.');
    return { edits: fence.edits };
  },
};

function fenceAt(spot: Spot): Fix | undefined {
  const { snapshot, uri, file, span } = spot;
  const view = systemTextAt(spot) && viewOf(snapshot, uri);
  if (!view) return undefined;
  const { system, rendered } = view;
  const layout = layoutOf(rendered);
  const appearance = rendered.appearances.find(
    ({ place, use }) => use && place.uri === uri && touches(place.span, span.start) && span.end <= place.span.end,
  );
  if (appearance) {
    // One fence is enough, and a second one would hide which of the two is meant.
    if (isFenced(layout, appearance)) return undefined;
    return fenceFix({ system, layout, lookup: snapshot.lookup }, appearance);
  }
  if (file.text.slice(span.start, span.end).trim() === '') return undefined;
  return fenceLines({ system, layout }, file, span);
}
