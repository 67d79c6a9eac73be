// What happens when the process of the language server ends by itself.
import { CloseAction, ErrorAction, type ErrorHandler, LanguageClient } from 'vscode-languageclient/node';

/** A server that ends more often than this within the time is left alone: it would end again. */
const MOST_ENDS = 4;
const WITHIN_MS = 3 * 60 * 1000;

/** What goes wrong on the wire is for the log; what a person has to know of it the extension says itself. */
export class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown, show: boolean | 'force' = true): void {
    super.error(message, data, show === 'force' ? false : show);
  }
}

export class RestartAFewTimes implements ErrorHandler {
  readonly #hasRun: () => boolean;
  readonly #giveUp: () => Promise<void>;
  #ends: number[] = [];

  constructor(hasRun: () => boolean, giveUp: () => Promise<void>) {
    this.#hasRun = hasRun;
    this.#giveUp = giveUp;
  }

  error(_error: Error, _message: unknown, count: number | undefined) {
    return { action: count !== undefined && count <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown, handled: true };
  }

  closed() {
    // One that ends while it starts would do so again, and a second start would get in the way of the failure of the first.
    if (!this.#hasRun()) return { action: CloseAction.DoNotRestart, handled: true };
    const now = Date.now();
    this.#ends = [...this.#ends.filter((time) => now - time < WITHIN_MS), now];
    if (this.#ends.length <= MOST_ENDS) return { action: CloseAction.Restart, handled: true };
    this.#ends = [];
    void this.#giveUp();
    return { action: CloseAction.DoNotRestart, handled: true };
  }
}
