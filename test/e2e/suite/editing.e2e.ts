// Refactorings, renames and formatting, as an author would use them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { actionsAt } from '../support/ask';
import { driver } from '../support/driver';
import { focusText, openList } from '../support/keyboard';
import { test } from '../support/kit';
import { eventually } from '../support/until';
import { fileAt, findingsAre, moveTo, newFolder, show } from '../support/workbench';

const MANIFEST = `version: 1
systems:
  written:
    dialect: single-brace
    template: one.prompt
    axes: { tone: [calm, brisk] }
    slots:
      name:   { type: line, sample: Ada, variants: [{ when: { tone: brisk }, wrap: { before: "!" } }] }
    scenarios:
      quick: { select: { tone: brisk } }
`;

test('words become a slot, and its name is asked for', { driven: true }, async () => {
  const folder = await newFolder({ 'strata.yaml': MANIFEST, 'one.prompt': 'Hello {name}. Be brief.\n' });
  // A text that is open without an editor would outlive its file.
  const { document: manifest } = await show(`${folder}/strata.yaml`);
  const editor = await show(`${folder}/one.prompt`);
  await findingsAre(editor.document.uri, []);
  // The window hears of a selection later than the extension that makes it, so the window makes it itself.
  moveTo(editor, new vscode.Position(0, 14));
  await vscode.commands.executeCommand('cursorEndSelect');
  await eventually(() => assert.equal(editor.selection.end.character, 23));
  const extract = '.action-widget .monaco-list-row.focused:has-text("Extract to the slot")';
  await openList(extract, 'editor.action.refactor', { kind: 'refactor.extract' });
  await driver.press('Enter');
  await eventually(() => assert.equal(editor.document.lineAt(0).text, 'Hello {name}. {beBrief}'));
  await driver.text('.rename-box input:focus');
  await driver.press('Escape');
  await eventually(() => assert.match(manifest.getText(), /^ {6}beBrief:\n {8}sample: Be brief\./m));
  // One step takes all of it back.
  await vscode.commands.executeCommand('undo');
  await eventually(() => assert.equal(editor.document.lineAt(0).text, 'Hello {name}. Be brief.'));
  await eventually(() => assert.equal(manifest.getText(), MANIFEST));
});

test('a value of an axis is renamed wherever it is chosen, and the manifest gets one form', async () => {
  const folder = await newFolder({ 'strata.yaml': MANIFEST, 'one.prompt': 'Hello {name}.\n' });
  const { document } = await show(`${folder}/strata.yaml`);
  const at = document.positionAt(MANIFEST.indexOf('brisk]') + 1);
  const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    document.uri,
    at,
    'quick',
  );
  assert.ok(await vscode.workspace.applyEdit(edit));
  assert.equal(document.getText(), MANIFEST.replaceAll('brisk', 'quick'));
  const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
    'vscode.executeFormatDocumentProvider',
    document.uri,
    { tabSize: 2, insertSpaces: true },
  );
  const formatted = new vscode.WorkspaceEdit();
  formatted.set(document.uri, edits);
  assert.ok(await vscode.workspace.applyEdit(formatted));
  assert.equal(document.getText(), MANIFEST.replaceAll('brisk', 'quick').replace('name:   {', 'name: {'));
});

