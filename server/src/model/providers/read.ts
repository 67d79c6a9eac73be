import type { SourceFile } from '../../text/source';
import type { ManifestDocument } from '../manifest/manifest';
import { providers } from './index.generated';
import { type Beside, isCalledAs, type Provided, type Provider, placeKey } from './provider';

const asked: readonly Provider[] = [
  ...providers.filter(({ isLast }) => !isLast),
  ...providers.filter(({ isLast }) => isLast),
];

/** Whether a file is one of another tool by its name alone: such are looked for, and not only read when they are opened. */
export const isProviderName = (uri: string): boolean =>
  asked.some((provider) => !provider.holds && isCalledAs(provider, uri));

/** A file of another tool, as a manifest that nobody can write; undefined when it is none. */
export function readProvided(
  file: SourceFile,
  beside: Beside,
): { document: ManifestDocument; decidedBy?: number } | undefined {
  for (const provider of asked) {
    if (!isCalledAs(provider, file.uri) || provider.holds?.test(file.text) === false) continue;
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
