// In which dialect files are read that no manifest names: what somebody has chosen is kept with the workspace.
import type { Disposable, Memento } from 'vscode';
import { describe } from './log';
import type { Services } from './start';

const STORED = 'strata.dialects';

/** What has been chosen, by the address of the file. */
const chosenDialects = (memento: Memento): Readonly<Record<string, string>> =>
  memento.get<Record<string, string>>(STORED, {});

/** Keeps a choice; `null` forgets it. */
export function keepDialect(memento: Memento, file: string, dialect: string | null): void {
  const { [file]: _, ...others } = chosenDialects(memento);
  void memento.update(STORED, dialect === null ? others : { ...others, [file]: dialect });
}

/** Tells a server that has just started what was chosen before. */
export function tellDialects({ context, log, server }: Services): Disposable {
  return server.onDidStart(() => {
    for (const [uri, choose] of Object.entries(chosenDialects(context.workspaceState)))
      server
        .request('dialect', { uri, choose })
        .catch((error) => log.warn(`A choice could not be passed on: ${describe(error)}`));
  });
}
