import type { Position, SelectionRange } from 'vscode-languageserver-types';
import { linesOf, type SourceFile } from '../text/source';
import { covers, type Span, span } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';
import { offsetOf, rangeOf } from './convert';
import { headingsOf } from './places/headings';
import { layerStarts } from './places/subject';
import { isHost } from './places/texts';

/** What an expanding selection takes in from each position: the name of a slot, its tag, the line, the section, the layer, the body, the file. */
export function selectionRanges(
  snapshot: Snapshot,
  uri: string,
  positions: readonly Position[],
): SelectionRange[] | null {
  const file = snapshot.file(uri);
  const contexts = snapshot.textsOf(uri);
  const first = contexts[0];
  if (!file || !first) return null;
  return positions.map((position) => {
    const offset = offsetOf(file, position);
    const candidates: Span[] = [
      span(0, file.text.length),
      span(first.bodyStart, file.text.length),
      lineAt(file, offset),
    ];
    for (const { region } of layerStarts(snapshot, uri)) candidates.push(region);
    for (const { section } of isHost(first.system, uri) ? [] : headingsOf(file, first.bodyStart))
      candidates.push(section);
    for (const { tree } of contexts) for (const use of tree?.slots ?? []) candidates.push(use.span, use.nameSpan);
    for (const { tree } of contexts) for (const block of tree?.blocks ?? []) candidates.push(block.span);
    return chainOf(file, offset, candidates);
  });
}

/** The candidates round an offset, each inside the next; what crosses another is left out. */
function chainOf(file: SourceFile, offset: number, candidates: readonly Span[]): SelectionRange {
  const around = candidates.filter((c) => c.start <= offset && offset <= c.end && c.end > c.start);
  around.sort((a, b) => b.end - b.start - (a.end - a.start));
  let chain: SelectionRange | undefined;
  let outer: Span | undefined;
  for (const next of around) {
    if (outer && (!covers(outer, next) || (outer.start === next.start && outer.end === next.end))) continue;
    chain = { range: rangeOf(file, next), ...(chain ? { parent: chain } : {}) };
    outer = next;
  }
  return chain ?? { range: rangeOf(file, span(offset, offset)) };
}

function lineAt(file: SourceFile, offset: number): Span {
  const lines = linesOf(file);
  const line = lines.lineAt(offset);
  return span(lines.start(line), lines.end(line));
}
