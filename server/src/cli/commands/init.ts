import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Candidate, propose } from '../../model/propose';
import { addressOf, NodeFiles } from '../../node/files';
import { detect } from '../../syntax/detect';
import { nameOf, relativePath } from '../../text/address';
import { type CliCommand, type CliIo, UsageError } from '../command';
import { openProject } from '../project';

/** Nobody has more templates that no manifest names and wants all of them in one. */
const MOST_FILES = 200;

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
    const candidates = await candidatesIn(folder, dir, io);
    const text = propose(candidates);
    if (text === undefined) throw new UsageError(`there are no templates in ${dir} that no manifest names`);
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
    io.out(`${MANIFEST} is written for ${candidates.length} ${candidates.length === 1 ? 'template' : 'templates'}\n`);
    return 0;
  },
};

/** The templates of a folder that no manifest names yet, by path. */
async function candidatesIn(folder: string, dir: string, io: CliIo): Promise<readonly Candidate[]> {
  const { snapshot } = await openProject([dir], io);
  const files = new NodeFiles((message) => io.warn(message));
  const base = addressOf(folder);
  await files.setFolders([base]);
  const found: Candidate[] = [];
  for (const uri of [...(await files.all(base))].sort()) {
    if (!mayBeTemplate(uri, base) || snapshot.systemsOf(uri).length > 0) continue;
    const read = await files.read(uri);
    const path = relativePath(base, uri);
    if (read.kind !== 'file' || !(isTemplate(uri) || detect(read.file.text) !== undefined)) continue;
    if (found.length === MOST_FILES) {
      io.warn(`there are more than ${MOST_FILES} templates; the others are left out`);
      break;
    }
    found.push({ path, file: read.file });
  }
  return found;
}

const isTemplate = (uri: string): boolean =>
  /\.(?:prompt|ptmpl|j2|jinja2?|hbs|handlebars|mustache|liquid)$/i.test(nameOf(uri));

/** Text files are looked into only where their name or folder says that prompts stand there. */
function mayBeTemplate(uri: string, base: string): boolean {
  if (isTemplate(uri)) return true;
  if (!/\.(?:md|txt)$/i.test(uri) || /^readme\b/i.test(nameOf(uri))) return false;
  return /prompt|template/i.test(uri.slice(base.lastIndexOf('/')));
}
