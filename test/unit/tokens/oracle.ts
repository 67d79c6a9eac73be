import { createRequire } from 'node:module';
import { Tiktoken } from 'tiktoken/lite';
import type { Encoding } from '../../../server/src/tokens/encoding';

const require = createRequire(import.meta.url);

/** OpenAI's own engine, compiled to wasm. */
export class Oracle {
  readonly #engine: Tiktoken;
  readonly #lengths = new Map<number, number>();

  constructor(encoding: Encoding) {
    const data = require(`tiktoken/encoders/${encoding.id}.json`);
    this.#engine = new Tiktoken(data.bpe_ranks, data.special_tokens, data.pat_str);
  }

  count(text: string): number {
    return this.#engine.encode_ordinary(text).length;
  }

  /** Offsets of the characters that hold the first bytes of the tokens. */
  starts(text: string): number[] {
    const owner: number[] = [];
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at) ?? 0;
      const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      for (let i = 0; i < width; i++) owner.push(at);
      at += code > 0xffff ? 2 : 1;
    }
    let byte = 0;
    return Array.from(this.#engine.encode_ordinary(text), (token) => {
      const start = owner[byte] ?? -1;
      byte += this.#lengthOf(token);
      return start;
    });
  }

  #lengthOf(token: number): number {
    let length = this.#lengths.get(token);
    if (length === undefined) {
      length = this.#engine.decode_single_token_bytes(token).length;
      this.#lengths.set(token, length);
    }
    return length;
  }
}
