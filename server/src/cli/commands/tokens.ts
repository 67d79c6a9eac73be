import { CALLS } from '../../features/costs/wireEconomics';
import { grouped } from '../../text/grouped';
import { countOf, textOf } from '../arguments';
import { SELECTION_OPTIONS, systemsOf } from '../choose';
import { type CliCommand, UsageError } from '../command';
import { type FolderTotal, folderTable, selectionTable } from '../formats/tokenSummary';
import { type Counted, tokenTable } from '../formats/tokenTable';
import { openProject } from '../project';
import { chosenSelections, counted, folderTotals, type Since, sinceOf } from '../tokenCounts';

export const command: CliCommand = {
  name: 'tokens',
  summary: 'Count what each layer of a prompt costs, and what the cache saves.',
  usage: '[paths…] [options]',
  options: {
    ...SELECTION_OPTIONS,
    all: { type: 'boolean', summary: 'Count every scenario, and every value of every axis that makes a difference.' },
    since: { type: 'string', placeholder: 'REV', summary: 'Show the difference to a commit, as git names it.' },
    calls: {
      type: 'string',
      placeholder: 'N',
      summary: `Tell the cost of so many calls; without it, of ${grouped(CALLS)}.`,
    },
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      choices: ['table', 'json'],
      summary: 'How the counts are printed.',
    },
  },
  async run(args, io) {
    const calls = countOf(args, 'calls') ?? CALLS;
    if (calls === 0) throw new UsageError('--calls is 1 or more');
    const project = await openProject(args.positionals, io);
    const chosen = chosenSelections(systemsOf(project, args), args, io);
    const name = textOf(args, 'since');
    const since = name === undefined ? undefined : await sinceOf(project, chosen, name, args);
    const systems = counted(project, chosen, calls, since);
    const folders = folderTotals(systems, since);
    const isJson = textOf(args, 'format') === 'json';
    io.out(
      isJson
        ? `${JSON.stringify(tokensFormat(systems, folders, since), undefined, 2)}\n`
        : tables(systems, folders, since, args.values.all === true),
    );
    return 0;
  },
};

/** The counts as the command line documents them. */
export function tokensFormat(systems: readonly Counted[], folders: readonly FolderTotal[], since?: Since): object {
  return {
    version: 1,
    systems,
    folders,
    ...(since ? { since: { commit: since.name, gone: since.gone } } : {}),
  };
}

function tables(
  systems: readonly Counted[],
  folders: readonly FolderTotal[],
  since: Since | undefined,
  all: boolean,
): string {
  const several = new Set(systems.map((one) => JSON.stringify([one.folder, one.system]))).size > 1;
  const gone = (since?.gone ?? []).map(({ system, folder }) => `  ${system} in ${folder} is no more\n`).join('');
  return [
    all ? selectionTable(systems) : tokenTable(systems),
    gone === '' ? '' : `\n${gone}`,
    several || gone !== '' ? `\n${folderTable(folders)}` : '',
  ].join('');
}
