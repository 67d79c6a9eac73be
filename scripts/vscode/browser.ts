// A Chromium for tests and screenshots: the one that is there, or the one that the npm registry carries.
import { execFileSync } from 'node:child_process';
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { CannotRun, install, type Log } from './install';

export interface InstalledBrowser {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Text has the same shape on every machine, so that screenshots can be compared.
  '--font-render-hinting=none',
];
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** `STRATA_CHROMIUM`, else a Chromium or Chrome of this machine, else one from npm (Linux on x64 only). */
export async function ensureBrowser(log: Log): Promise<InstalledBrowser> {
  const chosen = process.env.STRATA_CHROMIUM;
  if (chosen && !existsSync(chosen)) throw new CannotRun(`STRATA_CHROMIUM names ${chosen}, which does not exist.`);
  const executablePath = chosen || onThisMachine();
  if (executablePath) return { executablePath, args, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new CannotRun('No Chromium was found. Install Chromium or Chrome, or name one in STRATA_CHROMIUM.');
  }
  return fromNpm(log);
}

export function launch(browser: InstalledBrowser): Promise<Browser> {
  const env = Object.fromEntries(
    Object.entries({ ...process.env, ...browser.env }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return chromium.launch({ executablePath: browser.executablePath, args: [...browser.args], env });
}

function onThisMachine(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = [
    '/usr/bin/chromium',
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    macChrome,
  ];
  return places.find((path) => existsSync(path));
}

async function fromNpm(log: Log): Promise<InstalledBrowser> {
  const folder = resolve('.vscode-test', 'chromium');
  const unpacked = join(folder, 'unpacked');
  const executablePath = join(unpacked, 'chromium');
  await install(
    {
      folder,
      title: 'Chromium from npm (about 300 MB on disk)',
      packages: { '@sparticuz/chromium': '153.0.0' },
      needed: ['unpacked/chromium', 'unpacked/lib/libnss3.so', 'unpacked/fonts.conf'],
      finish: () => unpack(join(folder, 'node_modules', '@sparticuz', 'chromium', 'bin'), unpacked),
    },
    log,
  );
  return { executablePath, args, env: borrowed(executablePath, unpacked) };
}

/** The package's own code unpacks to /tmp and wants Node 22; its files are plain Brotli, some of them of a tar. */
async function unpack(packed: string, unpacked: string): Promise<void> {
  mkdirSync(unpacked, { recursive: true });
  for (const name of ['chromium', 'al2023.tar', 'fonts.tar']) {
    const file = join(unpacked, name);
    await pipeline(createReadStream(join(packed, `${name}.br`)), createBrotliDecompress(), createWriteStream(file));
    if (name.endsWith('.tar')) execFileSync('tar', ['-xf', file, '-C', unpacked]);
  }
  const fonts = `<dir>${join(unpacked, 'fonts')}</dir><cachedir>${join(unpacked, 'font-cache')}</cachedir>`;
  writeFileSync(join(unpacked, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${fonts}</fontconfig>\n`);
  chmodSync(join(unpacked, 'chromium'), 0o755);
}

/** Lends the package's libraries and fonts where this machine has none of its own. */
function borrowed(executablePath: string, unpacked: string): Record<string, string> {
  const libraries = execFileSync('ldd', [executablePath], { encoding: 'utf8' });
  return {
    ...(libraries.includes('not found') ? { LD_LIBRARY_PATH: join(unpacked, 'lib') } : {}),
    ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: unpacked }),
  };
}
