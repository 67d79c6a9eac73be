import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { actionsAt } from '../support/ask';
import { driver } from '../support/driver';
import { openList } from '../support/keyboard';
import { test } from '../support/kit';
import { eventually } from '../support/until';
import { codeOf, fileAt, findings, findingsAre, moveTo, newFolder, pathOf, replace, show } from '../support/workbench';

test('the examples have no findings', async () => {
  await show('gateway/chat-main.prompt');
  // When a finding of a file that is not open has come and gone, the whole workspace has been checked.
  const bad = fileAt('notes/bad.prompt');
  await vscode.workspace.fs.writeFile(bad, new TextEncoder().encode('One.\\nTwo.'));
  await findingsAre(bad, ['text.escape']);
  await vscode.workspace.fs.delete(bad);
  await findingsAre(bad, []);
  await eventually(() => {
    const all = vscode.languages.getDiagnostics().map(([uri]) => [pathOf(uri), ...findings(uri).map(codeOf)]);
    assert.ok(all.length > 40, `${all.length} files were checked`);
    assert.deepEqual(
      all.filter((file) => file.length > 1),
      [],
    );
  });
});

test('a slot that does not exist is found while it is typed, with its reason and its page', async () => {
  const editor = await show('desk/desk.prompt');
  const { document } = editor;
  await replace(editor, '{{mail}}', '{{mial}}');
  const [unknown] = await findingsAre(document.uri, ['slot.unknown']);
  assert.ok(unknown);
  assert.equal(document.isDirty, true);
  assert.equal(unknown.severity, vscode.DiagnosticSeverity.Error);
  assert.equal(document.getText(unknown.range), '{{mial}}');
  assert.equal(unknown.message, '`mial` is not a slot of desk, so the program does not fill it. Did you mean `mail`?');
  assert.match(pageOf(unknown), /\/docs\/rules\/slot\.unknown\.md$/);
  await replace(editor, '{{mial}}', '{{mail}}');
  await findingsAre(document.uri, []);
});

test('a slot that is missing is found, with the places that ask for it', async () => {
  const editor = await show('desk/desk.prompt');
  const { document } = editor;
  await replace(editor, '{{mail}}', 'There is no letter.');
  const [missing] = await findingsAre(document.uri, ['slot.missing', 'slot.lost']);
  assert.ok(missing);
  assert.equal(missing.severity, vscode.DiagnosticSeverity.Warning);
  const related = missing.relatedInformation ?? [];
  assert.deepEqual(
    related.map(({ location, message }) => `${pathOf(location.uri)}: ${message}`),
    ['desk/strata.yaml: the slot mail is declared here', 'desk/strata.yaml: its value is given here'],
  );
  const [insert] = await actionsAt(document, missing.range, vscode.CodeActionKind.QuickFix);
  assert.ok(insert?.edit && (await vscode.workspace.applyEdit(insert.edit)));
  // The sentence is still there, and beside the letter it is more than the layer may have.
  await findingsAre(document.uri, ['budget.layer']);
  assert.match(document.getText(), /\{\{mail\}\}/);
});

test('a quick fix changes the text', async () => {
  const editor = await show('desk/desk.prompt');
  const { document } = editor;
  await replace(editor, '{{guest}}', '{{gest}}');
  const [unknown] = await findingsAre(document.uri, ['slot.unknown']);
  assert.ok(unknown);
  const fixes = await actionsAt(document, unknown.range, vscode.CodeActionKind.QuickFix);
  assert.deepEqual(
    fixes.map(({ title }) => title).filter((title) => !title.includes('slot.unknown')),
    ['Rename to guest', 'Declare the slot gest'],
  );
  const [rename] = fixes;
  assert.ok(rename?.edit && rename.isPreferred);
  assert.ok(await vscode.workspace.applyEdit(rename.edit));
  await findingsAre(document.uri, []);
  assert.equal(document.lineAt(3).text, 'The guest is {{guest}}.');
});

