import { render } from '../features/requests/render';
import { renderChange } from '../features/requests/renderChange';
import type { FollowParams, FollowResult, RenderFailure, RenderResult } from '../protocol';
import type { Snapshot } from '../workspace/snapshot';

/** Answers that are remembered: those of several panels, and for each one that came too late to be shown. */
const MOST = 12;

/** The prompts that were answered last to clients that follow them, so that the next answer can tell what is different. */
export class FollowedPrompts {
  readonly #last = new Map<string, RenderResult>();

  answer(snapshot: Snapshot, { id, since, ...params }: FollowParams): FollowResult | RenderFailure {
    const result = render(snapshot, params);
    if ('reason' in result) return result;
    const before = since === undefined ? undefined : this.#last.get(since);
    if (before && since !== undefined) this.#remember(since, before);
    this.#remember(id, result);
    if (!before || since === undefined || before.key !== result.key) return { version: 1, id, result };
    return { version: 1, id, since, change: renderChange(before, result) };
  }

  /** The one that was used last is forgotten last. */
  #remember(id: string, result: RenderResult): void {
    this.#last.delete(id);
    this.#last.set(id, result);
    for (const oldest of this.#last.keys()) {
      if (this.#last.size <= MOST) break;
      this.#last.delete(oldest);
    }
  }
}
