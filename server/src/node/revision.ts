import { join } from 'node:path';
import type { Found } from '../model/lookup';
import { isInside } from '../text/address';
import type { FileReader } from '../workspace/workspace';
import { CommittedFiles } from './committed';
import { addressOf, isWithin, pathOf } from './files';
import { git, repositoryOf } from './git';

/** The files of a repository as they were in one commit. */
export interface Revision {
  readonly commit: string;
  readonly files: FileReader;
}

/**
 * The commit that a name stands for (`HEAD~1`, a branch, a tag, the first digits of a commit), in the repository that
 * holds a folder. Undefined when there is none.
 */
export async function revisionOf(folder: string, name: string): Promise<Revision | undefined> {
  const root = await repositoryOf(folder);
  if (root === undefined || /[\n\0]/.test(name)) return undefined;
  const found = await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], []);
  const commit = found?.toString('utf8').trim();
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const texts = new CommittedFiles(commit);
  const read = async (uri: string): Promise<Found> => {
    const path = pathOf(uri);
    if (path === undefined || !isWithin(root, path)) return { kind: 'outside' };
    const text = await texts.read(path);
    return text === undefined ? { kind: 'missing' } : { kind: 'file', file: { uri, text } };
  };
  const all = async (below: string): Promise<readonly string[]> => {
    const listed = await git(root, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit], []);
    const paths = (listed?.toString('utf8') ?? '').split('\0').filter((path) => path !== '');
    return paths.map((path) => addressOf(join(root, path))).filter((uri) => isInside(below, uri));
  };
  return { commit, files: { read, all, list: all } };
}
