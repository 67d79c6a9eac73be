// Child processes that never outlive this one: each is started in a process group of its own and the group is ended.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a command to its end and keeps what it says. */
export function runQuietly(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Outcome> {
  const child = startGroup(command, args, options);
  let output = '';
  child.stdout?.on('data', (data) => {
    output += data;
  });
  child.stderr?.on('data', (data) => {
    output += data;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Starts a command as the head of a process group, so that everything it starts in turn can be ended with it. */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true });
  const kill = () => signalGroup(child, 'SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return child;
}

/** Asks the group to end, insists after five seconds, and returns when its head is gone. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  signalGroup(child, 'SIGTERM');
  const inTime = await Promise.race([ended.then(() => true), pause(5000, false, { ref: false })]);
  signalGroup(child, 'SIGKILL');
  if (!inTime) await ended;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is gone already, which is what was wanted.
  }
}

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Leaves in the ordinary way, so that what is registered for the exit (groups, locks, scratch folders) is carried out.
 * `first` is waited for. Ctrl+C arrives twice, from the terminal and from the parent; the second one changes nothing.
 */
export function exitOnSignal(code?: number, first?: () => Promise<void> | undefined): void {
  let leaving = false;
  for (const [signal, number] of Object.entries(signals)) {
    process.on(signal, async () => {
      if (leaving) return;
      leaving = true;
      await first?.();
      process.exit(code ?? 128 + number);
    });
  }
}
