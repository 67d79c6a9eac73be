// A client that asks for the whole workspace is told when to ask again, and only when an answer would be another one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver/node';
import { EDITOR, type MemoryServer, memoryServer } from '../support/lspClient';
import { pathOf } from '../support/memoryWorkspace';

const MANIFEST = `version: 1
systems:
  chat: { template: chat.prompt, dialect: single-brace, slots: { name: { sample: Ada } } }
  mail: { template: mail.prompt, dialect: single-brace, slots: { name: { sample: Ada } } }
`;
const FILES = {
  'strata.yaml': MANIFEST,
  'chat.prompt': 'Hello {name}.\n',
  'mail.prompt': 'Dear {name},\n',
  'other/alone.prompt': 'Hello.\n',
};

/** It asks for the workspace, and never for one text. */
class Asking {
  readonly #server: MemoryServer;
  #ids: { uri: string; value: string }[] = [];

  constructor(server: MemoryServer) {
    this.#server = server;
  }

  /** The files whose findings are others than they were, each with their number. */
  async changed(): Promise<readonly string[]> {
    const report = await this.#server.client.request<WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds: this.#ids,
    });
    this.#ids = report.items.map(({ uri, resultId = '' }) => ({ uri, value: resultId }));
    return report.items.flatMap((item) => (item.kind === 'full' ? [`${pathOf(item.uri)} ${item.items.length}`] : []));
  }

  /** How often it was told to ask again since the last time. */
  async told(): Promise<number> {
    await this.#server.settled();
    return this.#server.client.received.splice(0).filter((one) => one === 'diagnostic/refresh').length;
  }
}

async function withAsking(work: (server: MemoryServer, asking: Asking) => Promise<void>): Promise<void> {
  const server = await memoryServer(FILES, EDITOR);
  try {
    const asking = new Asking(server);
    assert.equal((await asking.changed()).length, 4);
    assert.equal(await asking.told(), 0);
    await work(server, asking);
    assert.deepEqual(server.client.errors, []);
  } finally {
    server.dispose();
  }
}

describe('a client that asks for the workspace alone', () => {
  test('is told when an unsaved manifest changes what holds for a text that is not open', () =>
    withAsking(async ({ client }, asking) => {
      client.open('strata.yaml', MANIFEST, 'yaml');
      assert.equal(await asking.told(), 0);
      client.replace(
        'strata.yaml',
        MANIFEST.replace('slots: { name: { sample: Ada } } }\n  mail', 'slots: { guest: { sample: Ada } } }\n  mail'),
      );
      assert.equal(await asking.told(), 1);
      assert.deepEqual(await asking.changed(), ['chat.prompt 1', 'strata.yaml 1']);
      assert.equal(await asking.told(), 0);
      client.replace('strata.yaml', `${client.text('strata.yaml')}# A comment.\n`);
      assert.equal(await asking.told(), 0);
    }));

  test('is told of what changes on the disk, comes and goes', () =>
    withAsking(async ({ client, files }, asking) => {
      const onDisk = (path: string, text: string | undefined, type: number): void => {
        if (text === undefined) files.contents.delete(path);
        else files.contents.set(path, text);
        client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri(path), type }] });
      };
      onDisk('chat.prompt', 'Hello {nobody}.\n', 2);
      assert.equal(await asking.told(), 1);
      // The slot that no text uses any more is found as well.
      assert.deepEqual(await asking.changed(), ['chat.prompt 1', 'strata.yaml 1']);
      onDisk('chat.prompt', 'Hello {nobody}!\n', 2);
      assert.equal(await asking.told(), 0);
      onDisk('other/alone.prompt', 'Hello!\n', 2);
      onDisk('other/new.prompt', 'Hello.\n', 1);
      assert.equal(await asking.told(), 0);
      onDisk('other/hidden.prompt', 'Hello\u200b.\n', 1);
      assert.equal(await asking.told(), 1);
      onDisk('mail.prompt', undefined, 3);
      assert.equal(await asking.told(), 1);
      const changed = await asking.changed();
      assert.ok(changed.includes('other/hidden.prompt 1'), changed.join());
      assert.ok(
        changed.some((one) => one.startsWith('strata.yaml')),
        changed.join(),
      );
    }));

  test('is not told of its own edits, but of what they change elsewhere', () =>
    withAsking(async ({ client }, asking) => {
      client.open('other/alone.prompt', FILES['other/alone.prompt']);
      client.replace('other/alone.prompt', 'Hello\u200b.\n');
      assert.equal(await asking.told(), 0);
      assert.deepEqual(await asking.changed(), ['other/alone.prompt 1']);
      client.open('chat.prompt', FILES['chat.prompt']);
      client.replace('chat.prompt', 'Hello.\n');
      // The manifest declares a slot that no text uses any more.
      assert.equal(await asking.told(), 1);
      assert.deepEqual(await asking.changed(), ['strata.yaml 1']);
    }));

  test('and one that never asked for it is told nothing', async () => {
    const server = await memoryServer(FILES, EDITOR);
    try {
      server.client.open('strata.yaml', MANIFEST, 'yaml');
      server.client.replace('strata.yaml', MANIFEST.replaceAll('name', 'guest'));
      await server.settled();
      assert.deepEqual(server.client.received, []);
    } finally {
      server.dispose();
    }
  });
});
