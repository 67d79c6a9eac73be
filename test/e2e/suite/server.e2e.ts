// The process of the language server: started anew when somebody asks, or when it has ended.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { hintsAre, hintsOf } from '../support/ask';
import { driver } from '../support/driver';
import { test } from '../support/kit';
import { eventually } from '../support/until';
import { findingsAre, replace, show } from '../support/workbench';

const plain = ['1: policy · 35 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok'];

test('Restart Language Server starts another one, which knows what is open', async () => {
  const editor = await show('desk/desk.prompt');
  await replace(editor, '{{guest}}', '{{gest}}');
  await findingsAre(editor.document.uri, ['slot.unknown']);
  const before = await serverProcess();
  await vscode.commands.executeCommand('strata.restartServer');
  assert.notEqual(await serverProcess(), before);
  await replace(editor, '{{gest}}', '{{guest}}');
  await findingsAre(editor.document.uri, []);
  await hintsAre(editor.document, plain);
});

test('a server that ends is started again', async () => {
  const editor = await show('desk/desk.prompt');
  await hintsAre(editor.document, plain);
  const before = await serverProcess();
  process.kill(before, 'SIGKILL');
  await eventually(async () => assert.notEqual(await serverProcess(), before));
  await replace(editor, '{{guest}}', '{{gest}}');
  await findingsAre(editor.document.uri, ['slot.unknown']);
});

test('a server that ends again and again is left alone, which is said, until somebody starts it', {
  driven: true,
}, async () => {
  const { document } = await show('desk/desk.prompt');
  await hintsAre(document, plain);
  await tokensAre('50 tok · scenario plain');
  // The case before has ended one as well, perhaps so short a time ago that it counts.
  while (!(await said('The Strata language server has stopped.'))) {
    const [running] = servers();
    if (running !== undefined) process.kill(running, 'SIGKILL');
    await eventually(async () => {
      assert.ok(servers()[0] !== running);
      // The next one ends before it has begun, or when it runs.
      assert.ok(servers().length > 0 || (await said('The Strata language server has stopped.')));
    });
  }
  await tokensAre('');
  assert.deepEqual(await hintsOf(document), []);
  await driver.click('.notifications-center .monaco-button:has-text("Restart")');
  await hintsAre(document, plain);
  await tokensAre('50 tok · scenario plain');
});

/** Whether a message is among those that have been shown. A window under a driver shows none by itself. */
async function said(words: string): Promise<boolean> {
  await vscode.commands.executeCommand('notifications.showList');
  return driver
    .evaluate(`document.querySelector('.notifications-center')?.textContent ?? ''`)
    .then((shown) => String(shown).includes(words));
}

/** What the status bar says the file in front costs. */
function tokensAre(text: string): Promise<void> {
  const item = '[id="strata-prompts.strata-prompts.strata.tokens"]';
  const shown = `document.querySelector('${item}')?.textContent ?? ''`;
  return eventually(async () => assert.equal(await driver.evaluate(shown), text));
}

/** The id of the process of the language server. */
function serverProcess(): Promise<number> {
  return eventually(() => {
    const [own, ...others] = servers();
    assert.ok(own !== undefined && others.length === 0);
    return own;
  });
}

const servers = (): number[] =>
  processes()
    .filter(({ parent, command }) => parent === process.pid && /dist.(?:launch|server)\.js/.test(command))
    .map(({ id }) => id);

interface Running {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** What runs on this machine. Linux tells it in files, and need not have a program for it. */
function processes(): Running[] {
  if (existsSync('/proc/self/stat'))
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(processAt);
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, id, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return id === undefined ? [] : [{ id: Number(id), parent: Number(parent), command }];
  });
}

function processAt(id: string): Running[] {
  try {
    // The name of the program stands in brackets and may hold anything; behind it come the state and the parent.
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return [{ id: Number(id), parent, command: readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
  } catch {
    // It has ended in the meantime.
    return [];
  }
}
