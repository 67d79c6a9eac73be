import { regionsIn } from '../../model/fileRegions';
import { holds, type Selection } from '../../model/selection';
import type { Slot } from '../../model/system';
import type { Span } from '../../text/span';
import type { FileEdit, SystemContext, TextContext } from '../rule';
import { eolOf, lastOnLine, lineEndOf, lineStartOf } from './sourceLines';

/** Where a slot that a text lacks would be put in. */
export interface Insertion {
  readonly text: TextContext;
  /** What it is put next to: a tag, the line that opens a region, the first line of the text. */
  readonly anchor: Span;
  readonly edit: FileEdit;
}

/** A place of a text that belongs to a layer. */
interface Anchor {
  readonly text: TextContext;
  readonly span: Span;
  /** Position of the layer in the declared order. */
  readonly layer: number;
  /** Behind this offset the layer's text ends. */
  readonly end: number;
  readonly isRegion: boolean;
}

/**
 * The place of a slot's layer in the texts of a selection: the end of its region, else behind the last slot or region
 * of the nearest layer before it, else before the first one of a layer after it, else the end of the text. The texts are
 * looked through once for all the slots that are asked for.
 */
export function insertionsIn(
  context: SystemContext,
  selection: Selection,
): (slot: Slot, tag: string) => Insertion | undefined {
  const texts = textsOfSelection(context, selection);
  const last = texts.at(-1);
  if (!last) return () => undefined;
  const anchors = texts.flatMap((text) => anchorsOf(context, text));
  return (slot, tag) => {
    const own = slot.layer?.index;
    if (own === undefined) return atEnd(last, tag);
    const before = best(anchors.filter((anchor) => anchor.layer <= own));
    if (before) return behind(before, tag);
    const after = anchors.reduce<Anchor | undefined>(
      (least, anchor) => (!least || anchor.layer < least.layer ? anchor : least),
      undefined,
    );
    return after ? ahead(after, tag) : atEnd(last, tag);
  };
}

/** On a line of its own above the line of an anchor. */
function ahead({ text, span }: Anchor, tag: string): Insertion {
  const source = text.file.text;
  const start = lineStartOf(source, span.start);
  return { text, anchor: span, edit: { uri: text.file.uri, span: { start, end: start }, text: tag + eolOf(source) } };
}

/** Files of the parts that hold in a selection, as the first pass reads them, in the order of the parts. */
function textsOfSelection({ system, texts }: SystemContext, selection: Selection): TextContext[] {
  return system.parts
    .filter((part) => part.uri !== undefined && holds(part.entry.when, selection.axes))
    .flatMap((part) => texts.find((text) => text.file.uri === part.uri && text.dialect === system.dialects[0]) ?? []);
}

function anchorsOf({ system }: SystemContext, text: TextContext): Anchor[] {
  const source = text.file.text;
  const anchors: Anchor[] = [];
  for (const use of text.tree?.slots ?? []) {
    const layer = system.slots.get(use.name)?.layer;
    if (!layer || use.role !== 'value' || (use.branch?.length ?? 0) > 0) continue;
    anchors.push({ text, span: use.span, layer: layer.index, end: use.span.end, isRegion: false });
  }
  const part = system.parts.find((p) => p.uri === text.file.uri);
  const fixed = system.layers.find((layer) => layer.id === part?.entry.layer);
  if (fixed) {
    const end = text.bodyStart + source.slice(text.bodyStart).trimEnd().length;
    anchors.push({ text, span: firstLine(text), layer: fixed.index, end, isRegion: true });
    return anchors;
  }
  for (const region of regionsIn(system, text.file)) {
    const layer = region.opener && system.layers.find((l) => l.id === region.layer);
    if (!region.opener || !layer) continue;
    const end = region.start + source.slice(region.start, region.end).trimEnd().length;
    anchors.push({
      text,
      span: region.opener,
      layer: layer.index,
      end: insideTag(source, region.opener, end),
      isRegion: true,
    });
  }
  return anchors;
}

/** The end of a region that its closing tag ends lies before that tag's line. */
function insideTag(source: string, opener: Span, end: number): number {
  if (!/^\s*<[A-Za-z]/.test(source.slice(opener.start, opener.end))) return end;
  const start = lineStartOf(source, end);
  return start > opener.end && /^\s*<\//.test(source.slice(start, end)) ? start - 1 : end;
}

/** The nearest layer before; in it a region before a slot, and the last of several. */
function best(anchors: readonly Anchor[]): Anchor | undefined {
  return anchors.reduce<Anchor | undefined>((most, anchor) => {
    if (!most || anchor.layer > most.layer) return anchor;
    if (anchor.layer < most.layer || (most.isRegion && !anchor.isRegion)) return most;
    return anchor;
  }, undefined);
}

/** On a line of its own: behind the anchor's line, or right behind the anchor when more stands on that line. */
function behind(anchor: Anchor, tag: string): Insertion {
  const { text, uri } = anchor.text.file;
  const eol = eolOf(text);
  const isLast =
    anchor.isRegion ||
    lastOnLine(text, anchor.end) ||
    !/[{<$]/.test(text.slice(anchor.end, lineEndOf(text, anchor.end)));
  const at = isLast ? lineEndOf(text, anchor.end) : anchor.end;
  return {
    text: anchor.text,
    anchor: anchor.span,
    edit: { uri, span: { start: at, end: at }, text: isLast ? eol + tag : eol + tag + eol },
  };
}

function atEnd(context: TextContext, tag: string): Insertion {
  const { text, uri } = context.file;
  const end = context.bodyStart + text.slice(context.bodyStart).trimEnd().length;
  const lead = end > context.bodyStart ? eolOf(text) : '';
  return { text: context, anchor: firstLine(context), edit: { uri, span: { start: end, end }, text: lead + tag } };
}

/** The first line of a body that is not blank. */
function firstLine({ file, bodyStart }: Pick<TextContext, 'file' | 'bodyStart'>): Span {
  const { text } = file;
  const first = bodyStart + (text.length - bodyStart - text.slice(bodyStart).trimStart().length);
  return { start: Math.min(first, text.length), end: lineEndOf(text, Math.min(first, text.length)) };
}
