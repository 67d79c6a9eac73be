// The keys of the preview, pressed. They are those of Markdown's preview, and end where its files begin.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driver } from '../support/driver';
import { focusText } from '../support/keyboard';
import { test } from '../support/kit';
import { panelTab, textsAre } from '../support/panel';
import { eventually } from '../support/until';
import { show } from '../support/workbench';

const driven = { driven: true };
const IN_PLACE = 'Control+Shift+V';
const BESIDE = ['Control+K', 'V'] as const;

const panelIs = (label: string, column: vscode.ViewColumn) =>
  eventually(() => assert.deepEqual(panelTab(), { label, column }));

/** Opens a file and puts the cursor at its beginning: the editor keeps where it was. */
async function edit(path: string): Promise<vscode.TextEditor> {
  const editor = await show(path);
  await focusText();
  await driver.press('Control+Home');
  return editor;
}

/** When a letter that was typed afterwards has come, the keys before it have done what they do. */
async function nothingComesOf(keys: readonly string[], { document }: vscode.TextEditor): Promise<void> {
  await driver.press(...keys);
  await driver.press('Escape');
  await focusText();
  const { length } = document.getText();
  await driver.type('x');
  await eventually(() => assert.ok(document.getText().length > length));
  assert.equal(panelTab(), undefined);
}

test('the key Ctrl+Shift+V opens the preview in the place of the template', driven, async () => {
  await edit('desk/desk.prompt');
  await driver.press(IN_PLACE);
  await panelIs('Preview: desk', vscode.ViewColumn.One);
  await textsAre('.run h3 .name', ['Policy', 'Mail']);
  assert.equal(vscode.window.tabGroups.all.length, 1);
});

test('the keys Ctrl+K V open it beside the template, and the cursor stays in the text', driven, async () => {
  const { document } = await edit('desk/desk.prompt');
  await driver.press(...BESIDE);
  await panelIs('Preview: desk', vscode.ViewColumn.Two);
  await driver.type('Hello. ');
  await eventually(() => assert.match(document.lineAt(0).text, /^Hello\. You answer/));
});

for (const [path, label] of [
  ['notes/system.md', 'Preview: notes'],
  ['notes/rules.txt', 'Preview: notes'],
  ['desk/strata.yaml', 'Preview: desk'],
] as const)
  test(`the keys work in ${path}, because it belongs to a system`, driven, async () => {
    await edit(path);
    // The keys are those of every file of a system once the systems are known; then the icon is there as well.
    await driver.text('.editor-actions [aria-label^="Open Prompt Preview to the Side"]');
    await driver.press(IN_PLACE);
    await panelIs(label, vscode.ViewColumn.One);
  });

test('in a text of no system the keys stay what they are', driven, async () => {
  const editor = await edit('notes/loose.txt');
  await nothingComesOf([IN_PLACE], editor);
  // There the second key of the two is told to be none of VS Code.
  await nothingComesOf([...BESIDE], editor);
});

test('in a Markdown file of no system the keys open the preview of Markdown', driven, async () => {
  await edit('README.md');
  await driver.press(IN_PLACE);
  await eventually(() => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const isView = input instanceof vscode.TabInputWebview || input instanceof vscode.TabInputCustom;
    assert.match(isView ? input.viewType : '', /markdown\.preview/);
  });
  assert.equal(panelTab(), undefined);
});

test('where the cursor is not in the text, the keys do nothing', driven, async () => {
  const editor = await edit('desk/desk.prompt');
  await vscode.commands.executeCommand('actions.find');
  await driver.text('.editor-widget.find-widget.visible');
  await nothingComesOf([IN_PLACE], editor);
  await driver.press('Escape');
  await vscode.commands.executeCommand('workbench.files.action.focusFilesExplorer');
  await nothingComesOf([IN_PLACE], editor);
});
