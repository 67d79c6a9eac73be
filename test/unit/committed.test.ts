// Committed texts as git really gives them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { CommittedFiles } from '../../server/src/node/committed';
import { folderWith } from '../support/processes';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const git = (folder: string, ...args: readonly string[]): void => {
  const settings = ['user.name=a', 'user.email=a@b.c', 'commit.gpgsign=false', 'init.defaultBranch=main'];
  execFileSync('git', [...settings.flatMap((one) => ['-c', one]), '-C', folder, ...args], { stdio: 'ignore' });
};

function repository(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = folderWith(files);
  folders.push(folder);
  git(folder, 'init');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-m', 'one');
  return folder;
}

describe('committed texts', () => {
  test('as they were committed, whatever stands there now; all at once', async () => {
    const folder = repository({
      'a.prompt': 'Say {x}\r\n\ufeff',
      'deep/ä (1).md': 'zwei\n',
      'empty.md': '',
      'bad.md': Uint8Array.from([0x61, 0xff]),
      'large.md': 'a'.repeat(2 * 1024 * 1024 + 1),
    });
    writeFileSync(join(folder, 'a.prompt'), 'Say it');
    writeFileSync(join(folder, 'new.md'), 'new');
    git(folder, 'add', '-A');
    rmSync(join(folder, 'deep'), { recursive: true });
    const files = new CommittedFiles();
    const read = (path: string): Promise<string | undefined> => files.read(join(folder, path));
    assert.deepEqual(
      await Promise.all(['a.prompt', 'deep/ä (1).md', 'empty.md', 'bad.md', 'new.md', 'large.md', 'deep'].map(read)),
      ['Say {x}\r\n\ufeff', 'zwei\n', '', 'a\ufffd', undefined, undefined, undefined],
    );
    git(folder, 'commit', '-m', 'two');
    assert.equal(await read('a.prompt'), 'Say it');
  });

  test('each file from its own repository', async () => {
    const outer = repository({ 'a.md': 'outer' });
    mkdirSync(join(outer, 'inner'));
    writeFileSync(join(outer, 'inner', 'a.md'), 'inner');
    git(join(outer, 'inner'), 'init');
    git(join(outer, 'inner'), 'add', '-A');
    git(join(outer, 'inner'), 'commit', '-m', 'one');
    git(outer, 'worktree', 'add', join(outer, 'linked'));
    const files = new CommittedFiles();
    assert.deepEqual(
      await Promise.all(['a.md', 'inner/a.md', 'linked/a.md'].map((path) => files.read(join(outer, path)))),
      ['outer', 'inner', 'outer'],
    );
  });

  test('nothing where there is no repository, no commit, or one that cannot be read', async () => {
    const plain = folderWith({ 'a.md': 'a' });
    const unborn = folderWith({ 'a.md': 'a' });
    const broken = folderWith({ 'a.md': 'a', '.git/HEAD': 'nonsense' });
    folders.push(plain, unborn, broken);
    git(unborn, 'init');
    const files = new CommittedFiles();
    assert.deepEqual(await Promise.all([plain, unborn, broken].map((folder) => files.read(join(folder, 'a.md')))), [
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('what the repository configures is not run', async () => {
    const folder = repository({ 'a.md': 'a', '.gitattributes': '*.md diff=spy filter=spy\n' });
    const spy = join(folder, 'spy.sh');
    writeFileSync(spy, `#!/bin/sh\ntouch "${join(folder, 'ran')}"\ncat\n`);
    chmodSync(spy, 0o755);
    for (const key of ['core.fsmonitor', 'core.pager', 'diff.spy.textconv', 'filter.spy.smudge', 'filter.spy.clean'])
      git(folder, 'config', key, spy);
    assert.equal(await new CommittedFiles().read(join(folder, 'a.md')), 'a');
    assert.equal(existsSync(join(folder, 'ran')), false);
  });
});
