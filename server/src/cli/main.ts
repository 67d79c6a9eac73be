// `strata` on the command line: the process, and the threads that it starts.
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { type CliIo, UsageError } from './command';
import { checkBatches, type Done, type Shares } from './shares';
import { strata } from './strata';

/**
 * A process of a few seconds is over before it gains from what TurboFan makes of its functions, which takes a third of its
 * time. V8 11, in Node 20, is told to wait ten times as long before it begins; later ones have a quicker compiler before it.
 */
function compileLess(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=1400000');
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

async function call(argv: readonly string[]): Promise<void> {
  if (argv[0] !== 'lsp') compileLess();
  // Not `process.exit`: what was written to a pipe must have been read first.
  process.exitCode = await strata(argv, io);
}

if (parentPort) {
  const port = parentPort;
  void checkBatches(workerData as Shares).then((done) => port.postMessage(done));
} else void call(process.argv.slice(2));
