// `strata` on the command line.
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { version } from '../../../package.json';
import { closest } from '../text/similar';
import { readArguments } from './arguments';
import { type CliCommand, type CliIo, UsageError } from './command';
import { commands } from './commands/index.generated';
import { commandHelp, overallHelp } from './help';
import { checkBatches, type Done, type Shares } from './shares';

const all: readonly CliCommand[] = commands;

async function main(argv: readonly string[], io: CliIo): Promise<number> {
  const [name, ...rest] = argv;
  if (name === '--version' || name === '-v') return said(io, `${version}\n`);
  if (name === '--help' || name === '-h' || name === 'help') return said(io, overallHelp(all));
  if (name === undefined) {
    io.warn(overallHelp(all).trimEnd());
    return 2;
  }
  const command = all.find((c) => c.name === name);
  if (!command) {
    const meant = closest(
      name,
      all.map((c) => c.name),
    );
    throw new UsageError(
      `there is no command ${name}${meant === undefined ? `; there are ${all.map((c) => c.name).join(', ')}` : `; did you mean ${meant}?`}`,
    );
  }
  if (rest.includes('--help') || rest.includes('-h')) return said(io, commandHelp(command));
  if (command.name !== 'lsp') compileLess();
  return command.run(readArguments(command, rest), io);
}

/**
 * A process of a few seconds is over before it gains from what TurboFan makes of its functions, which takes a third of its
 * time. V8 11, in Node 20, is told to wait five times as long before it begins; later ones have a quicker compiler before it.
 */
function compileLess(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=700000');
}

function said(io: CliIo, text: string): number {
  io.out(text);
  return 0;
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) throw new UsageError('this command reads from standard input: strata … < file');
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text;
}

/** Megabytes for young objects in a thread: a quarter of what V8 takes unasked, which made nothing faster. */
const YOUNG = 12;

/** This bundle once more, in a thread that takes its share of a check. */
const startThread = (shares: Shares): Promise<Done> =>
  new Promise((resolve) => {
    const thread = new Worker(__filename, { workerData: shares, resourceLimits: { maxYoungGenerationSizeMb: YOUNG } });
    thread.once('message', resolve);
    // Then the check is done by one thread, which says what is wrong.
    thread.once('error', () => resolve(undefined));
    thread.once('exit', () => resolve(undefined));
  });

const io: CliIo = {
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY === true && !process.env.NO_COLOR,
  out: (text) => process.stdout.write(text),
  input: readInput,
  warn: (line) => process.stderr.write(`strata: ${line}\n`),
  threads: { most: availableParallelism(), start: startThread },
};

// Whoever reads the output may stop early (`strata check | head`); that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));

if (parentPort) {
  const port = parentPort;
  void checkBatches(workerData as Shares).then((done) => port.postMessage(done));
} else
  void main(process.argv.slice(2), io).then(
    (code) => {
      // Not `process.exit`: what was written to a pipe must have been read first.
      process.exitCode = code;
    },
    (error: unknown) => {
      io.warn(error instanceof UsageError ? error.message : mistakeIn(error));
      process.exitCode = 2;
    },
  );

/** One line for what should not have happened, with the place in the program for whoever reports it. */
function mistakeIn(error: unknown): string {
  if (!(error instanceof Error)) return `a mistake of strata: ${String(error)}`;
  const place = /\n\s+(at .+)/.exec(error.stack ?? '')?.[1];
  return `a mistake of strata: ${error.message.replace(/\s+/g, ' ')}${place === undefined ? '' : ` (${place})`}`;
}
