// Runs bundled tests in the VS Code that npm carries: a server, and a browser that shows its workbench.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ensureBrowser, launch } from './browser';
import { channelVariable, openChannel } from './channel';
import { drive } from './driver';
import { ensureHost, type Host, type Release, startHost } from './host';
import type { Log } from './install';
import type { Results } from './results';
import type { Scratch } from './workspace';

/** What a run needs, whichever VS Code it happens in. */
export interface Run {
  /** Folder of the extension under test. */
  readonly extension: string;
  /** Its `publisher.name`. */
  readonly extensionId: string;
  /** The bundled test entry, with an export `run`. */
  readonly tests: string;
  readonly scratch: Scratch;
  /** Screenshots and logs go here. */
  readonly output: string;
  readonly results: Results;
  /** Environment of the extension host. */
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
}

export async function runInBrowser(run: Run, release: Release): Promise<void> {
  const installed = await ensureHost(run.log, release);
  const chosen = await ensureBrowser(run.log);
  const browser = await launch(chosen);
  try {
    // Without the permission the workbench asks a person before it reads or writes the clipboard.
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await browser.newPage({
      viewport: { width: 1400, height: 900 },
      permissions,
      reducedMotion: 'reduce',
    });
    const driver = drive({ ...run, page, extensionFolder: run.extension });
    const picture = (name: string) =>
      driver.screenshot(name).then((path) => run.log(`    The window when it failed: ${path}`), ignore);
    const channel = await openChannel({
      carryOut: driver.carryOut,
      async report(message) {
        run.results.report(message);
        // The next case waits for the answer, so the picture shows what this one left.
        if (message.report === 'case' && message.outcome === 'failed') await picture(message.name.replace(/\W+/g, '-'));
      },
    });
    const env = { ...run.env, [channelVariable]: channel.address };
    const host = await startHost(installed, {
      serverDataDir: run.scratch.data,
      logFile: join(run.output, 'server.log'),
      env,
    });
    try {
      await page.goto(addressFor(run, host));
      await Promise.race([run.results.done, host.loss, lossOf(page, browser)]);
    } catch (error) {
      await picture('failure');
      throw error;
    } finally {
      await browser.close();
      await host.stop();
      await channel.close();
    }
  } finally {
    await browser.close();
  }
}

function addressFor({ extension, tests, scratch }: Run, host: Host): string {
  return host.url(scratch.workspace, [
    ['extensionDevelopmentPath', host.remote(extension)],
    ['extensionTestsPath', host.remote(tests)],
  ]);
}

/** Rejects when the window is gone, without which the tests cannot end. */
function lossOf(page: Page, browser: Browser): Promise<never> {
  return new Promise((_, reject) => {
    const lost = (what: string) => reject(new Error(`${what} before the tests were done.`));
    page.once('crash', () => lost('The page of the workbench crashed'));
    browser.once('disconnected', () => lost('The browser ended'));
  });
}

function ignore(): void {}
