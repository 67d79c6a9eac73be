// Two renderings of one system: what differs in each layer, and in which layer the first difference is.
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
  /** The layer in which the requests first differ; undefined when they are equal. */
  readonly first: { readonly layer: string | null } | undefined;
}

export function compare(a: RenderResult, b: RenderResult): Comparison {
  const layers = compareLayers(a, b);
  return { layers, first: firstDifference(a, b, layers) };
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
function sentTexts({ messages }: RenderResult): { text: string; layer: string | null }[] {
  return messages.flatMap((message) => [
    { text: `\u0000${message.role}\u0000`, layer: message.blocks[0]?.segments[0]?.layer ?? null },
    ...message.blocks.flatMap((block) => block.segments.filter((segment) => !segment.removed)),
  ]);
}

/**
 * Where one of the two has text that the other lacks, the next layer of the other stands at the same place and is as it
 * was: the one that differs is the one that is told.
 */
function firstDifference(a: RenderResult, b: RenderResult, layers: readonly LayerComparison[]): Comparison['first'] {
  const [before, after] = [sentTexts(a), sentTexts(b)];
  const [text, other] = [before, after].map((all) => all.map((one) => one.text).join('')) as [string, string];
  if (text === other) return undefined;
  const at = commonStart(text, other);
  const there = [layerAt(before, at), layerAt(after, at)].filter((id) => id !== undefined);
  const differs = (id: string | null): boolean =>
    layers.some(({ layer, equal }) => (layer?.id ?? null) === id && !equal);
  const changed = layers.find(({ equal }) => !equal);
  return { layer: there.find(differs) ?? (changed ? (changed.layer?.id ?? null) : (there[0] ?? null)) };
}

function layerAt(sent: ReturnType<typeof sentTexts>, offset: number): string | null | undefined {
  let end = 0;
  for (const { text, layer } of sent) {
    end += text.length;
    if (offset < end) return layer;
  }
  return undefined;
}

/** Texts are compared in stretches of this many characters before they are compared one by one. */
const STRETCH = 4096;

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n + STRETCH <= most && a.slice(n, n + STRETCH) === b.slice(n, n + STRETCH)) n += STRETCH;
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n++;
  return n;
}
