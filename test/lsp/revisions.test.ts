// A prompt beside itself in another commit, with the server as it is shipped and a real git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CompareResult, RenderFailure, RevisionsResult } from '../../server/src/protocol';
import { EDITOR, type ServerProcess, serverProcess } from '../support/lspClient';
import { folderWith, programs } from '../support/processes';

const manifest = (sample: string): string => `version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      page: { type: line, sample: ${sample} }
`;

function git(folder: string, ...args: readonly string[]): void {
  const settings = ['user.name=Ada', 'user.email=a@b.c', 'commit.gpgsign=false', 'init.defaultBranch=main'];
  const env = { ...process.env, GIT_COMMITTER_DATE: '2026-03-04T12:00:00Z', GIT_AUTHOR_DATE: '2026-03-04T12:00:00Z' };
  execFileSync('git', [...settings.flatMap((one) => ['-c', one]), '-C', folder, ...args], { env });
}

/** Three commits of a template; the last one changes another file. The text on the disk is a fourth version. */
function repository(): string {
  const folder = folderWith({ 'strata.yaml': manifest('One'), 'desk.prompt': 'Read {page}.\n', 'other.txt': 'x' });
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'first');
  git(folder, 'tag', 'v1');
  writeFileSync(join(folder, 'strata.yaml'), manifest('Two'));
  writeFileSync(join(folder, 'desk.prompt'), 'Read {page} twice.\n');
  git(folder, 'commit', '-qam', 'second');
  writeFileSync(join(folder, 'other.txt'), 'y');
  git(folder, 'commit', '-qam', 'third');
  writeFileSync(join(folder, 'desk.prompt'), 'Read {page} three times.\n');
  return folder;
}

async function inRepository(
  trusted: boolean,
  work: (ask: <T>(method: string, params: object) => Promise<T>, key: string) => Promise<void>,
): Promise<void> {
  const folder = repository();
  const server: ServerProcess = serverProcess(programs.server, (path) => pathToFileURL(join(folder, path)).href, [
    '--stdio',
  ]);
  try {
    await server.client.initialize(EDITOR, pathToFileURL(folder).href, { trusted });
    await work((method, params) => server.client.request(method, params), `${server.client.uri('strata.yaml')}#desk`);
    assert.deepEqual(server.client.errors, []);
    assert.equal(await server.stop(), 0);
  } finally {
    server.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

const textOf = ({ other }: CompareResult): string =>
  other.messages.flatMap((m) => m.blocks.flatMap((b) => b.segments.map((s) => s.text))).join('');

test('the commits that changed a file of the system are listed, with branches and tags; each can be compared with', () =>
  inRepository(true, async (ask, key) => {
    const { revisions } = await ask<RevisionsResult>('strata/revisions', { key });
    assert.deepEqual(
      revisions.map(({ kind, name, subject, author, date }) =>
        [kind, kind === 'commit' ? /^[0-9a-f]{4,40}$/.test(name) : name, subject, author, date].join(' '),
      ),
      [
        'branch main third Ada 2026-03-04',
        'tag v1 first Ada 2026-03-04',
        'commit true second Ada 2026-03-04',
        'commit true first Ada 2026-03-04',
      ],
    );
    const compared = (revision: string) =>
      ask<CompareResult>('strata/compare', { before: { system: key }, after: { system: key, revision } });
    assert.equal(textOf(await compared('v1')), 'Read One.\n');
    assert.equal(textOf(await compared(revisions[2]?.name ?? '')), 'Read Two twice.\n');
    assert.equal(textOf(await compared('HEAD~2')), 'Read One.\n');
    assert.equal((await compared('HEAD')).comparison.firstToken, 3);
  }));

test('a name that is no commit is told, and so is a folder that is not trusted', async () => {
  const refused = (trusted: boolean, revision: string, message: string) =>
    inRepository(trusted, async (ask, key) => {
      const after = { system: key, revision };
      assert.deepEqual(await ask<RenderFailure>('strata/compare', { before: { system: key }, after }), {
        version: 1,
        reason: 'unknown-revision',
        message,
      });
    });
  await refused(true, 'nobody', 'nobody is no commit of the repository that this manifest is in.');
  await refused(true, '--all', '--all is no commit of the repository that this manifest is in.');
  await refused(false, 'HEAD', 'This folder is not trusted, so git is not asked.');
});
