// Rendered prompts as documents: their text, and where a sentence of one comes from.
import type { Hover, LocationLink, Position } from 'vscode-languageserver-types';
import type { Location } from '../model/system';
import { TRUST_WORDS } from '../model/words';
import { RENDERED_SCHEME, type RenderParams } from '../protocol';
import type { Segment } from '../render/segment';
import type { SourceFile } from '../text/source';
import type { Snapshot } from '../workspace/snapshot';
import { locationOf, offsetOf, rangeOf } from './convert';
import { code, plain } from './markdown';
import { viewFor } from './requests/render';
import type { TrialView } from './requests/trial';

export const isRendered = (uri: string): boolean => uri.startsWith(`${RENDERED_SCHEME}:`);

/** A stretch of a rendered document, with the segment that it is. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly segment: Segment;
}

interface RenderedDocument {
  readonly file: SourceFile;
  readonly pieces: readonly Piece[];
  readonly view: TrialView;
}

/** The text of a rendered document; why there is none, where there is none. */
export function renderedText(snapshot: Snapshot, uri: string): string {
  const document = renderedDocument(snapshot, uri);
  return 'message' in document ? document.message : document.file.text;
}

/** From a sentence of a rendered document to the text that it was made from. */
export function renderedDefinition(snapshot: Snapshot, uri: string, position: Position): LocationLink[] {
  const found = pieceAt(snapshot, uri, position);
  if (!found) return [];
  const { file, piece, offset } = found;
  const { uri: targetUri, range } = locationOf(snapshot, sourceAt(piece, offset));
  return [{ originSelectionRange: rangeOf(file, piece), targetUri, targetRange: range, targetSelectionRange: range }];
}

/** Whose text a sentence of a rendered document is. */
export function renderedHover(snapshot: Snapshot, uri: string, position: Position): Hover | null {
  const found = pieceAt(snapshot, uri, position);
  if (!found) return null;
  const { file, piece, view } = found;
  const { segment } = piece;
  const layer = view.system.layers.find(({ id }) => id === segment.layer);
  const words = [
    segment.slot === undefined ? undefined : `value of ${code(segment.slot)}`,
    layer && `layer **${plain(layer.title)}**`,
    layer && plain(TRUST_WORDS[layer.trust].sentence),
  ];
  const value = words.filter((word) => word !== undefined).join(' · ');
  return value === '' ? null : { contents: { kind: 'markdown', value }, range: rangeOf(file, piece) };
}

function pieceAt(
  snapshot: Snapshot,
  uri: string,
  position: Position,
): (RenderedDocument & { readonly piece: Piece; readonly offset: number }) | undefined {
  const document = renderedDocument(snapshot, uri);
  if ('message' in document) return undefined;
  const offset = offsetOf(document.file, position);
  const piece = document.pieces.find(({ start, end }) => start <= offset && offset < end) ?? document.pieces.at(-1);
  return piece && piece.start <= offset && offset <= piece.end ? { ...document, piece, offset } : undefined;
}

/** In literal text the very character; of everything else the place that it was made from. */
function sourceAt({ segment, start }: Piece, offset: number): Location {
  const { source, kind, text } = segment;
  if (kind !== 'literal' || source.span.end - source.span.start !== text.length) return source;
  const at = source.span.start + offset - start;
  return { uri: source.uri, span: { start: at, end: at } };
}

/** As the extension shows it: one message is its text and nothing else; before each of several stands its role. */
function renderedDocument(snapshot: Snapshot, uri: string): RenderedDocument | { readonly message: string } {
  const params = paramsOf(uri);
  if (!params) return { message: 'This is no address of a rendered prompt.' };
  const view = viewFor(snapshot, params);
  if ('reason' in view) return { message: view.message };
  const { messages } = view.rendered;
  const pieces: Piece[] = [];
  let text = '';
  for (const [i, { role, blocks }] of messages.entries()) {
    if (messages.length > 1) text += `${i > 0 ? '\n\n' : ''}[${role}]\n`;
    for (const segment of blocks.flatMap((block) => block.segments)) {
      if (segment.removed) continue;
      pieces.push({ start: text.length, end: text.length + segment.text.length, segment });
      text += segment.text;
    }
  }
  return { file: { uri, text }, pieces, view };
}

function paramsOf(uri: string): RenderParams | undefined {
  const query = /\?([^#]*)/.exec(uri)?.[1];
  if (query === undefined) return undefined;
  try {
    const params: unknown = JSON.parse(decodeURIComponent(query));
    return typeof params === 'object' && params !== null && !Array.isArray(params) ? params : undefined;
  } catch {
    return undefined;
  }
}
