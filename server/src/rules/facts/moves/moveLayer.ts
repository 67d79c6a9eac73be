import { regionsIn } from '../../../model/fileRegions';
import type { Location, PromptSystem } from '../../../model/system';
import type { SourceFile } from '../../../text/source';
import type { Span } from '../../../text/span';
import type { Fix, RenderContext } from '../../rule';
import { slotBlock } from '../slotBlock';
import { eolOf } from '../sourceLines';
import { movePart } from './movePart';

/** A place of a message that belongs to a layer: the start of its region or part, or a slot that the layer lists. */
export interface LayerPlace {
  readonly layer: number;
  readonly message: number;
  readonly start: number;
  readonly end: number;
  readonly place: Location;
  readonly slot?: string;
}

/** Moves a whole layer, a region or a slot on lines of its own, to its place among the others; a part in the list of the manifest. */
export function moveLayer(context: RenderContext, place: LayerPlace, run: readonly LayerPlace[]): Fix | undefined {
  const { system, lookup } = context;
  const found = lookup.at(place.place.uri);
  if (found.kind !== 'file') return undefined;
  const { text } = found.file;
  const ordered = [...run].sort((a, b) => a.start - b.start);
  const next = ordered.find((other) => other.layer > place.layer);
  const last = ordered.findLast((other) => other.layer <= place.layer);
  const anchor = next ?? last;
  if (!anchor) return undefined;
  const title = `Move ${system.layers[place.layer]?.id ?? 'it'} ${sideOf(system, place, run).should}`;
  const parts = movePart(system, place, anchor, next ? 'before' : 'behind');
  if (parts) return { title, edits: parts };
  const block = blockOf(context, found.file, place);
  if (!block || anchor.place.uri !== found.file.uri) return undefined;
  const other = blockOf(context, found.file, anchor);
  if (!other) return undefined;
  const at = next ? other.start : other.end;
  if (at > block.start && at < block.end) return undefined;
  return { title, edits: swapped(found.file.uri, text, block, at) };
}

/** Where a place stands among the others, and where it should, by the nearest layer that is on the wrong side of it. */
export function sideOf(
  system: PromptSystem,
  place: LayerPlace,
  run: readonly LayerPlace[],
): { readonly stands: string; readonly should: string } {
  const ordered = [...run].sort((a, b) => a.start - b.start);
  const late = ordered.find((other) => other.start < place.start && other.layer > place.layer);
  const early = ordered.findLast((other) => other.start > place.start && other.layer < place.layer);
  const id = (other: LayerPlace | undefined): string => system.layers[other?.layer ?? -1]?.id ?? 'other layers';
  return late
    ? { stands: `stands after ${id(late)}`, should: `before ${id(late)}` }
    : { stands: `stands before ${id(early)}`, should: `behind ${id(early)}` };
}

/** The lines of a region, or those of a slot with its label and its fence. */
function blockOf({ system, rendered }: RenderContext, file: SourceFile, place: LayerPlace): Span | undefined {
  const { span } = place.place;
  if (place.slot !== undefined) {
    const use = rendered.appearances.find((a) => a.place.span.start === span.start && a.place.uri === file.uri)?.use;
    return use && (use.branch?.length ?? 0) === 0 ? slotBlock({ system, rendered }, file, span) : undefined;
  }
  const id = system.layers[place.layer]?.id;
  const pieces = regionsIn(system, file).filter((region) => region.opener?.start === span.start && region.layer === id);
  const first = pieces[0];
  const last = pieces.at(-1);
  return first && last && pieces.length === 1 ? { start: first.start, end: last.end } : undefined;
}

/** The edits that take a block out and put it in elsewhere, with the blank lines between blocks kept as they were. */
function swapped(uri: string, text: string, block: Span, at: number): Fix['edits'] {
  const written = text.slice(block.start, block.end);
  const eol = eolOf(text);
  const body = written.trimEnd();
  const gap = written.slice(body.length);
  const cut = { uri, span: { start: block.start, end: block.end }, text: '' };
  if (at <= block.start && text.slice(block.end).trim() === '') {
    // The last block takes the gap before it along, and the final line break stays the final one.
    const from = text.slice(0, block.start).trimEnd().length;
    const before = text.slice(from, block.start);
    const end = block.start + body.length;
    return [
      { uri, span: { start: at, end: at }, text: body + before },
      { uri, span: { start: from, end }, text: '' },
    ];
  }
  if (at < text.length)
    return [{ uri, span: { start: at, end: at }, text: body + (gap.includes('\n') ? gap : eol) }, cut];
  // At the end of the text the gap goes before the block, and the final line break stays the final one.
  const end = text.trimEnd().length;
  const tail = text.slice(end);
  return [
    cut,
    {
      uri,
      span: { start: end, end: text.length },
      text: (gap.includes('\n') ? gap : eol) + body + (tail === '' ? '' : tail),
    },
  ];
}
