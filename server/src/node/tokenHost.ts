import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Starts } from '../tokens/chunk';
import type { EncodingId } from '../tokens/encoding';
import { encodings } from '../tokens/encodings/index.generated';
import { Vocabulary } from '../tokens/vocabulary';

/** After so many failures in a row the worker is asked no more. */
const MAX_FAILURES = 3;

export interface TokenWorkerData {
  readonly assets: string;
}

export interface TokenRequest {
  readonly job: number;
  readonly encoding: EncodingId;
  readonly text: string;
}

export type TokenAnswer =
  | { readonly job: number; readonly starts: Uint32Array }
  | { readonly job: number; readonly error: string };

export interface TokenHostOptions {
  /** Folder of the packed vocabularies and of `token-worker.js`. Default: beside the bundle. */
  readonly assets?: string;
  /** A vocabulary is there: what was an estimate can be counted now. */
  loaded?(encoding: EncodingId): void;
  /** A vocabulary could not be read, or the worker failed. Counts stay estimates. */
  failed?(error: Error): void;
}

interface Waiting {
  resolve(starts: Starts): void;
  reject(error: Error): void;
}

/** What `Counter` needs from Node: the vocabularies, read on first use, and one worker thread, started on first use. */
export class TokenHost {
  readonly #options: TokenHostOptions;
  readonly #assets: string;
  readonly #vocabularies = new Map<EncodingId, Vocabulary>();
  readonly #loading = new Map<EncodingId, Promise<Vocabulary>>();
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #failures = 0;
  #jobs = 0;
  #disposed = false;

  constructor(options: TokenHostOptions = {}) {
    this.#options = options;
    this.#assets = options.assets ?? __dirname;
  }

  /** The vocabulary, or nothing while it is read; then `loaded` is called. */
  readonly vocabulary = (encoding: EncodingId): Vocabulary | undefined => {
    const known = this.#vocabularies.get(encoding);
    if (!known && !this.#loading.has(encoding)) {
      this.load(encoding).then(
        () => this.#disposed || this.#options.loaded?.(encoding),
        (error: Error) => this.#options.failed?.(error),
      );
    }
    return known;
  };

  /** Reads a vocabulary; for those who can wait, such as the command line. Fails when there is none of that name. */
  load(encoding: EncodingId): Promise<Vocabulary> {
    let loading = this.#loading.get(encoding);
    if (!loading) {
      loading = this.#read(encoding);
      this.#loading.set(encoding, loading);
    }
    return loading;
  }

  /** Where the tokens of a text begin, counted in the worker. Fails when the worker does, or is ended. */
  readonly offload = (encoding: EncodingId, text: string): Promise<Starts> =>
    new Promise((resolve, reject) => {
      const worker = this.#disposed ? undefined : this.#start();
      if (!worker) {
        reject(new Error('There is no worker to count tokens.'));
        return;
      }
      const job = ++this.#jobs;
      this.#waiting.set(job, { resolve, reject });
      worker.ref();
      worker.postMessage({ job, encoding, text } satisfies TokenRequest);
    });

  /** Ends the worker; what it was counting fails. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#rejectAll(new Error('The token host is closed.'));
    await worker?.terminate();
  }

  async #read(encoding: EncodingId): Promise<Vocabulary> {
    const asset = encodings.find((e) => e.id === encoding)?.asset;
    if (!asset) throw new Error(`There is no encoding ${encoding}.`);
    const vocabulary = new Vocabulary(await readFile(join(this.#assets, asset)));
    this.#vocabularies.set(encoding, vocabulary);
    return vocabulary;
  }

  #start(): Worker | undefined {
    if (this.#failures >= MAX_FAILURES) return undefined;
    if (this.#worker) return this.#worker;
    const data: TokenWorkerData = { assets: this.#assets };
    const worker = new Worker(join(this.#assets, 'token-worker.js'), { workerData: data });
    worker.on('message', (answer: TokenAnswer) => this.#answered(answer));
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', (code) => this.#lost(worker, new Error(`The token worker ended with code ${code}.`)));
    this.#worker = worker;
    return worker;
  }

  #answered(answer: TokenAnswer): void {
    const waiting = this.#waiting.get(answer.job);
    this.#waiting.delete(answer.job);
    if (this.#waiting.size === 0) this.#worker?.unref(); // a process that has nothing else to do may end
    if ('starts' in answer) {
      this.#failures = 0;
      waiting?.resolve(answer.starts);
    } else {
      this.#failures++;
      const error = new Error(answer.error);
      waiting?.reject(error);
      this.#options.failed?.(error);
    }
  }

  /** The worker is gone. The next job starts another one. */
  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#failures++;
    this.#rejectAll(error);
    this.#options.failed?.(error);
  }

  #rejectAll(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
