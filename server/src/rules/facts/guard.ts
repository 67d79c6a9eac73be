import type { PromptSystem } from '../../model/system';
import type { Layout } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';
import { Kept } from '../../text/kept';
import type { Span } from '../../text/span';
import type { FileEdit } from '../rule';
import { type Fence, fenceAround } from './fences/fence';
import { insertEntry } from './manifest/manifestEdit';
import { coreOf } from './messageText';
import { trustOf } from './trust';

/** What is written before and behind a value to enclose it. */
export interface Enclosure {
  readonly open: string;
  readonly close: string;
  readonly kind: 'tag' | 'code' | 'banner';
}

/** The fence that the project uses round its other data, with the name of this slot; a tag where it uses none. */
export function projectFence(system: PromptSystem, layout: Layout, appearance: SlotAppearance): Enclosure {
  const name = fenceName(appearance);
  const model = usualFences(system, layout).find((fenced) => fenced.slot !== appearance.slot);
  if (!model) return tagNamed(name, '');
  const { fence, open, close } = model;
  if (fence.kind === 'code') return { kind: 'code', open: fence.name, close: fence.name };
  if (fence.kind === 'tag') return tagNamed(name, fence.name);
  const title = new RegExp(fence.name.split(' ').map(escaped).join('[^\\p{L}\\p{N}]+'), 'iu');
  if (fence.kind !== 'banner' || fence.name === '' || !title.test(open) || !title.test(close))
    return tagNamed(name, '');
  const words = name.replace(/[-_]+/g, ' ').toUpperCase();
  return { kind: 'banner', open: open.replace(title, () => words), close: close.replace(title, () => words) };
}

interface Fenced {
  readonly slot: string;
  readonly fence: Fence;
  /** The lines or tags as they are written. */
  readonly open: string;
  readonly close: string;
}

const usual = new Kept<Layout, readonly Fenced[]>();

/** The fences round the first two slots of data that have one. */
function usualFences(system: PromptSystem, layout: Layout): readonly Fenced[] {
  let found = usual.get(layout);
  if (!found) {
    const slots = new Map<string, Fenced>();
    for (const appearance of layout.filled) {
      if (slots.size === 2) break;
      const message = layout.messages[appearance.message];
      if (!message || slots.has(appearance.slot) || trustOf(system, appearance) !== 'data') continue;
      const core = coreOf(layout, message, appearance);
      const fence = fenceAround(layout, message, core.start, core.end);
      const text = (span: Span): string => message.text.slice(span.start, span.end).trim();
      if (fence)
        slots.set(appearance.slot, { slot: appearance.slot, fence, open: text(fence.open), close: text(fence.close) });
    }
    found = [...slots.values()];
    usual.set(layout, found);
  }
  return found;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Last step of what the tag prints: `body` for `issue.comments[0].body`. */
function fenceName({ slot, use }: SlotAppearance): string {
  const path = (use?.path ?? slot).replace(/\[[^\]]*\]/g, '');
  const name = (path.split('.').at(-1) ?? slot).replace(/[^\p{L}\p{N}_-]/gu, '');
  return /^[A-Za-z]/.test(name) ? name : 'data';
}

/** `like`: another tag of the project, whose way of joining words and whose case are kept. */
function tagNamed(name: string, like: string): Enclosure {
  let words = name;
  if (like.includes('-')) words = words.replace(/_/g, '-').toLowerCase();
  else if (like.includes('_')) words = words.replace(/-/g, '_');
  if (like !== '' && like === like.toUpperCase()) words = words.toUpperCase();
  else if (like !== '' && like === like.toLowerCase()) words = words.toLowerCase();
  return { kind: 'tag', open: `<${words}>`, close: `</${words}>` };
}

/** Writes the wrap of a slot into the manifest; undefined when the slot has variants of it or the place cannot be edited. */
export function wrapEdits(
  system: PromptSystem,
  slot: string,
  change: { readonly before?: string; readonly after?: string },
): FileEdit[] | undefined {
  const entry = system.slots.get(slot)?.entry;
  if (entry?.variants?.some((variant) => variant.wrap !== undefined)) return undefined;
  const path = [...system.path, 'slots', slot];
  if (!entry?.wrap) {
    const sides = Object.entries(change).map(([side, text]) => `${side}: ${JSON.stringify(text)}`);
    const edit = insertEntry(system.manifest, path, 'wrap', `{ ${sides.join(', ')} }`);
    return edit && [edit];
  }
  const edits = Object.entries(change).map(([side, text]) => {
    const place = system.manifest.place([...path, 'wrap', side])?.value;
    const written = JSON.stringify(text);
    if (place && place.end > place.start) return { uri: system.manifest.file.uri, span: place, text: written };
    return insertEntry(system.manifest, [...path, 'wrap'], side, written);
  });
  return edits.every((edit) => edit !== undefined) ? edits : undefined;
}
