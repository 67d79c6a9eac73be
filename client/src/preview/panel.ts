// One preview panel: asks for the prompt when something it is made of has changed, tells the page, and does what the page asks.
import { Disposable, env, l10n, type TextEditor, type WebviewPanel, window, workspace } from 'vscode';
import type { RenderResult, WireSource } from '../../../server/src/protocol';
import { Latest } from '../latest';
import { normalized } from '../scope';
import { Answers } from './answers';
import { askPrompt } from './ask';
import { choicesFor } from './choices';
import { Cursor } from './cursor';
import { Follower, type Prompt } from './follow';
import { icon, pageHtml } from './html';
import { type Failure, type FromPage, readFromPage, type ToPage } from './messages';
import { Scrolling } from './scrolling';
import type { PreviewServices } from './services';
import { showSource } from './source';
import type { Subject } from './subject';
import { Talk } from './talk';
import { unsavedOf } from './texts';
import { Trials } from './trials';

/** Milliseconds after which the page shows that it waits. */
const SLOW = 200;

export class PreviewPanel extends Disposable {
  readonly #panel: WebviewPanel;
  readonly #services: PreviewServices;
  /** What comes while an answer is on its way is one further request. */
  readonly #latest = new Latest(
    () => this.#render(),
    0,
    () => this.#talk.turn(),
  );
  readonly #subscriptions: Disposable;
  #subject: Subject;
  /** Addresses of what the prompt is made of, in this editor's spelling, with the server's. */
  #files = new Map<string, string>();
  /** Asks for the prompt, and knows the one that the page shows. */
  readonly #follower: Follower;
  /** Why the last attempt gave none. */
  #failure: Failure | undefined;
  /** How often somebody has chosen something else: an answer to an earlier choice is dropped. */
  #choices = 0;
  /** Files that the pieces of a captured prompt come from, as far as the page knows. */
  #located: ReadonlySet<string> = new Set();
  readonly #trials: Trials;
  readonly #answers: Answers;
  readonly #talk: Talk;
  readonly #scrolling = new Scrolling((address, line) => this.#scrolled(address, line));
  readonly #cursor = new Cursor(
    (address) => this.#files.get(address),
    (message) => this.#talk.send(message),
  );

  /** `name`: no other panel of the window has it. */
  constructor(panel: WebviewPanel, services: PreviewServices, subject: Subject, name: string) {
    super(() => {
      // An answer may still come, and there is nobody left to tell.
      this.#talk.end();
      this.#choices++;
      this.#subscriptions.dispose();
    });
    this.#panel = panel;
    this.#talk = new Talk(panel);
    this.#services = services;
    this.#subject = subject;
    this.#trials = new Trials(subject.trials);
    this.#trials.hostile = subject.hostile === true;
    this.#answers = new Answers(services, this.#trials, (message) => this.#talk.send(message));
    const { context, scope, selections, server } = services;
    this.#follower = new Follower(server, name);
    this.#subscriptions = Disposable.from(
      this.#latest,
      this.#scrolling,
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(readFromPage(message))),
      window.onDidChangeActiveTextEditor((editor) => this.#follow(editor)),
      window.onDidChangeTextEditorSelection(({ textEditor, kind }) =>
        this.#cursor.moved(textEditor, kind, this.#latest.busy),
      ),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && this.#madeOf(document.uri.toString())) this.#latest.ask();
      }),
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#madeOf(uri.toString())) this.#latest.ask();
      }),
      server.onDidChange(({ uris }) => {
        if (uris.length === 0 || uris.some((uri) => this.#madeOf(normalized(uri)))) this.#latest.ask();
      }),
      server.onDidStart(() => this.#latest.ask()),
      scope.onDidChange(() => this.#latest.ask()),
      selections.onDidChoose(({ key }) => {
        if (key === this.#subject.key) this.#chosen();
      }),
    );
    panel.iconPath = icon(context.extensionUri);
    panel.webview.html = pageHtml(panel.webview, context.extensionUri, env.language);
    // While the page is loaded the prompt is on its way already.
    this.#latest.ask();
  }

  get active(): boolean {
    return this.#panel.active;
  }

  /** Address of the file that it is about. */
  get file(): string {
    return this.#subject.file;
  }

  get locked(): boolean {
    return this.#subject.locked === true;
  }

  show(subject: Subject): void {
    this.#subject = subject;
    this.#panel.reveal(undefined, true);
    this.#chosen();
  }

  close(): void {
    this.#panel.dispose();
  }

  /** Tells the page something, now or as soon as it listens: one that is hidden is gone, and comes back as a new one. */
  tell(message: ToPage): void {
    this.#talk.tell(message);
  }

  /** Something else is to be shown. */
  #chosen(): void {
    this.#choices++;
    this.#latest.ask();
  }

  async #render(): Promise<void> {
    const { file } = this.#subject;
    const choices = this.#choices;
    const slow = setTimeout(() => this.#talk.send({ type: 'busy' }), SLOW);
    const answer = await askPrompt(this.#services, this.#subject, this.#trials, this.#follower);
    clearTimeout(slow);
    if (choices !== this.#choices) return;
    if ('reason' in answer) {
      this.#failure = answer;
      this.#talk.send({ type: 'failure', failure: answer, file });
      if (window.activeTextEditor) this.#cursor.moved(window.activeTextEditor, undefined);
      return;
    }
    const { result } = answer;
    this.#failure = undefined;
    this.#subject = { ...this.#subject, key: result.key };
    this.#files = new Map([result.manifest, ...result.files].map((address) => [normalized(address), address]));
    this.#panel.title = l10n.t('Preview: {0}', result.system);
    this.#show(answer);
  }

  /** Puts a prompt on the page: what of it is another, when the page has the one before it. */
  #show({ id, result, since }: Prompt): void {
    const trials = this.#trials.kept;
    const editor = window.activeTextEditor;
    const about = {
      systems: choicesFor(this.#services.scope.systems, result, this.file),
      file: this.file,
      locked: this.locked,
      unsaved: unsavedOf(result).length > 0,
      ...(trials ? { trials } : {}),
      ...(editor ? { cursor: this.#cursor.now(editor) } : {}),
    };
    this.#follower.show({ id, result });
    if (since) this.#talk.send({ type: 'change', id, since: since.id, change: since.change, about });
    else this.#talk.send({ type: 'render', id, result, about });
  }

  /** The page listens: for the first time, or again after it was hidden. */
  #begin(): void {
    const { shown } = this.#follower;
    if (this.#talk.begin(shown?.id) && shown) this.#show(shown);
    if (this.#failure) this.#talk.send({ type: 'failure', failure: this.#failure, file: this.file });
  }

  #receive(message: FromPage | undefined): void {
    if (!message) return;
    switch (message.type) {
      case 'ready':
        this.#begin();
        return;
      case 'drawn':
        this.#talk.drawn(message.id);
        return;
      case 'again':
        this.#talk.words();
        if (this.#follower.shown) this.#show(this.#follower.shown);
        return;
      case 'reveal':
        void this.#reveal(message.source, message.open);
        return;
      case 'scrolled':
        if (this.#madeOf(normalized(message.source.file))) this.#scrolling.follow(message.source);
        return;
      case 'copy':
        void env.clipboard.writeText(message.text).then(() => window.setStatusBarMessage(l10n.t('Copied'), 2000));
        return;
      case 'restart':
        void this.#services.server.restart();
        return;
      case 'log':
        this.#services.log.show();
        return;
      case 'capture':
        void this.#answers.capture(message.from);
        return;
      default:
        this.#change(message);
    }
  }

  /** What changes the prompt that is shown, or asks about it. */
  #change(message: FromPage): void {
    const shown = this.#follower.shown?.result;
    switch (message.type) {
      case 'system':
        this.#subject = { ...this.#subject, key: message.key };
        break;
      case 'scenario':
        this.#services.selections.choose({ key: message.key, scenario: message.scenario, select: {} });
        return;
      case 'axis':
        this.#services.selections.chooseAxis(message, shown?.scenario ?? null);
        return;
      case 'model':
        this.#trials.setModel(message.key, message.model);
        break;
      case 'hostile':
        this.#trials.hostile = message.on;
        break;
      case 'lock':
        this.#subject = { ...this.#subject, locked: message.on };
        break;
      default:
        if (shown) void this.#answer(message, shown);
        return;
    }
    this.#chosen();
  }

  /** What is asked about the prompt that is shown; a request about another one comes too late. */
  async #answer(message: FromPage, shown: RenderResult): Promise<void> {
    if ('key' in message && message.key !== shown.key) return;
    switch (message.type) {
      case 'value':
        return this.#answers.value(shown, message.slot);
      case 'compare':
        return this.#answers.compare(shown, message.against);
      case 'choose':
        return this.#answers.choose(shown, message.what, this.file);
      case 'locate':
        this.#located = new Set((await this.#answers.locate(shown, message)).map(normalized));
        return;
      case 'keep':
        return this.#answers.keep(shown, message.kept);
      case 'fix':
        return this.#answers.fix(shown, message.path);
      case 'try':
        this.#trials.setValue(shown.key, shown.scenario, message.slot, message.text);
        this.#latest.ask();
        return;
      case 'write':
        await this.#answers.write(shown);
        this.#latest.ask();
    }
  }

  /** Shows a place of what the prompt is made of. The page can name no other file. */
  async #reveal(source: WireSource, open: boolean): Promise<void> {
    const address = normalized(source.file);
    if (!this.#madeOf(address) && !this.#located.has(address)) return;
    this.#cursor.hush(address);
    this.#scrolling.hush();
    await showSource(source, open, this.#panel.viewColumn);
  }

  /** Another file is in front: when it belongs to a system, the panel shows that one. */
  #follow(editor: TextEditor | undefined): void {
    const file = editor?.document.uri.toString();
    if (!editor || file === undefined) return;
    if (!this.locked && !this.#madeOf(file) && this.#services.scope.names(editor.document.uri)) {
      this.#subject = { file };
      this.#chosen();
    }
    this.#cursor.moved(editor, undefined);
  }

  #scrolled(address: string, line: number): void {
    const file = this.#files.get(address);
    if (file !== undefined && this.#talk.isHeard) this.#talk.send({ type: 'scroll', file, line });
  }

  #madeOf(address: string): boolean {
    return this.#files.has(address) || address === this.#subject.file;
  }
}
