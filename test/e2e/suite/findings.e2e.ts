import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driver } from '../support/driver';
import { test } from '../support/kit';
import { codeOf, fileAt, findings, findingsAre, moveTo, pathOf, placeIn, rangeOf, replace, show, writeFolder } from '../support/workbench';

const actionsAt = (document: vscode.TextDocument, range: vscode.Range, kind: vscode.CodeActionKind) =>
  vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, range, kind.value);

test('the examples have no findings', async () => {
  await show('gateway/chat-main.prompt');
  await show('desk/desk.prompt');
  // The workspace has been gone through when a finding of a file that is not open has come and gone.
  await writeFolder('written', { 'bad.prompt': 'One.\\nTwo.' });
  await findingsAre(fileAt('written/bad.prompt'), ['text.escape']);
  await vscode.workspace.fs.delete(fileAt('written/bad.prompt'));
  await findingsAre(fileAt('written/bad.prompt'), []);
  const all = vscode.languages.getDiagnostics().flatMap(([uri]) => findings(uri).map((one) => `${pathOf(uri)}: ${codeOf(one)}`));
  assert.deepEqual(all, []);
});

test('a slot that does not exist is found while it is typed, and not when it is right', async () => {
  const editor = await show('desk/desk.prompt');
  const { uri } = editor.document;
  await replace(editor, '{{guest}}', '{{gest}}');
  const [unknown] = await findingsAre(uri, ['slot.unknown', 'slot.missing'].slice(0, 1));
  assert.ok(unknown);
  assert.equal(unknown.severity, vscode.DiagnosticSeverity.Error);
  assert.equal(editor.document.getText(unknown.range), '{{gest}}');
  await replace(editor, '{{gest}}', '{{guest}}');
  await findingsAre(uri, []);
});
