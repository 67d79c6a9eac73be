import { includesOf } from '../model/includes';
import type { Lookup } from '../model/lookup';
import { type ManifestDocument, readHead, readManifest } from '../model/manifest/manifest';
import { copyBelow, nearFile, placeForCopy } from '../model/nearFile';
import { readProvided } from '../model/providers/read';
import { systemsOf, withoutKey } from '../model/resolve';
import type { PromptSystem } from '../model/system';
import { headOf } from '../syntax/head';
import { folderOf, isInside } from '../text/address';
import { isGlob } from '../text/glob';
import type { SourceFile } from '../text/source';

/** Addresses of the workspace by what they may be. A new object means that a file came or went. */
export interface Addresses {
  readonly manifests: readonly string[];
  /** Templates that may carry their system in a YAML head. */
  readonly mayHaveHead: readonly string[];
}

interface Entry {
  readonly file: SourceFile;
  readonly document: ManifestDocument;
  readonly systems: readonly PromptSystem[];
}

/** Which systems there are and which files they name. Kept up to date file by file, since it is asked on every key. */
export class SystemIndex {
  readonly #manifests = new Map<string, Entry>();
  readonly #heads = new Map<string, Entry>();
  /** What a head, or what a file of another tool, was read from: while that stays, what it says stays. */
  readonly #headTexts = new Map<string, { readonly head: string; readonly document: ManifestDocument }>();
  /** By address of a file that stands beside one of another tool and says more about it: those files. */
  readonly #besides = new Map<string, Set<string>>();
  readonly #dirty = new Set<string>();
  #addresses: Addresses | undefined;
  #isManifest: ReadonlySet<string> = new Set();
  #mayHaveHead: ReadonlySet<string> = new Set();
  #byFile: ReadonlyMap<string, readonly PromptSystem[]> = new Map();
  #systems: readonly PromptSystem[] | undefined;
  /** By address of an included text, or of a place where one was looked for: the systems that ask for it. */
  readonly #includedBy = new Map<string, Set<PromptSystem>>();
  readonly #includes = new Map<PromptSystem, readonly string[]>();
  #state = 0;

  /** Tells that the text at an address may be another one. */
  touch(uri: string): void {
    this.#dirty.add(uri);
  }

  /** Tells that files came or went, so that patterns may name others than before. */
  touchPatterns(): void {
    for (const [uri, entry] of this.#manifests) {
      if (
        Object.values(entry.document.data.systems).some(
          (system) => system.template !== undefined && isGlob(system.template),
        )
      )
        this.#dirty.add(uri);
    }
  }

