import type { CompletionItem, CompletionList, Position } from 'vscode-languageserver-types';
import type { Snapshot } from '../workspace/snapshot';
import { offsetOf } from './convert';
import { manifestCompletion } from './manifestCompletion';
import { slotCompletion } from './slotCompletion';

/** Characters after which it is worth asking: what opens a slot, and what stands before a value in a manifest. */
export const TRIGGER_CHARACTERS = ['{', '$', '%', '#', ' '] as const;

/**
 * Slots in template text; keys, values and names in manifests and heads. `typed` is the character that made the editor
 * ask, undefined when a person did.
 */
export function completion(
  snapshot: Snapshot,
  uri: string,
  position: Position,
  typed: string | undefined,
): CompletionList | null {
  const file = snapshot.file(uri);
  if (!file) return null;
  const offset = offsetOf(file, position);
  const items: readonly CompletionItem[] =
    manifestCompletion(snapshot, file, offset) ?? slotCompletion(snapshot, file, offset, typed) ?? [];
  return items.length === 0 ? null : { isIncomplete: false, items: [...items] };
}
