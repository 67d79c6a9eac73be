import { relative, sep } from 'node:path';
import type { WireRevision } from '../lsp/runtime';
import { isWithin } from './files';
import { git, repositoryOf } from './git';

/** More are no help in a list; a commit that is not in it can be named. */
const MOST_NAMES = 100;
const MOST_COMMITS = 200;

/** Separates the columns of a line; no name, author or subject holds it. */
const COLUMN = '\u001f';

/**
 * With what a text can be compared: the branches and tags of the repository that holds a folder, the newest first, and the
 * commits that changed one of the files. Nothing of it starts another program: `rev-list` and `for-each-ref` check no
 * signatures and run no filters.
 */
export async function revisionsOf(folder: string, paths: readonly string[]): Promise<readonly WireRevision[]> {
  const root = await repositoryOf(folder);
  if (root === undefined) return [];
  const [names, commits] = await Promise.all([namesOf(root), commitsOf(root, paths)]);
  return [...names, ...commits];
}

async function namesOf(root: string): Promise<readonly WireRevision[]> {
  const format = [
    '%(refname)',
    '%(committerdate:short)%(taggerdate:short)',
    '%(authorname)%(taggername)',
    '%(subject)',
  ];
  const args = ['for-each-ref', '--sort=-creatordate', `--count=${MOST_NAMES}`, `--format=${format.join(COLUMN)}`];
  const printed = await git(root, [...args, 'refs/heads', 'refs/tags', 'refs/remotes'], []);
  return linesOf(printed).flatMap((line): WireRevision[] => {
    const [ref = '', date = '', author = '', subject = ''] = line.split(COLUMN);
    const name = ref.replace(/^refs\/(?:heads|tags|remotes)\//, '');
    if (name === '' || ref.endsWith('/HEAD')) return [];
    return [{ name, kind: ref.startsWith('refs/tags/') ? 'tag' : 'branch', subject, author, date: date.slice(0, 10) }];
  });
}

async function commitsOf(root: string, paths: readonly string[]): Promise<readonly WireRevision[]> {
  const own = paths.filter((path) => isWithin(root, path)).map((path) => relative(root, path).split(sep).join('/'));
  if (own.length === 0) return [];
  const format = `--format=%h${COLUMN}%cs${COLUMN}%an${COLUMN}%s`;
  const args = ['--literal-pathspecs', 'rev-list', `--max-count=${MOST_COMMITS}`, format, 'HEAD'];
  const printed = await git(root, [...args, '--', ...own], []);
  return linesOf(printed)
    .filter((line) => line.includes(COLUMN))
    .map((line) => {
      const [name = '', date = '', author = '', subject = ''] = line.split(COLUMN);
      return { name, kind: 'commit', subject, author, date };
    });
}

const linesOf = (printed: Buffer | undefined): string[] =>
  (printed?.toString('utf8') ?? '').split('\n').filter((line) => line !== '');
