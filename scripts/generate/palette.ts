// What the commands of the palette say about themselves. They are loaded without what they import from outside their
// folder: that needs a VS Code, and what they say is plain text.
import { resolve, sep } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { CommandFeature } from '../../client/src/commands/command';

const folder = resolve('client/src/commands');

/** All commands, by the alphabet of their titles, as the palette shows them. */
export async function paletteCommands(): Promise<readonly CommandFeature[]> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}/index.generated.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node20',
    plugins: [alone],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  const { allCommands }: { allCommands: readonly CommandFeature[] } = await import(
    `data:text/javascript;base64,${code}`
  );
  return [...allCommands].sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** In the place of every other module: something that can be called, made and asked for anything. */
const ANYTHING = `
const anything = new Proxy(function () {}, {
  get: (_, key) => (key === 'prototype' || typeof key === 'symbol' ? Object.prototype : anything),
  getPrototypeOf: () => anything,
  apply: () => anything,
  construct: () => anything,
});
module.exports = anything;`;

const alone: Plugin = {
  name: 'alone',
  setup(run) {
    run.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) => {
      const isOwn = kind === 'entry-point' || `${resolve(resolveDir, path)}`.startsWith(folder + sep);
      return isOwn && /^[./]/.test(path) ? undefined : { path, namespace: 'anything' };
    });
    run.onLoad({ filter: /.*/, namespace: 'anything' }, () => ({ contents: ANYTHING, loader: 'js' }));
  },
};
