import { parseYaml, type Yaml } from '../../syntax/yaml';
import type { YamlFault } from '../../syntax/yaml/faults';
import { movedFault } from '../../syntax/yaml/mend';
import { readPlain } from '../../syntax/yaml/plain';
import { REMOVE_LINE } from '../../syntax/yaml/slips';
import { behind, emptyMap, entryOf, type YamlNode } from '../../syntax/yaml/tree';
import { nameOf } from '../../text/address';
import { Kept } from '../../text/kept';
import type { SourceFile } from '../../text/source';
import { type Span, shift, span as spanOf } from '../../text/span';
import type { Division } from '../division';
import type { Manifest } from '../schema';
import { headShape } from '../shape';
import { excerptAround } from './excerpt';
import { withLineFeeds } from './lineBreaks';
import { emptyFault, mergedFaults } from './merged';
import { Places } from './places';
import { ManifestReading } from './reading';
import { type RootRead, readRoot } from './root';
import { type Suspect, slipIn } from './slip';

/** Keys and indexes from the root of the YAML to a node: `systems`, `chat`, `layers`, 0. */
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

const makeManifest = (file: SourceFile, unfinished = false): ManifestDocument =>
  withLineFeeds(file, (read) => manifestOf(read, unfinished));

function manifestOf(file: SourceFile, unfinished: boolean): ManifestDocument {
  const { yaml, reading, data, faults, known } = ofLong(file, unfinished) ?? bestOf(file, unfinished);
  // What was read is not held by it.
  const places = new Places(yaml, reading.orders, () => parseYaml(file.text, undefined, known));
  return {
    file,
    kind: 'manifest',
    data,
    faults,
    place: (path) => places.place(path),
    at: (offset) => places.at(offset),
  };
}

function bestOf(file: SourceFile, unfinished: boolean): Reread {
  const first = reread(file, unfinished, parseYaml(file.text));
  if (unfinished) return first;
  return withoutSlip(file.text, first, rootOf, (slip) =>
    reread(file, false, parseYaml(file.text, undefined, [slip]), [slip]),
  );
}

/** Characters from which on what is wrong is looked for in an excerpt. */
const LONG = 24_000;

/**
 * A long manifest without what is wrong in some of its systems, as it was found in an excerpt with these alone. Undefined
 * where that does not explain everything.
 */
function ofLong(file: SourceFile, unfinished: boolean): Reread | undefined {
  const { text } = file;
  if (text.length < LONG) return undefined;
  const first = readPlain(text) && reread(file, unfinished, parseYaml(text));
  if (first && (unfinished || first.faults.length === 0)) return first;
  const excerpt = excerptAround(text, (system) =>
    first
      ? first.faults.some(({ span }) => span.start >= system.start && span.start < system.end)
      : readPlain(`systems:\n${text.slice(system.start, system.end)}`) === undefined,
  );
  if (!excerpt) return undefined;
  const found = bestOf({ ...file, text: excerpt.text }, unfinished).yaml.faults;
  if (!found.every(({ fix, mends }) => fix && mends)) return undefined;
  if (first && found.length === 0) return first;
  const known = found.map((fault) => movedFault(fault, excerpt.back));
  const without = parseYaml(text, undefined, known);
  const other = without.isQuick ? reread(file, unfinished, without, known) : undefined;
  return first && (!other || other.faults.length > first.faults.length) ? first : other;
}

const rootOf: Suspect['reread'] = (text, root) => {
  const { reading, data } = readRoot(text, root);
  return { faults: reading.faults.all, data };
};

/** What was read of a text, or what is read of it without the slip that explains its faults. */
function withoutSlip<T extends Reread>(
  text: string,
  first: T,
  reread: Suspect['reread'],
  without: (slip: YamlFault) => T | undefined,
  from = 0,
): T {
  const { yaml, reading, data, faults } = first;
  const slip = slipIn({
    text,
    yaml: from === 0 ? yaml.faults : yaml.faults.map((fault) => movedFault(fault, (span) => shift(span, -from))),
    read: from === 0 ? reading.faults.all : reading.faults.all.map((one) => ({ ...one, span: shift(one.span, -from) })),
    data,
    reread,
  });
  const other = slip && without(slip);
  const [only] = faults;
  // A word that is still being typed is told how it goes on, not that it should go.
  const isSame =
    faults.length === 1 &&
    only?.fixes &&
    slip !== undefined &&
    only.span.start === slip.span.start + from &&
    slip.fix?.title === REMOVE_LINE;
  return other && other.faults.length <= faults.length && !isSame ? other : first;
}

