import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver-types';
import { linesOf, type SourceFile } from '../text/source';
import type { Span } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';
import { headingsOf } from './headings';
import { layerStarts } from './subject';
import { isHost } from './texts';

/** Layers, sections, blocks, comments, raw text, and the head of a file. Manifests are folded by their indentation, which every editor does. */
export function foldingRanges(snapshot: Snapshot, uri: string): FoldingRange[] {
  const contexts = snapshot.textsOf(uri);
  const first = contexts[0];
  if (!first) return [];
  const { file, bodyStart } = first;
  const isWhole = !isHost(first.system, uri);
  const spans: { span: Span; kind: FoldingRange['kind'] }[] = [];
  const add = (span: Span, kind: FoldingRange['kind'] = FoldingRangeKind.Region): number => spans.push({ span, kind });
  if (isWhole && bodyStart > 0) add({ start: 0, end: bodyStart }, FoldingRangeKind.Imports);
  for (const start of layerStarts(snapshot, uri)) add(start.region);
  for (const heading of isWhole ? headingsOf(file, bodyStart) : []) add(heading.section);
  for (const { tree } of contexts) {
    for (const stretch of tree?.stretches ?? []) {
      if (stretch.kind !== 'escape')
        add(stretch.span, stretch.kind === 'comment' ? FoldingRangeKind.Comment : undefined);
    }
    for (const block of tree?.blocks ?? []) add(block.span);
  }
  return foldsOf(file, spans);
}

/** Folds of two lines or more, each starting line once: what begins at the same line folds to the farthest end. */
function foldsOf(file: SourceFile, spans: readonly { span: Span; kind: FoldingRange['kind'] }[]): FoldingRange[] {
  const lines = linesOf(file);
  const byLine = new Map<number, FoldingRange>();
  for (const { span, kind } of spans) {
    const startLine = lines.lineAt(span.start);
    const endLine = lines.lineAt(lastVisible(file.text, span));
    const known = byLine.get(startLine);
    if (endLine <= startLine || (known && known.endLine >= endLine)) continue;
    byLine.set(startLine, { startLine, endLine, ...(kind === undefined ? {} : { kind }) });
  }
  return [...byLine.values()].sort((a, b) => a.startLine - b.startLine);
}

/** Offset of the last character of a span that is no white space: blank lines before the next section stay visible. */
function lastVisible(text: string, { start, end }: Span): number {
  let at = Math.min(end, text.length) - 1;
  while (at > start && text.charCodeAt(at) <= 32) at--;
  return Math.max(at, start);
}
