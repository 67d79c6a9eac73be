// What is built: one bundle for each process that runs on its own. Everything a bundle needs is inside it, so that the
// packed extension holds no node_modules.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, context, type Plugin } from 'esbuild';
import { encodings } from '../server/src/tokens/encodings/index.generated';
import { thirdPartyNotices } from './notices';
import { ensureVocabulary, vocabularyCache } from './vocabulary';

export interface Bundle {
  readonly entry: string;
  readonly outfile: string;
  readonly options: BuildOptions;
}

const node: BuildOptions = { platform: 'node', format: 'cjs', target: 'node20', mainFields: ['module', 'main'] };

export const bundles: readonly Bundle[] = [
  { entry: 'client/src/extension.ts', outfile: 'dist/client.js', options: { ...node, external: ['vscode'] } },
  { entry: 'server/src/node/main.ts', outfile: 'dist/server.js', options: node },
  { entry: 'server/src/node/launch.ts', outfile: 'dist/launch.js', options: node },
  { entry: 'server/src/node/tokenWorker.ts', outfile: 'dist/token-worker.js', options: node },
  {
    entry: 'server/src/cli/main.ts',
    outfile: 'dist/cli.js',
    options: { ...node, banner: { js: '#!/usr/bin/env node' } },
  },
  {
    // Writes dist/panel.css beside it, and the fonts that the style sheet names.
    entry: 'client/src/preview/page/main.tsx',
    outfile: 'dist/panel.js',
    options: {
      platform: 'browser',
      format: 'iife',
      // The browser inside the oldest VS Code that engines.vscode promises.
      target: 'chrome132',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      loader: { '.ttf': 'file' },
      assetNames: '[name]',
    },
  },
];

export interface BuildMode {
  readonly production: boolean;
  readonly log: (line: string) => void;
}

/** Builds everything once; the log gets the sizes. */
export async function buildOnce({ production, log }: BuildMode): Promise<void> {
  if (production) rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist', { recursive: true });
  const metafiles = await Promise.all(
    present(log).map(async (bundle) => (await build(optionsFor(bundle, production))).metafile),
  );
  await copyVocabularies();
  if (existsSync('dist/cli.js')) chmodSync('dist/cli.js', 0o755);
  if (production) writeFileSync('dist/third-party-notices.txt', thirdPartyNotices(metafiles));
  for (const line of sizes()) log(line);
}

/** Builds everything and again whatever a change touches, until the process is ended. */
export async function buildAndWatch({ production, log }: BuildMode): Promise<void> {
  mkdirSync('dist', { recursive: true });
  await copyVocabularies();
  for (const bundle of present(log)) {
    const watched = await context({ ...optionsFor(bundle, production), plugins: [announce(bundle, log)] });
    await watched.watch();
  }
}

async function copyVocabularies(): Promise<void> {
  await ensureVocabulary(vocabularyCache);
  for (const { asset } of encodings) copyFileSync(join(vocabularyCache, asset), join('dist', asset));
}

function optionsFor({ entry, outfile, options }: Bundle, production: boolean) {
  return {
    ...options,
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: production,
    sourcemap: !production,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
    metafile: true,
    logLevel: 'warning',
  } as const satisfies BuildOptions;
}

function present(log: BuildMode['log']): readonly Bundle[] {
  return bundles.filter(({ entry, outfile }) => {
    if (existsSync(entry)) return true;
    log(`${outfile} is left out: ${entry} does not exist.`);
    return false;
  });
}

function announce({ outfile }: Bundle, log: BuildMode['log']): Plugin {
  return {
    name: 'announce',
    setup(run) {
      run.onEnd(({ errors }) => log(errors.length > 0 ? `${outfile}: ${errors.length} errors` : `${outfile} is built`));
    },
  };
}

function sizes(): string[] {
  const files = readdirSync('dist').filter((name) => !name.endsWith('.map'));
  return files.map((name) => `${(statSync(join('dist', name)).size / 1024).toFixed(1).padStart(9)} kB  dist/${name}`);
}
