import type { Part, PromptSystem } from '../../../model/system';
import type { FileEdit } from '../../rule';
import { eolOf, firstOnLine, lineStartOf, nextLineOf } from '../sourceLines';
import { endOfEntry } from '../yamlLines';
import type { LayerPlace } from './moveLayer';

/**
 * Moves a whole part in the list of the manifest before or behind another one; undefined when one of the two is no part
 * that is a layer of its own, when the move would put it into another message, or when the list is not in lines.
 */
export function movePart(
  system: PromptSystem,
  place: LayerPlace,
  anchor: LayerPlace,
  side: 'before' | 'behind',
): readonly FileEdit[] | undefined {
  const [part, other] = [wholePart(system, place), wholePart(system, anchor)];
  if (!part || !other || part === other || part.entry.message !== undefined) return undefined;
  if (part.entry.ifAbsent || other.entry.ifAbsent || (side === 'before' && other.entry.message !== undefined))
    return undefined;
  const [item, target] = [linesOf(system, part), linesOf(system, other)];
  if (!item || !target) return undefined;
  const { uri, text } = system.manifest.file;
  const written = text.slice(item.start, item.end);
  const at = side === 'before' ? target.start : target.end;
  const isUnended = at === text.length && !text.endsWith('\n');
  const moved = written.endsWith('\n') ? written : written + eolOf(text);
  return [
    { uri, span: item, text: '' },
    { uri, span: { start: at, end: at }, text: isUnended ? eolOf(text) + moved.trimEnd() : moved },
  ];
}

/** The part that a place is, when all of its text is one layer. */
function wholePart(system: PromptSystem, { place }: LayerPlace): Part | undefined {
  const { uri, span } = place;
  const found = system.parts.filter((part) =>
    uri === system.manifest.file.uri ? part.place.span.start === span.start : part.uri === uri,
  );
  const [part] = found;
  const isWhole = part && found.length === 1 && (part.entry.layer !== undefined || part.entry.slot !== undefined);
  return isWhole ? part : undefined;
}

/** The lines of an item, with the comments right above it. */
function linesOf({ manifest, path }: PromptSystem, { index }: Part): { start: number; end: number } | undefined {
  const { text } = manifest.file;
  const value = manifest.place([...path, 'parts', index])?.value;
  if (!value) return undefined;
  const lead = /-[ \t]+$/.exec(text.slice(lineStartOf(text, value.start), value.start));
  const dash = lead ? value.start - lead[0].length : -1;
  if (dash < 0 || !firstOnLine(text, dash)) return undefined;
  let start = lineStartOf(text, dash);
  for (let above = lineStartOf(text, start - 1); start > 0; above = lineStartOf(text, start - 1)) {
    if (text.slice(above, start).trimStart()[0] !== '#') break;
    start = above;
  }
  return { start, end: nextLineOf(text, endOfEntry(text, dash)) };
}