interface Reread extends RootRead {
  readonly yaml: Yaml;
  readonly faults: readonly ManifestFault[];
  /** What the text was read without. */
  readonly known: readonly YamlFault[];
}

function reread(file: SourceFile, unfinished: boolean, yaml: Yaml, known: readonly YamlFault[] = []): Reread {
  const { reading, data } = readRoot(file.text, yaml.root, unfinished);
  const isEmpty = (yaml.root && behind(yaml.root)) === undefined && yaml.faults.length === 0;
  const faults = isEmpty ? [emptyFault(file)] : mergedFaults(file.text, yaml.faults, reading.faults.all);
  return { yaml, reading, data, faults, known };
}

const makeHead = (file: SourceFile, span: Span, unfinished = false): ManifestDocument | undefined =>
  withLineFeeds(file, (read, places) => headOf(read, spanOf(places.to(span.start), places.to(span.end)), unfinished));

function headOf(file: SourceFile, span: Span, unfinished: boolean): ManifestDocument | undefined {
  const id = nameOf(file.uri);
  const first = rereadHead(file, span, unfinished);
  if (!first) return undefined;
  const stretch = file.text.slice(span.start, span.end);
  const entries = countOf(first.yaml.root);
  const ours: Suspect['reread'] = (text, root) => {
    // What is taken out of it would be right as somebody else's.
    const read = countOf(root) > entries ? undefined : strataOf(text, root, id, false);
    return read && { faults: read.reading.faults.all, data: read.data };
  };
  const best = unfinished
    ? first
    : withoutSlip(stretch, first, ours, (slip) => rereadHead(file, span, false, [slip]), span.start);
  const places = new Places(best.yaml, best.reading.orders, () => parseYaml(file.text, span, best.known));
  return {
    file,
    kind: 'head',
    data: best.data,
    faults: best.faults,
    place: (path) =>
      path[0] === 'systems' && (path[1] ?? id) === id ? places.place(['strata', ...path.slice(2)]) : undefined,
    at: (offset) => {
      const at = places.at(offset);
      return at?.path[0] === 'strata' ? { ...at, path: ['systems', id, ...at.path.slice(1)] } : undefined;
    },
  };
}

function countOf(node: YamlNode | undefined): number {
  const root = node && behind(node);
  return root?.kind === 'map' ? root.entries.length : 0;
}

function rereadHead(
  file: SourceFile,
  span: Span,
  unfinished: boolean,
  known: readonly YamlFault[] = [],
): Reread | undefined {
  const yaml = parseYaml(file.text, span, known);
  const read = yaml.root && strataOf(file.text, yaml.root, nameOf(file.uri), unfinished);
  if (!read) return undefined;
  const { reading, data, from, next } = read;
  const ours = yaml.faults.filter((f) => f.span.start >= from && f.span.start < (next ?? span.end + 1));
  return { yaml, reading, data, faults: mergedFaults(file.text, ours, reading.faults.all), known };
}

/** What stands under the key `strata` of a head, and from where up to which offset. */
function strataOf(
  text: string,
  node: YamlNode,
  id: string,
  unfinished: boolean,
): (RootRead & { readonly from: number; readonly next: number | undefined }) | undefined {
  const root = behind(node);
  const entry = root?.kind === 'map' ? entryOf(root, 'strata') : undefined;
  if (root?.kind !== 'map' || !entry) return undefined;
  const reading = new ManifestReading(text, unfinished ? [behind(entry.value)] : []);
  const read = reading.read(entry.value, headShape(), { kind: 'key', name: 'strata', key: entry.key.span });
  const systems = emptyMap<unknown>();
  if (read) systems[id] = { ...(read.value as object), template: id };
  const next = root.entries[root.entries.indexOf(entry) + 1]?.key.span.start;
  return { reading, data: { version: 1, systems } as Manifest, from: entry.key.span.start, next };
}
