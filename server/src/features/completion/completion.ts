import type { CompletionItem, CompletionList, Position } from 'vscode-languageserver-types';
import type { Snapshot } from '../../workspace/snapshot';
import { offsetOf } from '../convert';
import { isInString } from '../places/texts';
import { manifestCompletion } from './manifestCompletion';
import { slotCompletion } from './slotCompletion';

/** Characters after which it is worth asking: what opens a slot, and what stands before a value in a manifest. */
export const TRIGGER_CHARACTERS = ['{', '$', '%', '#', '/', '|', '.', ' '] as const;

export interface CompletionOptions {
  /** Names of files, where one may be typed. */
  readonly files: readonly CompletionItem[];
  /** The editor knows snippets with places to fill in. */
  readonly snippets: boolean;
}

/**
 * Slots in template text; keys, values and names in manifests and heads. `typed` is the character that made the editor
 * ask, undefined when a person did.
 */
export function completion(
  snapshot: Snapshot,
  uri: string,
  position: Position,
  typed: string | undefined,
  options: CompletionOptions = { files: [], snippets: false },
): CompletionList | null {
  const file = snapshot.file(uri);
  if (!file) return null;
  const offset = offsetOf(file, position);
  const { snippets } = options;
  const inManifest = isInString(snapshot, uri, offset)
    ? undefined
    : manifestCompletion(snapshot, file, offset, snippets);
  const items: readonly CompletionItem[] =
    inManifest ?? slotCompletion(snapshot, file, offset, { typed, snippets }) ?? [];
  const all = [...options.files, ...items];
  return all.length === 0 ? null : { isIncomplete: false, items: all };
}
