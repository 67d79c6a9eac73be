import { Uri, window } from 'vscode';
import type { PreviewManager } from './preview/manager';

/** The file that a command is about: the one handed in by a menu, a lens or another extension, else the one in the editor. */
export function uriOf(argument: unknown): Uri | undefined {
  if (argument instanceof Uri) return argument;
  if (typeof argument === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(argument)) return Uri.parse(argument);
  return window.activeTextEditor?.document.uri;
}

/** The same as an address; where no editor is in front, what the preview shows. */
export function subjectFile(argument: unknown, previews: PreviewManager): string | undefined {
  return uriOf(argument)?.toString() ?? previews.current?.file;
}
