// A folder that is not on the disk: what is open is read, and what cannot be done there says so.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { definitionsAt, hintsAre, hoverAt, lensesOf, slotsOfferedAt } from '../support/ask';
import { driver } from '../support/driver';
import { testReload } from '../support/kit';
import { MemoryFiles } from '../support/memory';
import { openPanel, textsAre } from '../support/panel';
import { eventually } from '../support/until';
import { fileAt, findingsAre, placeIn, replace, show, tidy } from '../support/workbench';

const SCHEME = 'strata-memory';
const at = (path: string) => vscode.Uri.from({ scheme: SCHEME, path });

const MANIFEST = `version: 1
systems:
  chat:
    template: chat.prompt
    model: gpt-4o
    dialect: single-brace
    slots:
      name: { type: line, sample: Ada }
`;

const TEMPLATE = 'You answer.\n\n# Question\n{question}\n';

testReload(
  'a folder that is not on the disk: open files are checked, and a manifest is proposed and written',
  async () => {
    const file = vscode.Uri.joinPath(fileAt('..'), 'virtual.code-workspace');
    const folders = [{ path: 'workspace' }, { uri: at('/w').toString(), name: 'virtual' }];
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify({ folders })));
    return file.path;
  },
  async () => {
    const files = MemoryFiles.serve(SCHEME, {
      '/w/strata.yaml': MANIFEST,
      '/w/chat.prompt': 'Hello {name}.\n',
      '/w/shop/shop.prompt': TEMPLATE,
    });
    try {
      await readsWhatIsOpen();
      await proposes(files);
    } finally {
      // What is not saved can be taken back only while its file can be read.
      await tidy();
      files.dispose();
    }
  },
);

async function readsWhatIsOpen(): Promise<void> {
  const { document: manifest } = await show(at('/w/strata.yaml'));
  const editor = await show(at('/w/chat.prompt'));
  const { document } = editor;
  await hintsAre(document, ['1: prompt · 3 tok']);
  assert.deepEqual(await lensesOf(manifest), ['3 tok', 'Preview']);
  assert.match((await hoverAt(document, placeIn(document, '{name}', 2))).join('\n'), /\*\*name\*\* /);
  assert.deepEqual(await definitionsAt(document, placeIn(document, '{name}', 2)), ['strata.yaml:8 name']);
  assert.deepEqual(await slotsOfferedAt(document, placeIn(document, '{name}', 1)), ['name']);
  await openPanel();
  await textsAre('.value', ['Ada']);
  await replace(editor, '{name}', '{nmae}');
  await findingsAre(document.uri, ['slot.unknown']);
  // Where there is no folder any more, nobody could take it back.
  await show(document.uri, { viewColumn: vscode.ViewColumn.One });
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

async function proposes(files: MemoryFiles): Promise<void> {
  await vscode.commands.executeCommand('strata.createManifest', at('/w/shop'));
  await said('Open a template and run the command there');
  await show(at('/w/shop/shop.prompt'));
  const done = vscode.commands.executeCommand('strata.createManifest', at('/w/shop/shop.prompt'));
  await eventually(() => assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^version: 1$/m));
  assert.equal(files.textOf('/w/shop/strata.yaml'), undefined);
  const proposed = vscode.window.activeTextEditor?.document.getText();
  await said('Write');
  await driver.click('.notifications-center .monaco-button:has-text("Write")');
  await done;
  assert.equal(files.textOf('/w/shop/strata.yaml'), proposed);
  await eventually(() =>
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), at('/w/shop/strata.yaml').toString()),
  );
  await hintsAre((await show(at('/w/shop/shop.prompt'))).document, ['1: base · 3 tok', '3: question ≥ 3 tok']);
}

/** A window under a driver shows no message by itself, so the list of all is opened. */
async function said(words: string): Promise<void> {
  await vscode.commands.executeCommand('notifications.showList');
  await driver.text(`.notifications-center .notification-list-item:has-text("${words}")`);
}
