import { parseYaml, type Yaml } from '../../syntax/yaml';
import type { YamlFault } from '../../syntax/yaml/faults';
import { behind, emptyMap, entryOf, type YamlNode } from '../../syntax/yaml/tree';
import { nameOf } from '../../text/address';
import { Kept } from '../../text/kept';
import type { SourceFile } from '../../text/source';
import { covers, type Span, span as spanOf } from '../../text/span';
import type { Division } from '../division';
import { headSystem, type Manifest, manifest as manifestSchema } from '../schema';
import { shapeOf } from '../shape';
import { ManifestReading } from './reading';

export type Path = readonly (string | number)[];

/** One thing wrong with the manifest as a file; `rules/` turns it into a finding with its fix. */
export interface ManifestFault {
  readonly code:
    | 'manifest.syntax'
    | 'manifest.schema'
    | 'manifest.unknown-key'
    | 'manifest.unquoted-slot'
    | 'file.missing';
  readonly message: string;
  readonly span: Span;
  /** Level of this fault when it differs from the rule's. */
  readonly level?: 'info' | 'error';
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  readonly fixes?: readonly {
    readonly title: string;
    readonly edits: readonly { readonly span: Span; readonly text: string }[];
    readonly safe?: boolean;
  }[];
}

/**
 * A manifest as far as it can be read: `strata.yaml`, or the `strata:` of a YAML head (then `systems` holds one system
 * whose id is the file's name, and `template` is the file itself), or what the file of another tool says in that tool's
 * own words (`provider`: nothing is ever written into it). What the schema refuses is left out of `data`
 * (a word that is nearly one of those wanted is read as that one) and stands in `faults`, so that everything else keeps
 * working while somebody types. Maps of `data` have no prototype.
 */
export interface ManifestDocument {
  readonly file: SourceFile;
  readonly kind: 'manifest' | 'head' | 'provider';
  readonly data: Manifest;
  readonly faults: readonly ManifestFault[];
  /** How the tool of a provider's file divides a rendered text into messages. */
  readonly division?: Division;
  /**
   * Where the entry at `path` stands (`['systems', 'chat', 'layers', 0, 'id']`): its key and its value, in offsets of
   * `file`. Numbers count the items of `data`; items that were left out of it come behind them.
   */
  place(path: Path): { readonly key?: Span; readonly value?: Span } | undefined;
  /** The innermost entry at an offset: its path, and whether the offset is in the key or in the value. */
  at(offset: number): { readonly path: Path; readonly part: 'key' | 'value'; readonly span: Span } | undefined;
}

const manifests = new Kept<SourceFile, ManifestDocument>();
const heads = new Kept<SourceFile, { readonly document: ManifestDocument | undefined }>();

/** Reads a `strata.yaml`. Total: whatever the text, there is a document. */
export function readManifest(file: SourceFile): ManifestDocument {
  let document = manifests.get(file);
  if (!document) {
    document = makeManifest(file);
    manifests.set(file, document);
  }
  return document;
}

/**
 * Reads the key `strata:` of a YAML head; undefined when the head has none. `span` is the YAML between the lines `---`.
 * The other keys belong to somebody else: they are neither read nor judged.
 */
export function readHead(file: SourceFile, span: Span): ManifestDocument | undefined {
  let known = heads.get(file);
  if (!known) {
    const mentioned = file.text.slice(span.start, span.end).includes('strata');
    known = { document: mentioned ? makeHead(file, span) : undefined };
    heads.set(file, known);
  }
  return known.document;
}

/**
 * The same manifest, or the head in `head`, with every system in it, also one that still lacks what it needs: for what is
 * asked while somebody writes it. Made anew each time.
 */
export function readUnfinished(file: SourceFile, head?: Span): ManifestDocument | undefined {
  return head ? makeHead(file, head, true) : makeManifest(file, true);
}

const SMALLEST = 'version: 1\nsystems:\n  chat:\n    template: chat.prompt\n    dialect: single-brace\n';

function makeManifest(file: SourceFile, unfinished = false): ManifestDocument {
  const yaml = parseYaml(file.text);
  const root = yaml.root && behind(yaml.root);
  const systems = unfinished && root?.kind === 'map' ? entryOf(root, 'systems')?.value : undefined;
  const entries = systems && behind(systems);
  const reading = new ManifestReading(file.text, [
    root,
    ...(entries?.kind === 'map' ? entries.entries.map(({ value }) => behind(value)) : []),
  ]);
  const read =
    root &&
    reading.read(root, shapeOf(manifestSchema), {
      kind: 'named',
      name: 'the manifest',
      key: undefined,
    });
  const data = { systems: emptyMap(), ...(read?.value as object | undefined), version: 1 } as Manifest;
  const faults = root || yaml.faults.length > 0 ? merged(yaml.faults, reading.faults.all) : [empty(file)];
  const places = new Places(yaml, reading.orders);
  return {
    file,
    kind: 'manifest',
    data,
    faults,
    place: (path) => places.place(path),
    at: (offset) => places.at(offset),
  };
}

