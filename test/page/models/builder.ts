// Builds render results as the server sends them, from a short description, with sources that fit the texts.
import type {
  RenderResult,
  WireBlock,
  WireLayer,
  WireMessage,
  WireSegment,
  WireSlot,
  WireSource,
  WireTrust,
} from '../../../server/src/protocol';

export const MANIFEST = 'file:///work/strata.yaml';
export const TEMPLATE = 'file:///work/chat-main.prompt';

const TRUST_WORDS: Readonly<Record<WireTrust, string>> = {
  instructions: 'instructions',
  request: 'request',
  facts: 'facts',
  data: 'untrusted data',
};

/** Rough and steady: words and signs. */
export const countTokens = (text: string): number => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;

export const at = (file: string, line: number, character = 0, length = 0): WireSource => ({
  file,
  range: { start: { line, character }, end: { line, character: character + length } },
});

export type Layer = Partial<WireLayer> & { readonly id: string; readonly trust: WireTrust };

export const layer = ({ id, trust, ...rest }: Layer, line: number): WireLayer => ({
  id,
  title: id,
  trust,
  trustWord: TRUST_WORDS[trust],
  lifetime: 'call',
  lifetimeWord: 'per call',
  tokens: 0,
  source: at(MANIFEST, line),
  ...rest,
});

export const slot = (name: string, more: Partial<WireSlot> = {}): WireSlot => ({
  name,
  written: `{${name}}`,
  layer: null,
  required: false,
  tokens: 0,
  valueFrom: 'sample',
  source: at(MANIFEST, 100),
  fillAt: at(MANIFEST, 120),
  ...more,
});

/** Writes segments one after the other, as they stand in one template file. */
export class Writer {
  readonly #file: string;
  #line = 0;
  #character = 0;

  constructor(file: string = TEMPLATE) {
    this.#file = file;
  }

  /** Text of the template. */
  text(layerId: string | null, text: string, more: Partial<WireSegment> = {}): WireSegment {
    return { kind: 'literal', text, layer: layerId, source: this.#advance(text), tokens: countTokens(text), ...more };
  }

  /** The value of a slot; its tag stands in the template. */
  value(layerId: string | null, name: string, text: string, more: Partial<WireSegment> = {}): WireSegment {
    const source = this.#advance(`{${name}}`);
    return { kind: 'value', text, layer: layerId, slot: name, source, tokens: countTokens(text), ...more };
  }

  /** Text round a value, from the manifest. */
  wrap(layerId: string | null, name: string, text: string): WireSegment {
    return { kind: 'wrap', text, layer: layerId, slot: name, source: at(MANIFEST, 103), tokens: countTokens(text) };
  }

  hole(layerId: string | null, name: string, more: Partial<WireSegment> = {}): WireSegment {
    const text = `{${name}}`;
    return { kind: 'hole', text, layer: layerId, slot: name, source: this.#advance(text), tokens: 0, ...more };
  }

  #advance(text: string): WireSource {
    const start = { line: this.#line, character: this.#character };
    const lines = text.split('\n');
    this.#line += lines.length - 1;
    this.#character = lines.length > 1 ? (lines.at(-1)?.length ?? 0) : this.#character + text.length;
    return { file: this.#file, range: { start, end: { line: this.#line, character: this.#character } } };
  }
}

export const block = (segments: readonly WireSegment[], mark?: WireBlock['mark']): WireBlock => ({
  cached: mark !== undefined,
  ...(mark ? { mark } : {}),
  tokens: segments.reduce((n, s) => n + s.tokens, 0),
  segments,
});

export const mark = (name: string, reuseWord = 'per profile'): NonNullable<WireBlock['mark']> => ({
  name,
  reuse: 'profile',
  reuseWord,
  source: at(TEMPLATE, 14),
});

export const message = (role: string, blocks: readonly WireBlock[], conversation = false): WireMessage => ({
  role,
  conversation,
  tokens: blocks.reduce((n, b) => n + b.tokens, 0),
  blocks,
});

/** A turn of the conversation. */
export const turn = (
  role: string,
  text: string,
  layerId: string | null = null,
  marked?: WireBlock['mark'],
): WireMessage =>
  message(
    role,
    [block([{ kind: 'message', text, layer: layerId, source: at(MANIFEST, 150), tokens: countTokens(text) }], marked)],
    true,
  );

export type Parts = Partial<Omit<RenderResult, 'layers'>> &
  Pick<RenderResult, 'system' | 'messages'> & { readonly layers: readonly Layer[] };

/** The whole result; counts are added up. */
export function result({ layers, messages, system, slots = [], ...rest }: Parts): RenderResult {
  const blocks = messages.flatMap((m) => m.blocks);
  const segments = blocks.flatMap((b) => b.segments);
  const sum = (of: readonly WireSegment[]): number => of.reduce((n, s) => n + (s.removed ? 0 : s.tokens), 0);
  const total = sum(segments);
  const lastMark = blocks.findLastIndex((b) => b.mark);
  const cached = sum(blocks.slice(0, lastMark + 1).flatMap((b) => b.segments));
  return {
    version: 1,
    key: `${MANIFEST}#${system}`,
    system,
    title: system,
    scenario: 'ask',
    label: 'scenario "ask"',
    scenarios: ['ask'],
    axes: [],
    model: { id: 'hosted', tokenizer: 'o200k_base', exact: true, window: 200_000 },
    layers: layers.map((l, i) => {
      const tokens = sum(segments.filter((s) => s.layer === l.id));
      return { ...layer(l, 30 + i), tokens, ...(l.max !== undefined && tokens > l.max ? { over: true as const } : {}) };
    }),
    slots: slots.map((s) => ({ ...s, tokens: sum(segments.filter((x) => x.slot === s.name)) })),
    messages,
    holes: [...new Set(segments.flatMap((s) => (s.kind === 'hole' && s.slot ? [s.slot] : [])))],
    total: { tokens: total, low: total, high: total, exact: true, pending: false },
    cachedPrefix: lastMark < 0 ? null : cached,
    problems: [],
    manifest: MANIFEST,
    files: [TEMPLATE],
    ...rest,
  };
}
