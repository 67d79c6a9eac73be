import type { SourceFile } from '../text/source';
import type { Span } from '../text/span';
import type { Manifest } from './schema';

export type Path = readonly (string | number)[];

/** One thing wrong with the manifest as a file; `rules/` turns it into a finding with its fix. */
export interface ManifestFault {
  readonly code: 'manifest.syntax' | 'manifest.schema' | 'manifest.unknown-key' | 'manifest.unquoted-slot';
  readonly message: string;
  readonly span: Span;
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  readonly fixes?: readonly { readonly title: string; readonly edits: readonly { readonly span: Span; readonly text: string }[]; readonly safe?: boolean }[];
}

/**
 * A manifest as far as it can be read: `strata.yaml`, or the `strata:` of a YAML head (then `systems` holds one system
 * whose id is the file's name, and `template` is the file itself). What the schema refuses is left out of `data` and
 * stands in `faults`, so that everything else keeps working while somebody types.
 */
export interface ManifestDocument {
  readonly file: SourceFile;
  readonly kind: 'manifest' | 'head';
  readonly data: Manifest;
  readonly faults: readonly ManifestFault[];
  /** Where the entry at `path` stands (`['systems', 'chat', 'layers', 0, 'id']`): its key and its value, in offsets of `file`. */
  place(path: Path): { readonly key?: Span; readonly value?: Span } | undefined;
  /** The innermost entry at an offset: its path, and whether the offset is in the key or in the value. */
  at(offset: number): { readonly path: Path; readonly part: 'key' | 'value'; readonly span: Span } | undefined;
}
