import { dirname } from 'node:path';
import { compare, type Side } from '../../features/requests/difference';
import { viewWith } from '../../features/view';
import type { PromptSystem } from '../../model/system';
import { pathOf } from '../../node/files';
import { revisionOf } from '../../node/revision';
import { closest } from '../../text/similar';
import { textOf } from '../arguments';
import { SELECTION_OPTIONS, selectionOf, systemOf } from '../choose';
import { type CliArguments, type CliCommand, type CliIo, UsageError } from '../command';
import { differenceFormat, differenceText } from '../formats/difference';
import { openProject, type Project } from '../project';

export const command: CliCommand = {
  name: 'diff',
  summary: 'Compare a prompt in two scenarios, or with an earlier commit.',
  usage: '[path] --from X [--to Y] [options]',
  mostPositionals: 1,
  options: {
    from: { type: 'string', placeholder: 'X', summary: 'A scenario, or a commit as git names it.' },
    to: { type: 'string', placeholder: 'Y', summary: 'The same; without it, the files as they are.' },
    ...SELECTION_OPTIONS,
    scenario: {
      type: 'string',
      placeholder: 'N',
      summary: 'The scenario for what is a commit; without it, the first.',
    },
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      choices: ['text', 'json'],
      summary: 'How the difference is printed.',
    },
  },
  async run(args, io) {
    const from = textOf(args, 'from');
    if (from === undefined) throw new UsageError('say what to compare: --from X --to Y, each a scenario or a commit');
    const project = await openProject(args.positionals, io);
    const system = systemOf(project, args);
    const before = await sideOf(project, system, from, args, io);
    const after = await sideOf(project, system, textOf(args, 'to'), args, io);
    const comparison = compare(before.side, after.side);
    const named = { system: system.id, from: before.name, to: after.name };
    const isJson = textOf(args, 'format') === 'json';
    io.out(
      isJson
        ? `${JSON.stringify(differenceFormat(named, comparison), undefined, 2)}\n`
        : differenceText(named, comparison, io.isTerminal),
    );
    return 0;
  },
};

interface NamedSide {
  readonly name: string;
  readonly side: Side;
}

/** What a name stands for: a scenario of the files as they are, else a commit; without a name, the files as they are. */
async function sideOf(
  project: Project,
  system: PromptSystem,
  name: string | undefined,
  args: CliArguments,
  io: CliIo,
): Promise<NamedSide> {
  const { snapshot } = project;
  if (name === undefined) {
    const selection = selectionOf(system, args);
    return { name: 'the files as they are', side: { snapshot, view: viewWith(snapshot, system, selection) } };
  }
  const scenarios = Object.keys(system.entry.scenarios ?? {});
  if (scenarios.includes(name)) {
    const selection = selectionOf(system, { ...args, values: { ...args.values, scenario: name } });
    return { name: `scenario "${name}"`, side: { snapshot, view: viewWith(snapshot, system, selection) } };
  }
  const manifest = system.manifest.file.uri;
  const folder = dirname(pathOf(manifest) ?? io.cwd);
  const revision = await revisionOf(folder, name);
  if (!revision) {
    const near = closest(name, scenarios);
    throw new UsageError(
      `${name} is no scenario of ${system.id} and no commit${near === undefined ? '' : `; did you mean ${near}?`}`,
    );
  }
  const earlier = await project.as(revision.files);
  const same = earlier.systems.find((one) => one.key === system.key);
  if (!same) throw new UsageError(`${project.shown(manifest)} declares no system ${system.id} in ${name}`);
  const selection = selectionOf(same, args);
  return {
    name: `commit ${revision.commit.slice(0, 7)}`,
    side: { snapshot: earlier, view: viewWith(earlier, same, selection) },
  };
}
