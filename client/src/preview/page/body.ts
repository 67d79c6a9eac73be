// The body of a request to a provider, as a tree whose texts know the segments that they are made of.
import type { RenderResult, WireBlock, WireMessage, WireSegment } from '../../../../server/src/protocol';

export type Provider = 'anthropic' | 'openai';

export type Body =
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Body])[] }
  | { readonly kind: 'list'; readonly items: readonly Body[] }
  | { readonly kind: 'word'; readonly text: string }
  /** Text of the prompt: the segments that are sent. */
  | { readonly kind: 'text'; readonly segments: readonly WireSegment[] }
  /** The mark of a block that is to be kept; `at`: tokens up to here; the mark says how it stands. */
  | { readonly kind: 'mark'; readonly at: number; readonly mark: WireBlock['mark'] };

const map = (...entries: (readonly [string, Body] | undefined)[]): Body => ({
  kind: 'map',
  entries: entries.filter((entry) => entry !== undefined),
});
const word = (text: string): Body => ({ kind: 'word', text });
const list = (items: readonly Body[]): Body => ({ kind: 'list', items });

export function bodyOf(result: RenderResult, provider: Provider): Body {
  const model = result.model.id === null ? undefined : (['model', word(result.model.id)] as const);
  return provider === 'anthropic' ? anthropic(result, model) : openai(result, model);
}

/**
 * System text apart from the conversation, a mark on each block that is to be kept, and messages of one role that follow
 * each other merged, as the provider does.
 */
function anthropic({ messages }: RenderResult, model: readonly [string, Body] | undefined): Body {
  const system: Body[] = [];
  const turns: { role: string; content: Body[] }[] = [];
  let at = 0;
  for (const message of messages) {
    const blocks: Body[] = [];
    for (const block of message.blocks) {
      at += block.tokens;
      const segments = sent(block);
      if (segments.length === 0) continue;
      const mark = block.cached ? (['cache_control', { kind: 'mark', at, mark: block.mark }] as const) : undefined;
      blocks.push(map(['type', word('text')], ['text', { kind: 'text', segments }], mark));
    }
    if (message.role === 'system' || message.role === 'developer') {
      system.push(...blocks);
      continue;
    }
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  const bodies = turns.map(({ role, content }) => map(['role', word(role)], ['content', list(content)]));
  return map(model, ['system', list(system)], ['messages', list(bodies)]);
}

function openai({ messages }: RenderResult, model: readonly [string, Body] | undefined): Body {
  const one = (message: WireMessage): Body =>
    map(['role', word(message.role)], ['content', { kind: 'text', segments: message.blocks.flatMap(sent) }]);
  return map(model, ['messages', list(messages.map(one))]);
}

const sent = (block: WireBlock): WireSegment[] => block.segments.filter((s) => !s.removed && s.text !== '');

/** The body as the program sends it. */
export function jsonOf(body: Body): unknown {
  switch (body.kind) {
    case 'map':
      return Object.fromEntries(body.entries.map(([key, value]) => [key, jsonOf(value)]));
    case 'list':
      return body.items.map(jsonOf);
    case 'word':
      return body.text;
    case 'text':
      return body.segments.map((segment) => segment.text).join('');
    case 'mark':
      return { type: 'ephemeral' };
  }
}
