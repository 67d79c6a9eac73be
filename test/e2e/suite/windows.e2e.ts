// Windows that are not one trusted folder: two folders at once, a folder that nobody has said to trust, no folder at all.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { actionsAt, definitionsAt, hintsAre, hoverAt, lensesOf, slotsOfferedAt } from '../support/ask';
import { driver } from '../support/driver';
import { NO_FOLDER, testReload } from '../support/kit';
import { openPanel, promptIs, textsAre } from '../support/panel';
import { eventually } from '../support/until';
import { fileAt, findingsAre, placeIn, replace, show } from '../support/workbench';

const MANIFEST = `version: 1
systems:
  NAME:
    model: gpt-4o
    dialect: single-brace
    template: one.prompt
    slots:
      name: { type: line, sample: Ada }
`;
const manifestOf = (system: string): string => MANIFEST.replace('NAME', system);

/** A file beside the folder that the tests open. */
const outside = (path: string): vscode.Uri => vscode.Uri.joinPath(fileAt('..'), path);

const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

const STATUS = '[id="strata-prompts.strata-prompts.strata.tokens"]';
const statusIs = (text: string): Promise<void> =>
  eventually(async () =>
    assert.equal(await driver.evaluate(`document.querySelector('${STATUS}')?.textContent ?? ''`), text),
  );

async function rename(uri: vscode.Uri, at: vscode.Position, name: string): Promise<vscode.WorkspaceEdit> {
  const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    uri,
    at,
    name,
  );
  assert.ok(await vscode.workspace.applyEdit(edit));
  return edit;
}

testReload(
  'two folders at once: each has its findings, names, renames, preview and status',
  async () => {
    for (const folder of ['left', 'right']) {
      await write(outside(`${folder}/strata.yaml`), manifestOf(folder));
      await write(outside(`${folder}/one.prompt`), 'Hello {name}.\n');
    }
    const folders = [{ path: 'workspace' }, { path: 'left' }, { path: 'right' }];
    await write(outside('three.code-workspace'), JSON.stringify({ folders }));
    return outside('three.code-workspace').path;
  },
  async () => {
    const [left, right] = [outside('left/one.prompt'), outside('right/one.prompt')];
    const { document } = await show(left);
    await hintsAre(document, ['1: prompt · 3 tok']);
    await statusIs('3 tok');
    await findsInBoth();
    await openPanel();
    await promptIs('Hello Ada.\n');
    const editor = await show(left, BESIDE_PANEL);
    // An unsaved change of the one is a finding there, and none in the other.
    await replace(editor, '{name}', '{nmae}');
    await findingsAre(left, ['slot.unknown']);
    await promptIs('Hello {nmae}.\n');
    const other = await show(right, BESIDE_PANEL);
    await findingsAre(right, []);
    await promptIs('Hello Ada.\n');
    await replace(other, 'Hello', 'Good morning');
    await statusIs('4 tok');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await show(left, BESIDE_PANEL);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await findingsAre(left, []);
    await renamesInEach(left, right);
    await fixesInEach(left, right);
    await movesInEach(left, right);
  },
);

/** The column in which the text stands when the panel is open. */
const BESIDE_PANEL = { viewColumn: vscode.ViewColumn.One };

