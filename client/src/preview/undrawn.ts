// What the page was sent and has not drawn yet. A page that is sent prompts faster than it draws them would show what was
// typed long ago.
import { type Wait, wait } from '../latest';

/** Milliseconds that a page has for drawing before the next prompt is sent all the same. */
const PATIENCE = 2000;

/** While one is on its way to the page or drawn, the next may be asked for: none of them has to wait for both ways. */
const AT_ONCE = 2;

export class Undrawn {
  readonly #wait: Wait;
  /** Names of prompts, in the order in which they were sent. */
  #ids: readonly string[] = [];
  #waiting: (() => void)[] = [];

  constructor(waiting: Wait = wait) {
    this.#wait = waiting;
  }

  sent(id: string): void {
    this.#ids = [...this.#ids, id];
  }

  /** The page has drawn this one, and so what was sent before it. */
  drawn(id: string): void {
    this.#leave(this.#ids.slice(this.#ids.lastIndexOf(id) + 1));
  }

  /** Nobody sees what the page draws, or it is another page. */
  forget(): void {
    this.#leave([]);
  }

  /** Resolves when the page can be sent another one, or has had its time. */
  async room(): Promise<void> {
    const last = this.#ids.at(-1);
    if (last === undefined || this.#ids.length < AT_ONCE) return;
    const drawn = new Promise<void>((resolve) => this.#waiting.push(resolve));
    await Promise.race([drawn, this.#wait(PATIENCE).then(() => this.drawn(last))]);
  }

  #leave(ids: readonly string[]): void {
    this.#ids = ids;
    if (ids.length < AT_ONCE) for (const go of this.#waiting.splice(0)) go();
  }
}
