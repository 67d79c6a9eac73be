// The language server as a process: node dist/server.js --stdio, or --node-ipc, --socket=PORT, --pipe=NAME.
import { serve } from './serve';
import { namesTransport, TRANSPORTS } from './transports';

const args = process.argv.slice(2);
if (namesTransport(args)) {
  serve();
} else {
  process.stderr.write(`usage: server.js ${TRANSPORTS.join(' | ')}\n`);
  process.exitCode = 2;
}
