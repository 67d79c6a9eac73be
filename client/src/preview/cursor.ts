// Tells the page where the cursor of an editor is.
import { type TextEditor, TextEditorSelectionChangeKind, window } from 'vscode';
import type { ToPage } from './messages';

export class Cursor {
  readonly #fileOf: (address: string) => string | undefined;
  readonly #tell: (message: ToPage) => void;
  /** A place was just shown in this editor because the page asked; the page need not follow it. */
  #echo: string | undefined;

  /** `fileOf`: the server's spelling of the address of a file that the prompt is made of; undefined for another one. */
  constructor(fileOf: (address: string) => string | undefined, tell: (message: ToPage) => void) {
    this.#fileOf = fileOf;
    this.#tell = tell;
  }

  hush(address: string): void {
    this.#echo = address;
  }

  /** `kind`: what has moved it; undefined when the prompt is another or the editor came to the front. */
  moved(editor: TextEditor, kind: TextEditorSelectionChangeKind | undefined): void {
    const own = editor.document.uri.toString();
    const file = this.#fileOf(own);
    if (file === undefined) {
      if (editor === window.activeTextEditor) this.#tell({ type: 'cursorGone' });
      return;
    }
    const { start, isEmpty } = editor.selection;
    const position = { line: start.line, character: start.character };
    const echo = this.#echo === own;
    this.#echo = undefined;
    // Typing already shows where it is; only a hand that moves the cursor takes the page along.
    const byHand = kind === TextEditorSelectionChangeKind.Mouse || kind === TextEditorSelectionChangeKind.Keyboard;
    this.#tell({ type: 'cursor', file, position, selected: !isEmpty, reveal: byHand && !echo });
  }
}
