// Programs, folders and repositories for tests that need real ones.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { programsVariable } from '../../scripts/programs';

/** The programs as they are shipped. The runner of the tests has built them, for all that use this file. */
const at = (program: string): string => join(process.env[programsVariable] ?? '', 'dist', program);
export const programs = { cli: at('cli.js'), server: at('server.js'), launch: at('launch.js') };

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A new folder with files in it. */
export function folderWith(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-test-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Makes folders for the tests of the file or suite that calls this; they go when its tests have ended. */
export function foldersHere(): (files: Files) => string {
  const made: string[] = [];
  after(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });
  return (files) => {
    const folder = folderWith(files);
    made.push(folder);
    return folder;
  };
}

const GIT = ['user.name=a', 'user.email=a@b.c', 'commit.gpgsign=false', 'init.defaultBranch=main'];

/** What a command of git says. */
export function git(place: string, ...args: readonly string[]): string {
  return execFileSync('git', [...GIT.flatMap((one) => ['-c', one]), '-C', place, ...args], { encoding: 'utf8' });
}

/** Makes a folder a repository, with one commit of all that is in it. */
export function committed(place: string): string {
  git(place, 'init', '-q');
  git(place, 'add', '-A');
  git(place, 'commit', '-qm', 'one');
  return place;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end. `input` is what it reads from standard input. */
export function run(program: string, args: readonly string[], cwd: string, input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
  return new Promise((done) => {
    child.once('close', (code) => done({ code, out: out.join(''), err: err.join('') }));
  });
}
