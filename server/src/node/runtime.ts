import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { version } from '../../../package.json';
import type { Commits, Runtime } from '../lsp/runtime';
import { Counter } from '../tokens/counter';
import { addressOf, NodeFiles, pathOf } from './files';
import { revisionOf } from './revision';
import { revisionsOf } from './revisions';
import { TokenHost } from './tokenHost';

/** The pages of the rules lie beside the folder of the programs, where the extension and the package carry them. */
function rulePages(): string | undefined {
  const folder = join(__dirname, '..', 'docs', 'rules');
  return existsSync(folder) ? addressOf(folder) : undefined;
}

const commits: Commits = {
  async at(folder, name) {
    const path = pathOf(folder);
    return path === undefined ? undefined : revisionOf(path, name);
  },
  async list(folder, files) {
    const path = pathOf(folder);
    return path === undefined
      ? []
      : revisionsOf(
          path,
          files.map(pathOf).filter((one) => one !== undefined),
        );
  },
};

/** By how many percent memory may grow over what is in use before V8 looks for what is not; 0: as it sees fit, up to 300. */
const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
const SPARING_GROWTH = 40;

/** Files of the disk, timers of the process, and a thread that counts what is too long for a request. */
export function nodeRuntime(log: (message: string) => void): Runtime {
  let sparing = 0;
  return {
    version,
    rulePages: rulePages(),
    files: new NodeFiles(log),
    commits,
    counter: (changed) => {
      const host = new TokenHost({ loaded: changed, failed: (error) => log(`counting tokens: ${error.message}`) });
      return new Counter({ vocabulary: host.vocabulary, offload: host.offload, changed });
    },
    yieldNow: () => immediate(),
    // An editor that types in a text of a megabyte would wait for memory to be looked through every few keys.
    async sparing(work) {
      if (++sparing === 1) setGrowth(SPARING_GROWTH);
      try {
        return await work();
      } finally {
        if (--sparing === 0) setGrowth(0);
      }
    },
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return { dispose: () => clearTimeout(timer) };
    },
  };
}
