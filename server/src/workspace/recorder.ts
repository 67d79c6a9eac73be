import type { Found, Lookup } from '../model/lookup';
import type { SourceFile } from '../text/source';

/** What stood at an address: the file itself, or in a word why there is none. */
type Stamp = SourceFile | string;

/** What an answer was made from. It is right for as long as every address still gives the same. */
export type Dependencies = ReadonlyMap<string, Stamp>;

const stampOf = (found: Found): Stamp => (found.kind === 'file' ? found.file : found.kind);

/** Before the address of a committed text. No address begins so. */
const COMMITTED = 'committed ';

/** Before a pattern and the address of the file it is written in, which holds no blank. */
const GLOB = 'glob ';

const pathsStamp = (paths: readonly string[] | undefined): Stamp => paths?.join('\n') ?? 'unlisted';

const committedStamp = (lookup: Lookup, uri: string): Stamp => lookup.committed?.(uri) ?? 'none';

interface Named {
  readonly uri: string;
  readonly found: Found;
}

/**
 * A lookup that remembers what was asked, so that the answer made from it can be kept until one of the files changes. It
 * is there for one answer, in which nothing changes: what was found once is not looked for again, for rules ask for the
 * same few files a hundred times.
 */
export class Recorder implements Lookup {
  readonly #lookup: Lookup;
  readonly #dependencies = new Map<string, Stamp>();
  readonly #named = new Map<string, Map<string, Named>>();
  readonly #found = new Map<string, Found>();

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  get dependencies(): Dependencies {
    return this.#dependencies;
  }

  find(from: string, path: string): Named {
    const ofFile = this.#named.get(from);
    const known = ofFile?.get(path);
    if (known) return known;
    const result = this.#lookup.find(from, path);
    if (ofFile) ofFile.set(path, result);
    else this.#named.set(from, new Map([[path, result]]));
    // Whether an address lies outside depends on who asks, and on the folders: with others everything is worked out anew.
    if (result.found.kind !== 'outside') this.#dependencies.set(result.uri, stampOf(result.found));
    return result;
  }

  at(uri: string): Found {
    const known = this.#found.get(uri);
    if (known) return known;
    const found = this.#lookup.at(uri);
    this.#found.set(uri, found);
    this.#dependencies.set(uri, stampOf(found));
    return found;
  }

  committed(uri: string): SourceFile | undefined {
    const stamp = committedStamp(this.#lookup, uri);
    this.#dependencies.set(COMMITTED + uri, stamp);
    return typeof stamp === 'string' ? undefined : stamp;
  }

  glob(from: string, pattern: string): readonly string[] | undefined {
    const paths = this.#lookup.glob?.(from, pattern);
    this.#dependencies.set(`${GLOB}${from} ${pattern}`, pathsStamp(paths));
    return paths;
  }

  add(dependencies: Dependencies): void {
    for (const [uri, stamp] of dependencies) this.#dependencies.set(uri, stamp);
  }
}

/** Whether everything that an answer was made from is still the same. */
export function areCurrent(dependencies: Dependencies, lookup: Lookup): boolean {
  for (const [uri, stamp] of dependencies) {
    if (stampNow(uri, lookup) !== stamp) return false;
  }
  return true;
}

function stampNow(name: string, lookup: Lookup): Stamp {
  if (name.startsWith(COMMITTED)) return committedStamp(lookup, name.slice(COMMITTED.length));
  if (!name.startsWith(GLOB)) return stampOf(lookup.at(name));
  const blank = name.indexOf(' ', GLOB.length);
  return pathsStamp(lookup.glob?.(name.slice(GLOB.length, blank), name.slice(blank + 1)));
}
