// Where a sentence of a rendered prompt comes from: its template (definition), its layer and slot (hover), its layers (outline).
import {
  Disposable,
  DocumentSymbol,
  Hover,
  type LocationLink,
  l10n,
  languages,
  MarkdownString,
  type Position,
  Range,
  SymbolKind,
  type TextDocument,
  workspace,
} from 'vscode';
import { RENDERED_SCHEME, type RenderResult } from '../../../server/src/protocol';
import { fromServer } from '../addresses';
import { sourceAt } from '../preview/page/place';
import { offsetAt, type Piece, pieceAt, positionAt, type RenderedText } from './pieces';

/** A prompt as a document holds it. */
export interface RenderedPrompt extends RenderedText {
  readonly result: RenderResult;
}

/** `promptOf`: what a document shows, unless it could not be rendered. */
export function registerSources(promptOf: (document: TextDocument) => RenderedPrompt | undefined): Disposable {
  const selector = { scheme: RENDERED_SCHEME };
  const at = (document: TextDocument, position: Position): Found | undefined => {
    const prompt = promptOf(document);
    const offset = prompt && offsetAt(prompt, position);
    const piece = prompt && pieceAt(prompt, offset ?? 0);
    return prompt && piece && { prompt, piece, offset: offset ?? 0 };
  };
  return Disposable.from(
    languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position): LocationLink[] => {
        const found = at(document, position);
        return found ? [linkOf(found)] : [];
      },
    }),
    languages.registerHoverProvider(selector, {
      provideHover: (document, position) => {
        const found = at(document, position);
        return found && new Hover(wordsOf(found), rangeOf(found.prompt, found.piece));
      },
    }),
    languages.registerDocumentSymbolProvider(
      selector,
      {
        provideDocumentSymbols: (document) => {
          const prompt = promptOf(document);
          return prompt ? outlineOf(prompt) : [];
        },
      },
      { label: 'Strata' },
    ),
  );
}

interface Found {
  readonly prompt: RenderedPrompt;
  readonly piece: Piece;
  readonly offset: number;
}

function linkOf({ prompt, piece, offset }: Found): LocationLink {
  const { file, range } = sourceAt(piece.segment, offset - piece.start);
  const { start, end } = range;
  return {
    originSelectionRange: rangeOf(prompt, piece),
    targetUri: fromServer(file),
    targetRange: new Range(start.line, start.character, end.line, end.character),
  };
}

const rangeOf = (prompt: RenderedPrompt, { start, end }: { readonly start: number; readonly end: number }): Range => {
  const [from, to] = [positionAt(prompt, start), positionAt(prompt, end)];
  return new Range(from.line, from.character, to.line, to.character);
};

/** `{context} · 7 Call context · untrusted data · per call`, and the place in its template. */
function wordsOf({ prompt: { result }, piece, offset }: Found): MarkdownString {
  const { slot, layer: id } = piece.segment;
  const layer = result.layers.find((one) => one.id === id);
  const declared = result.slots.find(({ name }) => name === slot);
  const words = [layer?.title ?? l10n.t('no layer'), declared?.trustWord ?? layer?.trustWord, layer?.lifetimeWord];
  const head = words.flatMap((word) => (word === undefined ? [] : [plain(word)])).join(' · ');
  const { file, range } = sourceAt(piece.segment, offset - piece.start);
  const uri = fromServer(file);
  const { line, character } = range.start;
  const place = uri.with({ fragment: `L${line + 1},${character + 1}` });
  const paragraphs = [
    declared ? `**${plain(declared.written ?? declared.name)}** · ${head}` : head,
    ...(declared ? [plain(l10n.t('Value from {0}', declared.valueFrom))] : []),
    `[${plain(workspace.asRelativePath(uri))}:${line + 1}](${place})`,
  ];
  return new MarkdownString(paragraphs.join('\n\n'));
}

/** A text that Markdown shows as it is. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]()#+.!|<>~-]/g, '\\$&');

/** Messages, and in each the layers in the order in which they come. */
function outlineOf(prompt: RenderedPrompt): DocumentSymbol[] {
  const { result, pieces } = prompt;
  const messages = result.messages.map((message, at) => {
    const runs = runsOf(pieces.filter((piece) => piece.message === at));
    const layers = runs.map(({ layer, ...span }) => {
      const { title, trust } = layerOf(result, layer);
      return symbolOf(title, trust, SymbolKind.Field, rangeOf(prompt, span));
    });
    const [first, last] = [runs[0], runs.at(-1)];
    const whole = symbolOf(
      message.role,
      l10n.t('{0} tok', message.tokens.toLocaleString()),
      SymbolKind.Module,
      rangeOf(prompt, { start: first?.start ?? 0, end: last?.end ?? 0 }),
    );
    whole.children = layers;
    return whole;
  });
  const [only] = messages;
  return only && messages.length === 1 ? only.children : messages;
}

const symbolOf = (name: string, detail: string, kind: SymbolKind, range: Range): DocumentSymbol =>
  new DocumentSymbol(name, detail, kind, range, new Range(range.start, range.start));

function layerOf({ layers }: RenderResult, id: string | null): { readonly title: string; readonly trust: string } {
  const layer = layers.find((one) => one.id === id);
  return { title: layer?.title ?? l10n.t('no layer'), trust: layer?.trustWord ?? '' };
}

interface Run {
  readonly layer: string | null;
  readonly start: number;
  readonly end: number;
}

/** Pieces of one layer that follow one another, as one. */
function runsOf(pieces: readonly Piece[]): readonly Run[] {
  const runs: Run[] = [];
  for (const { segment, start, end } of pieces) {
    const last = runs.at(-1);
    if (last && last.layer === segment.layer) runs[runs.length - 1] = { ...last, end };
    else runs.push({ layer: segment.layer, start, end });
  }
  return runs;
}
