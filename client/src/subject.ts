// Which file and system a command is about.
import { commands, l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { PreviewManager } from './preview/manager';
import type { SystemEntry } from './scope';
import type { Services } from './start';

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

/** A file, and of the systems that read it, one; without it the nearest. */
export interface Chosen {
  readonly file: string;
  readonly key?: string;
}

/**
 * A file of some system: the one of the command, when it belongs to one; else what the preview shows; else the system of the
 * workspace, which is asked for where there are several. Where there is none, a manifest is offered.
 */
export async function chooseSubject(services: Services, argument: unknown): Promise<Chosen | undefined> {
  const { previews, scope, server } = services;
  await scope.settled;
  const file = uriOf(argument)?.toString();
  if (file !== undefined && (await server.request('systems', { uri: file })).systems.length > 0) return { file };
  const shown = previews.current?.file;
  if (shown !== undefined) return { file: shown };
  const [first, ...others] = scope.systems;
  const system = first && others.length > 0 ? await pick(scope.systems) : first;
  if (!first) await offerManifest(argument);
  return system && { file: system.files[0] ?? system.manifest, key: system.key };
}

async function pick(systems: readonly SystemEntry[]): Promise<SystemEntry | undefined> {
  const items = systems.map((system): QuickPickItem & { readonly system: SystemEntry } => ({
    label: system.title,
    description: workspace.asRelativePath(Uri.parse(system.manifest)),
    system,
  }));
  const chosen = await window.showQuickPick(items, { title: l10n.t('Prompt system'), matchOnDescription: true });
  return chosen?.system;
}

async function offerManifest(argument: unknown): Promise<void> {
  const create = l10n.t('Create strata.yaml');
  const message = l10n.t('No manifest of this workspace declares a prompt system yet.');
  if ((await window.showInformationMessage(message, create)) === create)
    await commands.executeCommand('strata.createManifest', argument);
}
