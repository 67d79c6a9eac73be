// The preview panels of a window: opened by a command, brought back after a reload, and told which one is in front.
import { Disposable, type Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { webviewOptions } from './html';
import { readTrials, type ToPage } from './messages';
import { PreviewPanel } from './panel';
import type { PreviewServices } from './services';
import type { Subject } from './subject';

export const VIEW_TYPE = 'strata.preview';

export interface Opening {
  readonly key?: string;
  readonly messages?: readonly ToPage[];
}

export class PreviewManager extends Disposable {
  readonly #services: PreviewServices;
  readonly #panels = new Set<PreviewPanel>();
  readonly #serializer: Disposable;
  #opened = 0;

  constructor(services: PreviewServices) {
    super(() => this.#end());
    this.#services = services;
    this.#serializer = window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        this.#adopt(panel, subjectIn(state) ?? { file: window.activeTextEditor?.document.uri.toString() ?? '' });
      },
    });
  }

  /** The preview in front, else the one that was opened last. */
  get current(): PreviewPanel | undefined {
    const all = [...this.#panels];
    return all.find((panel) => panel.active) ?? all.at(-1);
  }

  /**
   * Shows the preview of a file. One that is open already and not locked is taken for it, in the place where it is.
   * `key`: of the systems that read the file, this one. `messages`: what its page is told then.
   */
  open(uri: Uri | undefined, column: ViewColumn, { key, messages = [] }: Opening = {}): void {
    if (!uri) return;
    const subject = { file: uri.toString(), ...(key === undefined ? {} : { key }) };
    const open = this.#free;
    if (open) {
      for (const message of messages) open.tell(message);
      open.show(subject);
      return;
    }
    const panel = window.createWebviewPanel(
      VIEW_TYPE,
      'Strata',
      { viewColumn: column, preserveFocus: column === ViewColumn.Beside },
      {},
    );
    const adopted = this.#adopt(panel, subject);
    for (const message of messages) adopted.tell(message);
  }

  /** The preview that may show another file; the one that shows a locked file stays. */
  get #free(): PreviewPanel | undefined {
    const all = [...this.#panels].filter((panel) => !panel.locked);
    return all.find((panel) => panel.active) ?? all.at(-1);
  }

  #adopt(panel: WebviewPanel, subject: Subject): PreviewPanel {
    panel.webview.options = webviewOptions(this.#services.context.extensionUri);
    const preview = new PreviewPanel(panel, this.#services, subject, `panel-${++this.#opened}`);
    this.#panels.add(preview);
    panel.onDidDispose(() => {
      this.#panels.delete(preview);
      preview.dispose();
    });
    return preview;
  }

  #end(): void {
    this.#serializer.dispose();
    for (const panel of [...this.#panels]) panel.close();
  }
}

/** What the page has kept, when it is what this version keeps. */
function subjectIn(state: unknown): Subject | undefined {
  if (typeof state !== 'object' || state === null || !('file' in state) || typeof state.file !== 'string')
    return undefined;
  if (state.file === '') return undefined;
  const key = 'key' in state && typeof state.key === 'string' ? state.key : undefined;
  const trials = 'trials' in state ? readTrials(state.trials) : undefined;
  return {
    file: state.file,
    ...(key === undefined ? {} : { key }),
    ...('locked' in state && state.locked === true ? { locked: true } : {}),
    ...('hostile' in state && state.hostile === true ? { hostile: true } : {}),
    ...(trials ? { trials } : {}),
  };
}
