import { isManifestName, isTemplateName, languageOfName } from '../workspace/names';

/** Looks through folders: every file below one, whatever it is called. */
interface Searcher {
  all(folder: string): Promise<readonly string[]>;
}

/** The files of folders by address, each folder looked through once, whoever asks for it and for whatever. */
export class Listing {
  readonly #disk: Searcher;
  readonly #found = new Map<string, Promise<readonly string[]>>();

  constructor(disk: Searcher) {
    this.#disk = disk;
  }

  /** Every file below a folder. */
  async all(folder: string): Promise<readonly string[]> {
    const known = this.#found.get(folder);
    if (known) return known;
    const above = [...this.#found.keys()].find((other) => folder.startsWith(`${other}/`));
    const below = above === undefined ? [] : ((await this.#found.get(above)) ?? []).filter(isIn(folder));
    // Of a folder that nobody looks into unasked, such as one of dependencies, nothing was found.
    const found = below.length > 0 ? Promise.resolve(below) : this.#disk.all(folder);
    this.#found.set(folder, found);
    return found;
  }

  /** The manifests and templates below a folder. */
  async list(folder: string): Promise<readonly string[]> {
    return (await this.all(folder)).filter((uri) => isManifestName(uri) || isTemplateName(uri));
  }

  /** The templates below a folder that only an editor knows by their names: `prompts/ask.j2`. */
  async engineFiles(folder: string): Promise<readonly string[]> {
    return (await this.all(folder)).filter((uri) => languageOfName(uri) !== undefined);
  }
}

const isIn =
  (folder: string) =>
  (uri: string): boolean =>
    uri.startsWith(`${folder}/`);
