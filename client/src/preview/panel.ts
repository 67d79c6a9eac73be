// One preview panel: asks for the prompt when something it is made of has changed, tells the page, and does what the page asks.
import {
  commands,
  Disposable,
  env,
  l10n,
  type TextEditor,
  TextEditorSelectionChangeKind,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { RenderResult, WireSource } from '../../../server/src/protocol';
import { Latest } from '../latest';
import { normalized } from '../scope';
import { Answers } from './answers';
import { askPrompt } from './ask';
import { choicesFor } from './choices';
import { icon, pageHtml, wordBundle } from './html';
import type { PreviewServices } from './manager';
import { type FromPage, type KeptTrials, readFromPage, type ToPage } from './messages';
import { Scrolling } from './scrolling';
import { showSource } from './source';
import { unsavedOf } from './texts';
import { Trials } from './trials';

/** What a panel shows: a file, and of the systems that read it, one. */
export interface Subject {
  readonly file: string;
  readonly key?: string;
  /** It stays what it is, whatever editor is in front. */
  readonly locked?: boolean;
  readonly hostile?: boolean;
  /** What was being tried before a reload. */
  readonly trials?: KeptTrials;
}

/** Milliseconds that are waited for the next key before the prompt is rendered again. */
const PAUSE = 40;

export class PreviewPanel extends Disposable {
  readonly #panel: WebviewPanel;
  readonly #services: PreviewServices;
  readonly #latest = new Latest((stale) => this.#render(stale), PAUSE);
  readonly #subscriptions: Disposable;
  #subject: Subject;
  /** Addresses of what the prompt is made of, in this editor's spelling, with the server's. */
  #files = new Map<string, string>();
  /** The prompt that the page shows. */
  #shown: RenderResult | undefined;
  /** Files that the pieces of a captured prompt come from, as far as the page knows. */
  #located: ReadonlySet<string> = new Set();
  readonly #trials: Trials;
  readonly #answers: Answers;
  #ready = false;
  readonly #waiting: ToPage[] = [];
  readonly #scrolling = new Scrolling((address, line) => this.#scrolled(address, line));
  /** A place was just shown in an editor because the page asked; the page need not follow it. */
  #echo: string | undefined;

  constructor(panel: WebviewPanel, services: PreviewServices, subject: Subject) {
    super(() => {
      // An answer may still come, and there is nobody left to tell.
      this.#ready = false;
      this.#subscriptions.dispose();
    });
    this.#panel = panel;
    this.#services = services;
    this.#subject = subject;
    this.#trials = new Trials(subject.trials);
    this.#trials.hostile = subject.hostile === true;
    this.#answers = new Answers(services, this.#trials, (message) => this.#send(message));
    const { context, scope, selections, server } = services;
    this.#subscriptions = Disposable.from(
      this.#latest,
      this.#scrolling,
      panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(readFromPage(message))),
      window.onDidChangeActiveTextEditor((editor) => this.#follow(editor)),
      window.onDidChangeTextEditorSelection(({ textEditor, kind }) => this.#cursor(textEditor, kind)),
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
        if (key === this.#subject.key) this.#latest.ask();
      }),
    );
    panel.iconPath = icon(context.extensionUri);
    panel.webview.html = pageHtml(panel.webview, context.extensionUri, env.language);
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
    this.#latest.ask();
  }

  close(): void {
    this.#panel.dispose();
  }

  /** Tells the page something, now or as soon as it listens: one that is hidden is gone, and comes back as a new one. */
  tell(message: ToPage): void {
    if (this.#ready && this.#panel.visible) this.#send(message);
    else this.#waiting.push(message);
  }

  #send(message: ToPage): void {
    if (this.#ready) void this.#panel.webview.postMessage(message);
  }

  async #render(stale: () => boolean): Promise<void> {
    if (!this.#ready) return;
    const { file } = this.#subject;
    this.#send({ type: 'busy' });
    const answer = await askPrompt(this.#services, this.#subject, this.#trials, this.#shown?.scenario ?? null);
    if (stale()) return;
    if ('reason' in answer) {
      this.#send({ type: 'failure', failure: answer, file });
      return;
    }
    this.#subject = { ...this.#subject, key: answer.key };
    this.#shown = answer;
    this.#files = new Map([answer.manifest, ...answer.files].map((address) => [normalized(address), address]));
    this.#panel.title = l10n.t('Preview: {0}', answer.system);
    const trials = this.#trials.kept;
    this.#send({
      type: 'render',
      result: answer,
      systems: choicesFor(this.#services.scope.systems, answer, file),
      file,
      locked: this.locked,
      unsaved: unsavedOf(answer).length > 0,
      ...(trials ? { trials } : {}),
    });
    if (window.activeTextEditor) this.#cursor(window.activeTextEditor, undefined);
  }

  #receive(message: FromPage | undefined): void {
    if (!message) return;
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#send({ type: 'words', locale: env.language, bundle: wordBundle() });
        for (const message of this.#waiting.splice(0)) this.#send(message);
        this.#latest.ask();
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
      case 'find':
        // It is found in the view that has the focus, and the click that asks for it may come before that.
        this.#panel.reveal(undefined, false);
        void commands.executeCommand('editor.action.webvieweditor.showFind');
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
    const shown = this.#shown;
    switch (message.type) {
      case 'system':
        this.#subject = { ...this.#subject, key: message.key };
        break;
      case 'scenario':
        this.#services.selections.choose({ key: message.key, scenario: message.scenario, select: {} });
        return;
      case 'axis':
        this.#services.selections.chooseAxis(message, this.#shown?.scenario ?? null);
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
    this.#latest.ask();
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
        this.#located = new Set((await this.#answers.locate(shown, message.text)).map(normalized));
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
    this.#echo = address;
    this.#scrolling.hush();
    await showSource(source, open, this.#panel.viewColumn);
  }

  /** Another file is in front: when it belongs to a system, the panel shows that one. */
  #follow(editor: TextEditor | undefined): void {
    const file = editor?.document.uri.toString();
    if (!editor || file === undefined) return;
    if (!this.locked && !this.#madeOf(file) && this.#services.scope.names(editor.document.uri)) {
      this.#subject = { file };
      this.#latest.ask();
    }
    this.#cursor(editor, undefined);
  }

  #cursor(editor: TextEditor, kind: TextEditorSelectionChangeKind | undefined): void {
    const own = editor.document.uri.toString();
    const file = this.#files.get(own);
    if (file === undefined) {
      if (editor === window.activeTextEditor) this.#send({ type: 'cursorGone' });
      return;
    }
    const { start, isEmpty } = editor.selection;
    const position = { line: start.line, character: start.character };
    const echo = this.#echo === own;
    this.#echo = undefined;
    // Typing already shows where it is; only a hand that moves the cursor takes the page along.
    const moved = kind === TextEditorSelectionChangeKind.Mouse || kind === TextEditorSelectionChangeKind.Keyboard;
    this.#send({ type: 'cursor', file, position, selected: !isEmpty, reveal: moved && !echo });
  }

  #scrolled(address: string, line: number): void {
    const file = this.#files.get(address);
    if (file !== undefined && this.#panel.visible) this.#send({ type: 'scroll', file, line });
  }

  #madeOf(address: string): boolean {
    return this.#files.has(address) || address === this.#subject.file;
  }
}
