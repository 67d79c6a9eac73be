// What a lens does in an editor that has none of our own commands: the server does it, with what every editor can show.
import type { CodeLens, ExecuteCommandParams } from 'vscode-languageserver/node';
import { tokenLines } from '../features/costs/tokenLines';
import { dialect } from '../features/requests/dialect';
import { filesOfChoice } from '../features/requests/report';
import { COMMANDS } from '../protocol';
import { normalizeAddress } from '../text/address';
import type { Ask } from './ask';

/** What the server does itself, by the command of our own extension whose place it takes. */
const SERVER_COMMANDS: Readonly<Record<string, string>> = {
  [COMMANDS.preview]: 'strata.server.showTokens',
  [COMMANDS.scenario]: 'strata.server.selectScenario',
  [COMMANDS.dialect]: 'strata.server.selectDialect',
};

export const EXECUTED = Object.values(SERVER_COMMANDS);

/** Lenses as they are for our own extension, with commands that the server executes. Nothing but it can show the preview. */
export function executedLenses(lenses: readonly CodeLens[]): readonly CodeLens[] {
  return lenses.flatMap((lens) => {
    const command = SERVER_COMMANDS[lens.command?.command ?? ''];
    if (!lens.command || command === undefined || lens.command.title === 'Preview') return [];
    return [{ ...lens, command: { ...lens.command, command } }];
  });
}

export async function execute(ask: Ask, { command, arguments: given = [] }: ExecuteCommandParams): Promise<null> {
  const [first, second] = given.map((one: unknown) => (typeof one === 'string' ? one : undefined));
  if (first === undefined) return null;
  if (command === SERVER_COMMANDS[COMMANDS.preview]) ask.person.inform(tokenLines(ask.snapshot, first, second));
  if (command === SERVER_COMMANDS[COMMANDS.scenario]) await selectScenario(ask, first);
  if (command === SERVER_COMMANDS[COMMANDS.dialect]) await selectDialect(ask, first);
  return null;
}

async function selectScenario({ snapshot, service, refresher, person }: Ask, key: string): Promise<void> {
  const system = snapshot.system(key);
  const names = Object.keys(system?.entry.scenarios ?? {});
  if (!system || names.length === 0) return;
  const chosen = await person.choose(`Scenario of ${system.title}`, names);
  if (chosen === undefined) return;
  service.workspace.choose(key, chosen, {});
  refresher.changed(filesOfChoice(snapshot, key));
}

async function selectDialect({ snapshot, service, refresher, person }: Ask, uri: string): Promise<void> {
  const known = dialect(snapshot, { uri });
  if (!known) return;
  const chosen = await person.choose(
    'Dialect in which this file is read',
    known.dialects.map(({ title }) => title),
  );
  const id = known.dialects.find(({ title }) => title === chosen)?.id;
  if (id === undefined) return;
  service.workspace.chooseDialect(uri, id);
  refresher.changed([normalizeAddress(uri)]);
}
