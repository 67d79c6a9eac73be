import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { startServer } from '../lsp/server';
import { nodeRuntime } from './runtime';

/** Serves one client until it says `exit` or goes away. */
export function serve(): void {
  const connection = createConnection(ProposedFeatures.all);
  const log = (message: string): void => connection.console.error(message);
  // What nobody has caught must not take the unsaved state of the editor with it; it is told and the server goes on.
  process.on('unhandledRejection', (reason) => log(`unhandled: ${String(reason)}`));
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    // Nobody reads any more: there is no client left to serve.
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') process.exit(1);
    log(`unhandled: ${error.stack ?? error.message}`);
  });
  startServer(
    connection,
    nodeRuntime((message) => connection.console.log(message)),
  );
  connection.listen();
}
