import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver-types';
import { linesOf, type SourceFile } from '../text/source';
import type { Span } from '../text/span';
import { isManifestName } from '../workspace/names';
import type { Snapshot } from '../workspace/snapshot';
import { headingsOf } from './places/headings';
import { layerStarts } from './places/subject';
import { isHost } from './places/texts';

/**
 * Layers, sections, blocks, comments, raw text, and the head of a file; a manifest, and YAML that holds templates, by
 * indentation as well. Null: nothing to fold here, so that the editor goes by indentation, as it does where nobody answers.
 */
export function foldingRanges(snapshot: Snapshot, uri: string): FoldingRange[] | null {
  const contexts = snapshot.textsOf(uri);
  const first = contexts[0];
  const manifest = isManifestName(uri) ? snapshot.file(uri) : undefined;
  if (!first) return manifest ? orNone(foldsOf(manifest, indented(manifest))) : null;
  const { file, bodyStart } = first;
  const isWhole = !isHost(first.system, uri);
  const spans: Fold[] = [];
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
  if (!isWhole && /\.ya?ml$/i.test(uri)) spans.push(...indented(file));
  return orNone(foldsOf(file, spans));
}

const orNone = (folds: FoldingRange[]): FoldingRange[] | null => (folds.length > 0 ? folds : null);

interface Fold {
  readonly span: Span;
  readonly kind: FoldingRange['kind'];
}

/** What YAML folds: each line with the lines below it that are indented deeper. */
function indented({ text }: SourceFile): readonly Fold[] {
  const folds: Fold[] = [];
  const open: { readonly indent: number; readonly start: number }[] = [];
  const close = (indent: number, end: number): void => {
    for (let last = open.at(-1); last && last.indent >= indent; last = open.at(-1)) {
      folds.push({ span: { start: last.start, end }, kind: undefined });
      open.pop();
    }
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    let at = start;
    while (at < end && text[at] === ' ') at++;
    // A blank line belongs to what stands round it.
    if (text.slice(at, end).trim() !== '') {
      close(at - start, start);
      open.push({ indent: at - start, start });
    }
    start = end + 1;
  }
  close(0, text.length);
  return folds;
}

/** Folds of two lines or more, each starting line once: what begins at the same line folds to the farthest end. */
function foldsOf(file: SourceFile, spans: readonly Fold[]): FoldingRange[] {
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
