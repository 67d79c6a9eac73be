import { embeddedText, splitKey } from '../syntax/embedded';
import type { SourceFile } from '../text/source';

/** What is needed to tell the text of a file from the one that version control has. */
export interface CommittedOptions {
  /** Reads the committed text of a file; undefined when it has none. Absent: there is no version control. */
  readonly read: ((uri: string) => Promise<string | undefined>) | undefined;
  /** The text that stands at an address now. */
  now(uri: string): SourceFile | undefined;
  /** Told when what `differing` answers for a file may be another text than before. */
  changed(uri: string): void;
}

interface Entry {
  /** Undefined: there is no committed version. */
  readonly file: SourceFile | undefined;
  /** The text that it was compared with last, and whether the two are equal. */
  compared?: { readonly now: SourceFile; readonly same: boolean };
}

/**
 * The texts as version control knows them, read when somebody asks for the first time. They are kept until `forget`: when
 * a commit was made or another one checked out, or, where nobody can tell that, when the file is opened again.
 */
export class CommittedTexts {
  readonly #options: CommittedOptions;
  readonly #known = new Map<string, Entry>();
  /** What is forgotten is answered until it has been read again, so that findings do not come and go. */
  readonly #stale = new Set<string>();
  readonly #reading = new Map<string, Promise<void>>();

  constructor(options: CommittedOptions) {
    this.#options = options;
  }

  /** The committed version of the text that stands at an address, when it is another text. */
  differing(uri: string): SourceFile | undefined {
    if (!this.#options.read) return undefined;
    const keyed = uri.includes('#') ? splitKey(uri) : undefined;
    const address = keyed?.path ?? uri;
    this.#ask(address);
    const entry = this.#known.get(address);
    const now = entry?.file && this.#options.now(address);
    if (!entry?.file || !now) return undefined;
    if (entry.compared?.now !== now) entry.compared = { now, same: entry.file.text === now.text };
    if (entry.compared.same) return undefined;
    return keyed ? embeddedText(entry.file, keyed.key)?.file : entry.file;
  }

  /** The committed text of one file, or of all, may be another one now. */
  forget(uri?: string): void {
    for (const known of uri === undefined ? this.#known.keys() : [uri])
      if (this.#known.has(known)) this.#stale.add(known);
  }

  /** Resolves when everything that was asked for has been read. */
  async settled(): Promise<void> {
    while (this.#reading.size > 0) await Promise.all(this.#reading.values());
  }

  #ask(uri: string): void {
    if (this.#reading.has(uri) || (this.#known.has(uri) && !this.#stale.has(uri))) return;
    this.#stale.delete(uri);
    this.#reading.set(uri, this.#read(uri));
  }

  async #read(uri: string): Promise<void> {
    const { read, now } = this.#options;
    const text = await read?.(uri).catch(() => undefined);
    const before = this.#known.get(uri);
    const current = now(uri);
    this.#reading.delete(uri);
    if (before && before.file?.text === text) return;
    // Nearly always the two are equal: then one of them is kept in memory, and nothing has changed for anybody.
    const isSame = current?.text === text;
    this.#known.set(uri, { file: isSame ? current : text === undefined ? undefined : { uri, text } });
    if (before || (text !== undefined && !isSame)) this.#options.changed(uri);
  }
}
