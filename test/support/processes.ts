// The programs as they are shipped, built from the sources of this moment, so that no test runs against an old `dist`.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { bundles } from '../../scripts/bundles';
import { ensureVocabulary } from '../../scripts/vocabulary';

const FOLDER = resolve('out/programs', String(process.pid));
const WANTED = ['dist/cli.js', 'dist/server.js', 'dist/launch.js', 'dist/token-worker.js'];

/** Builds the programs; the answer is where they stand. Call it once, and `removePrograms` at the end. */
export async function buildPrograms(): Promise<{
  readonly cli: string;
  readonly server: string;
  readonly launch: string;
}> {
  const at = (outfile: string): string => join(FOLDER, outfile);
  cpSync('docs/rules', join(FOLDER, 'docs/rules'), { recursive: true });
  await Promise.all([
    ensureVocabulary(join(FOLDER, 'dist')),
    ...bundles
      .filter(({ outfile }) => WANTED.includes(outfile))
      .map(({ entry, outfile, options }) =>
        build({ ...options, entryPoints: [entry], outfile: at(outfile), bundle: true, logLevel: 'warning' }),
      ),
  ]);
  return { cli: at('dist/cli.js'), server: at('dist/server.js'), launch: at('dist/launch.js') };
}

export function removePrograms(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** A new folder with files in it. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-test-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
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
