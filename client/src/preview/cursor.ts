// Tells the page where the cursor of an editor is.
import { type TextEditor, TextEditorSelectionChangeKind, window } from 'vscode';
import type { CursorPlace, ToPage } from './messages';

export class Cursor {
  readonly #fileOf: (address: string) => string | undefined;
  readonly #tell: (message: ToPage) => void;
  /** A place was just shown in this editor because the page asked; the page need not follow it. */
  #echo: string | undefined;
  /** Somebody has moved it in a text that the page does not show yet. */
  #held = false;

  /** `fileOf`: the server's spelling of the address of a file that the prompt is made of; undefined for another one. */
  constructor(fileOf: (address: string) => string | undefined, tell: (message: ToPage) => void) {
    this.#fileOf = fileOf;
    this.#tell = tell;
  }

  hush(address: string): void {
    this.#echo = address;
  }

  /**
   * `kind`: what has moved it; undefined when the editor came to the front. `ahead`: the prompt of its text is still on its
   * way, and where the cursor is then is told with it.
   */
  moved(editor: TextEditor, kind: TextEditorSelectionChangeKind | undefined, ahead = false): void {
    const reveal = this.#isByHand(editor, kind);
    if (ahead) {
      this.#held ||= reveal;
      return;
    }
    const place = this.#placeIn(editor, reveal);
    if (place) this.#tell({ type: 'cursor', ...place });
    else if (editor === window.activeTextEditor) this.#tell({ type: 'cursorGone' });
  }

  /** Where it is while a prompt is shown; `null`: in no file of it. */
  now(editor: TextEditor): CursorPlace | null {
    const place = this.#placeIn(editor, this.#held);
    this.#held = false;
    return place ?? null;
  }

  /** Only a hand that moves the cursor takes the page along, not the page's own wish. */
  #isByHand(editor: TextEditor, kind: TextEditorSelectionChangeKind | undefined): boolean {
    const own = editor.document.uri.toString();
    if (this.#fileOf(own) === undefined) return false;
    const echo = this.#echo === own;
    this.#echo = undefined;
    const byHand = kind === TextEditorSelectionChangeKind.Mouse || kind === TextEditorSelectionChangeKind.Keyboard;
    return byHand && !echo;
  }

  #placeIn({ document, selection }: TextEditor, reveal: boolean): CursorPlace | undefined {
    const file = this.#fileOf(document.uri.toString());
    if (file === undefined) return undefined;
    const { start, isEmpty } = selection;
    return { file, position: { line: start.line, character: start.character }, selected: !isEmpty, reveal };
  }
}
