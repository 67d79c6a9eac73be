import { tokensOf } from '../../features/report';
import { viewWith } from '../../features/view';
import { textOf } from '../arguments';
import { SELECTION_OPTIONS, selectionOf, systemsOf } from '../choose';
import type { CliCommand } from '../command';
import { tokenTable } from '../formats/tokenTable';
import { openProject } from '../project';

export const command: CliCommand = {
  name: 'tokens',
  summary: 'Count what each layer of a prompt costs.',
  usage: '[paths…] [options]',
  options: {
    ...SELECTION_OPTIONS,
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      choices: ['table', 'json'],
      summary: 'How the counts are printed.',
    },
  },
  async run(args, io) {
    const project = await openProject(args.positionals, io);
    const systems = systemsOf(project, args).map((system) =>
      tokensOf(viewWith(project.snapshot, system, selectionOf(system, args))),
    );
    const isJson = textOf(args, 'format') === 'json';
    io.out(isJson ? `${JSON.stringify({ version: 1, systems }, undefined, 2)}\n` : tokenTable(systems));
    return 0;
  },
};
