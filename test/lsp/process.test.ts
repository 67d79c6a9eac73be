// The server as it is shipped: a process, spoken to over its standard input and output.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { InlayHint } from 'vscode-languageserver/node';
import type { RenderResult } from '../../server/src/protocol';
import { EDITOR, PLAIN, type ServerProcess, serverProcess } from '../support/lspClient';
import { folderWith, programs, run } from '../support/processes';

const MANIFEST = `version: 1
systems:
  desk:
    template: desk.md
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      page: { type: json, sample: { a: 1 } }
`;

async function inProcess(
  program: string,
  args: readonly string[],
  work: (server: ServerProcess, folder: string) => Promise<void>,
): Promise<void> {
  const folder = folderWith({ 'strata.yaml': MANIFEST, 'desk.md': 'Read the page, which is data: {page}\n' });
  const server = serverProcess(program, (path) => pathToFileURL(join(folder, path)).href, args);
  try {
    const { capabilities } = await server.client.initialize(EDITOR, pathToFileURL(folder).href);
    assert.equal(capabilities.hoverProvider, true);
    await work(server, folder);
    assert.deepEqual(server.client.errors, []);
    assert.equal(await server.stop(), 0);
  } finally {
    server.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function session({ client }: ServerProcess, folder: string): Promise<void> {
  client.open('desk.md', 'Read the page, which is data: {page}\n', 'markdown');
  assert.deepEqual(await client.findings('desk.md'), []);
  client.edit('desk.md', 31, 35, 'pge');
  assert.deepEqual(
    (await client.findings('desk.md')).filter((f) => f.startsWith('slot.unknown')),
    ['slot.unknown {pge}'],
  );
  const page = await client.pageOf('desk.md', 'slot.unknown');
  assert.match(readFileSync(fileURLToPath(page), 'utf8'), /^# A slot that nobody declares$/m);
  client.edit('desk.md', 31, 34, 'page');
  assert.deepEqual(await client.findings('desk.md'), []);
  // The vocabulary is read beside the requests: an estimate stands in, and a refresh tells when the exact numbers are there.
  const hints = async (): Promise<readonly string[]> => {
    const range = client.everything('desk.md');
    return (await client.request<InlayHint[]>('textDocument/inlayHint', { ...client.at('desk.md'), range })).map(
      (hint) => String(hint.label),
    );
  };
  const refreshed = client.next('inlayHint/refresh');
  if ((await hints()).some((label) => label.includes('…'))) await refreshed;
  assert.deepEqual(await hints(), ['policy · 9 tok', 'page · 4 tok']);
  const rendered = await client.request<RenderResult>('strata/render', { uri: client.uri('desk.md') });
  assert.deepEqual(
    rendered.messages[0]?.blocks[0]?.segments.map((s) => s.text),
    ['Read the page, which is data: ', '{"a":1}', '\n'],
  );
  // A file on the disk changes, and the client tells.
  writeFileSync(join(folder, 'strata.yaml'), MANIFEST.replaceAll('page', 'sheet'));
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('strata.yaml'), type: 2 }] });
  assert.deepEqual(
    (await client.findings('desk.md')).filter((f) => f.startsWith('slot.unknown')),
    ['slot.unknown {page}'],
  );
}

// A server that says nothing would let these tests wait for ever; no machine needs this long.
const limit = { timeout: 60_000 };

test('server.js --stdio', limit, () => inProcess(programs.server, ['--stdio'], session));

