import { locate } from '../../features/requests/locate';
import type { PromptSystem } from '../../model/system';
import type { LocateParams, LocateResult } from '../../protocol';
import { countOf, textOf } from '../arguments';
import { SYSTEM_OPTION, systemsOf } from '../choose';
import { type CliArguments, type CliCommand, type CliIo, UsageError } from '../command';
import { locateFormat } from '../formats/locateFormat';
import { pieceTable } from '../formats/pieceTable';
import { openProject, type Project } from '../project';

export const command: CliCommand = {
  name: 'locate',
  summary: 'Tell where each piece of a prompt that was sent comes from.',
  usage: '[path] [options] < prompt',
  mostPositionals: 1,
  options: {
    system: {
      ...SYSTEM_OPTION,
      summary: 'The prompt system, by its id; without it, the one that has most of the prompt.',
    },
    request: {
      type: 'string',
      placeholder: 'N',
      summary: 'Which request, when the input holds several, as a log does; without it, the first.',
    },
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      choices: ['text', 'json'],
      summary: 'How the pieces are printed.',
    },
  },
  async run(args, io) {
    const project = await openProject(args.positionals, io);
    const systems = systemsOf(project, args);
    const text = await io.input();
    if (text.trim() === '') throw new UsageError('standard input is empty, and the prompt to look for is read from it');
    const request = requestOf(args);
    const { system, result } = mostLike(systems, project, { text, ...(request === undefined ? {} : { request }) }, io);
    if (result.requests && request === undefined) {
      const { count } = result.requests;
      io.warn(
        `the input holds ${count} requests, and the first is looked at; --request takes another, from 1 to ${count}`,
      );
    }
    const located = locateFormat(result, project.shown);
    const isJson = textOf(args, 'format') === 'json';
    io.out(isJson ? `${JSON.stringify(located, undefined, 2)}\n` : pieceTable(result.label, located, system));
    return located.pieces.some(({ kind }) => kind === 'text') ? 0 : 1;
  },
};

/** The index of the request that is asked for, which people count from 1. */
function requestOf(args: CliArguments): number | undefined {
  const request = countOf(args, 'request');
  if (request === 0) throw new UsageError('--request counts from 1');
  return request === undefined ? undefined : request - 1;
}

interface Like {
  readonly system: PromptSystem;
  readonly result: LocateResult;
  /** Characters of the prompt that its author wrote. */
  readonly known: number;
}

/** The system that has most of the prompt. Where others have as much of it, they are told. */
function mostLike(systems: readonly PromptSystem[], { snapshot }: Project, asked: LocateParams, io: CliIo): Like {
  const found: Like[] = [];
  for (const system of systems) {
    const result = locate(snapshot, { ...asked, system: system.key });
    if ('reason' in result) throw new UsageError(result.message);
    const own = result.pieces.filter(({ kind }) => kind === 'text');
    found.push({ system, result, known: own.reduce((sum, piece) => sum + piece.text.length, 0) });
  }
  const best = found.reduce((most, one) => (one.known > most.known ? one : most));
  const others = found.filter((one) => one !== best && one.known === best.known).map(({ system }) => system.id);
  if (best.known > 0 && others.length > 0)
    io.warn(`as much of it stands in ${others.join(', ')}; --system takes one of them`);
  return best;
}
