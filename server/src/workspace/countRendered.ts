import type { Block, Rendered, Segment } from '../render/segment';
import { Kept } from '../text/kept';
import type { Counter } from '../tokens/counter';
import { estimated, type TokenizerChoice, tallyOf, tokenizerOf } from '../tokens/estimate';
import type { ModelFacts } from '../tokens/models';
import type { RenderedTokens, Tokens } from './tokens';

/** What every segment, slot, layer and message of a rendering costs. Each block is encoded as a whole, on its own. */
export function countRendered(counter: Counter, rendered: Rendered, model: ModelFacts | undefined): RenderedTokens {
  const choice = tokenizerOf(model);
  const sums = new Sums();
  const segments = rendered.messages.map((_, m) =>
    blocksOf(rendered, m).map((placed) => {
      const counted = countBlock(counter, choice, placed);
      sums.add(placed.block, counted);
      return counted.tokens;
    }),
  );
  const tally = (tokens: number): Tokens => {
    const { low, high, exact, pending } = tallyOf(tokens, sums.pending, choice);
    return { tokens, low, high, exact, pending };
  };
  return {
    rendered,
    total: tally(sums.total),
    layers: new Map([...sums.layers].map(([layer, tokens]) => [layer, tally(tokens)])),
    slots: new Map([...sums.slots].map(([slot, tokens]) => [slot, tally(tokens)])),
    segments,
    cachedPrefix: sums.cachedPrefix === undefined ? undefined : tally(sums.cachedPrefix),
    tokenizer: choice.label,
    assumed: choice.assumed,
    joins: () => (choice.estimate || sums.pending ? undefined : sums.total - countAlone(counter, rendered, choice)),
  };
}

/** Tokens of the text of each layer, wherever it stands in one piece, counted on its own. */
function countAlone(counter: Counter, rendered: Rendered, choice: TokenizerChoice): number {
  const key = `${placeKey(rendered)}/alone`;
  let sum = 0;
  for (const { blocks } of rendered.messages) {
    for (const block of blocks) {
      let text = '';
      let layer: string | null | undefined;
      const close = (): void => {
        if (text !== '') sum += counter.count(choice.encoding, key, text, []).total;
        text = '';
      };
      for (const segment of block.segments.filter(costs)) {
        if (segment.layer !== layer) close();
        layer = segment.layer;
        text += segment.text;
      }
      close();
    }
  }
  return sum;
}

/** Tokens of a stretch of a message's text, encoded on its own; undefined while an exact count is not there yet. */
export function countStretch(
  counter: Counter,
  rendered: Rendered,
  model: ModelFacts | undefined,
  message: number,
  start: number,
  end: number,
): number | undefined {
  const text = (rendered.texts[message] ?? '').slice(start, end);
  return countText(counter, model, text, `${placeKey(rendered)}/${message}/${start === 0 ? 'start' : 'stretch'}`);
}

/** Tokens of a text as the model counts it; undefined while the exact count of its encoding is not there yet. */
export function countText(
  counter: Counter,
  model: ModelFacts | undefined,
  text: string,
  key = 'text',
): number | undefined {
  if (text === '') return 0;
  const choice = tokenizerOf(model);
  const count = estimated(counter.count(choice.encoding, key, text, []), text, choice);
  return count.pending ? undefined : count.total;
}

/** Where a place of the text of a message stands in the tokens of the whole request. */
export interface TokenPlace {
  /** Tokens that begin before it. */
  readonly before: number;
  /** Whether a token begins right there; else the last of those before reaches over it. */
  readonly begins: boolean;
}

/** The place of an offset of `rendered.texts[message]`, with the blocks encoded as they are for the sum. */
export function tokenPlace(
  counter: Counter,
  rendered: Rendered,
  model: ModelFacts | undefined,
  message: number,
  offset: number,
): TokenPlace {
  const choice = tokenizerOf(model);
  let before = 0;
  for (let m = 0; m <= message; m++) {
    for (const placed of blocksOf(rendered, m)) {
      const { key, block, text, start, end } = placed;
      if (m === message && offset < end) {
        const inside = Math.max(0, Math.min(charactersBefore(block.segments, offset - start), text.length));
        const bounds = [inside, inside + 1].filter((bound) => bound > 0 && bound < text.length);
        const { tokens } = estimated(counter.count(choice.encoding, key, text, bounds), text, choice);
        const first = inside > 0 ? (tokens[0] ?? 0) : 0;
        const here = tokens[inside > 0 ? 1 : 0] ?? 0;
        return { before: before + first, begins: here > 0 || inside === text.length };
      }
      before += countBlock(counter, choice, placed).total;
    }
  }
  return { before, begins: true };
}

