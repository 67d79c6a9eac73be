import type { Counter } from '../tokens/counter';
import type { FileReader } from '../workspace/workspace';

/** What differs between a process, a test and a browser: files, time, and the work that runs beside the requests. */
export interface Runtime {
  readonly version: string;
  readonly files: FileReader & { setFolders(uris: readonly string[]): Promise<void> };
  /** Makes the counter; it calls `changed` when counts that were estimates have become exact. */
  counter(changed: () => void): Counter;
  /** Lets messages that already wait be read. */
  yieldNow(): Promise<void>;
  /** Calls back once after a while, unless it is disposed before. */
  later(work: () => void, milliseconds: number): { dispose(): void };
}
