// What the editor asks about a file, and the answers as a person would read them.
import assert from 'node:assert/strict';
import {
  type CodeAction,
  type CodeActionKind,
  type CodeLens,
  type CompletionList,
  commands,
  type DocumentSymbol,
  type Hover,
  type InlayHint,
  type LocationLink,
  type Position,
  Range,
  type SemanticTokens,
  type SemanticTokensLegend,
  type TextDocument,
  workspace,
} from 'vscode';
import { eventually } from './until';
import { pathOf } from './workbench';

const ask = <T>(question: string, document: TextDocument, ...rest: unknown[]) =>
  commands.executeCommand<T>(`vscode.${question}`, document.uri, ...rest);

/** The hints of a file as `line: label`, the line counted from 1. */
export async function hintsOf(document: TextDocument): Promise<string[]> {
  const whole = new Range(0, 0, document.lineCount, 0);
  const hints = await ask<InlayHint[]>('executeInlayHintProvider', document, whole);
  return hints.map(({ position, label }) => `${position.line + 1}: ${label}`);
}

export function hintsAre(document: TextDocument, hints: readonly string[]): Promise<void> {
  return eventually(async () => assert.deepEqual(await hintsOf(document), hints));
}

/** The paragraphs of a hover. */
export async function hoverAt(document: TextDocument, position: Position): Promise<string[]> {
  const hovers = await ask<Hover[]>('executeHoverProvider', document, position);
  const parts = hovers.flatMap(({ contents }) => contents);
  return parts.flatMap((part) => (typeof part === 'string' ? part : part.value).split('\n\n'));
}

/** Where the definitions are, as `file:line text`, the line counted from 1. */
export async function definitionsAt(document: TextDocument, position: Position): Promise<string[]> {
  const links = await ask<LocationLink[]>('executeDefinitionProvider', document, position);
  const texts = links.map(async ({ targetUri, targetRange }) => {
    const target = await workspace.openTextDocument(targetUri);
    return `${pathOf(targetUri)}:${targetRange.start.line + 1} ${target.getText(targetRange)}`;
  });
  return Promise.all(texts);
}

/** What would be written for each slot that is offered, the best first. Words of the text, which VS Code adds, are left out. */
export async function slotsOfferedAt(document: TextDocument, position: Position): Promise<string[]> {
  const { items } = await ask<CompletionList>('executeCompletionItemProvider', document, position);
  const slots = items.filter(({ sortText, textEdit }) => sortText !== undefined && textEdit !== undefined);
  return slots
    .sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1))
    .map(({ insertText }) => (typeof insertText === 'object' ? insertText.value : String(insertText)));
}

export async function lensesOf(document: TextDocument): Promise<string[]> {
  const lenses = await ask<CodeLens[]>('executeCodeLensProvider', document);
  return lenses.map(({ command }) => command?.title ?? '');
}

/** Actions whose edits are asked for as well, which come only when an action is chosen. */
const MOST_RESOLVED = 20;

export function actionsAt(document: TextDocument, range: Range, kind: CodeActionKind): Promise<CodeAction[]> {
  return Promise.resolve(ask<CodeAction[]>('executeCodeActionProvider', document, range, kind.value, MOST_RESOLVED));
}

/** The outline: a name, or a name with what is in it. */
export type Outline = string | readonly [string, readonly Outline[]];

export async function outlineOf(document: TextDocument): Promise<Outline[]> {
  const outline = ({ name, children }: DocumentSymbol): Outline =>
    children.length > 0 ? [name, children.map(outline)] : name;
  return (await ask<DocumentSymbol[]>('executeDocumentSymbolProvider', document)).map(outline);
}

/** The semantic token of each text, as `type.modifier`. */
export async function coloursOf(document: TextDocument): Promise<Map<string, string>> {
  const legend = await ask<SemanticTokensLegend>('provideDocumentSemanticTokensLegend', document);
  const { data } = await ask<SemanticTokens>('provideDocumentSemanticTokens', document);
  const colours = new Map<string, string>();
  let line = 0;
  let character = 0;
  for (let at = 0; at < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(at, at + 5);
    character = lines === 0 ? character + characters : characters;
    line += lines;
    const text = document.getText(new Range(line, character, line, character + length));
    const set = legend.tokenModifiers.filter((_, bit) => (modifiers >> bit) % 2 === 1);
    colours.set(text, [legend.tokenTypes[type], ...set].join('.'));
  }
  return colours;
}
