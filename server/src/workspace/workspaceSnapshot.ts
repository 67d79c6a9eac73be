import { bodyOf } from '../model/body';
import type { Lookup } from '../model/lookup';
import type { ManifestDocument } from '../model/manifest/manifest';
import type { Selection } from '../model/selection';
import type { PromptSystem } from '../model/system';
import { textParts } from '../model/textParts';
import { readText } from '../model/texts';
import type { Rendered } from '../render/segment';
import type { TextContext } from '../rules/rule';
import { checkManifest, checkText, type Finding } from '../rules/run';
import { splitKey } from '../syntax/embedded';
import type { Value } from '../syntax/piece';
import { hash } from '../text/hash';
import { letGo } from '../text/kept';
import { linesOf, type SourceFile } from '../text/source';
import type { TokenPlace } from './countRendered';
import type { Facts } from './facts';
import { Hosts, textInHost } from './hosted';
import { isTemplateLanguage, isTemplateName } from './names';
import { type Reading, readingOf, undeclaredText } from './reading';
import type { Snapshot } from './snapshot';
import type { Addresses } from './systemIndex';
import type { RenderedTokens } from './tokens';

export interface SnapshotInput {
  readonly version: number;
  readonly lookup: Lookup;
  readonly facts: Facts;
  readonly addresses: Addresses;
  languageOf(uri: string): string | undefined;
  /** The dialect that somebody has chosen for a file that no manifest names. */
  chosenDialect(uri: string): string | undefined;
  log(message: string): void;
  readonly rulePages: string | undefined;
}

/** The moment that a workspace is in. Answers come from `Facts`, which keeps them for later moments too. */
export class WorkspaceSnapshot implements Snapshot {
  readonly version: number;
  readonly lookup: Lookup;
  readonly rulePages: string | undefined;
  readonly #input: SnapshotInput;
  readonly #findings = new Map<string, readonly Finding[]>();
  readonly #hosts: Hosts;
  readonly #inHosts = new Map<Rendered, Rendered>();