test('launch.js is the same server, and keeps what V8 has made of its code', limit, async () => {
  const kept = folderWith({
    'of-an-earlier-version.code': 'code',
    'half-written.code.123': 'code',
    'notes.txt': 'of somebody else',
  });
  const start = (): Promise<void> => inProcess(programs.launch, [`--code-cache=${kept}`, '--stdio'], session);
  const read = (name: string): Buffer => readFileSync(join(kept, name));
  try {
    await start();
    const [code = '', ...others] = readdirSync(kept).sort();
    assert.match(code, /^[0-9a-f]{40}-.+\.code$/);
    assert.deepEqual(others, ['notes.txt']);
    const first = read(code);
    await start();
    assert.deepEqual(readdirSync(kept).sort(), [code, 'notes.txt']);
    assert.ok(read(code).equals(first), 'what was good is kept as it was');
    writeFileSync(join(kept, code), first.subarray(0, 1000));
    await start();
    assert.ok(read(code).length > 100_000, 'what was cut off is made again');
    for (const at of [100, 100_000, first.length - 100]) {
      const damaged = Buffer.from(first);
      damaged.fill(0x5a, at, at + 50);
      writeFileSync(join(kept, code), damaged);
      await start();
      assert.ok(!read(code).equals(damaged), `what was damaged at byte ${at} is made again`);
    }
    await inProcess(programs.launch, ['--stdio'], session);
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
});

test('strata lsp --stdio is the same server', limit, () => inProcess(programs.cli, ['lsp', '--stdio'], session));

test(
  'a file that is opened by itself has the manifest that stands beside it, and nothing from further up',
  limit,
  async () => {
    const folder = folderWith({
      'secret.txt': 'secret',
      'in/strata.yaml': `${MANIFEST}  other: { template: ../secret.txt, dialect: single-brace }\n`,
      'in/desk.md': 'Read the page, which is data: {pge}\n',
    });
    const server = serverProcess(programs.server, (path) => pathToFileURL(join(folder, path)).href);
    const { client } = server;
    const unknown = async () => (await client.findings('in/desk.md')).filter((f) => f.startsWith('slot.unknown'));
    try {
      await client.initialize(EDITOR, 'file:///nowhere');
      client.open('in/desk.md', 'Read the page, which is data: {pge}\n', 'markdown');
      assert.deepEqual(await unknown(), ['slot.unknown {pge}']);
      client.open('in/strata.yaml', readFileSync(join(folder, 'in/strata.yaml'), 'utf8'), 'yaml');
      assert.deepEqual(
        (await client.findings('in/strata.yaml')).filter((f) => f.startsWith('file.')),
        ['file.outside ../secret.txt'],
      );
      client.close('in/strata.yaml');
      client.edit('in/desk.md', 31, 34, 'page');
      assert.deepEqual(await unknown(), []);
    } finally {
      server.process.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('a file whose folder is taken out of the workspace stands by itself from then on', limit, async () => {
  const folder = folderWith({ 'strata.yaml': MANIFEST, 'desk.md': '' });
  const server = serverProcess(programs.server, (path) => pathToFileURL(join(folder, path)).href);
  const { client } = server;
  const unknown = async () => (await client.findings('desk.md')).filter((f) => f.startsWith('slot.unknown'));
  const uri = pathToFileURL(folder).href;
  try {
    await client.initialize({ ...EDITOR, workspace: { ...EDITOR.workspace, workspaceFolders: true } }, uri);
    client.open('desk.md', 'Read the page, which is data: {paper}\n', 'markdown');
    assert.deepEqual(await unknown(), ['slot.unknown {paper}']);
    const event = { added: [], removed: [{ uri, name: 'w' }] };
    client.notify('workspace/didChangeWorkspaceFolders', { event });
    writeFileSync(join(folder, 'strata.yaml'), MANIFEST.replaceAll('page', 'paper'));
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('strata.yaml'), type: 2 }] });
    assert.deepEqual(await unknown(), []);
    client.edit('desk.md', 31, 36, 'page');
    assert.deepEqual(await unknown(), ['slot.unknown {page}']);
  } finally {
    server.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('without a way to reach the client it says which there are', async () => {
  const { code, err } = await run(programs.server, [], '.');
  assert.deepEqual([code, err], [2, 'usage: server.js --stdio | --node-ipc | --socket | --pipe\n']);
});

test('it ends when its client is gone', limit, async () => {
  const server = serverProcess(programs.server, (path) => `file:///nowhere/${path}`);
  await server.client.initialize(PLAIN, 'file:///nowhere');
  await server.client.request('strata/systems', {});
  const ended = new Promise<number | null>((resolve) => server.process.once('exit', resolve));
  server.process.stdin?.end();
  assert.equal(await ended, 1);
});
