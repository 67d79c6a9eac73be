import { placeOf } from '../model/resolve';
import { holds } from '../model/selection';
import type { Part } from '../model/system';
import { textOfPart } from '../model/textParts';
import { conversationOf, type Turn } from './conversation';
import { append, type Draft, isSent } from './draft';
import { fileSource, fillSource, fillValue, manifestSource, type Source, scanSource } from './fill';
import { placeSlot } from './place';
import type { Message } from './segment';
import { type RenderState, readFile, slotOf, takeRoom } from './state';
import { isEmptySlot } from './values';

/** A message while it is assembled. A turn of the conversation keeps its own blocks. */
export interface OpenMessage {
  readonly role: Message['role'];
  readonly conversation: boolean;
  /** One list for a message of parts; one for each content block of a turn. */
  blocks: Draft[][];
}

/** Parts to messages. Messages without text are left out at the end. */
export function assembleMessages(state: RenderState): OpenMessage[] {
  const messages: OpenMessage[] = [];
  let open: { message: OpenMessage; names: Set<string> } | undefined;
  let placed = false;
  const turns = conversationOf(state);
  for (const part of state.system.parts) {
    const { entry } = part;
    if (!holds(entry.when, state.selection.axes)) continue;
    if (entry.messages) {
      append(
        messages,
        turns.map((turn) => turnMessage(turn, entry.layer ?? null)),
      );
      placed = true;
      open = undefined;
      continue;
    }
    if (entry.unlessEmpty !== undefined && isEmptySlot(state, entry.unlessEmpty)) continue;
    const begins = entry.message !== undefined || open === undefined;
    const target =
      begins || !open ? { message: emptyMessage(entry.message ?? 'system'), names: new Set<string>() } : open;
    if (entry.ifAbsent && entry.slot !== undefined && target.names.has(entry.slot)) continue;
    const drafts = partDrafts(state, part, target.names);
    const hasText = drafts.some((draft) => isSent(draft) && draft.text !== '');
    const into = target.message.blocks[0] as Draft[];
    if (hasText && into.some((draft) => isSent(draft) && draft.text !== '')) into.push(joinDraft(state, part, drafts));
    append(into, drafts);
    if (begins && (hasText || drafts.length > 0)) {
      messages.push(target.message);
      open = target;
    }
  }
  if (!placed)
    append(
      messages,
      turns.map((turn) => turnMessage(turn, null)),
    );
  return messages;
}

const emptyMessage = (role: Message['role']): OpenMessage => ({ role, conversation: false, blocks: [[]] });

function turnMessage(turn: Turn, layer: string | null): OpenMessage {
  return {
    role: turn.role,
    conversation: true,
    blocks: turn.blocks.map((block) => [{ kind: 'message', text: block.text, layer, source: block.place }]),
  };
}

/** The text of one part, filled; adds the slots that its source holds to `names`. */
function partDrafts(state: RenderState, part: Part, names: Set<string>): Draft[] {
  const { entry } = part;
  if (entry.slot !== undefined) {
    const layer = entry.layer ?? (state.system.hasLayers ? null : state.system.base.id);
    const written = state.system.dialects[0]?.print(entry.slot) ?? entry.slot;
    names.add(entry.slot);
    const drafts = placeSlot(
      state,
      entry.slot,
      { place: part.place, textLayer: layer, inRegion: entry.layer !== undefined },
      written,
    );
    const isHole = drafts.some((draft) => draft.kind === 'hole' && draft.slot === entry.slot);
    return slotOf(state, entry.slot).entry.expand && !isHole ? fillValue(state, drafts) : drafts;
  }
  const source = partSource(state, part);
  if (!source || !takeRoom(state, source.end - source.start, part.place)) return [];
  const dialect = state.system.dialects[0];
  if (dialect) for (const use of scanSource(source, dialect).slots) names.add(use.name);
  return fillSource(state, source, entry.layer ?? null);
}

function partSource(state: RenderState, part: Part): Source | undefined {
  const trim = state.system.entry.trim === true;
  if (part.uri !== undefined && part.entry.file !== undefined) {
    const isHead = part.uri === state.system.manifest.file.uri;
    const file = isHead ? state.system.manifest.file : readFile(state, part.entry.file, part.place);
    return file ? fileSource(file, trim) : undefined;
  }
  const written = textOfPart(state.system, part);
  if (written) return fileSource(written, trim);
  const text = part.entry.text ?? '';
  return manifestSource(state, trim ? text.trim() : text, part.place);
}

/** The join before a part belongs to the layer of the part that follows, and vanishes with it. */
function joinDraft(state: RenderState, part: Part, drafts: readonly Draft[]): Draft {
  const first = drafts.find((draft) => isSent(draft) && draft.text !== '');
  const path = [...state.system.path, 'join'];
  const source = state.system.manifest.place(path) ? placeOf(state.system.manifest, path) : part.place;
  return { kind: 'join', text: state.system.entry.join ?? '\n\n', layer: first?.layer ?? null, source };
}
