import { placeOf } from '../model/resolve';
import type { Location } from '../model/system';
import { parseData } from '../syntax/yaml';
import type { Span } from '../text/span';
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
  return turnsOfFile(state, messages.file, placeOf(manifest, [...path, 'file']));
}

/** The messages that stand in a file of their own; what is none is left out, and told. */
function turnsOfFile(state: RenderState, path: string, at: Location): Turn[] {
  const file = readFile(state, path, at);
  if (!file) return [];
  const data = parseData(file);
  const tell = (message: string, span: Span | undefined): void => {
    const place = { uri: file.uri, span: span ?? { start: 0, end: 0 } };
    state.problems.push({ message, place, inData: true });
  };
  const fault = data.faults[0];
  const list = Array.isArray(data.value) ? data.value : [];
  if (fault) tell(`${path} cannot be read as a conversation: ${fault.message}`, fault.span);
  else if (data.value !== null && !Array.isArray(data.value))
    tell(`${path} is no list of messages, so the conversation is empty.`, data.place([])?.value);
  return list.flatMap((entry, i): Turn[] => {
    const message = entry as { readonly role?: unknown; readonly text?: unknown } | null;
    const text = message?.text;
    const isRole = typeof message?.role === 'string' && ROLES.includes(message.role);
    if (!isRole || !isText(text)) {
      const needs = `needs a role (${ROLES.join(', ')}) and a text, so it is left out`;
      const wrong = data.place([i, isRole ? 'text' : 'role']) ?? data.place([i]);
      tell(`Message ${i + 1} of ${path} ${needs}.`, wrong?.value);
      return [];
    }
    const place = (block: readonly number[]): Location => ({
      uri: file.uri,
      span: data.place([i, 'text', ...block])?.value ?? data.place([i])?.value ?? { start: 0, end: 0 },
    });
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
