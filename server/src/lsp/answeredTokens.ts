import type { SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver/node';
import { semanticTokensEdits } from '../features/semanticTokens';

/** The semantic tokens that were answered last for each text, so that the next answer can tell what is different. */
export class AnsweredTokens {
  readonly #last = new Map<string, { readonly resultId: string; readonly data: readonly number[] }>();
  #count = 0;

  full(address: string, { data }: SemanticTokens): SemanticTokens {
    const resultId = String(++this.#count);
    this.#last.set(address, { resultId, data });
    return { resultId, data };
  }

  /** What has changed since the answer of that id; everything, when that is not the last one. */
  delta(address: string, previousResultId: string, tokens: SemanticTokens): SemanticTokens | SemanticTokensDelta {
    const before = this.#last.get(address);
    const { resultId, data } = this.full(address, tokens);
    if (before?.resultId !== previousResultId || resultId === undefined) return { resultId: resultId ?? '', data };
    return { resultId, edits: semanticTokensEdits(before.data, data) };
  }

  forget(address: string): void {
    this.#last.delete(address);
  }
}
