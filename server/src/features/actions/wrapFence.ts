import { layoutOf } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';
import { fenceFix, fenceLines, isFenced } from '../../rules/facts/fences/fenceFix';
import type { Fix } from '../../rules/rule';
import { hostOf } from '../../syntax/embedded';
import type { SourceFile } from '../../text/source';
import { type Span, touches } from '../../text/span';
import { Refusal } from '../refusal';
import { viewOf } from '../view';
import type { Action, Spot } from './action';
import { type SystemText, systemTextAt } from './text';

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
  const { snapshot, uri } = spot;
  const found = systemTextAt(spot);
  const view = found && viewOf(snapshot, uri);
  if (!found || !view) return undefined;
  const { file } = found.context;
  const { system, rendered } = view;
  const layout = layoutOf(rendered);
  const appearance = rendered.appearances.find(
    ({ place, use }) =>
      use && place.uri === uri && touches(place.span, spot.span.start) && spot.span.end <= place.span.end,
  );
  if (appearance) {
    // A breakpoint prints nothing that could be enclosed.
    if (appearance.state === 'marker') return undefined;
    // One fence is enough, and a second one would hide which of the two is meant.
    if (isFenced(layout, appearance)) return undefined;
    return fenceFix({ system, layout, lookup: snapshot.lookup }, appearanceInText(found, appearance));
  }
  if (file.text.slice(found.span.start, found.span.end).trim() === '') return undefined;
  return fenceLines({ system, layout }, file, found.span);
}

/** A slot of a string inside of another file, as one of the text that the string stands for. */
export function appearanceInText({ context: { file, tree } }: SystemText, appearance: SlotAppearance): SlotAppearance {
  const use = tree?.slots.find(
    (one) => one.name === appearance.use?.name && toHost(file, one.span).start === appearance.place.span.start,
  );
  return use && file.uri !== appearance.place.uri
    ? { ...appearance, place: { uri: file.uri, span: use.span }, use }
    : appearance;
}

const toHost = (file: SourceFile, span: Span): Span => hostOf(file)?.toHost(span) ?? span;
