// What an author reads in the text and about it: numbers, hovers, completions, ways to other places, colours.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { note, test } from '../support/kit';
import { fileAt, hintsAre, pathOf, placeIn, replace, show } from '../support/workbench';

test('hints give exact numbers where the tokenizer is known', async () => {
  const { document } = await show('single/review.prompt');
  await hintsAre(document, ['35: task · 95 tok', '40: change · 31 tok']);
});

test('hints give estimates as estimates, against budgets, and where the cache ends', async () => {
  const { document } = await show('gateway/chat-main.prompt');
  await hintsAre(document, [
    '1: base ≈ 1,792 / 3,000 tok',
    '47: format ≈ 23 tok',
    '47: addendum ≈ 40 tok',
    '47: skills ≈ 157 tok',
    '48: cache ends: ≈ 1,986 tok',
    '48: who ≈ 17 tok',
    '49: call-instructions ≈ 18 tok',
    '49: context ≈ 65 tok',
    '49: memory ≈ 53 tok',
    '49: kb ≈ 207 tok',
  ]);
});

test('hints follow the text that is typed', async () => {
  const editor = await show('desk/desk.prompt');
  await hintsAre(editor.document, ['1: policy · 35 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok']);
  await replace(editor, 'You answer letters at the front desk.', 'You answer.');
  await hintsAre(editor.document, ['1: policy · 30 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok']);
});

test('a hover tells about a slot, about the beginning of a layer, and about a key of the manifest', async () => {
  const { document } = await show('desk/desk.prompt');
  await note(await hoverAt(document, '{{guest}}'));
  await note(await hoverAt(document, '<mail>'));
  const manifest = await show('desk/strata.yaml');
  await note(await hoverAt(manifest.document, 'layers:'));
  await note(await hoverAt(manifest.document, 'elastic'));
});

test('completion', async () => {
  const editor = await show('desk/desk.prompt');
  const { document } = editor;
  await replace(editor, 'The guest is {{guest}}.', 'The guest is {{');
  const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, placeIn(document, 'is {{', 5), '{');
  await note(JSON.stringify(list.items));
  const defs = await vscode.commands.executeCommand('vscode.executeDefinitionProvider', document.uri, placeIn(document, '{{mail}}', 3));
  await note(JSON.stringify(defs));
  const syms = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);
  await note(JSON.stringify(syms));
  const legend = await vscode.commands.executeCommand('vscode.provideDocumentSemanticTokensLegend', document.uri);
  await note(JSON.stringify(legend));
  const toks = await vscode.commands.executeCommand<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', document.uri);
  await note(JSON.stringify([...toks.data]));
  void fileAt; void pathOf;
});

async function hoverAt(document: vscode.TextDocument, text: string): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, placeIn(document, text, 2));
  return hovers.flatMap(({ contents }) => contents).map((part) => (typeof part === 'string' ? part : part.value)).join('\n\n');
}
