import { regionsIn } from '../../../model/fileRegions';
import type { Layer } from '../../../model/system';
import type { SlotAppearance } from '../../../render/segment';
import type { Fix, RenderContext } from '../../rule';
import { eolOf, firstOnLine, lastOnLine, lineEndOf, lineStartOf, nextLineOf } from '../sourceLines';
import { written } from '../trust';

/** Moves a slot to the end of its layer's region in the same file; undefined when the file has no such region. */
export function moveIntoRegion(
  { system, lookup }: RenderContext,
  { place, use, slot }: SlotAppearance,
  layer: Layer,
): Fix | undefined {
  const found = lookup.at(place.uri);
  if (found.kind !== 'file' || !use || (use.branch?.length ?? 0) > 0) return undefined;
  const { text } = found.file;
  const { span } = place;
  const region = regionsIn(system, found.file).findLast((r) => r.opener && r.layer === layer.id);
  if (!region?.opener) return undefined;
  const alone = firstOnLine(text, span.start) && lastOnLine(text, span.end);
  const cut = alone ? { start: lineStartOf(text, span.start), end: nextLineOf(text, span.end) } : span;
  const end = lastLineOf(text, region.opener.end, region.start + text.slice(region.start, region.end).trimEnd().length);
  const tag = text.slice(span.start, span.end);
  return {
    title: `Move ${written(system, slot)} to ${layer.id}`,
    edits: [
      { uri: place.uri, span: cut, text: '' },
      { uri: place.uri, span: { start: end, end }, text: eolOf(text) + tag },
    ],
  };
}

/** Behind the last line of a region; a closing tag stays the last one. */
function lastLineOf(text: string, opener: number, end: number): number {
  const start = lineStartOf(text, end);
  return start > opener && /^\s*<\//.test(text.slice(start, end)) ? lineEndOf(text, start - 1) : end;
}
