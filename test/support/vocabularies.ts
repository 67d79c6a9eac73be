// The vocabularies of the tokenizers, for everything in this process. The runner of the tests has made their files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vocabularyCache } from '../../scripts/vocabulary';
import type { EncodingId } from '../../server/src/tokens/encoding';
import { encodings } from '../../server/src/tokens/encodings/index.generated';
import { Vocabulary } from '../../server/src/tokens/vocabulary';

const read = new Map<EncodingId, Vocabulary>();

/** The vocabulary of an encoding, read when it is first asked for. */
export function vocabularyOf(id: string): Vocabulary | undefined {
  const encoding = encodings.find((one) => one.id === id);
  if (!encoding) return undefined;
  const known = read.get(encoding.id);
  if (known) return known;
  const vocabulary = new Vocabulary(readFileSync(join(vocabularyCache, encoding.asset)));
  read.set(encoding.id, vocabulary);
  return vocabulary;
}
