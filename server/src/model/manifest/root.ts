// A whole manifest by the shape of the schema, from the root of its YAML.
import { behind, emptyMap, entryOf, type YamlNode } from '../../syntax/yaml/tree';
import type { Manifest } from '../schema';
import { manifestShape } from '../shape';
import { ManifestReading } from './reading';

/** What was read, and how it went. */
export interface RootRead {
  readonly reading: ManifestReading;
  /** Whatever the text, there are `systems`, though perhaps none. */
  readonly data: Manifest;
}

/** Reads a root; with `unfinished`, systems are kept that lack what they need. */
export function readRoot(text: string, root: YamlNode | undefined, unfinished = false): RootRead {
  const at = root && behind(root);
  const systems = unfinished && at?.kind === 'map' ? entryOf(at, 'systems')?.value : undefined;
  const entries = systems && behind(systems);
  const kept = entries?.kind === 'map' ? entries.entries.map(({ value }) => behind(value)) : [];
  const reading = new ManifestReading(text, [at, ...kept]);
  const subject = { kind: 'named', name: 'the manifest', key: undefined } as const;
  const read = at && reading.read(at, manifestShape(), subject);
  const data = { systems: emptyMap(), ...(read?.value as object | undefined), version: 1 } as Manifest;
  return { reading, data };
}
