import type { Block, Rendered, Segment } from '../render/segment';
import type { Counter } from '../tokens/counter';
import { estimated, type TokenizerChoice, tallyOf, tokenizerOf } from '../tokens/estimate';
import type { ModelFacts } from '../tokens/models';
import type { RenderedTokens, Tokens } from './tokens';

/** What every segment, slot, layer and message of a rendering costs. Each block is encoded as a whole, on its own. */
export function countRendered(counter: Counter, rendered: Rendered, model: ModelFacts | undefined): RenderedTokens {
  const choice = tokenizerOf(model);
  const sums = new Sums();
  const segments = rendered.messages.map((message, m) =>
    message.blocks.map((block, b) => {
      const counted = countBlock(counter, choice, `${placeKey(rendered)}/${m}/${b}`, block);
      sums.add(block, counted);
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
  for (const [m, { blocks }] of rendered.messages.entries()) {
    let at = 0;
    for (const [b, block] of blocks.entries()) {
      const key = `${placeKey(rendered)}/${m}/${b}`;
      const sent = block.segments.filter((segment) => segment.removed === undefined);
      const end = at + sent.reduce((sum, { text }) => sum + text.length, 0);
      if (m === message && offset < end) {
        const counted = sent.filter(costs).map(({ text }) => text);
        const text = counted.join('');
        const inside = Math.max(0, Math.min(charactersBefore(sent, offset - at), text.length));
        const bounds = [inside, inside + 1].filter((bound) => bound > 0 && bound < text.length);
        const { tokens } = estimated(counter.count(choice.encoding, key, text, bounds), text, choice);
        const first = inside > 0 ? (tokens[0] ?? 0) : 0;
        const here = tokens[inside > 0 ? 1 : 0] ?? 0;
        return { before: before + first, begins: here > 0 || inside === text.length };
      }
      before += countBlock(counter, choice, key, block).total;
      at = end;
    }
    if (m === message) break;
  }
  return { before, begins: true };
}

/** Characters that cost something among the first ones of a block. */
function charactersBefore(sent: readonly Segment[], offset: number): number {
  let left = offset;
  let out = 0;
  for (const segment of sent) {
    if (left <= 0) break;
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

function countBlock(counter: Counter, choice: TokenizerChoice, key: string, block: Block): CountedBlock {
  let text = '';
  const bounds: number[] = [];
  for (const segment of block.segments) {
    if (!costs(segment)) continue;
    if (text !== '') bounds.push(text.length);
    text += segment.text;
  }
  if (text === '') return { tokens: block.segments.map(() => 0), total: 0, pending: false };
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
