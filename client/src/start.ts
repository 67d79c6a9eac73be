import { commands, Disposable, type ExtensionContext, type LogOutputChannel } from 'vscode';
import { Server } from './client';
import { registerCommands } from './commands/register';
import { tellDialects } from './dialects';
import { createLog } from './log';
import { claimTemplates } from './plainTemplates';
import { PreviewManager } from './preview/manager';
import { watchRendered } from './rendered/documents';
import { Scope } from './scope';
import { Selections } from './selections';
import { StatusItem } from './status';
import { watchSystems } from './systems';

/** What the features of the extension share. */
export interface Services {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly scope: Scope;
  readonly server: Server;
  readonly selections: Selections;
  readonly previews: PreviewManager;
}

/** One feature: what it adds to the editor, and how it goes away again. */
type Feature = (services: Services) => Disposable;

const FEATURES: readonly Feature[] = [
  watchSystems,
  tellDialects,
  claimTemplates,
  registerCommands,
  watchRendered,
  (services) => new StatusItem(services),
  ({ previews }) => previews,
];

export interface Running extends Disposable {
  stop(): Promise<void>;
}

/** Context key for menus of folders: in a workspace without templates they stay as they are. */
const ACTIVE = 'strata.active';

/** Starts the extension. The server starts behind it: nothing here waits for it. */
export function start(context: ExtensionContext): Running {
  const log = createLog();
  const scope = new Scope();
  const selections = new Selections(context.workspaceState);
  const server = new Server(context, log, scope);
  const previews = new PreviewManager({ context, log, scope, server, selections });
  const services: Services = { context, log, scope, server, selections, previews };
  const features = FEATURES.map((activate) => activate(services));
  void server.start();
  void commands.executeCommand('setContext', ACTIVE, true);
  const all = Disposable.from(...features, server, selections, scope, log);
  return { dispose: () => all.dispose(), stop: () => server.stop() };
}
