import { stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { addressOf, NodeFiles } from '../../node/files';
import { MOST_PROPOSED, type Proposal, proposalFor } from '../../workspace/proposal';
import { type CliCommand, type CliIo, UsageError } from '../command';
import { openProject } from '../project';

const MANIFEST = 'strata.yaml';

export const command: CliCommand = {
  name: 'init',
  summary: 'Propose a manifest for templates that have none.',
  usage: '[dir] [--write]',
  mostPositionals: 1,
  options: {
    write: { type: 'boolean', summary: `Write it to ${MANIFEST}, unless there is one.` },
  },
  async run(args, io) {
    const [dir = '.'] = args.positionals;
    const folder = resolve(io.cwd, dir);
    if (await isFile(folder)) throw new UsageError(`init takes a folder, and ${dir} is a file`);
    const { text, templates, named } = await proposalIn(folder, dir, io);
    if (text === undefined)
      throw new UsageError(
        named === 'manifest'
          ? `nothing to propose: every template in ${dir} is named by a manifest already`
          : named === 'provider'
            ? `nothing to propose: the prompts in ${dir} say themselves what they need, so they are read without a manifest`
            : `nothing to propose: ${dir} has no templates, such as chat.prompt, or .md and .txt files with slots in a folder named prompts`,
      );
    if (args.values.write !== true) {
      io.out(text);
      return 0;
    }
    try {
      await writeFile(join(folder, MANIFEST), text, { flag: 'wx' });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      throw new UsageError(
        code === 'EEXIST'
          ? `${MANIFEST} is there already and stays as it is; without --write the proposal is printed`
          : `${MANIFEST} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    io.out(`${MANIFEST} is written for ${templates.length} ${templates.length === 1 ? 'template' : 'templates'}\n`);
    return 0;
  },
};

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );

/** What tells of the templates that are there already: a manifest, or the files of a provider and heads of their own. */
type Named = 'manifest' | 'provider' | undefined;

async function proposalIn(folder: string, dir: string, io: CliIo): Promise<Proposal & { readonly named: Named }> {
  const { snapshot, isNamed } = await openProject([dir], io);
  const files = new NodeFiles((message) => io.warn(message));
  const base = addressOf(folder);
  await files.setFolders([base]);
  const proposal = await proposalFor(files, snapshot, base);
  if (proposal.more) io.warn(`there are more than ${MOST_PROPOSED} templates; the others are left out`);
  const kinds = snapshot.systems
    .filter(({ files: own }) => own.some(({ uri }) => isNamed(uri)))
    .map(({ manifest }) => manifest.kind);
  const named = kinds.includes('manifest') ? 'manifest' : kinds.length > 0 ? 'provider' : undefined;
  return { ...proposal, named };
}
