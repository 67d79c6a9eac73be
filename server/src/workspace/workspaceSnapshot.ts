import { bodyOf, treeOf } from '../model/body';
import type { Lookup } from '../model/lookup';
import type { ManifestDocument } from '../model/manifest';
import { dialectOf } from '../model/resolve';
import type { Selection } from '../model/selection';
import type { PromptSystem } from '../model/system';
import { readText } from '../model/texts';
import type { Rendered } from '../render/segment';
import type { TextContext } from '../rules/rule';
import { checkManifest, checkText, type Finding } from '../rules/run';
import { detect } from '../syntax/detect';
import { hash } from '../text/hash';
import { linesOf, type SourceFile } from '../text/source';
import type { Facts } from './facts';
import { isTemplateName } from './names';
import type { Snapshot } from './snapshot';
import type { Addresses } from './systemIndex';
import type { RenderedTokens } from './tokens';

export interface SnapshotInput {
  readonly version: number;
  readonly lookup: Lookup;
  readonly facts: Facts;
  readonly addresses: Addresses;
  languageOf(uri: string): string | undefined;
  log(message: string): void;
}

/** The moment that a workspace is in. Answers come from `Facts`, which keeps them for later moments too. */
export class WorkspaceSnapshot implements Snapshot {
  readonly version: number;
  readonly lookup: Lookup;
  readonly #input: SnapshotInput;
  readonly #findings = new Map<string, readonly Finding[]>();

  constructor(input: SnapshotInput) {
    this.#input = input;
    this.version = input.version;
    this.lookup = input.lookup;
  }

  get systems(): readonly PromptSystem[] {
    return this.#index().systems;
  }

  file(uri: string): SourceFile | undefined {
    const found = this.lookup.at(uri);
    return found.kind === 'file' ? found.file : undefined;
  }

  manifest(uri: string): ManifestDocument | undefined {
    return this.#index().document(uri);
  }

  systemsOf(uri: string): readonly PromptSystem[] {
    return this.#index().systemsOf(uri);
  }

  system(key: string): PromptSystem | undefined {
    return this.systems.find((system) => system.key === key);
  }

  textsOf(uri: string): readonly TextContext[] {
    const file = this.file(uri);
    if (!file) return [];
    const systems = this.systemsOf(uri).filter((system) => reads(system, uri));
    if (systems.length > 0) return systems.flatMap((system) => readText(file, system));
    return this.#isTemplate(uri) ? [undeclared(file)] : [];
  }

  shown(system: PromptSystem): Selection {
    return this.#input.facts.shown(system);
  }

  rendered(system: PromptSystem, selection: Selection): Rendered {
    return this.#input.facts.rendered(system, selection, this.lookup);
  }

  tokens(rendered: Rendered): RenderedTokens {
    return this.#input.facts.tokens(rendered);
  }

  findings(uri: string): readonly Finding[] {
    let findings = this.#findings.get(uri);
    if (!findings) {
      findings = this.#check(uri);
      this.#findings.set(uri, findings);
    }
    return findings;
  }

  resultId(uri: string): string {
    const file = this.file(uri);
    const lines = file ? linesOf(file) : undefined;
    // What a client is shown, in the places it is shown at: nothing else can make its copy stale.
    const shown = this.findings(uri).map((f) => [
      f.code,
      f.level,
      f.message,
      lines?.placeAt(f.span.start),
      lines?.placeAt(f.span.end),
      f.related,
      f.tags,
      f.fixes?.map((fix) => fix.title),
    ]);
    return hash(JSON.stringify(shown));
  }

  dependents(uri: string): readonly string[] {
    const all = new Set<string>([uri]);
    for (const system of this.systemsOf(uri)) {
      all.add(system.manifest.file.uri);
      for (const file of system.files) all.add(file.uri);
    }
    return [...all];
  }

  #check(uri: string): readonly Finding[] {
    const document = this.manifest(uri);
    const own = document ? checkManifest(document, this.#input.log) : [];
    const systems = this.systemsOf(uri);
    const ofSystems = systems.flatMap((system) =>
      this.#input.facts.findings(system, this.lookup).filter((finding) => finding.uri === uri),
    );
    const file = systems.length === 0 && !document ? this.file(uri) : undefined;
    const alone =
      file && this.#isTemplate(uri)
        ? checkText({ ...undeclared(file), dialect: undefined, tree: undefined }, this.#input.log)
        : [];
    return withoutRepeats([...own, ...ofSystems, ...alone]);
  }

  #isTemplate(uri: string): boolean {
    return isTemplateName(uri) || this.#input.languageOf(uri) === 'prompt-template';
  }

  #index(): Facts['index'] {
    this.#input.facts.index.update(this.#input.addresses, this.lookup);
    return this.#input.facts.index;
  }
}

/** Whether a file is template text of a system: named as such, or included, and not a value. */
function reads(system: PromptSystem, uri: string): boolean {
  const named = system.files.filter((file) => file.uri === uri);
  return named.length === 0 || named.some((file) => file.role === 'template' || file.role === 'expand');
}

/** A template that no manifest names, in the dialect that it is probably written in: for colours and outline, not for findings. */
function undeclared(file: SourceFile): TextContext {
  const body = bodyOf(file, false);
  const guess = detect(body.text, file.uri);
  const dialect = guess ? dialectOf(guess.dialect) : undefined;
  return {
    file,
    bodyStart: body.span.start,
    dialect,
    tree: dialect ? treeOf(file, false, dialect) : undefined,
    system: undefined,
  };
}

/** Systems that share a file share its findings: the same one is told once. */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>();
  return findings
    .filter((f) => {
      const key = `${f.code} ${f.span.start} ${f.span.end} ${f.slot ?? ''} ${f.message}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .sort(
      (a, b) =>
        a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    );
}