/** Names are found in both folders, and lead into the right one. */
async function findsInBoth(): Promise<void> {
  const symbols = async (query: string): Promise<string[]> => {
    const found = await vscode.commands.executeCommand<vscode.SymbolInformation[]>(
      'vscode.executeWorkspaceSymbolProvider',
      query,
    );
    const own = found.filter(({ location }) => /\/(?:left|right)\//.test(location.uri.path));
    return own.map(({ name, location }) => `${location.uri.path.split('/').at(-2)}: ${name}`).sort();
  };
  await eventually(async () => assert.deepEqual(await symbols('name'), ['left: name', 'right: name']));
  assert.deepEqual(await symbols('left'), ['left: left']);
  for (const folder of ['left', 'right']) {
    const { document } = await show(outside(`${folder}/one.prompt`));
    await eventually(async () => {
      const [found] = await vscode.commands.executeCommand<vscode.LocationLink[]>(
        'vscode.executeDefinitionProvider',
        document.uri,
        placeIn(document, '{name}', 2),
      );
      assert.equal(found?.targetUri.toString(), outside(`${folder}/strata.yaml`).toString());
    });
  }
  await show(outside('left/one.prompt'));
}

/** A name that is the same by chance in another folder stays there. */
async function renamesInEach(left: vscode.Uri, right: vscode.Uri): Promise<void> {
  const { document: manifest } = await show(outside('left/strata.yaml'), BESIDE_PANEL);
  const { document } = await show(left, BESIDE_PANEL);
  const edit = await rename(left, placeIn(document, '{name}', 2), 'guest');
  assert.equal(edit.size, 2);
  assert.equal(document.getText(), 'Hello {guest}.\n');
  assert.equal(manifest.getText(), manifestOf('left').replace('name:', 'guest:'));
  await findingsAre(left, []);
  const { document: other } = await show(right, BESIDE_PANEL);
  assert.equal(other.getText(), 'Hello {name}.\n');
  await findingsAre(right, []);
  await show(left, BESIDE_PANEL);
  await vscode.commands.executeCommand('undo');
  await eventually(() => assert.equal(document.getText(), 'Hello {name}.\n'));
  await eventually(() => assert.equal(manifest.getText(), manifestOf('left')));
}

/** The same mistake in both: what mends it, or makes its rule silent, is written into the one that it is asked for. */
async function fixesInEach(left: vscode.Uri, right: vscode.Uri): Promise<void> {
  const editor = await show(left, BESIDE_PANEL);
  await replace(editor, '{name}', '{nmae}');
  const other = await show(right, BESIDE_PANEL);
  await replace(other, '{name}', '{nmae}');
  for (const file of [left, right]) await findingsAre(file, ['slot.unknown']);
  const { document } = other;
  const place = placeIn(document, '{nmae}', 2);
  const fixes = await actionsAt(document, new vscode.Range(place, place), vscode.CodeActionKind.QuickFix);
  const apply = async (title: string): Promise<void> => {
    const edit = fixes.find((fix) => fix.title === title)?.edit;
    assert.ok(edit, fixes.map((fix) => fix.title).join());
    assert.ok(await vscode.workspace.applyEdit(edit));
  };
  await apply('Declare the slot nmae');
  await findingsAre(right, []);
  await findingsAre(left, ['slot.unknown']);
  const { document: declared } = await show(outside('right/strata.yaml'), BESIDE_PANEL);
  assert.match(declared.getText(), /^ {6}nmae: \{\}$/m);
  await vscode.commands.executeCommand('undo');
  await eventually(() => assert.equal(declared.getText(), manifestOf('right')));
  await show(right, BESIDE_PANEL);
  await findingsAre(right, ['slot.unknown']);
  await apply('Rename to name');
  await findingsAre(right, []);
  assert.equal(document.getText(), 'Hello {name}.\n');
  await findingsAre(left, ['slot.unknown']);
  for (const file of [right, left]) {
    await show(file, BESIDE_PANEL);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await findingsAre(file, []);
  }
}

/** A file of the same name in both is renamed in one: the manifest beside it follows, and no other. */
async function movesInEach(left: vscode.Uri, right: vscode.Uri): Promise<void> {
  const manifest = await vscode.workspace.openTextDocument(outside('right/strata.yaml'));
  const other = await vscode.workspace.openTextDocument(outside('left/strata.yaml'));
  const moved = outside('right/two.prompt');
  const move = new vscode.WorkspaceEdit();
  move.renameFile(right, moved);
  assert.ok(await vscode.workspace.applyEdit(move));
  await eventually(() =>
    assert.equal(manifest.getText(), manifestOf('right').replace('template: one.prompt', 'template: two.prompt')),
  );
  assert.equal(other.getText(), manifestOf('left'));
  const { document } = await show(moved, BESIDE_PANEL);
  await hintsAre(document, ['1: prompt · 3 tok']);
  await findingsAre(left, []);
}

const trusts = (enabled: boolean) =>
  vscode.workspace
    .getConfiguration('security.workspace.trust')
    .update('enabled', enabled, vscode.ConfigurationTarget.Global);

testReload(
  'a folder that is not trusted: git is not asked, and all else works',
  async () => {
    await write(outside('restricted/strata.yaml'), manifestOf('restricted'));
    await write(outside('restricted/one.prompt'), 'Hello {name}.\n');
    const folders = [{ path: 'workspace' }, { path: 'restricted' }];
    await write(outside('restricted.code-workspace'), JSON.stringify({ folders }));
    // In a trusted window git says what stood here when it was committed.
    const editor = await show('desk/desk.prompt');
    await replace(editor, '{{mail}}', 'There is no letter.');
    await findingsAre(editor.document.uri, ['slot.missing', 'slot.lost']);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await trusts(true);
    return outside('restricted.code-workspace').path;
  },
  async () => {
    try {
      assert.equal(vscode.workspace.isTrusted, false);
      const file = outside('restricted/one.prompt');
      const { document } = await show(file);
      await hintsAre(document, ['1: prompt · 3 tok']);
      await statusIs('3 tok');
      assert.deepEqual(await lensesOf(document), ['3 tok', 'Preview']);
      assert.match((await hoverAt(document, placeIn(document, '{name}', 2))).join('\n'), /\*\*name\*\* /);
      assert.equal((await definitionsAt(document, placeIn(document, '{name}', 2))).length, 1);
      assert.deepEqual(await slotsOfferedAt(document, placeIn(document, '{name}', 1)), ['name']);
      await openPanel();
      await textsAre('.value', ['Ada']);
      const committed = await show('desk/desk.prompt');
      await replace(committed, '{{mail}}', 'There is no letter.');
      await findingsAre(committed.document.uri, ['slot.missing']);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      const editor = await show(file, BESIDE_PANEL);
      await replace(editor, '{name}', '{nmae}');
      await findingsAre(file, ['slot.unknown']);
      const fixes = await actionsAt(document, new vscode.Range(0, 8, 0, 8), vscode.CodeActionKind.QuickFix);
      assert.ok(fixes.some(({ title, edit }) => /name/.test(title) && edit !== undefined));
      await rename(file, placeIn(document, '{nmae}', 2), 'person');
      assert.equal(document.getText(), 'Hello {person}.\n');
      await vscode.commands.executeCommand('workbench.action.files.revert');
    } finally {
      await trusts(false);
    }
  },
);

testReload(
  'a window without a folder reads the folder of a file that is opened by itself',
  async () => {
    await write(outside('alone/strata.yaml'), manifestOf('alone'));
    await write(outside('alone/one.prompt'), 'Hello {name}. {nobody}\n');
    await driver.evaluate(`sessionStorage.setItem('${PLACE}', ${JSON.stringify(outside('alone').toString())})`);
    return NO_FOLDER;
  },
  async () => {
    assert.equal(vscode.workspace.workspaceFolders, undefined);
    const folder = vscode.Uri.parse(String(await driver.evaluate(`sessionStorage.getItem('${PLACE}')`)));
    const file = vscode.Uri.joinPath(folder, 'one.prompt');
    const { document } = await show(file);
    await findingsAre(file, ['slot.unknown']);
    await hintsAre(document, ['1: prompt · 7 tok']);
    await openPanel();
    await textsAre('.value', ['Ada']);
    await rename(file, placeIn(document, '{name}', 2), 'guest');
    assert.equal(document.getText(), 'Hello {guest}. {nobody}\n');
    const untitled = await vscode.workspace.openTextDocument({
      language: 'prompt-template',
      content: 'Hi {{ name }}.\n',
    });
    await vscode.window.showTextDocument(untitled);
    await eventually(async () => assert.match((await lensesOf(untitled)).join(), /read as /));
  },
);

const PLACE = 'strata.e2e.place';
