import type { Layout } from '../../../render/layout';
import type { SlotAppearance } from '../../../render/segment';
import type { SourceFile } from '../../../text/source';
import { covers, type Span } from '../../../text/span';
import type { Fix, RenderContext } from '../../rule';
import { projectFence, wrapEdits } from '../guard';
import { coreOf } from '../messageText';
import type { NestedPlace } from '../nested';
import { eolOf, firstOnLine, indentOf, lastOnLine, lineEndOf, lineStartOf } from '../sourceLines';
import { printingTag, textAt } from '../sourceText';
import { standingOf } from '../standing';
import { written } from '../trust';
import { isWalkedInto, walkRound } from '../walked';
import { fenceAround } from './fence';

/** Encloses a slot in the fence of the project. It goes into the wrap where there is one, since it vanishes with an empty value; else round the tag. */
export function fenceFix(
  context: Pick<RenderContext, 'system' | 'layout' | 'lookup'>,
  appearance: SlotAppearance,
): Fix | undefined {
  const { system, layout, lookup } = context;
  const isWalked = isWalkedInto(context, appearance);
  const loop = isWalked ? walkRound(context, appearance) : appearance.place.span;
  const isLoop = loop !== appearance.place.span;
  // What is named by its field stands in a loop over the slot.
  const { use: _tag, ...unnamedUse } = appearance;
  const named = isLoop ? unnamedUse : isShared(layout, appearance) ? unnamed(appearance) : appearance;
  const fence = projectFence(system, layout, named);
  const title = `Enclose ${written(system, appearance.slot)} in ${fence.open}`;
  const wrap = system.slots.get(appearance.slot)?.entry.wrap;
  if (!isWalked && (wrap || !appearance.use)) {
    const before = wrap?.before ?? '';
    const gap = before === '' || before.endsWith('\n') ? '' : '\n';
    const edits = wrapEdits(system, appearance.slot, {
      before: `${before}${gap}${fence.open}\n`,
      after: `\n${fence.close}${wrap?.after ?? ''}`,
    });
    return edits && { title, edits };
  }
  if (isLoop) return fenceRound(context, appearance.place.uri, loop, { title, ...fence });
  const { uri, span } = appearance.place;
  const text = textAt(lookup, uri);
  const tag = printingTag(system, lookup, appearance);
  const message = layout.messages[appearance.message];
  if (text === undefined || tag === undefined || !message) return undefined;
  const { before, after } = standingOf(layout, message, appearance);
  const inline = before.trim() !== '' || after.trim() !== '';
  const gap = inline && fence.kind === 'tag' ? '' : eolOf(text) + indentOf(text, span.start);
  return { title, edits: [{ uri, span, text: fence.open + gap + tag + gap + fence.close }] };
}

/** Whether a tag prints the values of several slots one after the other, as that of a macro does. */
const isShared = (layout: Layout, { place, slot, use }: SlotAppearance): boolean =>
  use === undefined &&
  layout.filled.some(
    (other) => other.slot !== slot && other.place.uri === place.uri && other.place.span.start === place.span.start,
  );

/** Encloses a value in one that the program assembles, through its own wrap: nothing else stands round it there. */
export function nestedFenceFix(
  { system, layout }: Pick<RenderContext, 'system' | 'layout'>,
  { host: _host, ...place }: NestedPlace,
): Fix | undefined {
  const wrap = system.slots.get(place.slot)?.entry.wrap;
  const fence = projectFence(system, layout, unnamedTag(place));
  const before = wrap?.before ?? '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  const edits = wrapEdits(system, place.slot, {
    before: `${before}${gap}${fence.open}\n`,
    after: `\n${fence.close}${wrap?.after ?? ''}`,
  });
  return edits && { title: `Enclose ${place.slot} in ${fence.open}`, edits };
}

/** Whether something encloses the value already, in the text or in its wrap. */
export function isFenced(layout: Layout, appearance: SlotAppearance): boolean {
  const message = layout.messages[appearance.message];
  if (!message) return false;
  const core = coreOf(layout, message, appearance);
  return fenceAround(layout, message, core.start, core.end) !== undefined;
}

/** On lines of their own round the lines of a loop; beside it where it shares its lines with other text. */
function fenceRound(
  { lookup }: Pick<RenderContext, 'lookup'>,
  uri: string,
  span: Span,
  { title, open, close, kind }: { title: string; open: string; close: string; kind: string },
): Fix | undefined {
  const text = textAt(lookup, uri);
  if (text === undefined) return undefined;
  const isAlone = firstOnLine(text, span.start) && lastOnLine(text, span.end);
  const gap = isAlone || kind !== 'tag' ? eolOf(text) + indentOf(text, span.start) : '';
  return {
    title,
    edits: [
      { uri, span: { start: span.start, end: span.start }, text: open + gap },
      { uri, span: { start: span.end, end: span.end }, text: gap + close },
    ],
  };
}

/** Encloses the lines that a stretch of a text touches in the fence of the project, named after a slot that stands in them. */
export function fenceLines(
  { system, layout }: Pick<RenderContext, 'system' | 'layout'>,
  file: SourceFile,
  span: Span,
): Fix {
  const { uri, text } = file;
  const covered = layout.filled.find(({ place }) => place.uri === uri && covers(span, place.span));
  const model = covered ?? (layout.filled[0] && unnamed(layout.filled[0]));
  const { open, close } = model ? projectFence(system, layout, model) : { open: '<data>', close: '</data>' };
  const start = lineStartOf(text, span.start);
  // A selection of whole lines ends at the beginning of the next one.
  const isLineEnd = span.end > span.start && text[span.end - 1] === '\n';
  const end = lineEndOf(text, isLineEnd ? span.end - (text[span.end - 2] === '\r' ? 2 : 1) : span.end);
  const eol = eolOf(text);
  return {
    title: `Enclose the selected lines in ${open}`,
    edits: [
      { uri, span: { start, end: start }, text: open + eol },
      { uri, span: { start: end, end }, text: eol + close },
    ],
  };
}

/** The tag in the text is that of another slot. */
const unnamedTag = ({ use: _, ...rest }: SlotAppearance): SlotAppearance => rest;

/** As some text of no slot would stand there: only the manner of the fence is taken over. */
function unnamed({ use: _, ...rest }: SlotAppearance): SlotAppearance {
  return { ...rest, slot: 'data' };
}
