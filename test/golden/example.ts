import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { checkedFiles } from '../../server/src/features/places/texts';
import { checkedSelections, type Selection, select } from '../../server/src/model/selection';
import type { PromptSystem } from '../../server/src/model/system';
import type { Rendered } from '../../server/src/render/segment';
import type { Finding } from '../../server/src/rules/run';
import { Service } from '../../server/src/service';
import { linesOf } from '../../server/src/text/source';
import type { Snapshot } from '../../server/src/workspace/snapshot';
import type { RenderedTokens } from '../../server/src/workspace/tokens';
import { MemoryFiles, memoryCounter, pathOf, ROOT } from '../support/memoryWorkspace';

// One counter for all examples of a process: texts that differ by one edit are counted at the price of the edit.
const counter = memoryCounter();

export type Texts = Readonly<Record<string, string>>;

/** The texts of an example by their path in its folder. */
export function textsOf(example: string): Texts {
  const folder = resolve('examples', example);
  const files = (at: string): string[] =>
    readdirSync(at, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(at, entry.name)) : [join(at, entry.name)],
    );
  const paths = files(folder).map((path) => relative(folder, path).split(sep).join('/'));
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** An example, opened. Its texts may have been edited in memory. */
export class Example {
  readonly system: PromptSystem;
  readonly #snapshot: Snapshot;
  readonly #checked: readonly string[];
  /** What was logged; a rule that fails is logged and not thrown. */
  readonly log: readonly string[];

  private constructor(snapshot: Snapshot, checked: readonly string[], log: readonly string[]) {
    const [system, ...more] = snapshot.systems;
    if (!system || more.length > 0) throw new Error(`an example has one system, not ${snapshot.systems.length}`);
    this.system = system;
    this.#snapshot = snapshot;
    this.#checked = checked;
    this.log = log;
  }

  static async open(texts: Texts): Promise<Example> {
    const log: string[] = [];
    const service = new Service({
      files: new MemoryFiles(texts),
      counter: () => counter,
      log: (message) => log.push(message),
    });
    await service.setFolders([ROOT]);
    const snapshot = service.workspace.snapshot();
    return new Example(snapshot, checkedFiles(snapshot, service.listed), log);
  }

  get scenarios(): readonly string[] {
    return Object.keys(this.system.entry.scenarios ?? {});
  }

  selection(scenario: string, axes: Readonly<Record<string, string>> = {}): Selection {
    if (!this.scenarios.includes(scenario)) throw new Error(`there is no scenario ${scenario}`);
    return select(this.system, scenario, axes);
  }

  get checkedSelections(): readonly Selection[] {
    return checkedSelections(this.system);
  }

  rendered(selection: Selection): Rendered {
    return this.#snapshot.rendered(this.system, selection);
  }

  tokens(rendered: Rendered): RenderedTokens {
    return this.#snapshot.tokens(rendered);
  }

  /** What `strata check` says about the folder. */
  get findings(): readonly Finding[] {
    return this.#checked.flatMap((uri) => this.#snapshot.findings(uri));
  }

  /** `path:line:column-line:column`, one-based, as editors show places. */
  place(finding: Pick<Finding, 'uri' | 'span'>): string {
    const file = this.#snapshot.file(finding.uri);
    if (!file) return pathOf(finding.uri);
    const lines = linesOf(file);
    const written = (offset: number): string => {
      const { line, character } = lines.placeAt(offset);
      return `${line + 1}:${character + 1}`;
    };
    return `${pathOf(finding.uri)}:${written(finding.span.start)}-${written(finding.span.end)}`;
  }

  /** The text at which a finding points. */
  pointed(finding: Pick<Finding, 'uri' | 'span'>): string {
    return this.#snapshot.file(finding.uri)?.text.slice(finding.span.start, finding.span.end) ?? '';
  }
}

/** Replaces the one place at which `from` stands. An edit that hits nothing, or two places, is a mistake of the test. */
export function edited(texts: Texts, path: string, from: string | RegExp, to: string): Texts {
  const pieces = texts[path]?.split(from) ?? [];
  if (pieces.length !== 2) throw new Error(`${path} holds ${from} ${pieces.length - 1} times`);
  return { ...texts, [path]: pieces.join(to) };
}
