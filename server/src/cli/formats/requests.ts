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

/**
 * What the body cannot say of its marks: how many blocks lie between them, and which are too many or too far apart for the
 * provider. Nothing without marks.
 */
export function marksTold({ model, messages }: RenderResult): readonly string[] {
  const marks = messages.flatMap(({ blocks }) => blocks.flatMap(({ mark }) => (mark ? [mark] : [])));
  if (marks.length === 0) return [];
  const limits = [
    model.marks === undefined ? undefined : `takes ${model.marks}`,
    model.lookback === undefined ? undefined : `looks back over ${model.lookback} blocks from each`,
  ].filter((limit) => limit !== undefined);
  const placed = marks.map(({ name, since }) => (since === undefined ? name : `${name} (${blocksOn(since)})`));
  const provider = limits.length === 0 ? '' : `; the provider ${limits.join(' and ')}`;
  return [
    `cache marks: ${placed.join(', ')}${provider}`,
    ...marks.flatMap(({ name, far, refused }) =>
      [far, refused].filter((words) => words !== undefined).map((words) => `cache mark ${name}: ${words}`),
    ),
  ];
}

const blocksOn = (n: number): string => (n === 1 ? '1 block on' : `${n} blocks on`);

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
