import { commands, Disposable } from 'vscode';
import type { Services } from '../start';
import { allCommands } from './index.generated';

export function registerCommands(services: Services): Disposable {
  return Disposable.from(
    ...allCommands.map((command) =>
      commands.registerCommand(command.id, (...args: unknown[]) => command.run(services, ...args)),
    ),
  );
}
