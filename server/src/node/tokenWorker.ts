// A worker thread that counts long texts, so that no request waits for them. It reads the vocabularies itself: sharing
// them with the main thread would save 5 MB and cost every look-up there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { encodings } from '../tokens/encodings/index.generated';
import { Tokenizer } from '../tokens/tokenizer';
import { Vocabulary } from '../tokens/vocabulary';
import type { TokenAnswer, TokenRequest, TokenWorkerData } from './tokenHost';

const { assets } = workerData as TokenWorkerData;
const tokenizers = new Map<string, Tokenizer>();

function tokenizerOf(id: string): Tokenizer {
  let tokenizer = tokenizers.get(id);
  if (!tokenizer) {
    const encoding = encodings.find((e) => e.id === id);
    if (!encoding) throw new Error(`There is no encoding ${id}.`);
    tokenizer = new Tokenizer(encoding, new Vocabulary(readFileSync(join(assets, encoding.asset))));
    tokenizers.set(id, tokenizer);
  }
  return tokenizer;
}

parentPort?.on('message', ({ job, encoding, text }: TokenRequest) => {
  let answer: TokenAnswer;
  try {
    answer = { job, starts: tokenizerOf(encoding).starts(text) };
  } catch (error) {
    answer = { job, error: String(error) };
  }
  parentPort?.postMessage(answer, 'starts' in answer ? [answer.starts.buffer as ArrayBuffer] : []);
});
