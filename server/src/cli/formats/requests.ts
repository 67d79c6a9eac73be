import type { RenderResult, WireBlock, WireMessage } from '../../protocol';

interface AnthropicBlock {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: { readonly type: 'ephemeral' };
}

/**
 * The body of a request to Anthropic: system text apart from the conversation, a mark on each block that is to be kept,
 * and messages of one role that follow each other merged, as the provider does.
 */
export function anthropicRequest({ model, messages }: RenderResult): object {
  const system: AnthropicBlock[] = [];
  const turns: { role: string; content: AnthropicBlock[] }[] = [];
  for (const message of messages) {
    const blocks = message.blocks.map(anthropicBlock).filter((block) => block.text !== '');
    if (message.role === 'system' || message.role === 'developer') {
      system.push(...blocks);
      continue;
    }
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...blocks);
    else turns.push({ role, content: blocks });
  }
  return { ...(model.id === null ? {} : { model: model.id }), system, messages: turns };
}

function anthropicBlock(block: WireBlock): AnthropicBlock {
  return { type: 'text', text: textOf(block), ...(block.cached ? { cache_control: { type: 'ephemeral' } } : {}) };
}

/** The body of a request to OpenAI: every message with its text. */
export function openaiRequest({ model, messages }: RenderResult): object {
  return {
    ...(model.id === null ? {} : { model: model.id }),
    messages: messages.map((message: WireMessage) => ({
      role: message.role,
      content: message.blocks.map(textOf).join(''),
    })),
  };
}

const textOf = (block: WireBlock): string =>
  block.segments
    .filter((s) => !s.removed)
    .map((s) => s.text)
    .join('');
