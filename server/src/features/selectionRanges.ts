import type { Position, SelectionRange } from 'vscode-languageserver-types';
import type { ManifestDocument } from '../model/manifest/manifest';
import type { TextContext } from '../rules/rule';
import { linesOf, type SourceFile } from '../text/source';
import { covers, type Span, span } from '../text/span';
import { innerText } from '../workspace/hosted';
import type { Snapshot } from '../workspace/snapshot';
import { offsetOf, rangeOf } from './convert';
import { headingsOf } from './places/headings';
import { layerStarts } from './places/subject';
import { isHost } from './places/texts';

/**
 * What an expanding selection takes in from each position: the name of a slot, its tag, the line, the section, the layer,
 * the body, the file; in a manifest, a head and round a text that is a string of a file, the entries of the YAML.
 */
export function selectionRanges(
  snapshot: Snapshot,
  uri: string,
  positions: readonly Position[],
): SelectionRange[] | null {
  const file = snapshot.file(uri);
  const contexts = snapshot.textsOf(uri);
  const manifest = snapshot.manifest(uri);
  if (!file || (contexts.length === 0 && !manifest)) return null;
  const inTexts = textSpans(snapshot, uri, file, contexts);
  return positions.map((position) => {
    const offset = offsetOf(file, position);
    const entries = manifest ? entrySpans(manifest, offset) : [];
    return chainOf(file, offset, [span(0, file.text.length), lineAt(file, offset), ...inTexts, ...entries]);
  });
}

function textSpans(
  snapshot: Snapshot,
  uri: string,
  file: SourceFile,
  contexts: readonly TextContext[],
): readonly Span[] {
  const spans: Span[] = [];
  for (const context of contexts) {
    const { tree, bodyStart, system } = context;
    const inner = innerText(context);
    if (inner) spans.push(inner.embedded.hostSpan, inner.embedded.toHost(span(0, inner.text.file.text.length)));
    else if (!isHost(system, uri)) spans.push(span(bodyStart, file.text.length));
    for (const use of tree?.slots ?? []) spans.push(use.span, use.nameSpan);
    for (const block of tree?.blocks ?? []) spans.push(block.span);
  }
  for (const { region } of layerStarts(snapshot, uri)) spans.push(region);
  const [first] = contexts;
  if (first && !isHost(first.system, uri))
    for (const { section } of headingsOf(file, first.bodyStart)) spans.push(section);
  return spans;
}

/** The key, the value and the whole of every entry round an offset, the innermost with what stands in it. */
function entrySpans(manifest: ManifestDocument, offset: number): readonly Span[] {
  const at = manifest.at(offset);
  if (!at) return [];
  const spans: Span[] = [at.span];
  for (let length = at.path.length; length > 0; length--) {
    const { key, value } = manifest.place(at.path.slice(0, length)) ?? {};
    if (value) spans.push(value);
    if (key) spans.push(key, span(key.start, Math.max(key.end, value?.end ?? key.end)));
  }
  return spans;
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
