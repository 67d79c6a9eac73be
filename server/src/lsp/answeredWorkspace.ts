import { checkedFiles } from '../features/places/texts';
import type { Snapshot } from '../workspace/snapshot';

/** What has happened since the client was told something. */
export interface Changes {
  /** What was read anew; `anything` where nobody can say. */
  readonly changed: Iterable<string> | 'anything';
  /** Texts of which the client knows by itself that they are others. */
  readonly edited: ReadonlySet<string>;
}

/**
 * What the client was told of the whole workspace. Files that it has not open it does not ask for one by one, so that it
 * has to be told when their findings are others.
 */
export class AnsweredWorkspace {
  /** By address; a file that is not there had no findings. */
  readonly #ids = new Map<string, string>();
  /** The files of each manifest as they were then: it may have let go of some since. */
  readonly #files = new Map<string, readonly string[]>();
  readonly #listed: () => Iterable<string>;
  #isAsked = false;

  constructor(listed: () => Iterable<string>) {
    this.#listed = listed;
  }

  /** The client asks for the workspace: what stands in the answer follows. */
  begin(snapshot: Snapshot): void {
    this.#isAsked = true;
    this.#ids.clear();
    this.#files.clear();
    const manifests = new Set(snapshot.systems.map(({ manifest }) => manifest.file.uri));
    for (const uri of manifests) this.#files.set(uri, snapshot.dependents(uri));
  }

  answered(address: string, resultId: string): void {
    this.#ids.set(address, resultId);
  }

  /** Whether findings are others than the client was told; told only once. */
  async isStale(snapshot: Snapshot, { changed, edited }: Changes, yieldNow: () => Promise<void>): Promise<boolean> {
    if (!this.#isAsked) return false;
    let isStale = false;
    let looked = 0;
    for (const address of this.#candidates(snapshot, changed, edited)) {
      if (edited.has(address)) continue;
      if (++looked % FILES_AT_A_TIME === 0) await yieldNow();
      const before = this.#ids.get(address);
      const now = snapshot.resultId(address);
      if (now === before || (before === undefined && snapshot.findings(address).length === 0)) continue;
      this.#ids.set(address, now);
      isStale = true;
    }
    return isStale;
  }

  #candidates(snapshot: Snapshot, changed: Changes['changed'], edited: Changes['edited']): Iterable<string> {
    if (changed === 'anything') return checkedFiles(snapshot, this.#listed());
    const all = [...changed, ...edited];
    return new Set(all.flatMap((uri) => [...snapshot.dependents(uri), ...(this.#files.get(uri) ?? [])]));
  }
}

/** Files that are looked at before other requests get a turn. */
const FILES_AT_A_TIME = 50;