  constructor(input: SnapshotInput) {
    this.#input = input;
    this.version = input.version;
    this.lookup = input.lookup;
    this.rulePages = input.rulePages;
    this.#hosts = new Hosts(input.lookup);
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

  includedBy(system: PromptSystem): readonly string[] {
    return this.#index()
      .includesOf(system)
      .filter((uri) => this.file(uri));
  }

  textsOf(uri: string): readonly TextContext[] {
    const file = this.file(uri);
    if (!file) return [];
    const systems = this.systemsOf(uri).filter((system) => reads(system, uri));
    if (systems.length > 0) return systems.flatMap((system) => this.#textsIn(file, system));
    const reading = this.reading(uri);
    return reading ? [undeclaredText(file, reading)] : [];
  }

  reading(uri: string): Reading | undefined {
    if (!this.#isTemplate(uri) || this.systemsOf(uri).length > 0 || this.manifest(uri)) return undefined;
    const file = this.file(uri);
    return file && readingOf(file, this.#input.chosenDialect(uri), this.#input.languageOf(uri));
  }

  shown(system: PromptSystem): Selection {
    return this.#input.facts.shown(system);
  }

  rendered(system: PromptSystem, selection: Selection): Rendered {
    const rendered = this.#input.facts.rendered(system, selection, this.lookup);
    return hasEmbedded(system) ? this.#hosted(rendered) : rendered;
  }

  renderedWith(
    system: PromptSystem,
    selection: Selection,
    values: ReadonlyMap<string, Value>,
    lookup: Lookup = this.lookup,
  ): Rendered {
    const rendered = this.#input.facts.renderedWith(system, selection, lookup, values);
    return hasEmbedded(system) ? this.#hosts.rendered(rendered) : rendered;
  }

  tokens(rendered: Rendered): RenderedTokens {
    return this.#input.facts.tokens(rendered);
  }

  tokenPlace(rendered: Rendered, message: number, offset: number): TokenPlace {
    return this.#input.facts.tokenPlace(rendered, message, offset);
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
    ]);
    return hash(JSON.stringify(shown));
  }

  rest(uri: string): void {
    const isOpen = (address: string): boolean => this.#input.languageOf(address) !== undefined;
    const isUsed = ({ manifest, files }: PromptSystem): boolean =>
      isOpen(manifest.file.uri) || files.some((file) => isOpen(file.uri));
    const file = this.file(uri);
    // A manifest is known by what was read from it.
    if (file && !isOpen(uri) && !this.manifest(uri) && !this.systemsOf(uri).some(isUsed)) letGo(file);
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
    const own = document ? checkManifest(document, this.lookup, this.#input.log) : [];
    const systems = this.systemsOf(uri);
    const ofSystems = systems.flatMap((system) => this.#findingsOf(system).filter((finding) => finding.uri === uri));
    const file = this.file(uri);
    const reading = systems.length === 0 && !document && file ? this.reading(uri) : undefined;
    // A guess is good enough for colours, and not for saying that something is wrong.
    const known = reading?.by === 'detected' ? { ...reading, dialect: undefined } : reading;
    const alone = file && known ? checkText(undeclaredText(file, known), this.#input.log) : [];
    // The systems that a pattern makes share their entry in the manifest: what is wrong there is wrong for all of them.
    const shared = document?.kind === 'manifest' ? withoutRepeats(ofSystems, (f) => f.layer ?? '') : ofSystems;
    return withoutRepeats([...own, ...shared, ...alone], (f) => f.message);
  }

  /** Findings of a system, in the files that people see. */
  #findingsOf(system: PromptSystem): readonly Finding[] {
    const findings = this.#input.facts.findings(system, this.lookup);
    const own = system.manifest.kind === 'provider' ? findings.map((finding) => readOnly(finding, system)) : findings;
    return hasEmbedded(system) ? own.map((finding) => this.#hosts.finding(finding)) : own;
  }

  /** How a system reads a file: as a whole, or the strings in it that it names. */
  #textsIn(file: SourceFile, system: PromptSystem): readonly TextContext[] {
    const manifest = system.manifest;
    if (file.uri === manifest.file.uri && manifest.kind === 'manifest') {
      return textParts(system).flatMap((text) => readText(text, system).map(textInHost));
    }
    if (!hasEmbedded(system)) return readText(file, system);
    const named = system.files.filter((f) => f.uri === file.uri && splitKey(f.written) !== undefined);
    if (named.length === 0) return readText(file, system);
    return named.flatMap((f) => {
      const { found } = this.lookup.find(system.manifest.file.uri, f.written);
      return found.kind === 'file' ? readText(found.file, system).map(textInHost) : [];
    });
  }

  #hosted(rendered: Rendered): Rendered {
    let hosted = this.#inHosts.get(rendered);
    if (!hosted) {
      hosted = this.#hosts.rendered(rendered);
      this.#inHosts.set(rendered, hosted);
    }
    return hosted;
  }

  #isTemplate(uri: string): boolean {
    return isTemplateName(uri) || isTemplateLanguage(this.#input.languageOf(uri));
  }

  #index(): Facts['index'] {
    this.#input.facts.index.update(this.#input.addresses, this.lookup);
    return this.#input.facts.index;
  }
}

/** Whether a system reads a string inside a file, or in its manifest, as a template. */
export const hasEmbedded = (system: PromptSystem): boolean =>
  system.parts.some((part) => part.entry.text !== undefined) ||
  system.files.some(
    (file) => (file.role === 'template' || file.role === 'expand') && splitKey(file.written) !== undefined,
  );

/** Whether a file is template text of a system: named as such, or included, and not a value. */
function reads(system: PromptSystem, uri: string): boolean {
  const named = system.files.filter((file) => file.uri === uri);
  return named.length === 0 || named.some((file) => file.role === 'template' || file.role === 'expand');
}

/** A finding of a file of another tool: fixes are edits of its templates, and never of what that tool says in it. */
function readOnly(finding: Finding, { manifest: { file } }: PromptSystem): Finding {
  const { start } = bodyOf(file, false).span;
  return {
    ...finding,
    get fixes() {
      return (finding.fixes ?? []).filter(({ edits }) =>
        edits.every((edit) => edit.uri !== file.uri || (start > 0 && edit.span.start >= start)),
      );
    },
  };
}

/** Systems that share a file share its findings: the same one is told once. */
function withoutRepeats(findings: readonly Finding[], subject: (finding: Finding) => string): readonly Finding[] {
  const seen = new Set<string>();
  return findings
    .filter((f) => {
      const key = `${f.code} ${f.span.start} ${f.span.end} ${f.slot ?? ''} ${subject(f)}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .sort(
      (a, b) =>
        a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    );
}
