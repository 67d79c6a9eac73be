import { comparison } from '../features/requests/comparison';
import type { CompareParams, CompareResult, RenderFailure, RevisionsResult } from '../protocol';
import type { Service } from '../service';
import { folderOf } from '../text/address';
import type { Snapshot } from '../workspace/snapshot';
import type { Runtime } from './runtime';

/** The workspace as it was in other commits. The one that was asked for last is kept: it is asked for with every key. */
export class Revisions {
  readonly #runtime: Runtime;
  readonly #service: Service;
  readonly #trusted: () => boolean;
  #last: { readonly folder: string; readonly commit: string; readonly snapshot: Promise<Snapshot> } | undefined;

  constructor(runtime: Runtime, service: Service, trusted: () => boolean) {
    this.#runtime = runtime;
    this.#service = service;
    this.#trusted = trusted;
  }

  async list(snapshot: Snapshot, key: string): Promise<RevisionsResult> {
    const { commits } = this.#runtime;
    const system = snapshot.system(key);
    if (!system || !commits || !this.#trusted()) return { version: 1, revisions: [] };
    const manifest = system.manifest.file.uri;
    const files = [manifest, ...system.files.map((file) => file.uri.replace(/#.*$/, ''))];
    return { version: 1, revisions: await commits.list(folderOf(manifest), [...new Set(files)]) };
  }

  async compare(snapshot: Snapshot, params: CompareParams): Promise<CompareResult | RenderFailure> {
    const earlier = await this.#of(params);
    return earlier && 'reason' in earlier ? earlier : comparison(snapshot, params, earlier);
  }

  /** The workspace in the commit that the second prompt is to be taken from; undefined when none is named. */
  async #of({ after }: CompareParams): Promise<Snapshot | RenderFailure | undefined> {
    const { revision, system = '' } = after;
    if (revision === undefined) return undefined;
    const folder = folderOf(system);
    if (!this.#trusted()) return failure('This folder is not trusted, so git is not asked.');
    const found = await this.#runtime.commits?.at(folder, revision);
    if (!found) return failure(`${revision} is no commit of the repository that this manifest is in.`);
    const { commit, files } = found;
    if (this.#last?.commit !== commit || this.#last.folder !== folder)
      this.#last = { folder, commit, snapshot: this.#service.as(files, folder) };
    return this.#last.snapshot;
  }

  /** The folders are other ones now. */
  forget(): void {
    this.#last = undefined;
  }
}

const failure = (message: string): RenderFailure => ({ version: 1, reason: 'unknown-revision', message });
