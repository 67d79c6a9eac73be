// Code lenses in an editor that has none of our commands: the server does what they say, with what every editor can show.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeLens, Command } from 'vscode-languageserver/node';
import { EDITOR, type LspClient, memoryServer } from '../support/lspClient';

const MANIFEST = `version: 1
systems:
  chat:
    template: chat.prompt
    model: gpt-4o
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static, budget: { max: 500 } }
      - { id: who, trust: facts, lifetime: user, slots: [name] }
    slots: { name: {} }
    scenarios:
      short: { values: { name: Ada Lovelace } }
      long: { values: { name: Ada Lovelace of London } }
`;
const FILES = { 'strata.yaml': MANIFEST, 'chat.prompt': 'Hello {name}.\n', 'loose.prompt': 'Hi {{ name }}.\n' };

async function lensesOf(client: LspClient, path: string): Promise<readonly Command[]> {
  const lenses = await client.request<CodeLens[]>('textDocument/codeLens', client.at(path));
  return lenses.flatMap(({ command }) => (command ? [command] : []));
}

const run = (client: LspClient, lens: Command | undefined): Promise<unknown> =>
  client.request('workspace/executeCommand', { command: lens?.command, arguments: lens?.arguments });

describe('code lenses in any editor', () => {
  test('name only commands that the server announces and executes', async () => {
    const { client, initialized, settled, dispose } = await memoryServer(FILES, EDITOR);
    try {
      const said: string[] = [];
      const asked: string[] = [];
      client.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
        said.push(message);
      });
      client.connection.onRequest(
        'window/showMessageRequest',
        ({ message, actions }: { message: string; actions: { title: string }[] }) => {
          asked.push(`${message}: ${actions.length}`);
          return actions.find(({ title }) => title === 'long' || title === 'Jinja2') ?? null;
        },
      );
      client.open('chat.prompt', FILES['chat.prompt']);
      client.open('loose.prompt', FILES['loose.prompt']);
      const lenses = await lensesOf(client, 'chat.prompt');
      assert.deepEqual(
        lenses.map(({ title }) => title),
        ['6 tok', 'short'],
      );
      const announced = initialized.capabilities.executeCommandProvider?.commands ?? [];
      assert.ok(lenses.every(({ command }) => announced.includes(command)));
      await run(client, lenses[0]);
      assert.deepEqual(said, ['chat › short: 6 tokens\n  policy: 3 of 500\n  who: 3']);
      await run(client, lenses[1]);
      await settled();
      assert.deepEqual(asked, ['Scenario of chat: 2']);
      assert.ok(client.received.includes('codeLens/refresh'));
      assert.deepEqual(
        (await lensesOf(client, 'chat.prompt')).map(({ title }) => title),
        ['8 tok', 'long'],
      );
      const [reading] = await lensesOf(client, 'loose.prompt');
      assert.match(reading?.title ?? '', /^read as |^two dialects/);
      await run(client, reading);
      assert.equal((await lensesOf(client, 'loose.prompt'))[0]?.title, 'read as Jinja2');
      assert.deepEqual(client.errors, []);
    } finally {
      dispose();
    }
  });
  test('in our own extension its commands', async () => {
    const initializationOptions = { commands: true };
    const { client, initialized, dispose } = await memoryServer(FILES, EDITOR, { initializationOptions });
    try {
      assert.equal(initialized.capabilities.executeCommandProvider, undefined);
      client.open('chat.prompt', FILES['chat.prompt']);
      assert.deepEqual(
        (await lensesOf(client, 'chat.prompt')).map(({ command }) => command),
        ['strata.openPreview', 'strata.openPreview', 'strata.selectScenario'],
      );
    } finally {
      dispose();
    }
  });
});
