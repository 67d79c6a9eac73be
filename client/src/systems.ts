// Keeps the list of systems, and with it the set of files that concern Strata, as the server sees them.
import { commands, Disposable, Uri, workspace } from 'vscode';
import { Latest } from './latest';
import { describe } from './log';
import { MANIFEST } from './scope';
import type { Services } from './start';

/** Milliseconds in which changes of manifests count as one. */
const PAUSE = 150;

/** Context key for menus: some manifest of the workspace declares a system. */
const HAS_SYSTEMS = 'strata.hasSystems';

/** Context key for menus and keys: the paths of the files of all systems, so that `resourcePath in strata.files`. */
const FILES = 'strata.files';

export function watchSystems({ log, scope, selections, server }: Services): Disposable {
  const latest = new Latest(async () => {
    if (!server.running) return;
    try {
      const { systems } = await server.request('systems', {});
      scope.update(systems);
      void commands.executeCommand('setContext', HAS_SYSTEMS, systems.length > 0);
    } catch (error) {
      log.warn(`The systems of the workspace could not be listed: ${describe(error)}`);
      scope.update(undefined);
    }
  }, PAUSE);
  const tell = (chosen: Parameters<typeof selections.choose>[0]): void => {
    server.request('choose', chosen).catch((error) => log.warn(`A choice could not be passed on: ${describe(error)}`));
  };
  return Disposable.from(
    latest,
    scope.onDidChange(() => void commands.executeCommand('setContext', FILES, pathsOf(scope.files))),
    server.onDidStart(() => {
      for (const chosen of selections.all()) tell(chosen);
      // Hints of files in other languages wait until it is known that a manifest names them.
      latest.ask(true);
    }),
    // Text that is typed into a template changes no list; a manifest does, and so does a file that was not there before.
    server.onDidChange(({ uris }) => {
      if (uris.length === 0 || uris.some((uri) => isManifest(uri) || !scope.concerns(Uri.parse(uri)))) latest.ask();
    }),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isManifest(document.uri.toString())) latest.ask();
    }),
    // A file that is opened by itself may bring a manifest with it, which stands beside it.
    workspace.onDidOpenTextDocument((document) => {
      if (!workspace.getWorkspaceFolder(document.uri) && scope.concerns(document)) latest.ask();
    }),
    workspace.onDidSaveTextDocument((document) => {
      if (scope.concerns(document)) latest.ask();
    }),
    selections.onDidChoose((chosen) => {
      if (server.running) tell(chosen);
    }),
  );
}

/** The keys are as the editor spells `resourcePath`, here and in a window that is connected to another machine. */
const pathsOf = (files: Iterable<string>): Readonly<Record<string, true>> =>
  Object.fromEntries(
    [...files]
      .map((file) => Uri.parse(file))
      .flatMap(({ path, fsPath }) => [path, fsPath])
      .map((path) => [path, true]),
  );

const isManifest = (uri: string): boolean => uri.endsWith(`/${MANIFEST}`);
