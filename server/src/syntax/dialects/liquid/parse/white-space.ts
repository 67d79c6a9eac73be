import { isBlank } from './characters';
import type { Chunk } from './chunks';

/** Takes away the white space that tags with a hyphen take. What stands in a raw block keeps its own. */
export function trimChunks(chunks: readonly Chunk[], text: string): void {
  let isRaw = false;
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.kind !== 'output' && chunk.kind !== 'tag') continue;
    if (!isRaw && chunk.trimsLeft) trimEnd(chunks[index - 1], text);
    if (chunk.kind === 'tag' && chunk.name === 'raw') isRaw = true;
    else if (chunk.kind === 'tag' && chunk.name === 'endraw') isRaw = false;
    if (!isRaw && chunk.trimsRight) trimStart(chunks[index + 1], text);
  }
}

function trimEnd(chunk: Chunk | undefined, text: string): void {
  if (chunk?.kind !== 'text') return;
  while (chunk.to > chunk.from && isBlank(text.charCodeAt(chunk.to - 1))) chunk.to--;
}

function trimStart(chunk: Chunk | undefined, text: string): void {
  if (chunk?.kind !== 'text') return;
  while (chunk.from < chunk.to && isBlank(text.charCodeAt(chunk.from))) chunk.from++;
}
