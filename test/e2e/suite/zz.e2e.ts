import * as vscode from 'vscode';
import { driver } from '../support/driver';
import { note, test } from '../support/kit';

const root = () => (vscode.workspace.workspaceFolders ?? [])[0]!.uri;
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));
test('zz explore', { driven: true, deadline: 120_000 }, async () => {
  await vscode.workspace.getConfiguration().update('workbench.colorTheme', 'Default Light Modern', true);
  const uri = vscode.Uri.joinPath(root(), 'gateway/chat-main.prompt');
  const doc = await vscode.workspace.openTextDocument(uri);
  const ed = await vscode.window.showTextDocument(doc);
  await pause(2500);
  await driver.screenshot('zz-1');
  await vscode.commands.executeCommand('strata.openPreviewToSide');
  await pause(2500);
  await driver.screenshot('zz-2');
  ed.revealRange(new vscode.Range(60, 0, 60, 0));
  ed.selection = new vscode.Selection(45, 3, 45, 3);
  await pause(1000);
  await driver.screenshot('zz-3');
  const hints = await vscode.commands.executeCommand('vscode.executeInlayHintProvider', uri, new vscode.Range(0, 0, 100, 0));
  await note(JSON.stringify(hints));
  const v = await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, new vscode.Position(47, 5));
  await note(JSON.stringify(v));
  await note(JSON.stringify(vscode.languages.getDiagnostics().map(([u, d]) => [u.path, d.length])));
  await note(JSON.stringify(await driver.consoleErrors()));
});
