import { parseYaml, type Yaml } from '../../syntax/yaml';
import type { YamlFault } from '../../syntax/yaml/faults';
import { REMOVE_LINE } from '../../syntax/yaml/slips';
import { behind, emptyMap, entryOf } from '../../syntax/yaml/tree';
import { nameOf } from '../../text/address';
import { Kept } from '../../text/kept';
import type { SourceFile } from '../../text/source';
import { covers, type Span, span as spanOf } from '../../text/span';
import type { Division } from '../division';
import type { Manifest } from '../schema';
import { headShape } from '../shape';
import { Places } from './places';
import { ManifestReading } from './reading';
import { type RootRead, readRoot } from './root';
import { slipIn } from './slip';

export type Path = readonly (string | number)[];

/** One thing wrong with the manifest as a file; `rules/` turns it into a finding with its fix. */
export interface ManifestFault {
  readonly code:
    | 'manifest.syntax'
    | 'manifest.schema'
    | 'manifest.unknown-key'
    | 'manifest.unquoted-slot'
    | 'file.missing'
    | 'text.entity';
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
  const first = reread(file, unfinished);
  const { faults } = first;
  const slip = unfinished ? undefined : slipIn(file.text, first.yaml.faults, first.reading.faults.all, first.data);
  const other = slip && reread(file, false, slip);
  const [only] = faults;
  // A word that is still being typed is told how it goes on, not that it should go.
  const isSame =
    faults.length === 1 && only?.fixes && only.span.start === slip?.span.start && slip.fix?.title === REMOVE_LINE;
  const best = other && other.faults.length <= faults.length && !isSame ? other : first;
  const { data, faults: told, slip: taken } = best;
  // What was read is not held by it.
  const places = new Places(best.yaml, best.reading.orders, () => parseYaml(file.text, undefined, taken));
  return {
    file,
    kind: 'manifest',
    data,
    faults: told,
    place: (path) => places.place(path),
    at: (offset) => places.at(offset),
  };
}

interface Reread extends RootRead {
  readonly yaml: Yaml;
  readonly faults: readonly ManifestFault[];
  /** What the text was read without. */
  readonly slip: YamlFault | undefined;
}

function reread(file: SourceFile, unfinished: boolean, slip?: YamlFault): Reread {
  const yaml = parseYaml(file.text, undefined, slip);
  const { reading, data } = readRoot(file.text, yaml.root, unfinished);
  const isEmpty = (yaml.root && behind(yaml.root)) === undefined && yaml.faults.length === 0;
  const faults = isEmpty ? [empty(file)] : merged(yaml.faults, reading.faults.all);
  return { yaml, reading, data, faults, slip };
}

function makeHead(file: SourceFile, span: Span, unfinished = false): ManifestDocument | undefined {
  const parse = (): Yaml => parseYaml(file.text, span);
  const yaml = parse();
  const root = yaml.root && behind(yaml.root);
  const entry = root?.kind === 'map' ? entryOf(root, 'strata') : undefined;
  if (root?.kind !== 'map' || !entry) return undefined;
  const id = nameOf(file.uri);
  const reading = new ManifestReading(file.text, unfinished ? [behind(entry.value)] : []);
  const read = reading.read(entry.value, headShape(), { kind: 'key', name: 'strata', key: entry.key.span });
  const systems = emptyMap<unknown>();
  if (read) systems[id] = { ...(read.value as object), template: id };
  const next = root.entries[root.entries.indexOf(entry) + 1]?.key.span.start ?? span.end + 1;
  const ours = yaml.faults.filter((f) => f.span.start >= entry.key.span.start && f.span.start < next);
  const places = new Places(yaml, reading.orders, parse);
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
