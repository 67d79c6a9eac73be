/** The ways to reach the server, as arguments. The library that speaks the protocol reads them itself. */
export const TRANSPORTS = ['--stdio', '--node-ipc', '--socket', '--pipe'] as const;

export const namesTransport = (args: readonly string[]): boolean =>
  args.some((arg) => TRANSPORTS.some((transport) => arg === transport || arg.startsWith(`${transport}=`)));
