import type { WireRevision } from '../protocol';
import type { Counter } from '../tokens/counter';
import type { FileReader } from '../workspace/workspace';

/** What differs between a process, a test and a browser: files, time, and the work that runs beside the requests. */
export interface Runtime {
  readonly version: string;
  /** Address of the folder that holds a page for each rule, if they are there; findings are linked to theirs. */
  readonly rulePages?: string | undefined;
  readonly files: FileReader & { setFolders(uris: readonly string[]): Promise<void> };
  /** What version control knows; absent where nobody can ask it. */
  readonly commits?: Commits;
  /** Makes the counter; it calls `changed` when counts that were estimates have become exact. */
  counter(changed: () => void): Counter;
  /** Lets messages that already wait be read. */
  yieldNow(): Promise<void>;
  /** Does work in which memory counts more than time: it goes through thousands of files and needs little of each. */
  sparing?<T>(work: () => Promise<T>): Promise<T>;
  /** Calls back once after a while, unless it is disposed before. */
  later(work: () => void, milliseconds: number): { dispose(): void };
}

/** Work that is done sparingly where the host knows how. */
export function sparingly<T>({ sparing }: Runtime, work: () => Promise<T>): Promise<T> {
  return sparing ? sparing(work) : work();
}

export type { WireRevision };

/** The commits of the repository that a folder lies in. */
export interface Commits {
  /** The files as they were in the commit that a name stands for; undefined when there is none. */
  at(folder: string, name: string): Promise<{ readonly commit: string; readonly files: FileReader } | undefined>;
  /** Branches and tags, then the commits that changed one of the files, the newest first. */
  list(folder: string, files: readonly string[]): Promise<readonly WireRevision[]>;
}
