// Asks for the prompt of one panel. What its page has already is not sent again: neither by the server nor to the page.
import type { RenderChange, RenderFailure, RenderParams, RenderResult } from '../../../server/src/protocol';
import type { Server } from '../client';
import { changed } from './change';

/** A prompt, and how it differs from the one that is shown, when it is that one changed. */
export interface Prompt {
  readonly id: string;
  readonly result: RenderResult;
  readonly since?: { readonly id: string; readonly change: RenderChange };
}

export class Follower {
  readonly #server: Server;
  readonly #name: string;
  #asked = 0;
  #shown: Prompt | undefined;

  /** `name`: no other panel of the window has it. */
  constructor(server: Server, name: string) {
    this.#server = server;
    this.#name = name;
  }

  /** The prompt that the page has. */
  get shown(): Prompt | undefined {
    return this.#shown;
  }

  /** From now on this one is on the page. */
  show(prompt: Prompt): void {
    this.#shown = prompt;
  }

  async ask(params: RenderParams): Promise<Prompt | RenderFailure | null> {
    const before = this.#shown;
    const id = `${this.#name}:${++this.#asked}`;
    const answer = await this.#server.request('follow', { ...params, id, ...(before ? { since: before.id } : {}) });
    if (!answer || 'reason' in answer) return answer;
    if (answer.result) return { id, result: answer.result };
    const { change } = answer;
    const result = before && change && before.id === answer.since ? changed(before.result, change) : undefined;
    if (result && change && before) return { id, result, since: { id: before.id, change } };
    const whole = await this.#server.request('follow', { ...params, id });
    return whole && 'result' in whole && whole.result ? { id, result: whole.result } : null;
  }
}