test('the menu of quick fixes declares a slot in the manifest', { driven: true }, async () => {
  const editor = await show('desk/desk.prompt');
  const manifest = await vscode.workspace.openTextDocument(fileAt('desk/strata.yaml'));
  await replace(editor, 'The guest is {{guest}}.', 'The guest is {{guest}}, in room {{room}}.');
  const [unknown] = await findingsAre(editor.document.uri, ['slot.unknown']);
  assert.ok(unknown);
  moveTo(editor, unknown.range.start);
  const declare = '.action-widget .monaco-list-row.action:has-text("Declare the slot room")';
  await openList(declare, 'editor.action.quickFix');
  const focused = `document.querySelector('.action-widget .monaco-list-row.focused')?.textContent ?? ''`;
  // Which one the menu begins with differs from one VS Code to the next.
  for (let at = 0; at < 6 && !String(await driver.evaluate(focused)).startsWith('Declare'); at++)
    await driver.press('ArrowDown');
  await driver.press('Enter');
  await findingsAre(editor.document.uri, []);
  assert.match(manifest.getText(), /^ {6}room:/m);
});

test('a rule gets another level here, and the reason that is asked for', { driven: true }, async () => {
  const editor = await show('desk/desk.prompt');
  const { document } = editor;
  const manifest = await vscode.workspace.openTextDocument(fileAt('desk/strata.yaml'));
  await replace(editor, '{{guest}}', '{{gest}}');
  const [unknown] = await findingsAre(document.uri, ['slot.unknown']);
  assert.ok(unknown);
  const fixes = await actionsAt(document, unknown.range, vscode.CodeActionKind.QuickFix);
  const set = fixes.find(({ title }) => title.includes('another level'));
  assert.ok(set?.command);
  const done = vscode.commands.executeCommand(set.command.command, ...(set.command.arguments ?? []));
  await driver.text('.quick-input-widget .quick-input-title:has-text("Level of slot.unknown here")');
  await driver.type('info');
  await driver.press('Enter');
  await driver.text('.quick-input-widget .quick-input-title:has-text("slot.unknown is info here")');
  await driver.type('A guest of the old house');
  await driver.press('Enter');
  await done;
  await eventually(() =>
    assert.deepEqual(
      findings(document.uri).map(({ severity }) => severity),
      [vscode.DiagnosticSeverity.Information],
    ),
  );
  assert.match(manifest.getText(), /A guest of the old house/);
});

test('all safe fixes are made when the file is saved', async () => {
  const hidden = '\u200b';
  const folder = await newFolder({ 'strata.yaml': manifestOf('one.prompt'), 'one.prompt': `Hello {name}${hidden}.\n` });
  const editor = await show(`${folder}/one.prompt`);
  const { document } = editor;
  const [first] = await findingsAre(document.uri, ['text.hidden']);
  assert.ok(first);
  const [all] = await actionsAt(document, first.range, vscode.CodeActionKind.SourceFixAll.append('strata'));
  assert.equal(all?.title, 'Apply all safe fixes of Strata');
  const settings = vscode.workspace.getConfiguration('editor');
  await settings.update('codeActionsOnSave', { 'source.fixAll.strata': 'explicit' }, vscode.ConfigurationTarget.Global);
  try {
    await replace(editor, 'Hello', `Good ${hidden}day`);
    await findingsAre(document.uri, ['text.hidden', 'text.hidden']);
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.equal(document.getText(), 'Good day {name}.\n');
    assert.equal(document.isDirty, false);
    await findingsAre(document.uri, []);
  } finally {
    await settings.update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Global);
  }
});

const manifestOf = (template: string) => `version: 1
systems:
  written:
    model: gpt-4o
    dialect: single-brace
    template: ${template}
    slots:
      name: { type: line, sample: Ada }
`;

function pageOf({ code }: vscode.Diagnostic): string {
  return typeof code === 'object' ? code.target.toString() : '';
}
