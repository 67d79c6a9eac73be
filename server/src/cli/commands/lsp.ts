import { createRequire } from 'node:module';
import { namesTransport } from '../../node/transports';
import type { CliCommand } from '../command';

export const command: CliCommand = {
  name: 'lsp',
  summary: 'Run the language server, for any editor.',
  usage: '--stdio',
  mostPositionals: 0,
  options: {
    stdio: { type: 'boolean', summary: 'Speak over standard input and output.' },
    socket: { type: 'string', placeholder: 'PORT', summary: 'Connect to a port of this machine.' },
    pipe: { type: 'string', placeholder: 'NAME', summary: 'Connect to a named pipe.' },
    clientProcessId: { type: 'string', placeholder: 'PID', summary: 'End when this process does.' },
  },
  async run(_args, io) {
    // The library that speaks the protocol reads the arguments of the process itself.
    if (!namesTransport(process.argv.slice(2))) {
      io.warn('say how to reach the client: strata lsp --stdio');
      return 2;
    }
    // The server is a bundle of its own beside this one: the other commands need nothing of what it is made of.
    createRequire(__filename)('./server.js');
    // The server ends the process when the client does.
    return new Promise<number>(() => undefined);
  },
};
