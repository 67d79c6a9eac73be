// A manifest for templates that have none: proposed, looked at, and then written or not.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { hintsAre, hintsOf, lensesOf } from '../support/ask';
import { driver } from '../support/driver';
import { test } from '../support/kit';
import { eventually } from '../support/until';
import { fileAt, findingsAre, newFolder, replace, show } from '../support/workbench';

const driven = { driven: true };

const TEMPLATE = `You answer questions about orders. Never promise a date.

# Question
{question}
`;

/** What stands below the comment at its beginning. */
const PROPOSAL = `version: 1
systems:
  shop:
    template: shop.prompt
    # its slots are written like \`{question}\`
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: question, trust: request, lifetime: call, starts: "# Question", slots: [question] }
`;

const proposed = (document: vscode.TextDocument): string => document.getText().replace(/^(?:#.*\n)+/, '');

/** Asks for a proposal, and gives the editor in which it is shown and the wish, which ends with the answer of a person. */
async function propose(
  place: vscode.Uri,
  path: string,
): Promise<{ editor: vscode.TextEditor; done: Thenable<unknown> }> {
  const done = vscode.commands.executeCommand('strata.createManifest', place);
  const editor = await eventually(() => {
    const { activeTextEditor } = vscode.window;
    assert.equal(activeTextEditor?.document.uri.path, path);
    assert.notEqual(activeTextEditor.document.getText(), '');
    return activeTextEditor;
  });
  return { editor, done };
}

/** A window under a driver shows no message by itself, so the list of all is opened. */
async function press(label: string): Promise<void> {
  await vscode.commands.executeCommand('notifications.showList');
  await driver.click(`.notifications-center .monaco-button:has-text("${label}")`);
}

test('Create strata.yaml shows what it proposes, and what it would change, before it writes', driven, async () => {
  const folder = await newFolder({ 'shop.prompt': TEMPLATE });
  const template = await show(`${folder}/shop.prompt`);
  const manifest = fileAt(`${folder}/strata.yaml`);
  const { editor, done } = await propose(fileAt(folder), manifest.path);
  const { document } = editor;
  assert.equal(proposed(document), PROPOSAL);
  assert.deepEqual([document.uri.scheme, document.languageId, document.isDirty], ['untitled', 'yaml', true]);
  assert.equal(existsSync(manifest.fsPath), false);
  // The template shows already what the manifest would say about it.
  await hintsAre(template.document, ['1: base · 11 tok', '3: question ≥ 3 tok']);
  await replace(editor, 'id: question, trust: request', 'id: asked, trust: data');
  await hintsAre(template.document, ['1: base · 11 tok', '3: asked ≥ 3 tok']);
  await findingsAre(document.uri, []);
  await driver.screenshot('proposal');
  const text = document.getText();
  await press('Write');
  await done;
  assert.equal(readFileSync(manifest.fsPath, 'utf8'), text);
  // What is saved is another document, and goes on where the first one ended.
  const saved = await show(manifest);
  assert.equal(saved.document.isDirty, false);
  await replace(saved, 'id: asked', 'id: wanted');
  await hintsAre(template.document, ['1: base · 11 tok', '3: wanted ≥ 3 tok']);
  await replace(saved, 'shop.prompt', 'sho.prompt');
  await findingsAre(manifest, ['file.missing']);
});

test('a proposal that is discarded leaves nothing', driven, async () => {
  const folder = await newFolder({ 'shop.prompt': TEMPLATE });
  const { document } = await show(`${folder}/shop.prompt`);
  const { done } = await propose(fileAt(folder), fileAt(`${folder}/strata.yaml`).path);
  await hintsAre(document, ['1: base · 11 tok', '3: question ≥ 3 tok']);
  await press('Discard');
  await done;
  await eventually(() =>
    assert.equal(
      vscode.workspace.textDocuments.some(({ uri }) => uri.path.endsWith(`${folder}/strata.yaml`)),
      false,
    ),
  );
  assert.equal(existsSync(fileAt(`${folder}/strata.yaml`).fsPath), false);
  await eventually(async () =>
    assert.notDeepEqual(await hintsOf(document), ['1: base · 11 tok', '3: question ≥ 3 tok']),
  );
});

test('a manifest that is there already stays as it is, and the proposal is for the other templates', async () => {
  const manifest = 'version: 1\nsystems:\n  one: { template: one.prompt, dialect: single-brace }\n';
  const folder = await newFolder({ 'strata.yaml': manifest, 'one.prompt': 'Hello.\n', 'shop.prompt': TEMPLATE });
  await eventually(async () =>
    assert.deepEqual(await lensesOf((await show(`${folder}/one.prompt`)).document), ['2 tok', 'Preview']),
  );
  await vscode.commands.executeCommand('strata.createManifest', fileAt(folder));
  const document = vscode.window.activeTextEditor?.document;
  assert.equal(document?.uri.scheme, 'untitled');
  assert.equal(proposed(document), PROPOSAL);
  assert.equal(readFileSync(fileAt(`${folder}/strata.yaml`).fsPath, 'utf8'), manifest);
});

test('a template alone gets a manifest of its own', driven, async () => {
  const folder = await newFolder({ 'shop.prompt': TEMPLATE, 'other.prompt': 'Hello {name}.\n' });
  const { editor, done } = await propose(fileAt(`${folder}/shop.prompt`), fileAt(`${folder}/strata.yaml`).path);
  assert.equal(proposed(editor.document), PROPOSAL);
  await press('Discard');
  await done;
});
