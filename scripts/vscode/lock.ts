// A lock between processes: a folder that holds the id of its owner. A lock whose owner is gone is taken over.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export async function withLock(folder: string, log: (line: string) => void, work: () => Promise<void>): Promise<void> {
  let told = false;
  while (!take(folder)) {
    const owner = ownerOf(folder);
    if (!isRunning(owner)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (!told) log(`Another process (${owner}) is installing the same thing; waiting for it.`);
    told = true;
    await pause(500);
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(folder: string): boolean {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return true;
}

/** The id of the owner; this process's own id while the owner is still writing it. */
function ownerOf(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'pid'), 'utf8')) || process.pid;
  } catch {
    return process.pid;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
