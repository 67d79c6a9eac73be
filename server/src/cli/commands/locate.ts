import { locate } from '../../features/requests/locate';
import { textOf } from '../arguments';
import { SYSTEM_OPTION, systemOf } from '../choose';
import { type CliCommand, UsageError } from '../command';
import { locateFormat } from '../formats/locateFormat';
import { pieceTable } from '../formats/pieceTable';
import { openProject } from '../project';

export const command: CliCommand = {
  name: 'locate',
  summary: 'Tell where each piece of a prompt that was sent comes from.',
  usage: '[path] [options] < prompt',
  mostPositionals: 1,
  options: {
    system: SYSTEM_OPTION,
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      choices: ['text', 'json'],
      summary: 'How the pieces are printed.',
    },
  },
  async run(args, io) {
    const project = await openProject(args.positionals, io);
    const system = systemOf(project, args);
    const text = await io.input();
    if (text.trim() === '') throw new UsageError('standard input is empty, and the prompt to look for is read from it');
    const result = locate(project.snapshot, { system: system.key, text });
    if ('reason' in result) throw new UsageError(result.message);
    const located = locateFormat(result, project.shown);
    const isJson = textOf(args, 'format') === 'json';
    io.out(isJson ? `${JSON.stringify(located, undefined, 2)}\n` : pieceTable(result.label, located, system));
    return located.pieces.some(({ kind }) => kind === 'text') ? 0 : 1;
  },
};
