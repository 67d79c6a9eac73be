// Bundles test files and runs them with Node's own test runner.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { buildPrograms, programsVariable } from './programs';
import { ensureVocabulary, vocabularyCache } from './vocabulary';

/** The `.test.ts` files under a folder, without those of the folders named. */
export function testsUnder(folder: string, without: ReadonlySet<string> = new Set()): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return without.has(entry.name) ? [] : testsUnder(path, without);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

export interface NodeTestOptions {
  /** Files share a few processes, so that what they all load is loaded a few times and not for each of them. */
  readonly together?: boolean;
  /** What the tests find in the environment beside what is there. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Folders of tests that need a browser, a VS Code or the packed extension. */
const OTHERS: ReadonlySet<string> = new Set(['e2e', 'page', 'package', 'bench']);

/** Runs the tests that need nothing but Node: those that are chosen, and have one of the filters in their path. */
export async function runUnitTests(
  filters: readonly string[],
  {
    isChosen = () => true,
    env = {},
  }: { isChosen?: (path: string) => boolean; env?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const tests = testsUnder('test', OTHERS).filter(
    (path) => isChosen(path) && (filters.length === 0 || filters.some((part) => path.includes(part))),
  );
  if (tests.length === 0) {
    console.error(`no test file matches ${filters.join(', ')}`);
    return 2;
  }
  await ensureVocabulary(vocabularyCache);
  const usesPrograms = tests.some((path) => readFileSync(path, 'utf8').includes("support/processes'"));
  const programs = usesPrograms ? { [programsVariable]: await buildPrograms() } : {};
  return runNodeTests(tests, { together: true, env: { ...env, ...programs } });
}

/** Gives the exit code: 0 when all passed. */
export async function runNodeTests(tests: readonly string[], options: NodeTestOptions = {}): Promise<number> {
  const outdir = resolve('out/test', String(process.pid));
  const groups = options.together ? grouped(tests) : tests.map((test) => [test]);
  await build({
    entryPoints: groups.map((_, group) => ({ in: `${GROUP}${group}`, out: `group-${group}` })),
    plugins: [groupEntries(groups)],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    // What is awaited outside hooks and tests would not be waited for: a file is read in the middle of a suite.
    supported: { 'top-level-await': !options.together },
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const files = groups.map((_, group) => join(outdir, `group-${group}.mjs`));
  const args = ['--enable-source-maps', '--test', '--test-reporter=spec'];
  if (options.together) args.push(`--test-concurrency=${availableParallelism()}`);
  const env = { ...process.env, ...options.env };
  const run = spawnSync(process.execPath, [...args, ...files], { stdio: 'inherit', env });
  rmSync(outdir, { recursive: true, force: true });
  return run.status ?? 1;
}

const GROUP = 'group-of-tests:';

/** One program for each group. In a group a file is a suite of its name, and its hooks are those of that suite. */
function groupEntries(groups: readonly (readonly string[])[]): Plugin {
  const suite = (path: string): string => {
    const name = JSON.stringify(path.replaceAll('\\', '/'));
    // An import would run it outside the suite.
    return `describe(${name}, () => { require(${JSON.stringify(resolve(path))}); });\n`;
  };
  const programOf = (group: readonly string[]): string => {
    const [first, ...others] = group;
    if (first !== undefined && others.length === 0) return `import ${JSON.stringify(resolve(first))};\n`;
    return `import { describe } from 'node:test';\n${group.map(suite).join('')}`;
  };
  return {
    name: 'groups',
    setup(run) {
      const filter = new RegExp(`^${GROUP}`);
      run.onResolve({ filter }, ({ path }) => ({ path: path.slice(GROUP.length), namespace: 'groups' }));
      run.onLoad({ filter: /.*/, namespace: 'groups' }, ({ path }) => ({
        contents: programOf(groups[Number(path)] ?? []),
        resolveDir: resolve('.'),
      }));
    },
  };
}

/** What a test says in its first lines when it must not share its process: it measures what others would disturb. */
const ALONE = /^\/\/ .*\bin a process of its own\b/m;

/** So many groups for each processor that none waits long for another at the end. */
const PER_PROCESSOR = 2;

/** The long files, which tend to take longer, first, and dealt out evenly; a file that must be alone is a group by itself. */
function grouped(tests: readonly string[]): readonly (readonly string[])[] {
  const alone = tests.filter((path) => ALONE.test(readFileSync(path, 'utf8').split('\n', 5).join('\n')));
  const others = tests.filter((path) => !alone.includes(path));
  const bySize = [...others].sort((a, b) => statSync(b).size - statSync(a).size);
  const count = Math.min(others.length, PER_PROCESSOR * availableParallelism());
  const dealt = Array.from({ length: count }, (_, group) => bySize.filter((_, index) => index % count === group));
  return [...alone.map((path) => [path]), ...dealt];
}
