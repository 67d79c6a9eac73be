// What is said to the page of a panel. The editor keeps what a page is sent until it is loaded, so the prompt is on its way
// before the page asks for it.
import { env, type WebviewPanel } from 'vscode';
import { wordBundle } from './html';
import type { ToPage } from './messages';
import { Undrawn } from './undrawn';

export class Talk {
  readonly #panel: WebviewPanel;
  /** Kept until the page listens. */
  readonly #waiting: ToPage[] = [];
  #ready = false;
  #ended = false;
  /** Something was sent before the page listened, and of prompts last the one of this name. */
  #ahead: { readonly prompt?: string } | undefined;
  readonly #undrawn = new Undrawn();

  constructor(panel: WebviewPanel) {
    this.#panel = panel;
  }

  /** The page has its own place when it begins: where an editor scrolls to before is nothing for it. */
  get isHeard(): boolean {
    return this.#ready && this.#panel.visible;
  }

  /** Nobody is left to be told. */
  end(): void {
    this.#ended = true;
    this.#undrawn.forget();
  }

  /**
   * Resolves when it is time to ask for the next prompt: the editor has told, and the server been told, all that belongs to
   * one change, and the page is not behind.
   */
  async turn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isHeard) await this.#undrawn.room();
  }

  /** The page has drawn a prompt. */
  drawn(id: string): void {
    this.#undrawn.drawn(id);
  }

  /** Tells the page something, now or as soon as it listens: one that is hidden is gone, and comes back as a new one. */
  tell(message: ToPage): void {
    if (this.isHeard) this.#post(message);
    else this.#waiting.push(message);
  }

  /** Tells the page something that is told again, or is no longer true, when a page that is hidden comes back. */
  send(message: ToPage): void {
    if (!this.#ready) {
      if (!this.#panel.visible) return;
      if (!this.#ahead) this.words();
      const { prompt } = this.#ahead ?? {};
      const shown = message.type === 'render' || message.type === 'change' ? message.id : prompt;
      this.#ahead = shown === undefined ? {} : { prompt: shown };
    }
    this.#post(message);
  }

  /** The page listens. Says whether the prompt that is shown must still be sent: else it was sent ahead. */
  begin(shown: string | undefined): boolean {
    const ahead = this.#ahead?.prompt;
    const isSent = ahead !== undefined && ahead === shown;
    this.#ready = true;
    this.#ahead = undefined;
    this.#undrawn.forget();
    if (isSent) this.#post({ type: 'here', id: ahead });
    else this.words();
    for (const message of this.#waiting.splice(0)) this.#post(message);
    return !isSent;
  }

  /** Comes before anything else: the words of the editor's language. */
  words(): void {
    this.#post({ type: 'words', locale: env.language, bundle: wordBundle() });
  }

  #post(message: ToPage): void {
    if (message.type === 'render' || message.type === 'change') this.#undrawn.sent(message.id);
    if (!this.#ended) void this.#panel.webview.postMessage(message);
  }
}
