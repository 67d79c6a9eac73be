// Entry of the extension: everything it does is a row of the table in `start.ts`.
import type { ExtensionContext } from 'vscode';
import { type Running, start } from './start';

let running: Running | undefined;

export function activate(context: ExtensionContext): void {
  running = start(context);
  context.subscriptions.push(running);
}

/** The editor waits for this, so that no server outlives its window. */
export function deactivate(): Promise<void> | undefined {
  return running?.stop();
}
