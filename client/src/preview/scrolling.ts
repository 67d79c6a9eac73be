// Scrolling that the editors and the page share: each follows the other, and neither follows its own echo.
import { Disposable, Range, type TextEditor, TextEditorRevealType, window } from 'vscode';
import type { WireSource } from '../../../server/src/protocol';
import { normalized } from '../scope';

/** Milliseconds in which an editor may still move because the page has asked for it. */
const ECHO = 400;

export class Scrolling extends Disposable {
  readonly #tell: (address: string, line: number) => void;
  readonly #subscription: Disposable;
  /** The first line that is seen, by document. An editor that is laid out anew shows the same one. */
  readonly #tops = new Map<string, number>();
  #quietUntil = 0;
  /** Lines that editors were told to begin with, by document, until they do: on a busy machine that is long after. */
  readonly #asked = new Map<string, number>();

  /** `tell` is called with the first line that is seen when somebody has scrolled an editor. */
  constructor(tell: (address: string, line: number) => void) {
    super(() => this.#subscription.dispose());
    this.#tell = tell;
    for (const editor of window.visibleTextEditors) this.#topOf(editor);
    this.#subscription = window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.#moved(textEditor));
  }

  /** The page has made an editor show something: that it scrolls is no news there. */
  hush(): void {
    this.#quietUntil = Date.now() + ECHO;
  }

  /** The page was scrolled to a place: an editor that shows its file follows, and none is opened for it. */
  follow({ file, range }: WireSource): void {
    const address = normalized(file);
    const editor = window.visibleTextEditors.find(({ document }) => document.uri.toString() === address);
    const { line } = range.start;
    if (!editor || editor.visibleRanges[0]?.start.line === line) return;
    this.hush();
    this.#asked.set(address, line);
    editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.AtTop);
  }

  #moved(editor: TextEditor): void {
    const address = editor.document.uri.toString();
    const before = this.#tops.get(address);
    const top = this.#topOf(editor);
    if (before === undefined || top === undefined || before === top) return;
    if (this.#isAsked(address, before, top) || Date.now() < this.#quietUntil) return;
    this.#tell(address, top);
  }

  /** Whether an editor comes nearer to the line that it was told to begin with. Near its end it cannot begin with each. */
  #isAsked(address: string, before: number, top: number): boolean {
    const asked = this.#asked.get(address);
    if (asked === undefined) return false;
    const isNearer = before < asked ? before < top && top <= asked : asked <= top && top < before;
    if (!isNearer || top === asked) this.#asked.delete(address);
    return isNearer;
  }

  #topOf({ document, visibleRanges }: TextEditor): number | undefined {
    const top = visibleRanges[0]?.start.line;
    if (top !== undefined) this.#tops.set(document.uri.toString(), top);
    return top;
  }
}
