import type { Value } from '../syntax/piece';
import { parseYaml, type Yaml } from '../syntax/yaml';
import type { YamlFault } from '../syntax/yamlRepair';
import { behind, emptyMap, entryOf, type YamlNode } from '../syntax/yamlTree';
import { nameOf } from '../text/address';
import type { SourceFile } from '../text/source';
import { covers, type Span, span as spanOf, touches } from '../text/span';
import { ManifestReading } from './manifestReading';
import { headSystem, type Manifest, manifest as manifestSchema } from './schema';
import { shapeOf } from './shape';

export type Path = readonly (string | number)[];

/** One thing wrong with the manifest as a file; `rules/` turns it into a finding with its fix. */
export interface ManifestFault {
  readonly code: 'manifest.syntax' | 'manifest.schema' | 'manifest.unknown-key' | 'manifest.unquoted-slot';
  readonly message: string;
  readonly span: Span;
  /** Level of this fault when it differs from the rule's. */
  readonly level?: 'info';
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  readonly fixes?: readonly {
    readonly title: string;
    readonly edits: readonly { readonly span: Span; readonly text: string }[];
    readonly safe?: boolean;
  }[];
}

/**
 * A manifest as far as it can be read: `strata.yaml`, or the `strata:` of a YAML head (then `systems` holds one system
 * whose id is the file's name, and `template` is the file itself). What the schema refuses is left out of `data` and
 * stands in `faults`, so that everything else keeps working while somebody types. Maps of `data` have no prototype.
 */
export interface ManifestDocument {
  readonly file: SourceFile;
  readonly kind: 'manifest' | 'head';
  readonly data: Manifest;
  readonly faults: readonly ManifestFault[];
  /**
   * Where the entry at `path` stands (`['systems', 'chat', 'layers', 0, 'id']`): its key and its value, in offsets of
   * `file`. Numbers count the items of `data`; items that were left out of it come behind them.
   */
  place(path: Path): { readonly key?: Span; readonly value?: Span } | undefined;
  /** The innermost entry at an offset: its path, and whether the offset is in the key or in the value. */
  at(offset: number): { readonly path: Path; readonly part: 'key' | 'value'; readonly span: Span } | undefined;
}

const manifests = new WeakMap<SourceFile, ManifestDocument>();
const heads = new WeakMap<SourceFile, { readonly document: ManifestDocument | undefined }>();

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
