import { render } from '../../features/requests/render';
import type { PromptSystem } from '../../model/system';
import type { RenderResult } from '../../protocol';
import { textOf } from '../arguments';
import { SELECTION_OPTIONS, selectionOf, systemOf } from '../choose';
import { type CliCommand, type CliIo, UsageError } from '../command';
import { anthropicRequest, marksTold, openaiRequest } from '../formats/requests';
import { segmentsFormat } from '../formats/segments';
import { openProject, type Project } from '../project';

export const command: CliCommand = {
  name: 'render',
  summary: 'Print a prompt as it is sent.',
  usage: '[path] [options]',
  mostPositionals: 1,
  options: {
    ...SELECTION_OPTIONS,
    format: {
      type: 'string',
      placeholder: 'FORMAT',
      choices: ['text', 'segments', 'anthropic', 'openai'],
      summary: 'The text, its segments, or a request.',
    },
  },
  async run(args, io) {
    const project = await openProject(args.positionals, io);
    const system = systemOf(project, args);
    const { scenario, axes } = selectionOf(system, args);
    const result = render(project.snapshot, { system: system.key, scenario, select: axes });
    if ('reason' in result) throw new UsageError(result.message);
    const format = textOf(args, 'format') ?? 'text';
    io.out(print(format, result, project));
    if (format === 'anthropic') for (const line of marksTold(result)) io.warn(line);
    return Math.max(unreadHead(system, project, io), told(result, project, io));
  },
};

/** The tool of a file with a broken head would stop there, so what is printed is only a guess. */
function unreadHead({ manifest }: PromptSystem, { shown }: Project, io: CliIo): number {
  const fault =
    manifest.kind === 'provider' ? manifest.faults.find(({ code }) => code === 'manifest.syntax') : undefined;
  if (!fault) return 0;
  io.warn(`${shown(manifest.file.uri)}: what it says of itself cannot be read: ${fault.message}`);
  return 1;
}

function print(format: string, result: RenderResult, { shown }: Project): string {
  switch (format) {
    case 'segments':
      return json(segmentsFormat(result, shown));
    case 'anthropic':
      return json(anthropicRequest(result));
    case 'openai':
      return json(openaiRequest(result));
    default:
      return textOfMessages(result);
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** One message: exactly its text. Several: each below a line with its role. */
function textOfMessages({ messages }: RenderResult): string {
  const texts = messages.map((message) =>
    message.blocks
      .flatMap((b) => b.segments)
      .filter((s) => !s.removed)
      .map((s) => s.text)
      .join(''),
  );
  if (texts.length === 1) return texts[0] ?? '';
  return messages.map((message, i) => `--- ${message.role} ---\n${texts[i]}\n`).join('');
}

/** Says on standard error what keeps this from being what is sent. */
function told({ problems, holes }: RenderResult, { shown }: Project, io: CliIo): number {
  for (const { message, source } of problems) {
    io.warn(`${shown(source.file)}:${source.range.start.line + 1}:${source.range.start.character + 1}: ${message}`);
  }
  if (holes.length > 0) io.warn(`no value for ${holes.join(', ')}`);
  return problems.length > 0 ? 1 : 0;
}
