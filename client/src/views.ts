import { Uri, type ViewColumn } from 'vscode';
import type { ToPage } from './preview/messages';
import type { Services } from './start';
import { chooseSubject, uriOf } from './subject';

/**
 * Opens the preview of a file, whether it belongs to a system or not: a file of none is told what it lacks. `key`: of the
 * systems in the file, this one, whose lens was clicked.
 */
export async function openPreview(
  services: Services,
  argument: unknown,
  column: ViewColumn,
  key?: unknown,
): Promise<void> {
  const uri = uriOf(argument);
  if (uri) services.previews.open(uri, column, typeof key === 'string' ? { key } : {});
  else await openView(services, argument, column);
}

/** Opens the preview of what a command is about, and tells its page something. */
export async function openView(
  services: Services,
  argument: unknown,
  column: ViewColumn,
  ...messages: readonly ToPage[]
): Promise<void> {
  const chosen = await chooseSubject(services, argument);
  if (!chosen) return;
  const { file, key } = chosen;
  services.previews.open(Uri.parse(file), column, { messages, ...(key === undefined ? {} : { key }) });
}
