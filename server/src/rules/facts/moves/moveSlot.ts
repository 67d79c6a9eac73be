import type { SlotAppearance } from '../../../render/segment';
import type { FileEdit, Fix, RenderContext } from '../../rule';
import { replaceScalar } from '../manifest/manifestEdit';
import { runsOf } from '../messageText';
import { isStructure } from '../paragraph';
import { type BrokenPrefix, mayReach, tokenCount, tokensBetween, type Unstable } from '../prefix';
import { eolOf, lineEndOf, lineStartOf, nextLineOf } from '../sourceLines';
import { tagOf, textAt } from '../sourceText';
import { written } from '../trust';

/** Where a breakpoint is written in a template: its tag or its marker text. */
interface WrittenMark {
  readonly uri: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Moves every unstable slot of a prefix behind its breakpoint, with the line around it; undefined when one cannot move. */
export function moveSlotsBehind(context: RenderContext, broken: BrokenPrefix): Fix | undefined {
  const mark = writtenMark(context, broken);
  if (!mark) return undefined;
  const cuts: { start: number; end: number }[] = [];
  let lines = '';
  let tags = '';
  for (const { appearance } of broken.unstable) {
    const { span, uri } = appearance.place;
    if (uri !== mark.uri || !tagOf(context.lookup, appearance) || (appearance.use?.branch?.length ?? 0) > 0)
      return undefined;
    if (cuts.some((cut) => cut.start <= span.start && span.end <= cut.end)) continue;
    const unit = unitOf(context, mark, appearance);
    if (!unit) return undefined;
    cuts.push(unit);
    if (unit.isLine) lines += withBreak(mark.text.slice(unit.start, unit.end), eolOf(mark.text));
    else tags += mark.text.slice(unit.start, unit.end);
  }
  const first = written(context.system, broken.unstable[0].appearance.slot);
  const others = new Set(broken.unstable.map((u) => u.appearance.slot)).size - 1;
  const lineEnd = lineEndOf(mark.text, mark.end);
  const alone =
    mark.text.slice(lineStartOf(mark.text, mark.start), mark.start).trim() === '' &&
    mark.text.slice(mark.end, lineEnd).trim() === '';
  const next = nextLineOf(mark.text, mark.end);
  const edits: FileEdit[] = cuts.map((cut) => ({ uri: mark.uri, span: { start: cut.start, end: cut.end }, text: '' }));
  if (tags !== '') edits.push({ uri: mark.uri, span: { start: mark.end, end: mark.end }, text: tags });
  if (lines !== '') {
    const at = alone && next > lineEnd ? next : mark.end;
    edits.push({
      uri: mark.uri,
      span: { start: at, end: at },
      text: at === mark.end && alone ? eolOf(mark.text) + lines.trimEnd() : lines,
    });
  }
  return { title: `Move ${first}${others > 0 ? ` and ${others} more` : ''} behind the breakpoint`, edits };
}

/** What moves with a slot: its line, or the tag alone when the line is nothing but tags. */
function unitOf(
  context: RenderContext,
  mark: WrittenMark,
  appearance: SlotAppearance,
): { start: number; end: number; isLine: boolean } | undefined {
  const { span } = appearance.place;
  const start = lineStartOf(mark.text, span.start);
  const end = lineEndOf(mark.text, span.end);
  const others = context.rendered.appearances.filter(
    (a) => a.place.uri === mark.uri && a.place.span.start >= start && a.place.span.end <= end,
  );
  let words = mark.text.slice(start, end);
  for (const other of others) words = words.replace(mark.text.slice(other.place.span.start, other.place.span.end), '');
  const onlyTags = words.trim() === '' && others.some((a) => a.slot !== appearance.slot);
  if (onlyTags) return { ...span, isLine: false };
  if ((mark.start >= start && mark.start <= end) || isStructure(mark.text.slice(start, end))) return undefined;
  return { start, end: nextLineOf(mark.text, end), isLine: true };
}

const withBreak = (line: string, eol: string): string => (line.endsWith('\n') ? line : line + eol);

/** Puts the breakpoint where the prefix is still whole: before the first unstable slot, or behind the last layer before it. */
export function moveBreakpointBefore(context: RenderContext, broken: BrokenPrefix): Fix | undefined {
  if (!broken.mark || broken.unstable[0].appearance.start === 0) return undefined;
  const first = broken.unstable[0];
  const mark = writtenMark(context, broken);
  if (!mark) return afterLayer(context, broken, first);
  const edits = moveTag(context, mark, first);
  const gain = gainOf(context, first.appearance.message, first.appearance.start);
  return (
    edits && { title: `Move the breakpoint before ${written(context.system, first.appearance.slot)}${gain}`, edits }
  );
}

/** What is cached when the prefix ends at an offset, in words. */
function gainOf(context: RenderContext, message: number, offset: number): string {
  const kept = tokensBetween(context, { message: 0, offset: 0 }, { message, offset });
  const minimum = context.model?.cache?.minimum ?? 0;
  return kept === undefined || !mayReach(context, kept, minimum) ? '' : ` (caches ${tokenCount(kept, context.model)})`;
}

function moveTag(context: RenderContext, mark: WrittenMark, { appearance }: Unstable): FileEdit[] | undefined {
  const { span, uri } = appearance.place;
  if (uri !== mark.uri || !tagOf(context.lookup, appearance) || (appearance.use?.branch?.length ?? 0) > 0)
    return undefined;
  const { text } = mark;
  const lineStart = lineStartOf(text, mark.start);
  const alone =
    text.slice(lineStart, mark.start).trim() === '' && text.slice(mark.end, lineEndOf(text, mark.end)).trim() === '';
  const cut = alone ? { start: lineStart, end: nextLineOf(text, mark.end) } : { start: mark.start, end: mark.end };
  const start = lineStartOf(text, span.start);
  const hasTagBefore = context.rendered.appearances.some(
    (a) => a.place.uri === uri && a.place.span.start >= start && a.place.span.end <= span.start,
  );
  const at = hasTagBefore ? span.start : start;
  const message = context.layout.messages[appearance.message];
  const line = message?.lines[message.lineAt(appearance.start)];
  // With nothing before it a breakpoint caches nothing.
  if (!message || message.text.slice(0, hasTagBefore ? appearance.start : line?.start).trim() === '') return undefined;
  const tag = text.slice(mark.start, mark.end);
  return [
    { uri, span: { start: at, end: at }, text: alone && at === start ? tag + eolOf(text) : tag },
    { uri, span: cut, text: '' },
  ];
}

/** A breakpoint of the manifest: behind the last layer all of whose text stands before the first unstable slot. */
function afterLayer(context: RenderContext, broken: BrokenPrefix, { appearance }: Unstable): Fix | undefined {
  const { system, layout } = context;
  const message = layout.messages[appearance.message];
  const index = broken.mark?.index ?? -1;
  const entry = system.entry.cache?.breakpoints?.[index];
  const place = system.manifest.place([...system.path, 'cache', 'breakpoints', index])?.value;
  if (!message || !entry || !place) return undefined;
  const runs = runsOf(layout, message).filter((run) => run.segment.text.trim() !== '' && run.segment.layer !== null);
  const later = new Set(runs.filter((run) => run.end > appearance.start).map((run) => run.segment.layer));
  const last = runs.findLast((run) => run.end <= appearance.start && !later.has(run.segment.layer));
  if (!last || last.segment.layer === null) return undefined;
  const reuse = typeof entry === 'object' && entry.reuse !== undefined ? `, reuse: ${entry.reuse}` : '';
  const edit = replaceScalar(system.manifest, place, last.segment.layer);
  return {
    title: `Put the breakpoint behind ${last.segment.layer}${gainOf(context, appearance.message, last.end)}`,
    edits: [{ ...edit, text: `{ after: ${edit.text}${reuse} }` }],
  };
}

function writtenMark({ system, rendered, lookup }: RenderContext, broken: BrokenPrefix): WrittenMark | undefined {
  const entry = broken.mark && system.entry.cache?.breakpoints?.[broken.mark.index];
  if (typeof entry !== 'object') return undefined;
  if (entry.slot !== undefined) {
    const tag = rendered.appearances.find(
      (a) => a.state === 'marker' && a.slot === entry.slot && a.message === broken.message && a.start === broken.offset,
    );
    const text = tag?.use && textAt(lookup, tag.place.uri);
    return tag && text !== undefined ? { uri: tag.place.uri, text, ...tag.place.span } : undefined;
  }
  if (entry.marker === undefined) return undefined;
  const { uri } = broken.unstable[0].appearance.place;
  const text = textAt(lookup, uri);
  const start = text?.indexOf(entry.marker) ?? -1;
  return text === undefined || start < 0 ? undefined : { uri, text, start, end: start + entry.marker.length };
}
