// The text of a rendered prompt, as it is copied: always from the render model, never from what the page shows.
import type { RenderResult, WireMessage } from '../../../server/src/protocol';

/** The text of one message, exactly as it is sent. A hole is copied as the template writes it. */
export function messageText(message: WireMessage): string {
  const sent = message.blocks.flatMap((block) => block.segments).filter((segment) => !segment.removed);
  return sent.map((segment) => segment.text).join('');
}

/** The whole prompt. One message is its text and nothing else; before each of several stands its role in a line. */
export function promptText({ messages }: RenderResult): string {
  const [only] = messages;
  if (only && messages.length === 1) return messageText(only);
  return messages.map((message) => `[${message.role}]\n${messageText(message)}`).join('\n\n');
}
