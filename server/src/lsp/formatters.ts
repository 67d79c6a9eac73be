import {
  type Connection,
  type Disposable,
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  type DocumentSelector,
} from 'vscode-languageserver/node';
import type { Workspace } from '../workspace/workspace';
import type { Client } from './client';
import { OneAtATime } from './oneAtATime';

/** Manifests and templates by their names. Other files with a head of ours are named one by one. */
const ALWAYS: DocumentSelector = [
  { pattern: '**/strata.yaml' },
  { pattern: '**/*.{prompt,ptmpl}' },
  { language: 'prompt-template' },
];

/** A workspace with more files whose head says how they are read is formatted by hand. */
const MOST_NAMED = 200;

/**
 * Registers as the formatter of what is ours. As the formatter of every file Strata would be one more to choose from in
 * each Markdown and YAML file that has nothing to do with it.
 */
export class Formatters {
  readonly #connection: Connection;
  readonly #workspace: Workspace;
  readonly #client: () => Client;
  #registered: readonly Disposable[] = [];
  #key = '';
  readonly #updates = new OneAtATime();

  constructor(connection: Connection, workspace: Workspace, client: () => Client) {
    this.#connection = connection;
    this.#workspace = workspace;
    this.#client = client;
  }

  update(): Promise<void> {
    return this.#updates.run(() => this.#update());
  }

  async #update(): Promise<void> {
    if (!this.#client().registersFormatting) return;
    const heads = this.#workspace
      .snapshot()
      .systems.filter((system) => system.manifest.kind === 'head')
      .map((system) => system.manifest.file.uri)
      .sort()
      .slice(0, MOST_NAMED);
    const key = JSON.stringify(heads);
    if (key === this.#key) return;
    this.#key = key;
    const documentSelector = [...ALWAYS, ...heads.map((uri) => ({ pattern: patternOf(uri) }))];
    const before = this.#registered;
    this.#registered = await Promise.all([
      this.#connection.client.register(DocumentFormattingRequest.type, { documentSelector }),
      this.#connection.client.register(DocumentRangeFormattingRequest.type, { documentSelector, rangesSupport: true }),
    ]);
    for (const one of before) one.dispose();
  }
}

/** The path of a file as a pattern that names it and no other. */
function patternOf(uri: string): string {
  const path = decodeURIComponent(uri.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, ''));
  return path.replace(/^\/(?=[a-z]:)/i, '').replace(/[[\]{}*?]/g, (c) => `[${c}]`);
}
