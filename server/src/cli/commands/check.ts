import { version } from '../../../../package.json';
import type { Level } from '../../rules/rule';
import { countOf, textOf } from '../arguments';
import type { CliCommand, CliIo } from '../command';
import { LEVELS, type PrintedFinding, type Summary, summaryOf } from '../findings';
import { githubFormat } from '../formats/github';
import { sarifFormat } from '../formats/sarif';
import { textFormat } from '../formats/text';
import { allNamed, openProject, shownPath } from '../project';
import { type Checked, checkedOf, checkInShares } from '../shares';
import { unreadWords } from '../unread';

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

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
    const { findings: all, files, lone } = (await checkInShares(paths, io)) ?? (await checkAtOnce(paths, io));
    const named = await allNamed(paths, io.cwd);
    for (const sentence of unreadWords({ checked: files, lone, all: named, shown: (uri) => shownPath(uri, io.cwd) }))
      io.warn(sentence);
    const summary = summaryOf(all, files);
    const least = LEVELS.indexOf((textOf(args, 'level') ?? 'hint') as Level);
    const printed = all.filter((finding) => LEVELS.indexOf(finding.severity) <= least);
    io.out(print(textOf(args, 'format') ?? 'text', printed, summary, io.isTerminal));
    return summary.errors > 0 || (most !== undefined && summary.warnings > most) ? 1 : 0;
  },
};

async function checkAtOnce(paths: readonly string[], io: CliIo): Promise<Checked> {
  return checkedOf(await openProject(paths, io, { committed: true, findings: () => true }));
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
