import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hintsAre } from '../support/ask';
import { driver } from '../support/driver';
import { testReload } from '../support/kit';
import { choose, openPanel, panelTab, read, textsAre } from '../support/panel';
import { eventually } from '../support/until';
import { fileAt, findings, findingsAre, show } from '../support/workbench';

/** The first text below the headings, from the line on in which it begins. A window that is laid out anew has other heights. */
const readFirst = `(() => {
  const { left } = document.querySelector('.run .text').getBoundingClientRect();
  for (let y = document.querySelector('.bar').clientHeight + 46; y < innerHeight; y += 8) {
    const { offsetNode, offset } = document.caretPositionFromPoint(left + 6, y) ?? {};
    const start = offsetNode?.data?.lastIndexOf('\\n', offset - 1) + 1;
    if (offsetNode?.data?.slice(start, offset + 1).trim()) return offsetNode.data.slice(start, start + 40);
  }
})()`;
/** What the case has read before the reload, kept by the page of the workbench, whose session outlives that. */
const firstText = 'strata.e2e.firstText';

const chosen = "[...document.querySelectorAll('select')].map((list) => list.value)";

testReload(
  'the preview comes back after a reload of the window, with scenario, axes and place',
  async () => {
    await show('gateway/chat-main.prompt');
    await openPanel();
    await choose('Scenario', 'own-skills');
    await choose('sharing', 'per-tenant');
    await textsAre('.value[data-slot="tenantHash"]', ['7f3a']);
    // The page keeps its place a moment after it has come to rest; its timer is set before this one.
    await read(`new Promise((kept) => {
      addEventListener('scroll', () => setTimeout(kept, 300), { once: true });
      scrollTo(0, 600);
    }).then(() => undefined)`);
    const text = await read<string>(readFirst);
    assert.ok(text);
    await driver.evaluate(`sessionStorage.setItem('${firstText}', ${JSON.stringify(text)})`);
  },
  async () => {
    const { tabGroups } = vscode.window;
    await eventually(async () => assert.equal(panelTab()?.label, 'Preview: chat-main'));
    assert.equal(tabGroups.all.length, 2);
    const axes = ['library', 'ask', 'text', 'blocks', 'per-tenant', 'enabled', 'summary-buffer'];
    const values = ['own-skills', 'claude-sonnet-5', ...axes];
    await eventually(async () => assert.deepEqual((await read<string[]>(chosen)).slice(1), values));
    const text = await driver.evaluate(`sessionStorage.getItem('${firstText}')`);
    await eventually(async () => assert.equal(await read(readFirst), text));
    const document = await vscode.workspace.openTextDocument(fileAt('gateway/chat-main.prompt'));
    await hintsAre(document, [
      '1: base ≈ 1,751 / 3,000 tok',
      '47: format ≈ 22 tok',
      '47: addendum ≈ 39 tok',
      '47: skills ≈ 227 / 450 tok',
      '48: cache ends: ≈ 2,013 tok',
      '48: who ≈ 16 / 500 tok',
      '49: call-instructions · 0 tok',
      '49: context ≈ 54 tok',
      '49: memory ≈ 51 tok',
      '49: kb ≈ 200 tok',
    ]);
  },
);

testReload(
  'a second folder has its own manifest, and takes its findings with it',
  async () => {
    const { fs } = vscode.workspace;
    const write = (path: string, text: string) => fs.writeFile(outside(path), new TextEncoder().encode(text));
    await write('second/strata.yaml', SECOND);
    await write('second/one.prompt', 'Hello {nobody}.\n');
    await write('both.code-workspace', JSON.stringify({ folders: [{ path: 'workspace' }, { path: 'second' }] }));
    return outside('both.code-workspace').path;
  },
  async () => {
    const template = outside('second/one.prompt');
    await show('desk/desk.prompt');
    await findingsAre(template, ['slot.unknown']);
    const { document } = await show(template);
    await hintsAre(document, ['1: prompt · 5 tok']);
    assert.deepEqual(findings(fileAt('desk/desk.prompt')), []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    // The first folder stays the first one, so the extensions stay as well.
    assert.ok(vscode.workspace.updateWorkspaceFolders(1, 1));
    await findingsAre(template, []);
  },
);

const SECOND = `version: 1
systems:
  second:
    model: gpt-4o
    dialect: single-brace
    template: one.prompt
    slots:
      name: { type: line, sample: Ada }
`;

/** A file beside the folder that is opened. */
const outside = (path: string): vscode.Uri => vscode.Uri.joinPath(fileAt('..'), path);
