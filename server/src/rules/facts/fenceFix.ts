import type { SlotAppearance } from '../../render/segment';
import type { SourceFile } from '../../text/source';
import { covers, type Span } from '../../text/span';
import type { Fix, RenderContext } from '../rule';
import { projectFence, wrapEdits } from './guard';
import { eolOf, indentOf, lineEndOf, lineStartOf } from './sourceLines';
import { tagOf } from './sourceText';
import { standingOf } from './standing';
import { written } from './trust';

/** Encloses a slot in the fence of the project. It goes into the wrap where there is one, since it vanishes with an empty value; else round the tag. */
export function fenceFix(
  context: Pick<RenderContext, 'system' | 'layout' | 'lookup'>,
  appearance: SlotAppearance,
): Fix | undefined {
  const { system, layout, lookup } = context;
  const fence = projectFence(system, layout, appearance);
  const title = `Enclose ${written(system, appearance.slot)} in ${fence.open}`;
  const wrap = system.slots.get(appearance.slot)?.entry.wrap;
  if (wrap || !appearance.use) {
    const before = wrap?.before ?? '';
    const gap = before === '' || before.endsWith('\n') ? '' : '\n';
    const edits = wrapEdits(system, appearance.slot, {
      before: `${before}${gap}${fence.open}\n`,
      after: `\n${fence.close}${wrap?.after ?? ''}`,
    });
    return edits && { title, edits };
  }
  const { uri, span } = appearance.place;
  const source = tagOf(lookup, appearance);
  const message = layout.messages[appearance.message];
  if (!source || !message) return undefined;
  const { text, tag } = source;
  const { before, after } = standingOf(layout, message, appearance);
  const inline = before.trim() !== '' || after.trim() !== '';
  const gap = inline && fence.kind === 'tag' ? '' : eolOf(text) + indentOf(text, span.start);
  return { title, edits: [{ uri, span, text: fence.open + gap + tag + gap + fence.close }] };
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

/** As some text of no slot would stand there: only the manner of the fence is taken over. */
function unnamed({ use: _, ...rest }: SlotAppearance): SlotAppearance {
  return { ...rest, slot: 'data' };
}
