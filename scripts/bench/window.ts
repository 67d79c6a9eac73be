// What somebody waits for who opens a folder: a real VS Code in a browser without a display, from the moment its window
// shows the folder to the first exact hints, with the marks that VS Code itself sets.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { ensureBrowser, launch } from '../vscode/browser';
import { ensureHost, type Host, startHost } from '../vscode/host';
import { CannotRun } from '../vscode/install';
import { MARKED, MARKS_FILE, type Mark } from './hostMarks';
import { type Figure, quantiles } from './measure';
import { writeProject } from './workspaces';

const WINDOWS = 5;
const PATIENCE = 60_000;
/** The first window stays until the code of the server is kept, as it is for everybody but on the first day. */
const FIRST = 8000;

/** Set in the page by `WATCH`: when the first exact hints were drawn. */
const EXACT = 'strataExactHints';

/** Looks at the text once for every frame that is drawn. A hint is exact when it has a number and no sign of an estimate. */
const WATCH = `(() => {
  const look = () => {
    const hints = [...document.querySelectorAll('.view-line')].map((line) => line.textContent).filter((text) => /\\d\\stok/.test(text));
    if (hints.length > 0 && hints.every((text) => !/[≈…]/.test(text))) window.${EXACT} = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

interface Opened {
  /** From the window that shows its folder to the first exact hints. */
  readonly hints: number;
  /** The first part of it: until VS Code lets an extension run. */
  readonly before: number;
  /** The second part: from there on. What an extension does can change this part alone. */
  readonly after: number;
  readonly load: number;
  readonly activation: number;
}

/**
 * Windows one after the other, each with a VS Code of its own: the extension host of a window that was closed lives on for
 * minutes, and would take its share of the machine. Nothing where no VS Code runs. The first window keeps the code of
 * the server, as on the first day, and is not counted.
 */
export async function benchWindow(size: number, extensionId: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  let browser: Browser | undefined;
  try {
    writeProject(join(folder, 'workspace'), size);
    mkdirSync(join(folder, 'data'));
    const marks = join(folder, 'marks.json');
    const tests = await bundleMarks(folder);
    const installed = await ensureHost(console.log);
    browser = await launch(await ensureBrowser(console.log));
    const opened: Opened[] = [];
    for (let i = 0; i <= WINDOWS; i++) {
      const host = await startHost(installed, {
        serverDataDir: join(folder, 'data'),
        env: { [MARKS_FILE]: marks, [MARKED]: extensionId },
      });
      try {
        const one = await openWindow(browser, addressOf(host, folder, tests), marks, i === 0 ? FIRST : 0);
        if (i > 0) opened.push(one);
      } finally {
        await host.stop();
      }
    }
    return figures(opened);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.log(error.message);
    return [];
  } finally {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const addressOf = (host: Host, folder: string, tests: string): string =>
  host.url(join(folder, 'workspace'), [
    ['extensionDevelopmentPath', host.remote(resolve('.'))],
    ['extensionTestsPath', host.remote(tests)],
    ['openFile', host.remote(join(folder, 'workspace', 'chat.prompt'))],
  ]);

function figures(opened: readonly Opened[]): Figure[] {
  const middle = (of: (one: Opened) => number): number => quantiles(opened.map(of)).p50;
  const least = (of: (one: Opened) => number): number => Math.min(...opened.map(of));
  return [
    {
      what: `VS Code shows its folder → first exact hints, p50 of ${WINDOWS}`,
      value: middle((one) => one.hints),
      unit: 'ms',
    },
    { what: 'the same, the fastest', value: least((one) => one.hints), unit: 'ms' },
    { what: 'of it until VS Code lets an extension run, p50', value: middle((one) => one.before), unit: 'ms' },
    {
      what: 'an extension may run → first exact hints, p50',
      value: middle((one) => one.after),
      unit: 'ms',
      goal: 1200,
    },
    { what: 'loading our extension, p50', value: middle((one) => one.load), unit: 'ms' },
    { what: 'activating it, p50', value: middle((one) => one.activation), unit: 'ms', goal: 40 },
  ];
}

async function openWindow(browser: Browser, address: string, marksFile: string, stay: number): Promise<Opened> {
  rmSync(marksFile, { force: true });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(address);
  await page.waitForFunction(`window.${EXACT}`, undefined, { timeout: PATIENCE });
  const hints = await page.evaluate<number>(`window.${EXACT}`);
  const opened = await page.evaluate<number>('performance.timeOrigin');
  const shown = await markInPage(page, 'code/didStartWorkbench');
  const marks = await marksOf(marksFile);
  await pause(stay);
  await context.close();
  const ready = timeOf(marks, 'code/extHost/ready') - opened;
  return {
    hints: hints - shown,
    before: ready - shown,
    after: hints - ready,
    load: timeOf(marks, 'didLoadExtensionCode') - timeOf(marks, 'willLoadExtensionCode'),
    activation: timeOf(marks, 'didActivateExtension') - timeOf(marks, 'willActivateExtension'),
  };
}

const markInPage = (page: Page, name: string): Promise<number> =>
  page.evaluate<number>(`performance.getEntriesByName(${JSON.stringify(name)})[0].startTime`);

async function marksOf(file: string): Promise<readonly Mark[]> {
  for (let waited = 0; !existsSync(file) && waited < PATIENCE; waited += 20) await pause(20);
  await pause(50); // it is written in one go, but not at once
  return JSON.parse(readFileSync(file, 'utf8'));
}

const timeOf = (marks: readonly Mark[], what: string): number =>
  marks.find(({ name }) => name === what || name.includes(`/${what}/`))?.startTime ?? Number.NaN;

async function bundleMarks(folder: string): Promise<string> {
  const outfile = join(folder, 'hostMarks.js');
  await build({
    entryPoints: ['scripts/bench/hostMarks.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'warning',
  });
  return outfile;
}
