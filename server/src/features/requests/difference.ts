import type { Rendered } from '../../render/segment';
import { commonStart } from '../../text/change';
import { type Hunk, lineDifference } from '../../text/lineDifference';
import { type CallCost, callCost, foundAgain } from '../../tokens/price';
import type { Snapshot } from '../../workspace/snapshot';
import { keptByMarks, mayBeCached } from '../costs/economics';
import { factsOf } from '../costs/tokenWords';
import type { View } from '../view';

/** A view of a system at one moment: files as they are, or as they were in a commit. */
export interface Side {
  readonly snapshot: Snapshot;
  readonly view: View;
}

/** What tells two requests apart, and what the second costs when it follows the first. */
export interface Comparison {
  /** Where the two requests differ first; undefined when they are equal. */
  readonly first: FirstDifference | undefined;
  /** What the provider's cache keeps when the second request follows the first; undefined when nothing is cached. */
  readonly cache: { readonly kept: number; readonly of: number } | undefined;
  /** What the second request costs, cold and when it follows the first; undefined when nothing is cached or no price is known. */
  readonly cost: CallCost | undefined;
  readonly layers: readonly {
    readonly id: string | null;
    readonly title: string;
    readonly before: number;
    readonly after: number;
  }[];
  readonly total: { readonly before: number; readonly after: number };
  /** Both counts are those of the models' own tokenizers. */
  readonly exact: boolean;
  /** The messages that differ, by their position. */
  readonly messages: readonly { readonly message: number; readonly role: string; readonly hunks: readonly Hunk[] }[];
}

export interface FirstDifference {
  /** Its number in the request, from 1. */
  readonly token: number;
  /** Zero-based. */
  readonly message: number;
  readonly role: string;
  readonly offset: number;
  /** What stands there, a few words of it. */
  readonly before: string;
  readonly after: string;
}

/** Equal lines that are shown round a difference. */
const CONTEXT = 2;

/** Characters of the two texts that are shown at their first difference. */
const SHOWN = 40;

export function compare(a: Side, b: Side): Comparison {
  const place = firstPlace(a.view.rendered, b.view.rendered);
  const first = place && firstDifference(a, b, place);
  const cache = cacheOf(a.view, b.view, place, first);
  return {
    first,
    cache,
    cost: costOf(b.view, cache),
    layers: layersOf(a.view, b.view),
    total: { before: a.view.tokens.total.tokens, after: b.view.tokens.total.tokens },
    exact: a.view.tokens.total.exact && b.view.tokens.total.exact,
    messages: messagesOf(a.view.rendered, b.view.rendered),
  };
}

interface MessagePlace {
  readonly message: number;
  readonly offset: number;
}

/** Where the texts or the roles of the messages begin to differ. */
function firstPlace(a: Rendered, b: Rendered): MessagePlace | undefined {
  const most = Math.max(a.messages.length, b.messages.length);
  for (let message = 0; message < most; message++) {
    const [text, other] = [a.texts[message], b.texts[message]];
    if (text === undefined || other === undefined || a.messages[message]?.role !== b.messages[message]?.role)
      return { message, offset: 0 };
    if (text !== other) return { message, offset: commonCharacters(text, other) };
  }
  return undefined;
}

function commonCharacters(a: string, b: string): number {
  const at = commonStart(a, b);
  const last = a.charCodeAt(at - 1);
  // Not between the two halves of one character.
  return last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}

function firstDifference(a: Side, b: Side, { message, offset }: MessagePlace): FirstDifference {
  const numbers = [a, b].map(({ snapshot, view }) => {
    const { before, begins } = snapshot.tokenPlace(view.rendered, message, offset);
    return begins ? before + 1 : before;
  });
  const shown = ({ texts }: Rendered): string => (texts[message] ?? '').slice(offset, offset + SHOWN);
  const role = (a.view.rendered.messages[message] ?? b.view.rendered.messages[message])?.role ?? '';
  return {
    token: Math.min(...numbers),
    message,
    role,
    offset,
    before: shown(a.view.rendered),
    after: shown(b.view.rendered),
  };
}

/** With marks: up to the last one before the difference. A provider that finds the prefix itself keeps all that is equal. Nothing is kept of a prefix that is too short. */
function cacheOf(
  a: View,
  b: View,
  place: MessagePlace | undefined,
  first: FirstDifference | undefined,
): Comparison['cache'] {
  const facts = factsOf(a);
  const byMarks = a.tokens.cachedPrefix !== undefined && b.tokens.cachedPrefix !== undefined;
  // Every model has a cache of its own.
  if (a.selection.model !== b.selection.model) return undefined;
  if (!byMarks && facts?.cache?.automatic !== true) return undefined;
  const of = byMarks ? (a.tokens.cachedPrefix?.tokens ?? 0) : a.tokens.total.tokens;
  if (!mayBeCached(a, of, facts?.cache?.minimum)) return undefined;
  const equal = byMarks ? (place ? keptByMarks(a, place) : of) : first ? foundAgain(facts, first.token - 1) : of;
  return { kept: mayBeCached(a, equal, facts?.cache?.minimum) ? equal : 0, of };
}

/** What the second call costs: with nothing in the cache, and when it follows the first. */
function costOf(view: View, cache: Comparison['cache']): Comparison['cost'] {
  if (!cache) return undefined;
  const total = view.tokens.total.tokens;
  const written = Math.max(cache.kept, view.tokens.cachedPrefix?.tokens ?? total);
  return callCost(factsOf(view), { total, written, kept: cache.kept });
}

function layersOf(a: View, b: View): Comparison['layers'] {
  const titles = new Map<string | null, string>();
  for (const { id, title } of [...a.system.layers, ...b.system.layers]) titles.set(id, title);
  titles.set(null, 'Conversation');
  const tokens = (view: View, id: string | null): number => view.tokens.layers.get(id)?.tokens ?? 0;
  return [...titles]
    .map(([id, title]) => ({ id, title, before: tokens(a, id), after: tokens(b, id) }))
    .filter(({ id, before, after }) => id !== null || before + after > 0);
}

function messagesOf(a: Rendered, b: Rendered): Comparison['messages'] {
  const most = Math.max(a.messages.length, b.messages.length);
  return Array.from({ length: most }, (_, message) => {
    const role = [a, b].flatMap(({ messages }) => messages[message]?.role ?? []);
    const hunks = lineDifference(a.texts[message] ?? '', b.texts[message] ?? '', CONTEXT);
    return { message, role: [...new Set(role)].join(' → '), hunks };
  }).filter(({ hunks, role }) => hunks.length > 0 || role.includes('→'));
}
