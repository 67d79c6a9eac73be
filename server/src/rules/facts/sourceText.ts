import type { Lookup } from '../../model/lookup';

/** The text of a file, when it can be read. */
export function textAt(lookup: Lookup, uri: string): string | undefined {
  const found = lookup.at(uri);
  return found.kind === 'file' ? found.file.text : undefined;
}
