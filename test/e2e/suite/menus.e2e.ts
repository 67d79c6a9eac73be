// Where the commands are offered, what the status bar says, and settings that hold at once.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hintsAre } from '../support/ask';
import { driver } from '../support/driver';
import { test } from '../support/kit';
import { eventually } from '../support/until';
import { show } from '../support/workbench';

const driven = { driven: true };

/** By group of editors, from left to right: whether its title has the icon of the preview. */
const iconsAre = (...icons: readonly boolean[]) =>
  eventually(async () =>
    assert.deepEqual(
      await driver.evaluate(`[...document.querySelectorAll('.editor-group-container')].map((group) =>
        group.querySelector('.editor-actions [aria-label^="Open Prompt Preview to the Side"]') !== null)`),
      icons,
    ),
  );

const tokensAre = (text: string) =>
  eventually(async () => {
    const item = `document.querySelector('[id="strata-prompts.strata-prompts.strata.tokens"]')`;
    assert.equal(await driver.evaluate(`${item}?.textContent ?? ''`), text);
  });

test('the icon of the preview stands over files of a system alone, in each group of editors', driven, async () => {
  const settings = vscode.workspace.getConfiguration('workbench.editor');
  // Else only the group in front has icons.
  await settings.update('alwaysShowEditorActions', true, vscode.ConfigurationTarget.Global);
  try {
    await show('notes/system.md');
    await iconsAre(true);
    await show('README.md', { viewColumn: vscode.ViewColumn.Two });
    await iconsAre(true, false);
    await show('notes/loose.txt', { viewColumn: vscode.ViewColumn.One });
    await iconsAre(false, false);
    await show('desk/strata.yaml', { viewColumn: vscode.ViewColumn.Two });
    await iconsAre(false, true);
  } finally {
    await settings.update('alwaysShowEditorActions', undefined, vscode.ConfigurationTarget.Global);
  }
});

test('a page that is no file has neither the icon nor the tokens of the file before it', driven, async () => {
  await show('desk/desk.prompt');
  await iconsAre(true);
  await tokensAre('50 tok · scenario plain');
  const walkthrough = 'strata-prompts.strata-prompts#start';
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  await driver.text('.getting-started-step .step-title');
  await iconsAre(false);
  await tokensAre('');
  await show('desk/desk.prompt');
  await tokensAre('50 tok · scenario plain');
});

test('hints go and come with their setting, without a reload', async () => {
  const { document } = await show('desk/desk.prompt');
  const hints = ['1: policy · 35 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok'];
  await hintsAre(document, hints);
  const set = (value: boolean | undefined) =>
    vscode.workspace
      .getConfiguration('strata', document.uri)
      .update('hints.tokens', value, vscode.ConfigurationTarget.Global);
  await set(false);
  try {
    await hintsAre(document, []);
  } finally {
    await set(undefined);
  }
  await hintsAre(document, hints);
});
