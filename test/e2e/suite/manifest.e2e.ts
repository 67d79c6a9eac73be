// A manifest, a template and the disk: what is changed in one place is told everywhere, and taken back again.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { hintsAre, lensesOf } from '../support/ask';
import { test } from '../support/kit';
import { eventually } from '../support/until';
import { fileAt, findingsAre, newFolder, replace, show } from '../support/workbench';

const manifestOf = (slot: string) => `version: 1
systems:
  written:
    model: gpt-4o
    dialect: single-brace
    template: one.prompt
    slots:
      ${slot}: { type: line, sample: Ada }
`;

test('a manifest that is not saved changes the findings and the hints of an open template', async () => {
  const { document } = await show('desk/desk.prompt');
  const manifest = await show('desk/strata.yaml', { viewColumn: vscode.ViewColumn.Beside });
  await hintsAre(document, ['1: policy · 35 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok']);
  await replace(manifest, 'max: 60', 'max: 20');
  await findingsAre(document.uri, ['budget.layer']);
  await hintsAre(document, ['1: policy · 35 / 20 tok', '4: visit · 4 tok', '5: mail · 11 tok']);
  await replace(manifest, '      manner: {', '      temper: {');
  await findingsAre(document.uri, ['budget.layer', 'slot.unknown']);
  assert.equal(manifest.document.isDirty, true);
  await vscode.commands.executeCommand('workbench.action.files.revert');
  await findingsAre(document.uri, []);
  await hintsAre(document, ['1: policy · 35 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok']);
});

test('an editor that is closed takes back what its unsaved text had caused', async () => {
  const manifest = await show('desk/strata.yaml');
  const { document } = await show('desk/desk.prompt', { viewColumn: vscode.ViewColumn.Beside });
  await replace(manifest, 'template: desk.prompt', 'template: desk.txt');
  await findingsAre(manifest.document.uri, ['file.missing']);
  await vscode.window.showTextDocument(manifest.document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await findingsAre(fileAt('desk/strata.yaml'), []);
  await findingsAre(document.uri, []);
});

test('a file of no system loses its findings with its editor', async () => {
  const document = await vscode.workspace.openTextDocument({ language: 'prompt-template', content: 'One.\\nTwo.' });
  await vscode.window.showTextDocument(document);
  await findingsAre(document.uri, ['text.escape']);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await findingsAre(document.uri, []);
});

test('a file that is closed, and deleted at once, leaves no findings', async () => {
  const folder = await newFolder({ 'strata.yaml': manifestOf('name'), 'one.prompt': 'Hello {nobody}.\n' });
  const { document } = await show(`${folder}/one.prompt`);
  await findingsAre(document.uri, ['slot.unknown']);
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  await vscode.workspace.fs.delete(document.uri);
  await findingsAre(document.uri, []);
});

test('files that another program writes and deletes are seen', async () => {
  const folder = await newFolder({ 'strata.yaml': manifestOf('name'), 'one.prompt': 'Hello {name}.\n' });
  const { document } = await show(`${folder}/strata.yaml`);
  const template = fileAt(`${folder}/one.prompt`);
  await eventually(async () => assert.deepEqual(await lensesOf(document), ['3 tok', 'Preview']));
  writeFileSync(template.fsPath, 'Hello {nobody}.\n');
  await findingsAre(template, ['slot.unknown']);
  await findingsAre(document.uri, ['slot.unused']);
  rmSync(template.fsPath);
  await findingsAre(template, []);
  await findingsAre(document.uri, ['file.missing']);
  writeFileSync(template.fsPath, 'Hello {name}.\n');
  await findingsAre(document.uri, []);
});
