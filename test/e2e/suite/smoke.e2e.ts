import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driver } from '../support/driver';
import { extensionId, note, test } from '../support/kit';

test('the extension is found and activates', async () => {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension, `${extensionId} is not among the extensions`);
  await extension.activate();
  assert.equal(extension.isActive, true);
  await note(`VS Code ${vscode.version} on Node ${process.versions.node}`);
});

test('the window opens without an error of the extension', { driven: true }, async () => {
  await driver.text('.monaco-workbench');
  await driver.screenshot('smoke');
  assert.deepEqual(await driver.consoleErrors(), []);
});
