import { setImmediate as immediate } from 'node:timers/promises';
import { version } from '../../../package.json';
import type { Runtime } from '../lsp/runtime';
import { Counter } from '../tokens/counter';
import { NodeFiles } from './files';
import { TokenHost } from './tokenHost';

/** Files of the disk, timers of the process, and a thread that counts what is too long for a request. */
export function nodeRuntime(log: (message: string) => void): Runtime {
  return {
    version,
    files: new NodeFiles(log),
    counter: (changed) => {
      const host = new TokenHost({ loaded: changed, failed: (error) => log(`counting tokens: ${error.message}`) });
      return new Counter({ vocabulary: host.vocabulary, offload: host.offload, changed });
    },
    yieldNow: () => immediate(),
    later: (work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      return { dispose: () => clearTimeout(timer) };
    },
  };
}