/** Characters that cost something among the first ones that a block sends. */
function charactersBefore(segments: readonly Segment[], offset: number): number {
  let left = offset;
  let out = 0;
  for (const segment of segments) {
    if (left <= 0) break;
    if (segment.removed !== undefined) continue;
    if (costs(segment)) out += Math.min(left, segment.text.length);
    left -= segment.text.length;
  }
  return out;
}

const placeKey = (rendered: Rendered): string => `${rendered.system.key}\n${rendered.selection.key}`;

interface CountedBlock {
  /** Parallel to the segments of the block. */
  readonly tokens: readonly number[];
  readonly total: number;
  readonly pending: boolean;
}

/** What is removed is not sent, and a hole is nothing until it is filled: neither costs anything. */
const costs = (segment: Segment): boolean => segment.removed === undefined && segment.kind !== 'hole';

/** A block with its place among the texts that are counted. */
interface PlacedBlock {
  readonly block: Block;
  readonly key: string;
  /** Where what it sends stands in the text of its message. */
  readonly start: number;
  readonly end: number;
  /** What of it is counted. */
  readonly text: string;
}

const ofRendered = new Kept<Rendered, (readonly PlacedBlock[])[]>();

/** The blocks of a message; the same strings for all who ask, so that no two of them are compared from end to end. */
function blocksOf(rendered: Rendered, message: number): readonly PlacedBlock[] {
  let known = ofRendered.get(rendered);
  if (!known) {
    known = [];
    ofRendered.set(rendered, known);
  }
  known[message] ??= placeBlocks(rendered, message);
  return known[message];
}

function placeBlocks(rendered: Rendered, message: number): readonly PlacedBlock[] {
  const sent = rendered.texts[message] ?? '';
  let start = 0;
  return (rendered.messages[message]?.blocks ?? []).map((block, b) => {
    let end = start;
    let text = '';
    let isWhole = true;
    for (const segment of block.segments) {
      if (segment.removed !== undefined) continue;
      end += segment.text.length;
      if (costs(segment)) text += segment.text;
      else isWhole = false;
    }
    // A view of the text that is there already; joining would make a second one of a whole document.
    if (isWhole) text = sent.slice(start, end);
    const placed = { block, key: `${placeKey(rendered)}/${message}/${b}`, start, end, text };
    start = end;
    return placed;
  });
}

function countBlock(counter: Counter, choice: TokenizerChoice, { block, key, text }: PlacedBlock): CountedBlock {
  if (text === '') return { tokens: block.segments.map(() => 0), total: 0, pending: false };
  const bounds: number[] = [];
  let before = 0;
  for (const segment of block.segments) {
    if (!costs(segment)) continue;
    if (before > 0) bounds.push(before);
    before += segment.text.length;
  }
  const count = estimated(counter.count(choice.encoding, key, text, bounds), text, choice);
  let next = 0;
  const tokens = block.segments.map((segment) => (costs(segment) ? (count.tokens[next++] ?? 0) : 0));
  return { tokens, total: count.total, pending: count.pending };
}

/** Running sums over the blocks of a rendering, in the order of the request. */
class Sums {
  total = 0;
  pending = false;
  cachedPrefix: number | undefined;
  readonly layers = new Map<string | null, number>();
  readonly slots = new Map<string, number>();

  add(block: Block, counted: CountedBlock): void {
    this.total += counted.total;
    this.pending ||= counted.pending;
    if (block.cached) this.cachedPrefix = this.total;
    block.segments.forEach((segment, i) => {
      const tokens = counted.tokens[i] ?? 0;
      if (!costs(segment)) return;
      this.layers.set(segment.layer, (this.layers.get(segment.layer) ?? 0) + tokens);
      for (const slot of new Set([segment.slot, segment.within])) {
        if (slot !== undefined) this.slots.set(slot, (this.slots.get(slot) ?? 0) + tokens);
      }
    });
  }
}
