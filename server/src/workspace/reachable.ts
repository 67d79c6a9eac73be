import { embeddedIn, type Found, type Lookup } from '../model/lookup';
import { splitKey } from '../syntax/embedded';
import { folderOf, isInside, relativePath, resolveAddress } from '../text/address';
import { globBase, matchesGlob } from '../text/glob';
import type { SourceFile } from '../text/source';

/** What a lookup is made of. */
export interface Sources {
  folders(): readonly string[];
  /** Addresses of the texts that are open. */
  openAddresses(): Iterable<string>;
  openFile(uri: string): SourceFile | undefined;
  /** What stands on the disk. */
  onDisk(uri: string): Found;
  /** Addresses of all files below a folder; undefined while it has not been listed. */
  below(folder: string): readonly string[] | undefined;
  committed(uri: string): SourceFile | undefined;
}

/** Looks up open texts and files, as far as they may be read. */
export class Reachable implements Lookup {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  find(from: string, written: string): { readonly uri: string; readonly found: Found } {
    const keyed = splitKey(written);
    const uri = resolveAddress(from, keyed?.path ?? written);
    const address = keyed ? `${uri}#${keyed.key}` : uri;
    return {
      uri: address,
      found: isInside(this.#folderOf(from), uri) ? this.at(address) : { kind: 'outside' },
    };
  }

  at(uri: string): Found {
    const keyed = splitKey(uri);
    if (keyed) return embeddedIn(this.at(keyed.path), keyed.key);
    const open = this.#sources.openFile(uri);
    if (open) return { kind: 'file', file: open };
    return this.mayRead(uri) ? this.#sources.onDisk(uri) : { kind: 'outside' };
  }

  committed(uri: string): SourceFile | undefined {
    return this.#sources.committed(uri);
  }

  glob(from: string, pattern: string): readonly string[] | undefined {
    const above = globBase(pattern);
    const base = resolveAddress(from, above === '' ? '.' : above);
    if (!this.mayRead(`${base}/x`)) return [];
    const folder = folderOf(from);
    // A way up and down again may lead into the folder itself: both are compared by the shortest way.
    const plain = relativePath(folder, `${base}/x`).slice(0, -1) + pattern.slice(above === '' ? 0 : above.length + 1);
    return this.#sources
      .below(base)
      ?.map((uri) => relativePath(folder, uri))
      .filter((path) => matchesGlob(plain, path))
      .sort();
  }

  /** Nothing is read but below a workspace folder, or beside a file that somebody has opened. */
  mayRead(uri: string): boolean {
    if (this.#sources.folders().some((folder) => isInside(folder, uri))) return true;
    for (const open of this.#sources.openAddresses()) if (isInside(folderOf(open), uri)) return true;
    return false;
  }

  /** The workspace folder that a file lies in; for a file elsewhere, its own folder. */
  #folderOf(uri: string): string {
    let best = '';
    for (const folder of this.#sources.folders())
      if (isInside(folder, uri) && folder.length > best.length) best = folder;
    return best === '' ? folderOf(uri) : best;
  }
}
