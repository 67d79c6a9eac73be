import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { firstInvalidByte } from '../../server/src/node/decode';
import { addressOf, NodeFiles, pathOf } from '../../server/src/node/files';
import { folderWith } from '../support/processes';

let root = '';
let outside = '';
let files: NodeFiles;
const log: string[] = [];

before(async () => {
  outside = folderWith({ 'secret.md': 'secret\n' });
  root = folderWith({
    'strata.yaml': 'version: 1\n',
    'a.prompt': '\ufeffHello\r\n',
    'b (1).ptmpl': 'x',
    'notes.md': 'n',
    'bad.md': Uint8Array.from([0x61, 0xc3, 0x28]),
    'sub/strata.yaml': 'version: 1\n',
    'node_modules/x/strata.yaml': 'version: 1\n',
    'dist/c.prompt': 'x',
  });
  symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'));
  symlinkSync(outside, join(root, 'linked'));
  symlinkSync(join(root, 'notes.md'), join(root, 'inside.md'));
  symlinkSync('circle.md', join(root, 'circle.md'));
  mkdirSync(join(root, 'folder.prompt'));
  writeFileSync(join(root, 'large.md'), Buffer.alloc(10 * 1024 * 1024 + 1, 0x61));
  files = new NodeFiles((message) => log.push(message));
  await files.setFolders([addressOf(root)]);
});
after(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(outside, { recursive: true, force: true });
});

const read = (path: string) => files.read(addressOf(join(root, path)));

describe('reading', () => {
  test('a text as it stands: byte order mark, line endings and all', async () => {
    assert.deepEqual(await read('a.prompt'), {
      kind: 'file',
      file: { uri: addressOf(join(root, 'a.prompt')), text: '\ufeffHello\r\n' },
    });
  });
  test('bytes that are no UTF-8 are replaced, and the first is told', async () => {
    const uri = addressOf(join(root, 'bad.md'));
    assert.deepEqual(await read('bad.md'), { kind: 'file', file: { uri, text: 'a\ufffd(', invalidByte: 1 } });
  });
  test('what is not there, and what is a folder', async () => {
    assert.deepEqual(await read('nothing.md'), { kind: 'missing' });
    assert.deepEqual(await read('a.prompt/more.md'), { kind: 'missing' });
    assert.deepEqual(await read('folder.prompt'), { kind: 'folder' });
    assert.deepEqual(await files.read('untitled:Untitled-1'), { kind: 'missing' });
    assert.deepEqual(await files.read(`${addressOf(root)}/%00.md`), { kind: 'missing' });
  });
  test('nothing outside of the folder, however it is written', async () => {
    assert.deepEqual(await files.read(addressOf(join(outside, 'secret.md'))), { kind: 'outside' });
    assert.deepEqual(await read('../secret.md'), { kind: 'outside' });
    assert.deepEqual(await read('link.md'), { kind: 'outside' });
    assert.deepEqual(await read('linked/secret.md'), { kind: 'outside' });
    assert.equal((await read('inside.md')).kind, 'file');
  });
  test('a folder whose name only begins like that of the workspace is outside', async () => {
    assert.deepEqual(await files.read(`${addressOf(root)}-other/a.md`), { kind: 'outside' });
  });
  test('links in a circle, and files that are too large, are unreadable for a reason', async () => {
    assert.deepEqual(await read('circle.md'), { kind: 'unreadable', reason: 'its symbolic links run in a circle' });
    assert.deepEqual(await read('large.md'), {
      kind: 'unreadable',
      reason: 'it has 11 MB, and files over 10 MB are not read',
    });
  });
});

describe('finding', () => {
  const found = async (list: Promise<readonly string[]>): Promise<readonly string[]> =>
    (await list).map((uri) => (pathOf(uri) ?? '').slice(root.length + 1));

  test('manifests and templates by their names, without dependencies and what a build makes', async () => {
    assert.deepEqual(await found(files.list(addressOf(root))), [
      'a.prompt',
      'b (1).ptmpl',
      'strata.yaml',
      'sub/strata.yaml',
    ]);
  });
  test('all files for a pattern; links to folders are not followed', async () => {
    assert.deepEqual(await found(files.all(addressOf(join(root, 'sub')))), ['sub/strata.yaml']);
    assert.ok(!(await found(files.all(addressOf(root)))).some((path) => path.startsWith('linked/')));
    assert.deepEqual(await files.all(addressOf(join(root, 'linked'))), []);
    assert.deepEqual(await files.list(addressOf(join(root, 'linked'))), []);
  });
  test('nothing outside of the workspace', async () => {
    assert.deepEqual(await files.list(addressOf(outside)), []);
    assert.deepEqual(await files.list('untitled:x'), []);
    assert.deepEqual(log, []);
  });
});

test('an address is spelled as VS Code spells it', () => {
  assert.equal(addressOf('/w/a b (1)#.md'), 'file:///w/a%20b%20%281%29%23.md');
  assert.equal(pathOf('file:///w/a%20b%20%281%29%23.md'), '/w/a b (1)#.md');
});

test('the first byte that is no UTF-8, as the decoder of the platform sees it', () => {
  const samples: readonly (readonly number[])[] = [
    [0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80],
    [0x80],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xe0, 0x9f, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf0, 0x8f, 0x80, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0x61, 0xe2, 0x82],
    [0xf0, 0x9f, 0x98],
    [0xc3],
  ];
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isValid = (bytes: Uint8Array): boolean => {
    try {
      decoder.decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  for (const sample of samples) {
    const bytes = Uint8Array.from(sample);
    const at = firstInvalidByte(bytes);
    assert.ok(isValid(bytes.subarray(0, at)), `${sample}: all before ${at} is well formed`);
    assert.equal(at === bytes.length, isValid(bytes), String(sample));
  }
});
