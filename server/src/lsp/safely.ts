import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { Refusal } from '../features/refusal';
import type { Turns } from './turns';

/** What every handler needs round its work. */
export interface Safety {
  /** Who is answered first. Messages that already wait are read, so that a cancelled request is seen before its work begins. */
  readonly turns: Turns;
  log(message: string): void;
}

/**
 * Answers one request: waits for its turn, looks at the token before and after the work, and turns whatever the work throws
 * into the fallback and a line in the log. One feature that fails never takes the server, or another answer, with
 * it. What is refused with a reason is answered as an error that carries the reason.
 */
export function safely<T>(
  { turns, log }: Safety,
  name: string,
  token: CancellationToken,
  fallback: T,
  work: () => T | Promise<T>,
): Promise<T | ResponseError<never>> {
  return turns.take(name, async () => {
    if (token.isCancellationRequested) return cancelled();
    try {
      const answer = await work();
      return token.isCancellationRequested ? cancelled() : answer;
    } catch (error) {
      if (token.isCancellationRequested) return cancelled();
      if (error instanceof Refusal) return new ResponseError<never>(LSPErrorCodes.RequestFailed, error.message);
      log(`${name} failed: ${describe(error)}`);
      return fallback;
    }
  });
}

/** The text of an error for the log, with its stack where there is one. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const cancelled = (): ResponseError<never> => new ResponseError<never>(LSPErrorCodes.RequestCancelled, 'cancelled');
