import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driver } from '../support/driver';
import { note, test } from '../support/kit';

const root = () => vscode.workspace.workspaceFolders![0]!.uri;
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));

test('zz panel', { driven: true, deadline: 120000 }, async () => {
  const uri = vscode.Uri.joinPath(root(), 'gateway/chat-main.prompt');
  const doc = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(doc);
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar').then(undefined, () => {});
  await pause(3000);
  await note(String(doc.languageId));
  await driver.screenshot('zz-0');
  await vscode.commands.executeCommand('strata.openPreviewToSide');
  await pause(4000);
  await driver.screenshot('zz-1');
  try {
    await note(await driver.text('.message', { webview: true }));
  } catch (e) { await note(String(e)); }
  await note(JSON.stringify(await driver.consoleErrors()));
  editor.selection = new vscode.Selection(5, 3, 5, 3);
  await pause(1000);
  await driver.screenshot('zz-2');
  try {
    await driver.click('.value[data-slot="context"]', { webview: true });
    await pause(1000);
    await note(JSON.stringify(vscode.window.visibleTextEditors.map((e) => [e.document.uri.path, e.selection.start.line, e.selection.end.character])));
  } catch (e) { await note(String(e)); }
  await driver.screenshot('zz-3');
  await editor.edit((b) => b.insert(new vscode.Position(0, 0), 'TYPED LIVE. '));
  await pause(1000);
  try { await note((await driver.text('.message', { webview: true })).slice(0, 200)); } catch (e) { await note(String(e)); }
  await vscode.commands.executeCommand('workbench.action.output.toggleOutput').then(undefined, () => {});
  await vscode.commands.executeCommand('strata.showLog');
  await pause(800);
  await driver.screenshot('zz-4');
  await note(JSON.stringify(vscode.languages.getDiagnostics(uri).map((d) => [d.code, d.message])));
  await note(JSON.stringify(await driver.consoleErrors()));
});
