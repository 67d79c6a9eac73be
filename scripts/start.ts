// Builds the extension and opens examples/ with it in VS Code, with a template and its preview in front:
// node scripts/run.mjs scripts/start.ts [options]
//
//   --folder DIR   what is opened (default: examples)
//   --port N       where the VS Code from npm is served (default: a free port)
//   --browser      the VS Code from npm, although `code` is on the PATH
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { buildOnce } from './bundles';
import { ensureHost, type Host, startHost } from './vscode/host';
import { CannotRun } from './vscode/install';
import { exitOnSignal } from './vscode/processes';

let host: Host | undefined;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      port: { type: 'string' },
      browser: { type: 'boolean' },
    },
  });
  const folder = folderNamed(values.folder);
  await buildOnce({ production: false, log: console.log });
  const code = values.browser || values.port ? undefined : commandOnPath('code');
  if (code) await openInDesktop(code, folder);
  else await serve(folder, portFrom(values.port));
}

/** npm goes to the folder of the project first; a path means what it means where it was typed. */
function folderNamed(path: string | undefined): string {
  if (path === undefined) return resolve('examples');
  const folder = resolve(process.env.INIT_CWD ?? '.', path);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder) return folder;
  const what = isFolder === undefined ? `There is no folder ${folder}` : `${folder} is a file`;
  throw new CannotRun(`${what}. Name a folder with --folder.`);
}

/** Of several extensions under development a browser takes one, so the other one is installed. */
async function installGreeter(extensions: string): Promise<void> {
  await buildGreeter(join(extensions, 'strata-prompts.strata-greeter-0.0.0'));
  // The list of what was installed before; without it the folder is looked into.
  rmSync(join(extensions, 'extensions.json'), { force: true });
}

async function buildGreeter(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const manifest = {
    name: 'strata-greeter',
    publisher: 'strata-prompts',
    version: '0.0.0',
    engines: { vscode: '^1.100.0' },
    main: './greeter.js',
    activationEvents: ['onStartupFinished'],
    capabilities: { untrustedWorkspaces: { supported: true } },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  await build({
    entryPoints: ['scripts/vscode/greeter.ts'],
    outfile: join(folder, 'greeter.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
  });
}

async function openInDesktop(code: string, folder: string): Promise<void> {
  const greeter = resolve('out/greeter');
  await buildGreeter(greeter);
  const developed = [resolve('.'), greeter].map((path) => `--extensionDevelopmentPath=${path}`);
  const args = ['--new-window', ...developed, folder];
  // On Windows `code` is a batch file, which only a shell can start.
  const shell = process.platform === 'win32';
  const quoted = shell ? [code, ...args].map((part) => `"${part}"`) : [code, ...args];
  const [command = code, ...rest] = quoted;
  spawn(command, rest, { stdio: 'ignore', detached: true, shell }).unref();
  console.log(`Opened ${folder} in a new window of VS Code (${code}).`);
}

async function serve(folder: string, port: number): Promise<void> {
  const installed = await ensureHost(console.log);
  const serverDataDir = resolve('.vscode-test/start');
  await installGreeter(join(serverDataDir, 'extensions'));
  host = await startHost(installed, {
    port,
    serverDataDir,
    token: randomBytes(12).toString('hex'),
  });
  const address = host.url(folder, [['extensionDevelopmentPath', host.remote(resolve('.'))]]);
  console.log(`\nVS Code with Strata is here; open it in a browser:\n\n  ${address}\n\nCtrl+C stops it.`);
  await host.loss;
}

function portFrom(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new CannotRun(`--port ${text} is no port: give a number from 1 to 65535.`);
}

function commandOnPath(name: string): string | undefined {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((path) => endings.map((ending) => join(path, name + ending))).find((path) => existsSync(path));
}

exitOnSignal(0, () => host?.stop());
main().catch((error) => {
  // What is wrong with the sources has been printed already; what cannot run says so in one line.
  if (error instanceof CannotRun) console.error(error.message);
  else if (!('errors' in error)) console.error(error);
  process.exit(1);
});
