import type { Connection } from 'vscode-languageserver/node';
import type { Client } from './client';
import type { Runtime } from './runtime';

/** Work that is done sooner than this is not worth a word. */
const AFTER = 1000;

/** Shows that the workspace is being read for the first time, when that takes long and the client can show it. */
export class ScanProgress {
  readonly #connection: Connection;
  readonly #runtime: Runtime;
  readonly #client: () => Client | undefined;

  constructor(connection: Connection, runtime: Runtime, client: () => Client | undefined) {
    this.#connection = connection;
    this.#runtime = runtime;
    this.#client = client;
  }

  /** To be called when the work begins; the answer is to be called when it has ended. */
  begin(): () => void {
    let ended = false;
    let end = (): void => undefined;
    const start = this.#runtime.later(() => {
      if (this.#client()?.showsProgress !== true) return;
      void this.#connection.window
        .createWorkDoneProgress()
        .then((progress) => {
          if (ended) return;
          progress.begin('Strata', undefined, 'Reading prompts and manifests', false);
          end = () => progress.done();
        })
        .catch(() => undefined);
    }, AFTER);
    return () => {
      ended = true;
      start.dispose();
      end();
    };
  }
}
