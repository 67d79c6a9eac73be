import { placeOf } from '../model/resolve';
import type { Location } from '../model/system';
import { parseData } from '../syntax/yaml';
import type { Message } from './segment';
import { type RenderState, readFile } from './state';

/** One turn of the scenario's conversation, in the content blocks that it is sent as. */
export interface Turn {
  readonly role: Message['role'];
  readonly blocks: readonly { readonly text: string; readonly place: Location }[];
}

const ROLES: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool'];

/** The messages that the scenario brings, from the manifest or from their own file. */
export function conversationOf(state: RenderState): Turn[] {
  const name = state.selection.scenario;
  if (name === null) return [];
  const messages = state.system.entry.scenarios?.[name]?.messages;
  if (!messages) return [];
  const path = [...state.system.path, 'scenarios', name, 'messages'];
  const { manifest } = state.system;
  if (Array.isArray(messages)) {
    return messages.map((message, i) =>
      turn(message.role, message.text, (block) => placeOf(manifest, [...path, i, 'text', ...block])),
    );
  }
  const file = readFile(state, messages.file, placeOf(manifest, [...path, 'file']));
  if (!file) return [];
  const data = parseData(file);
  const fault = data.faults[0];
  if (fault)
    state.problems.push({
      message: `${messages.file} cannot be read as a conversation: ${fault.message}`,
      place: { uri: file.uri, span: fault.span },
    });
  const list = Array.isArray(data.value) ? data.value : [];
  return list.flatMap((entry, i): Turn[] => {
    const place = (block: readonly number[]): Location => ({
      uri: file.uri,
      span: data.place([i, 'text', ...block])?.value ?? data.place([i])?.value ?? { start: 0, end: 0 },
    });
    const message = entry as { readonly role?: unknown; readonly text?: unknown } | null;
    const text = message?.text;
    if (typeof message?.role !== 'string' || !ROLES.includes(message.role) || !isText(text)) {
      state.problems.push({
        message: `Message ${i + 1} of ${messages.file} needs a role (${ROLES.join(', ')}) and a text, so it is left out.`,
        place: place([]),
      });
      return [];
    }
    return [turn(message.role as Message['role'], text, place)];
  });
}

const isText = (text: unknown): text is string | string[] =>
  typeof text === 'string' || (Array.isArray(text) && text.every((block) => typeof block === 'string'));

function turn(
  role: Message['role'],
  text: string | readonly string[],
  place: (block: readonly number[]) => Location,
): Turn {
  const blocks =
    typeof text === 'string'
      ? [{ text, place: place([]) }]
      : text.map((block, i) => ({ text: block, place: place([i]) }));
  return { role, blocks };
}
