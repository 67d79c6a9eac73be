// Files that are on no disk, as those of a repository that is read over the network.
import {
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  FileChangeType,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  type Uri,
  workspace,
} from 'vscode';

export class MemoryFiles implements FileSystemProvider {
  readonly #files = new Map<string, Uint8Array>();
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  /** Gives the texts, by their paths, to all who read addresses of this scheme. */
  static serve(scheme: string, texts: Readonly<Record<string, string>>): MemoryFiles & Disposable {
    const files = new MemoryFiles();
    for (const [path, text] of Object.entries(texts)) files.#files.set(path, new TextEncoder().encode(text));
    const registered = workspace.registerFileSystemProvider(scheme, files, { isCaseSensitive: true });
    return Object.assign(files, { dispose: () => registered.dispose() });
  }

  textOf(path: string): string | undefined {
    const content = this.#files.get(path);
    return content && new TextDecoder().decode(content);
  }

  stat(uri: Uri): FileStat {
    const content = this.#files.get(uri.path);
    const is = content ? FileType.File : FileType.Directory;
    if (is === FileType.Directory && this.readDirectory(uri).length === 0) throw FileSystemError.FileNotFound(uri);
    return { type: is, ctime: 0, mtime: 0, size: content?.length ?? 0 };
  }

  readDirectory({ path }: Uri): [string, FileType][] {
    const folder = path.replace(/\/?$/, '/');
    const below = [...this.#files.keys()]
      .filter((one) => one.startsWith(folder))
      .map((one) => one.slice(folder.length));
    const named = below.map((rest): [string, FileType] => {
      const [name = '', ...more] = rest.split('/');
      return [name, more.length > 0 ? FileType.Directory : FileType.File];
    });
    return [...new Map(named)];
  }

  readFile(uri: Uri): Uint8Array {
    const content = this.#files.get(uri.path);
    if (!content) throw FileSystemError.FileNotFound(uri);
    return content;
  }

  writeFile(uri: Uri, content: Uint8Array): void {
    const type = this.#files.has(uri.path) ? FileChangeType.Changed : FileChangeType.Created;
    this.#files.set(uri.path, content);
    this.#changed.fire([{ type, uri }]);
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  createDirectory(): void {
    // A folder is there as soon as a file is in it.
  }

  delete(uri: Uri): void {
    this.#files.delete(uri.path);
    this.#changed.fire([{ type: FileChangeType.Deleted, uri }]);
  }

  rename(): void {
    throw FileSystemError.NoPermissions();
  }
}
