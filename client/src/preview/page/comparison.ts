// Two renderings of one system: what differs in each layer, where the first difference is, what the cache keeps.
import type { RenderResult, WireLayer } from '../../../../server/src/protocol';
import { type Part, wordDifference } from './differences';

export interface LayerComparison {
  /** Undefined: text of no layer. */
  readonly layer: WireLayer | undefined;
  readonly equal: boolean;
  readonly parts: readonly Part[];
  /** Tokens more (or, negative, fewer) than before. */
  readonly more: number;
}

export interface Comparison {
  readonly layers: readonly LayerComparison[];
  /** Where the requests first differ; undefined when they are equal. */
  readonly first: { readonly tokens: number; readonly layer: string | null; readonly exact: boolean } | undefined;
  /** Tokens that stay in the cache when one follows the other, and the mark that decides. */
  readonly kept: { readonly tokens: number; readonly mark: number | undefined; readonly marks: number };
}

export function compare(a: RenderResult, b: RenderResult): Comparison {
  const first = firstDifference(a, b);
  return { layers: compareLayers(a, b), first, kept: keptOf(a, b, first?.tokens) };
}

/** Text and tokens of every layer, in the order of the text. */
function byLayer({ messages }: RenderResult): Map<string | null, { text: string; tokens: number }> {
  const layers = new Map<string | null, { texts: string[]; tokens: number }>();
  for (const segment of messages.flatMap((m) => m.blocks.flatMap((b) => b.segments))) {
    if (segment.removed) continue;
    const layer = layers.get(segment.layer) ?? { texts: [], tokens: 0 };
    layer.texts.push(segment.text);
    layer.tokens += segment.tokens;
    layers.set(segment.layer, layer);
  }
  return new Map([...layers].map(([id, { texts, tokens }]) => [id, { text: texts.join('').trim(), tokens }]));
}

/** Too little in common for words: one text, then the other. */
const LEAST_IN_COMMON = 0.4;

function compareLayers(a: RenderResult, b: RenderResult): LayerComparison[] {
  const before = byLayer(a);
  const after = byLayer(b);
  const ids = [...new Set([...a.layers, ...b.layers].map((layer): string | null => layer.id)), null];
  return ids.flatMap((id): LayerComparison[] => {
    const [from, to] = [before.get(id), after.get(id)];
    if (!from?.text && !to?.text) return [];
    const layer = a.layers.find((one) => one.id === id) ?? b.layers.find((one) => one.id === id);
    const parts = partsOf(from?.text ?? '', to?.text ?? '');
    const more = (to?.tokens ?? 0) - (from?.tokens ?? 0);
    return [{ layer, equal: parts.every((part) => part.kind === 'same'), parts, more }];
  });
}

function partsOf(a: string, b: string): readonly Part[] {
  if (a === b) return [{ kind: 'same', text: a }];
  const parts = wordDifference(a, b);
  const common = parts.reduce((n, part) => n + (part.kind === 'same' ? part.text.trim().length : 0), 0);
  if (common >= LEAST_IN_COMMON * Math.min(a.length, b.length)) return parts;
  const whole: Part[] = [
    { kind: 'removed', text: a },
    { kind: 'added', text: b },
  ];
  return whole.filter((part) => part.text !== '');
}

/** Everything that is sent, with the beginnings of messages: those differ too. */
function sentTexts({ messages }: RenderResult): { text: string; tokens: number; layer: string | null }[] {
  return messages.flatMap((message, m) => [
    ...(m > 0 ? [{ text: `\u0000${message.role}\u0000`, tokens: 0, layer: firstLayer(message) }] : []),
    ...message.blocks.flatMap((block) => block.segments.filter((segment) => !segment.removed)),
  ]);
}

const firstLayer = ({ blocks }: RenderResult['messages'][number]): string | null =>
  blocks[0]?.segments[0]?.layer ?? null;

function firstDifference(a: RenderResult, b: RenderResult): Comparison['first'] {
  const other = sentTexts(b)
    .map((segment) => segment.text)
    .join('');
  let at = 0;
  let tokens = 0;
  let layer: string | null = null;
  for (const segment of sentTexts(a)) {
    const same = commonStart(segment.text, other, at);
    layer = segment.layer;
    if (same < segment.text.length) {
      const share = Math.floor((segment.tokens * same) / segment.text.length);
      return { tokens: tokens + share, layer, exact: a.total.exact && same === 0 };
    }
    at += segment.text.length;
    tokens += segment.tokens;
  }
  return at === other.length ? undefined : { tokens, layer, exact: a.total.exact };
}

/** How many characters of `text` stand in `other` at `at`. */
function commonStart(text: string, other: string, at: number): number {
  if (other.startsWith(text, at)) return text.length;
  let n = 0;
  while (n < text.length && text[n] === other[at + n]) n++;
  return n;
}

/** A prefix is kept up to the last mark that lies before the first difference, when both requests have marks. */
function keptOf(a: RenderResult, b: RenderResult, first: number | undefined): Comparison['kept'] {
  const marks: number[] = [];
  let at = 0;
  for (const block of a.messages.flatMap((message) => message.blocks)) {
    at += block.tokens;
    if (block.cached) marks.push(at);
  }
  const before = b.cachedPrefix === null ? [] : marks.filter((mark) => first === undefined || mark <= first);
  return { tokens: before.at(-1) ?? 0, mark: before.at(-1) ?? marks[0], marks: marks.length };
}
