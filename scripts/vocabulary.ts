// Packs the vocabularies of js-tiktoken, which hold the same tokens as the published files, into the form that
// `server/src/tokens/vocabulary.ts` reads.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../server/src/tokens/encoding';
import { encodings } from '../server/src/tokens/encodings/index.generated';
import { pack } from '../server/src/tokens/vocabulary';

/** Where tests and benchmarks keep the packed vocabularies, from the root of the project. */
export const vocabularyCache = 'out/vocabulary/1';

/** Makes the packed vocabulary of every encoding in `dir`, unless it is there. Safe to call from several processes. */
export async function ensureVocabulary(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  for (const encoding of encodings) {
    const path = join(dir, encoding.asset);
    if (existsSync(path)) continue;
    // Written beside and renamed, so that no other process ever reads half a file.
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, await packVocabulary(encoding));
    await rename(unfinished, path);
  }
}

/** The packed vocabulary of an encoding; fails when its tokens are not those that the publisher's checksum names. */
async function packVocabulary(encoding: Encoding): Promise<Uint8Array> {
  const ranks: { default: { bpe_ranks: string } } = await import(`js-tiktoken/ranks/${encoding.id}`);
  const tokens = tokensOf(ranks.default.bpe_ranks);
  const published = tokens.map((token, rank) => `${Buffer.from(token).toString('base64')} ${rank}\n`).join('');
  const found = createHash('sha256').update(published).digest('hex');
  if (found !== encoding.sha256) throw new Error(`The vocabulary of ${encoding.id} has the checksum ${found}.`);
  return pack(tokens);
}

/** Reads js-tiktoken's form: lines of `! <rank of the first> <base64 of each token>`. */
function tokensOf(ranks: string): Uint8Array[] {
  const tokens: Uint8Array[] = [];
  for (const line of ranks.split('\n')) {
    const [, first, ...encoded] = line.split(' ');
    for (const [i, token] of encoded.entries()) tokens[Number(first) + i] = Buffer.from(token, 'base64');
  }
  return tokens;
}