  /** Takes in what changed; the number returned changes whenever other files may be named than before. */
  update(addresses: Addresses, lookup: Lookup): number {
    if (addresses !== this.#addresses) this.#replaceAddresses(addresses);
    if (this.#dirty.size === 0) return this.#state;
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    let manifestsChanged = false;
    for (const uri of dirty) for (const beside of this.#besides.get(uri) ?? []) this.#readHead(beside, lookup, true);
    for (const uri of dirty) {
      if (this.#isManifest.has(uri)) manifestsChanged = this.#readManifest(uri, lookup) || manifestsChanged;
      else if (this.#mayHaveHead.has(uri)) this.#readHead(uri, lookup);
    }
    if (manifestsChanged) this.#rebuild();
    this.#followIncludes(dirty, manifestsChanged, lookup);
    return this.#state;
  }

  /** Asks for every file that a system names, so that what is not known yet will be read. */
  askForFiles(lookup: Lookup): void {
    for (const system of this.systems)
      for (const file of system.files) {
        const from = system.manifest.file.uri;
        const { kind } = lookup.find(from, file.written).found;
        const path = withoutKey(file.written);
        // For one that is not there, or may not be read, the files that may have been meant are asked for as well.
        if (kind === 'missing') nearFile(lookup, from, path);
        if (kind === 'outside' && copyBelow(lookup, from, path) === undefined) lookup.at(placeForCopy(from, path));
      }
  }

  /** All systems, by address of their manifest and order in it; then those of heads. */
  get systems(): readonly PromptSystem[] {
    this.#systems ??= [
      ...[...this.#manifests].sort(byAddress).flatMap(([, entry]) => entry.systems),
      ...[...this.#heads].sort(byAddress).flatMap(([uri, entry]) => (this.#byFile.has(uri) ? [] : entry.systems)),
    ];
    return this.#systems;
  }

  /** The manifest at an address, or the head of a template that no manifest names. */
  document(uri: string): ManifestDocument | undefined {
    return this.#manifests.get(uri)?.document ?? (this.#byFile.has(uri) ? undefined : this.#heads.get(uri)?.document);
  }

  /** Systems that read a file or that stand in it, nearest manifest upwards first. */
  systemsOf(uri: string): readonly PromptSystem[] {
    const own = this.#manifests.get(uri);
    if (own) return own.systems;
    const named = this.#byFile.get(uri) ?? [];
    const including = [...(this.#includedBy.get(uri) ?? [])].filter((system) => !named.includes(system));
    if (named.length + including.length > 0)
      return including.length === 0 ? named : [...named, ...including].sort(byNearness(uri));
    return this.#heads.get(uri)?.systems ?? [];
  }

  /** Addresses of the texts that a system includes, and of the places where one was looked for. */
  includesOf(system: PromptSystem): readonly string[] {
    return this.#includes.get(system) ?? [];
  }

  #replaceAddresses(addresses: Addresses): void {
    this.#addresses = addresses;
    const manifests = new Set(addresses.manifests);
    const heads = new Set(addresses.mayHaveHead);
    let gone = false;
    for (const [uri, { systems }] of this.#manifests) {
      if (manifests.has(uri)) continue;
      this.#forgetIncludes(systems);
      gone = this.#manifests.delete(uri) || gone;
    }
    for (const uri of this.#heads.keys()) {
      if (heads.has(uri)) continue;
      this.#forgetHead(uri);
      gone = true;
    }
    for (const uri of manifests) if (!this.#isManifest.has(uri)) this.#dirty.add(uri);
    for (const uri of heads) if (!this.#mayHaveHead.has(uri)) this.#dirty.add(uri);
    this.#isManifest = manifests;
    this.#mayHaveHead = heads;
    if (gone) this.#rebuild();
  }

  #readManifest(uri: string, lookup: Lookup): boolean {
    const found = lookup.at(uri);
    const known = this.#manifests.get(uri);
    if (found.kind !== 'file') return this.#manifests.delete(uri);
    const document = readManifest(found.file);
    const systems = systemsOf(document, (pattern) => lookup.glob?.(uri, pattern) ?? []);
    if (known?.file === found.file && known.systems === systems) return false;
    this.#manifests.set(uri, { file: found.file, document, systems });
    return true;
  }

  #readHead(uri: string, lookup: Lookup, again = false): void {
    const found = lookup.at(uri);
    const known = this.#heads.get(uri);
    if (found.kind === 'file' && known?.file === found.file && !again) return;
    if (again) this.#headTexts.delete(uri);
    const entry =
      found.kind === 'file' ? (this.#headEntry(found.file) ?? this.#provided(found.file, lookup)) : undefined;
    if (!entry && !known) return;
    const headText = this.#headTexts.get(uri);
    this.#forgetHead(uri);
    if (entry) {
      this.#heads.set(uri, entry);
      if (headText) this.#headTexts.set(uri, headText);
    }
    this.#systems = undefined;
    // The same head names the same files, whatever was typed below it.
    if (entry?.document.data !== known?.document.data) this.#state++;
  }

  #forgetHead(uri: string): void {
    this.#forgetIncludes(this.#heads.get(uri)?.systems ?? []);
    this.#heads.delete(uri);
    this.#headTexts.delete(uri);
  }

  #forgetIncludes(systems: readonly PromptSystem[]): void {
    for (const system of systems) {
      this.#setIncludes(system, []);
      this.#includes.delete(system);
    }
  }

  #headEntry(file: SourceFile): Entry | undefined {
    const head = headOf(file.text);
    if (!head) return undefined;
    const text = file.text.slice(0, head.bodyStart);
    if (!text.includes('strata')) return undefined;
    const known = this.#headTexts.get(file.uri);
    const read = known?.head === text ? { ...known.document, file } : readHead(file, head.yamlSpan);
    if (!read) return undefined;
    this.#headTexts.set(file.uri, { head: text, document: read });
    return { file, document: read, systems: systemsOf(read) };
  }

  /** A file of another tool, read as it is. */
  #provided(file: SourceFile, lookup: Lookup): Entry | undefined {
    const known = this.#headTexts.get(file.uri);
    if (known?.document.kind === 'provider' && file.text.startsWith(known.head)) {
      const document = { ...known.document, file };
      return { file, document, systems: systemsOf(document) };
    }
    const read = readProvided(file, (path) => {
      const { uri, found } = lookup.find(file.uri, path);
      const asking = this.#besides.get(uri) ?? new Set();
      this.#besides.set(uri, asking.add(file.uri));
      return found.kind === 'file' ? found.file : found.kind === 'missing' ? 'missing' : undefined;
    });
    if (!read) return undefined;
    const { document, decidedBy } = read;
    if (decidedBy === undefined) this.#headTexts.delete(file.uri);
    else this.#headTexts.set(file.uri, { head: file.text.slice(0, decidedBy), document });
    return { file, document, systems: systemsOf(document) };
  }

  /** Looks again at what the templates include, for the systems that a changed text may concern. */
  #followIncludes(dirty: readonly string[], all: boolean, lookup: Lookup): void {
    const affected = new Set<PromptSystem>();
    if (all) {
      const systems = new Set(this.systems);
      this.#forgetIncludes([...this.#includes.keys()].filter((system) => !systems.has(system)));
      // A system that stays asks for the same texts: of thousands, only those of the manifest that changed are read again.
      for (const system of systems) if (!this.#includes.has(system)) affected.add(system);
    }
    for (const uri of dirty) {
      for (const system of this.#byFile.get(uri) ?? []) affected.add(system);
      for (const system of this.#includedBy.get(uri) ?? []) affected.add(system);
      for (const system of this.#heads.get(uri)?.systems ?? []) affected.add(system);
    }
    for (const system of affected) {
      if (!system.dialects.some((dialect) => dialect.includeNames)) continue;
      this.#setIncludes(system, [...new Set(includesOf(system, lookup).flatMap((include) => include.resolved.tried))]);
    }
  }

  #setIncludes(system: PromptSystem, uris: readonly string[]): void {
    const before = this.#includes.get(system) ?? [];
    if (before.length === uris.length && before.every((uri, i) => uri === uris[i])) return;
    for (const uri of before) {
      const systems = this.#includedBy.get(uri);
      systems?.delete(system);
      if (systems?.size === 0) this.#includedBy.delete(uri);
    }
    for (const uri of uris) {
      const systems = this.#includedBy.get(uri) ?? new Set();
      systems.add(system);
      this.#includedBy.set(uri, systems);
    }
    this.#includes.set(system, uris);
    this.#state++;
  }

  #rebuild(): void {
    this.#state++;
    this.#systems = undefined;
    const byFile = new Map<string, PromptSystem[]>();
    for (const entry of this.#manifests.values()) {
      for (const system of entry.systems) {
        for (const uri of new Set(system.files.map((file) => file.uri))) {
          const list = byFile.get(uri);
          if (list) list.push(system);
          else byFile.set(uri, [system]);
        }
      }
    }
    for (const [uri, list] of byFile) if (list.length > 1) list.sort(byNearness(uri));
    this.#byFile = byFile;
  }
}

/** How near a manifest is to a file upwards: the longer its folder, the nearer; one elsewhere is farthest. */
function nearness(system: PromptSystem, uri: string): number {
  const folder = folderOf(system.manifest.file.uri);
  return isInside(folder, uri) ? folder.length : -1;
}

const byNearness =
  (uri: string) =>
  (a: PromptSystem, b: PromptSystem): number =>
    nearness(b, uri) - nearness(a, uri) || (a.key < b.key ? -1 : 1);

const byAddress = (a: readonly [string, unknown], b: readonly [string, unknown]): number => (a[0] < b[0] ? -1 : 1);