test('a slot is renamed with its key in template and manifest, and one step takes it back', {
  driven: true,
}, async () => {
  const folder = await newFolder({ 'strata.yaml': MANIFEST, 'one.prompt': 'Hello {name}. {name}!\n' });
  const { document: manifest } = await show(`${folder}/strata.yaml`);
  const { document } = await show(`${folder}/one.prompt`);
  await findingsAre(document.uri, []);
  await focusText();
  await driver.press('Control+Home', ...Array<string>(8).fill('ArrowRight'), 'F2');
  await driver.text('.rename-box input:focus');
  await driver.type('guest');
  await driver.press('Enter');
  await eventually(() => assert.equal(document.getText(), 'Hello {guest}. {guest}!\n'));
  // Each document is told by itself.
  await eventually(() => assert.match(manifest.getText(), /^ {6}guest: {3}\{/m));
  await vscode.commands.executeCommand('undo');
  await eventually(() => assert.equal(document.getText(), 'Hello {name}. {name}!\n'));
  await eventually(() => assert.equal(manifest.getText(), MANIFEST));
});

test('a system is written in another dialect from anywhere in its text, and one step takes it back', {
  driven: true,
}, async () => {
  const template = 'Hello {name}.\nBe brief.\n';
  const folder = await newFolder({ 'strata.yaml': MANIFEST, 'one.prompt': template });
  const { document: manifest } = await show(`${folder}/strata.yaml`);
  const editor = await show(`${folder}/one.prompt`);
  const { document } = editor;
  await findingsAre(document.uri, []);
  moveTo(editor, new vscode.Position(1, 4));
  const offered = await actionsAt(document, editor.selection, vscode.CodeActionKind.Refactor);
  const titles = offered.map(({ title }) => title).filter((title) => title.startsWith('Write the slots'));
  assert.deepEqual(titles, ['Write the slots of written in another dialect …']);
  const done = vscode.commands.executeCommand('strata.convertDialect');
  await driver.text('.quick-input-widget .quick-input-list-entry');
  await driver.type('jinja');
  await driver.press('Enter');
  await done;
  await eventually(() => assert.equal(document.getText(), 'Hello {{ name }}.\nBe brief.\n\n'));
  assert.match(manifest.getText(), /dialect: jinja$/m);
  assert.deepEqual(editor.selection.active, new vscode.Position(1, 4));
  await vscode.commands.executeCommand('undo');
  await eventually(() => assert.equal(document.getText(), template));
  await eventually(() => assert.equal(manifest.getText(), MANIFEST));
});

test('a file that is renamed is renamed where a manifest names it and where it is included', async () => {
  const manifest = MANIFEST.replace('single-brace', 'jinja');
  const folder = await newFolder({
    'strata.yaml': manifest,
    'one.prompt': '{% include "part.prompt" %}\n',
    'part.prompt': 'Hello {{ name }}.\n',
  });
  const { document } = await show(`${folder}/strata.yaml`);
  const { document: template } = await show(`${folder}/one.prompt`);
  await findingsAre(template.uri, []);
  const rename = async (from: string, to: string) => {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(fileAt(`${folder}/${from}`), fileAt(`${folder}/${to}`));
    assert.ok(await vscode.workspace.applyEdit(edit));
  };
  await rename('part.prompt', 'greeting.prompt');
  await eventually(() => assert.equal(template.getText(), '{% include "greeting.prompt" %}\n'));
  await rename('one.prompt', 'two.prompt');
  await eventually(() => assert.equal(document.getText(), manifest.replace('one.prompt', 'two.prompt')));
  await findingsAre(document.uri, []);
});

test('the slots of a template are written in another dialect, and the prompt stays the same', async () => {
  const folder = await newFolder({ 'strata.yaml': MANIFEST, 'one.prompt': 'Hello {name}, write {"a": 1}.\n' });
  const { document } = await show(`${folder}/one.prompt`);
  await findingsAre(document.uri, []);
  const kind = vscode.CodeActionKind.Refactor.append('rewrite.dialect');
  let edit: vscode.WorkspaceEdit | undefined;
  // The manifest beside it has just been written, and is read when the watcher has told of it.
  await eventually(async () => {
    const actions = await actionsAt(document, new vscode.Range(0, 8, 0, 8), kind);
    edit = actions.find(({ title }) => title.includes('py-format'))?.edit;
    assert.ok(edit);
  });
  assert.ok(edit && (await vscode.workspace.applyEdit(edit)));
  assert.equal(document.getText(), 'Hello {name}, write {{"a": 1}}.\n');
  await findingsAre(document.uri, []);
});