function makeHead(file: SourceFile, span: Span, unfinished = false): ManifestDocument | undefined {
  const yaml = parseYaml(file.text, span);
  const root = yaml.root && behind(yaml.root);
  const entry = root?.kind === 'map' ? entryOf(root, 'strata') : undefined;
  if (root?.kind !== 'map' || !entry) return undefined;
  const id = nameOf(file.uri);
  const reading = new ManifestReading(file.text, unfinished ? [behind(entry.value)] : []);
  const read = reading.read(entry.value, shapeOf(headSystem), { kind: 'key', name: 'strata', key: entry.key.span });
  const systems = emptyMap<unknown>();
  if (read) systems[id] = { ...(read.value as object), template: id };
  const next = root.entries[root.entries.indexOf(entry) + 1]?.key.span.start ?? span.end + 1;
  const ours = yaml.faults.filter((f) => f.span.start >= entry.key.span.start && f.span.start < next);
  const places = new Places(yaml, reading.orders);
  return {
    file,
    kind: 'head',
    data: { version: 1, systems } as Manifest,
    faults: merged(ours, reading.faults.all),
    place: (path) =>
      path[0] === 'systems' && (path[1] ?? id) === id ? places.place(['strata', ...path.slice(2)]) : undefined,
    at: (offset) => {
      const at = places.at(offset);
      return at?.path[0] === 'strata' ? { ...at, path: ['systems', id, ...at.path.slice(1)] } : undefined;
    },
  };
}

function empty(file: SourceFile): ManifestFault {
  const end = file.text.length;
  const before = end > 0 && !file.text.endsWith('\n') ? '\n' : '';
  return {
    code: 'manifest.schema',
    level: 'info',
    message: 'This manifest is empty. The smallest one names a prompt, its file and how slots are written in it.',
    span: spanOf(0, 0),
    fixes: [
      { title: 'Begin with the smallest manifest', edits: [{ span: spanOf(end, end), text: before + SMALLEST }] },
    ],
  };
}

/** Faults of the YAML and of what it says, in the order of the text, without those that follow from another. */
function merged(yaml: readonly YamlFault[], read: readonly ManifestFault[]): ManifestFault[] {
  const caused = (fault: ManifestFault): boolean =>
    yaml.some(
      (y) => y.span.start <= fault.span.start && (fault.span.start < y.span.end || fault.span.start === y.span.start),
    );
  const unquoted = read.filter((fault) => fault.code === 'manifest.unquoted-slot');
  const left = yaml.filter((y) => !unquoted.some((fault) => covers(fault.span, y.span)));
  const all = [...left.map(faultOf), ...read.filter((fault) => unquoted.includes(fault) || !caused(fault))];
  return all.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** A fault of the YAML, as one of the manifest or of a head. */
export function faultOf(fault: YamlFault): ManifestFault {
  return {
    code: fault.kind === 'unquoted' ? 'manifest.unquoted-slot' : 'manifest.syntax',
    message: fault.message,
    span: fault.span,
    ...(fault.related ? { related: [fault.related] } : {}),
    ...(fault.fix
      ? { fixes: [{ ...fault.fix, ...(fault.fix.title === 'Put it in quotes' ? { safe: true } : {}) }] }
      : {}),
  };
}

/** Takes paths of the data to places in the text and back. */
class Places {
  readonly #yaml: Yaml;
  readonly #orders: ReadonlyMap<YamlNode, readonly number[]>;

  constructor(yaml: Yaml, orders: ReadonlyMap<YamlNode, readonly number[]>) {
    this.#yaml = yaml;
    this.#orders = orders;
  }

  place(path: Path): { readonly key?: Span; readonly value?: Span } | undefined {
    return this.#yaml.place(this.#renumbered(path, 'to text'));
  }

  at(offset: number): { path: Path; part: 'key' | 'value'; span: Span } | undefined {
    const at = this.#yaml.at(offset);
    return at && { ...at, path: this.#renumbered(at.path, 'to data') };
  }

  #renumbered(path: Path, direction: 'to text' | 'to data'): Path {
    if (this.#orders.size === 0) return path;
    let node = this.#yaml.root;
    return path.map((step) => {
      const at: YamlNode | undefined = node && behind(node);
      if (typeof step !== 'number') {
        node = at?.kind === 'map' ? entryOf(at, step)?.value : undefined;
        return step;
      }
      const order = at && this.#orders.get(at);
      const inText = direction === 'to text' ? (order?.[step] ?? step) : step;
      node = at?.kind === 'list' ? at.items[inText] : undefined;
      return direction === 'to text' || !order ? inText : order.indexOf(step);
    });
  }
}
