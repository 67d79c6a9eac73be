import { version } from '../../../../package.json';
import type { NodeFiles } from '../../node/files';
import type { Level } from '../../rules/rule';
import type { FileReader } from '../../workspace/workspace';
import { countOf, textOf } from '../arguments';
import type { CliCommand, CliIo } from '../command';
import { LEVELS, type PrintedFinding, type Summary, summaryOf } from '../findings';
import { githubFormat } from '../formats/github';
import { sarifFormat } from '../formats/sarif';
import { textFormat } from '../formats/text';
import type { Listing } from '../listing';
import { listingOf, namedFolders, openProject, shownPath } from '../project';
import { type Checked, checkedOf, checkInShares } from '../shares';
import { unreadWords } from '../unread';

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

/** Files that cannot be read and are told one by one. */
const MOST_UNREAD = 20;

export const command: CliCommand = {
  name: 'check',
  summary: 'Report what is wrong with templates and manifests.',
  usage: '[paths…] [options]',
  options: {
    format: { type: 'string', placeholder: 'FORMAT', choices: FORMATS, summary: 'How findings are printed.' },
    level: {
      type: 'string',
      placeholder: 'LEVEL',
      choices: ['hint', 'info', 'warning', 'error'],
      summary: 'Print findings from this level on.',
    },
    'max-warnings': { type: 'string', placeholder: 'N', summary: 'Fail when there are more warnings than this.' },
  },
  async run(args, io) {
    const most = countOf(args, 'max-warnings');
    const paths = args.positionals;
    const listing = await listingOf(paths, io);
    const named: string[] = [];
    const templates: string[] = [];
    for (const folder of await namedFolders(paths, io.cwd)) {
      named.push(...(await listing.all(folder)));
      templates.push(...(await listing.engineFiles(folder)));
    }
    const inShares = await checkInShares(paths, listing, io);
    const { findings: all, files, lone, unread } = inShares ?? (await checkAtOnce(paths, listing, templates, io));
    for (const [uri, reason] of unread.slice(0, MOST_UNREAD))
      io.warn(`${shownPath(uri, io.cwd)} cannot be read and is not checked: ${reason}`);
    for (const sentence of unreadWords({
      checked: files + unread.length,
      lone,
      all: named,
      shown: (uri) => shownPath(uri, io.cwd),
    }))
      io.warn(sentence);
    const summary = summaryOf(all, files);
    const least = LEVELS.indexOf((textOf(args, 'level') ?? 'hint') as Level);
    const printed = all.filter((finding) => LEVELS.indexOf(finding.severity) <= least);
    io.out(print(textOf(args, 'format') ?? 'text', printed, summary, io.isTerminal));
    return summary.errors > 0 || (most !== undefined && summary.warnings > most) ? 1 : 0;
  },
};

async function checkAtOnce(
  paths: readonly string[],
  listing: Listing,
  templates: readonly string[],
  io: CliIo,
): Promise<Checked> {
  const reader = (disk: NodeFiles): FileReader => ({
    read: (uri) => disk.read(uri),
    committed: (uri) => disk.committed(uri),
    allow: (folder) => disk.allow(folder),
    list: (folder) => listing.list(folder),
    all: (folder) => listing.all(folder),
  });
  return checkedOf(await openProject(paths, io, { committed: true, findings: () => true, reader, templates }));
}

function print(format: string, findings: readonly PrintedFinding[], summary: Summary, colour: boolean): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify({ version: 1, findings, summary }, undefined, 2)}\n`;
    case 'sarif':
      return sarifFormat(findings, version);
    case 'github':
      return githubFormat(findings);
    default:
      return textFormat(findings, summary, colour);
  }
}
