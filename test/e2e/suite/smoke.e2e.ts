// Enough to know that an extension that has been packed is whole; `test/package` runs these.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hintsAre } from '../support/ask';
import { driver } from '../support/driver';
import { extensionId, note, test } from '../support/kit';
import { openPanel, textsAre } from '../support/panel';
import { show } from '../support/workbench';

test('smoke: the extension is found and activates', async () => {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension, `${extensionId} is not among the extensions`);
  await extension.activate();
  assert.equal(extension.isActive, true);
  await note(`VS Code ${vscode.version} on Node ${process.versions.node}`);
});

test('smoke: the preview and the hints are there, and the console has no error', { driven: true }, async () => {
  const { document } = await show('single/review.prompt');
  await hintsAre(document, ['35: task · 95 tok', '40: change · 31 tok']);
  await openPanel();
  await textsAre('.run h3 .name', ['task', 'change']);
  assert.deepEqual(await driver.consoleErrors(), []);
});

test('smoke: the page of a code opens as a page, not as its source', async () => {
  const { extensionUri } = vscode.extensions.getExtension(extensionId) ?? {};
  assert.ok(extensionUri);
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(extensionUri, 'docs/rules/slot.unknown.md'));
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  // A checkout of the sources is no installed extension: there its author reads the source.
  const isInstalled = /\/strata-prompts\.strata-prompts-[\d.]+$/.test(extensionUri.path);
  const viewType = input instanceof vscode.TabInputCustom ? input.viewType : undefined;
  assert.equal(viewType, isInstalled ? 'vscode.markdown.preview.editor' : undefined);
});
