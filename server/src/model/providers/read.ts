import { nameOf } from '../../text/address';
import type { SourceFile } from '../../text/source';
import type { ManifestDocument } from '../manifest';
import { providers } from './index.generated';
import { type Beside, type Provided, placeKey } from './provider';

/** Whether a file may be one of another tool, by its name: for those that are looked for, and not only opened. */
export const isProviderName = (uri: string): boolean => /\.prompty$|^skprompt\.txt$/i.test(nameOf(uri));

/** A file of another tool, as a manifest that nobody can write; undefined when it is none. */
export function readProvided(
  file: SourceFile,
  beside: Beside,
): { document: ManifestDocument; decidedBy?: number } | undefined {
  for (const provider of providers) {
    if (!provider.names.test(file.uri)) continue;
    const provided = provider.read(file, beside);
    if (provided && Object.keys(provided.systems).length > 0) {
      const { decidedBy } = provided;
      return { document: documentOf(file, provided), ...(decidedBy === undefined ? {} : { decidedBy }) };
    }
  }
  return undefined;
}

/** What is said of a manifest: the words of another tool are not ours to judge, and its models have names of their own. */
const OF_MANIFESTS: NonNullable<Provided['rules']> = { 'manifest.reference': 'off', 'manifest.selections': 'off' };

function documentOf(file: SourceFile, { systems, places, division, rules, faults = [] }: Provided): ManifestDocument {
  return {
    file,
    kind: 'provider',
    data: { version: 1, systems, rules: { ...OF_MANIFESTS, ...rules } },
    faults,
    ...(division ? { division } : {}),
    place: (path) => places.get(placeKey(path)),
    at(offset) {
      for (const [key, { key: span }] of places) {
        if (!span || offset < span.start || offset > span.end) continue;
        return { path: JSON.parse(key) as (string | number)[], part: 'key', span };
      }
      return undefined;
    },
  };
}
