// One call of `strata`: which command carries it out, and what is said when none can.
import { version } from '../../../package.json';
import { closest } from '../text/similar';
import { readArguments } from './arguments';
import { type CliCommand, type CliIo, UsageError } from './command';
import { commands } from './commands/index.generated';
import { commandHelp, overallHelp } from './help';

const all: readonly CliCommand[] = commands;

/** Gives the exit code. It never throws: what went wrong is told in one line, and the code is 2. */
export async function strata(argv: readonly string[], io: CliIo): Promise<number> {
  try {
    return await carriedOut(argv, io);
  } catch (error) {
    io.warn(error instanceof UsageError ? error.message : mistakeIn(error));
    return 2;
  }
}

async function carriedOut(argv: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-v') return said(io, `${version}\n`);
  if (name === '--help' || name === '-h' || name === 'help') {
    const about = all.find((c) => c.name === rest[0]);
    return said(io, about ? commandHelp(about) : overallHelp(all));
  }
  if (name === undefined) {
    io.warn(overallHelp(all).trimEnd());
    return 2;
  }
  const command = commandCalled(name);
  if (rest.includes('--help') || rest.includes('-h')) return said(io, commandHelp(command));
  return command.run(readArguments(command, rest), io);
}

function commandCalled(name: string): CliCommand {
  const command = all.find((one) => one.name === name);
  if (command) return command;
  const names = all.map((one) => one.name);
  const meant = closest(name, names);
  const others = meant === undefined ? `; there are ${names.join(', ')}` : `; did you mean ${meant}?`;
  throw new UsageError(`there is no command ${name}${others}`);
}

function said(io: CliIo, text: string): number {
  io.out(text);
  return 0;
}

/** One line for what should not have happened, with the place in the program for whoever reports it. */
function mistakeIn(error: unknown): string {
  if (!(error instanceof Error)) return `a mistake of strata: ${String(error)}`;
  const place = /\n\s+(at .+)/.exec(error.stack ?? '')?.[1];
  return `a mistake of strata: ${error.message.replace(/\s+/g, ' ')}${place === undefined ? '' : ` (${place})`}`;
}
