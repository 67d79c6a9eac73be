import type { Service } from '../service';
import type { Snapshot } from '../workspace/snapshot';
import type { AnsweredTokens } from './answeredTokens';
import type { Client } from './client';
import type { Contents } from './contents';
import type { Person } from './person';
import type { Refresher } from './refresh';

/** What a feature is asked with: one moment of the workspace, and the file that the request is about. */
export interface Ask {
  readonly snapshot: Snapshot;
  readonly uri: string;
  readonly client: Client;
  readonly refresher: Refresher;
  readonly service: Service;
  readonly tokens: AnsweredTokens;
  readonly contents: Contents;
  /** Versions of the open texts at that moment, by address. */
  readonly versions: ReadonlyMap<string, number>;
  /** An address in the spelling of the client. */
  clientUri(address: string): string;
  /** Lets messages that already wait be read. */
  yieldNow(): Promise<void>;
  /** The client does not want the answer any more. */
  isCancelled(): boolean;
  /** Writes a line into the log. */
  log(message: string): void;
  readonly person: Person;
}
