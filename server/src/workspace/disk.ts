import type { Found } from '../model/lookup';
import { normalizeAddress } from '../text/address';
import type { FileReader } from './workspace';

/** What is known of the disk. Nothing is read before it is wanted, and everything is kept until it is forgotten. */
export class Disk {
  readonly #reader: FileReader;
  readonly #log: (message: string) => void;
  readonly #known = new Map<string, Found>();
  readonly #reading = new Map<string, Promise<void>>();
  /** What changed while it was being read. */
  readonly #stale = new Set<string>();
  #wanted = new Set<string>();
  /** Files below the folders in which patterns look. */
  readonly #listings = new Map<string, readonly string[]>();
  #wantedListings = new Set<string>();

  constructor(reader: FileReader, log: (message: string) => void) {
    this.#reader = reader;
    this.#log = log;
  }

  /** Whether everything that was wanted is known. */
  get isSettled(): boolean {
    return this.#wanted.size === 0 && this.#reading.size === 0 && this.#wantedListings.size === 0;
  }

  at(uri: string): Found {
    const known = this.#known.get(uri);
    if (known) return known;
    this.#wanted.add(uri);
    return { kind: 'pending' };
  }

  /** Files below a folder; undefined while it has not been listed. */
  below(folder: string): readonly string[] | undefined {
    if (!this.#reader.all) return [];
    const listing = this.#listings.get(folder);
    if (!listing) this.#wantedListings.add(folder);
    return listing;
  }

  forget(uri: string): void {
    this.#known.delete(uri);
    if (this.#reading.has(uri)) this.#stale.add(uri);
  }

  /** Forgets what was not read for lying outside of the folders. */
  forgetOutside(): void {
    for (const uri of this.#reading.keys()) this.#stale.add(uri);
    for (const [uri, found] of this.#known) if (found.kind === 'outside') this.#known.delete(uri);
  }

  /** Addresses of what is known, or is being read. */
  get addresses(): Iterable<string> {
    return [...this.#known.keys(), ...this.#reading.keys()];
  }

  /** Whether anything that has been told may rest on what stands at an address, or on nothing standing there. */
  matters(uri: string): boolean {
    return this.#known.has(uri) || this.#reading.has(uri) || this.#wanted.has(uri) || this.#listings.size > 0;
  }

  forgetListings(): void {
    this.#listings.clear();
  }

  /** Lists the folders that are wanted; whether there were any. */
  async list(): Promise<boolean> {
    const wanted = [...this.#wantedListings];
    this.#wantedListings = new Set();
    for (const folder of wanted) {
      const uris = await this.#reader.all?.(folder).catch((error: unknown) => {
        this.#log(`cannot list ${folder}: ${error instanceof Error ? error.message : String(error)}`);
        return [];
      });
      this.#listings.set(folder, (uris ?? []).map(normalizeAddress));
    }
    return wanted.length > 0;
  }

  /** Reads the files that are wanted; the answer is their addresses. */
  async read(): Promise<readonly string[]> {
    const wanted = [...this.#wanted];
    this.#wanted = new Set();
    for (const uri of wanted) {
      if (this.#reading.has(uri) || this.#known.has(uri)) continue;
      this.#reading.set(uri, this.#read(uri));
    }
    await Promise.all(this.#reading.values());
    return wanted;
  }

  async #read(uri: string): Promise<void> {
    let found: Found;
    try {
      found = await this.#reader.read(uri);
    } catch (error) {
      found = { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
    }
    this.#reading.delete(uri);
    if (this.#stale.delete(uri)) this.#wanted.add(uri);
    else this.#known.set(uri, found);
  }
}
