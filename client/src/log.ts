import { type LogOutputChannel, window } from 'vscode';

/** One channel for the extension and its server. Its level is the user's own (`Developer: Set Log Level`), so no setting of ours is needed. */
export function createLog(): LogOutputChannel {
  return window.createOutputChannel('Strata', { log: true });
}

/** An error in one line, with its stack where there is one. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
