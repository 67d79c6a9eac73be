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
