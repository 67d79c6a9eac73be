import type { Found } from '../../server/src/model/lookup';
import { Service } from '../../server/src/service';
import { Counter } from '../../server/src/tokens/counter';
import type { FileReader } from '../../server/src/workspace/workspace';
import { vocabularyOf } from './vocabularies';

export const ROOT = 'file:///w';

export const addressOf = (path: string): string => `${ROOT}/${path.split('/').map(encodeURIComponent).join('/')}`;
export const pathOf = (uri: string): string => decodeURIComponent(uri.slice(ROOT.length + 1));

/** Before the path of a file, as git writes it: the text is what was committed last. */
const COMMITTED = 'HEAD:';

/** Files in memory, below one workspace folder. `null` is a folder, `HEAD:path` the committed version of a file. */
export class MemoryFiles implements FileReader {
  readonly contents: Map<string, string | null | Found>;
  /** Paths in the order in which they were read. */
  readonly reads: string[] = [];
  /** Paths that are read only when the promise resolves. */
  readonly slow = new Map<string, Promise<void>>();

  constructor(contents: Readonly<Record<string, string | null | Found>>) {
    this.contents = new Map(Object.entries(contents));
  }

  async setFolders(): Promise<void> {}

  async read(uri: string): Promise<Found> {
    const path = pathOf(uri);
    this.reads.push(path);
    await this.slow.get(path);
    const content = this.contents.get(path);
    if (content === undefined) return { kind: 'missing' };
    if (content === null) return { kind: 'folder' };
    return typeof content === 'string' ? { kind: 'file', file: { uri, text: content } } : content;
  }

  async committed(uri: string): Promise<string | undefined> {
    const text = this.contents.get(COMMITTED + pathOf(uri));
    return typeof text === 'string' ? text : undefined;
  }

  async list(folder: string): Promise<readonly string[]> {
    return (await this.all(folder)).filter((uri) =>
      /(?:^|\/)(?:strata\.yaml|skprompt\.txt)$|\.(?:prompty?|ptmpl)$/.test(uri),
    );
  }

  async all(folder: string): Promise<readonly string[]> {
    return [...this.contents.keys()]
      .filter((path) => !path.startsWith(COMMITTED))
      .map(addressOf)
      .filter((uri) => uri.startsWith(`${folder}/`))
      .sort();
  }
}

/** A counter that counts at once and exactly. */
export function memoryCounter(changed: () => void = () => undefined): Counter {
  return new Counter({ vocabulary: vocabularyOf, changed });
}

/** A counter whose vocabularies come when the test says so; until then it estimates. */
export class LateVocabularies {
  #arrived = false;
  #changed: () => void = () => undefined;

  readonly counter = (changed: () => void): Counter => {
    this.#changed = changed;
    return new Counter({ vocabulary: (id) => (this.#arrived ? vocabularyOf(id) : undefined), changed });
  };

  arrive(): void {
    this.#arrived = true;
    this.#changed();
  }
}

export interface MemoryWorkspace {
  readonly service: Service;
  readonly files: MemoryFiles;
  /** What was logged: a test that expects no failure looks here. */
  readonly log: string[];
}

/** A workspace over texts in memory, everything read. */
export async function memoryWorkspace(
  contents: Readonly<Record<string, string | null | Found>>,
): Promise<MemoryWorkspace> {
  const log: string[] = [];
  const files = new MemoryFiles(contents);
  const service = new Service({ files, counter: memoryCounter, log: (message) => log.push(message) });
  await service.setFolders([ROOT]);
  if (Object.keys(contents).some((path) => path.startsWith(COMMITTED))) await service.workspace.readCommitted();
  return { service, files, log };
}
