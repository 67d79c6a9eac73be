import type { PromptSystem } from '../../model/system';
import type { SlotAppearance } from '../../render/segment';
import { holdsWords } from './trust';

/** Whether the value of a slot cannot hold a tag when it reaches the text: escaped by the program or by the engine, or no text at all. `tag` in the engine's own delimiters. */
export function isEscaped(system: PromptSystem, appearance: SlotAppearance, tag: string | undefined): boolean {
  const slot = system.slots.get(appearance.slot);
  // Where the engine got data, the program has escaped nothing.
  if (!appearance.fromData && (slot?.entry.escape !== undefined || slot?.type === 'json')) return true;
  if (!holdsWords(slot)) return true;
  if (appearance.use?.escapes && system.options.escapeHtml !== false) return true;
  return (
    tag !== undefined &&
    system.dialects[0]?.escaping?.escapes(tag, system.options, appearance.use !== undefined) === true
  );
}
