// Carries out what the tests in the extension host cannot do themselves: keys, clicks, screenshots, a look into a webview.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, ConsoleMessage, Frame, Page } from 'playwright-core';
import type { DriverRequest, Place } from './channel';

export interface Driver {
  carryOut(request: DriverRequest): Promise<unknown>;
  screenshot(name: string): Promise<string>;
}

export interface DriverOptions {
  readonly page: Page;
  /** `publisher.name` of the extension under development. */
  readonly extensionId: string;
  /** Its folder. What a console message says about the files in its `dist` is about this extension. */
  readonly extensionFolder: string;
  /** Screenshots and the whole console go here. */
  readonly output: string;
}

/** How long a wish may wait for what it names to appear, in milliseconds. */
const patience = 60_000;

export function drive({ page, extensionId, extensionFolder, output }: DriverOptions): Driver {
  const dist = join(extensionFolder, 'dist');
  // A webview loads its files from an address that holds their path in an encoded form.
  const ours = [extensionId, dist, encodeURIComponent(dist)];
  const errors = listenToConsole(page, join(output, 'console.log'), ours);
  const screenshots = join(output, 'screenshots');
  mkdirSync(screenshots, { recursive: true });

  /** Playwright takes its pictures in the size that it has set itself, so a zoomed window is asked for its own. */
  let zoomed: CDPSession | undefined;
  async function screenshot(name: string): Promise<string> {
    const path = join(screenshots, `${name}.png`);
    if (!zoomed) await page.screenshot({ path });
    else writeFileSync(path, (await zoomed.send('Page.captureScreenshot')).data, 'base64');
    return path;
  }
  const frameOf = (place: Place) => (place.webview ? webviewFrame(page, extensionId, place.title) : page.mainFrame());

  async function carryOut(request: DriverRequest): Promise<unknown> {
    switch (request.ask) {
      case 'screenshot':
        return screenshot(request.name);
      case 'press':
        for (const key of request.keys) await page.keyboard.press(key);
        return undefined;
      case 'type':
        return page.keyboard.type(request.text);
      case 'click': {
        const target = (await frameOf(request)).locator(request.selector).first();
        return target.click({ timeout: patience, ...(request.at ? { position: request.at } : {}) });
      }
      case 'waitFor': {
        const target = (await frameOf(request)).locator(request.selector).first();
        await target.waitFor({ timeout: request.patience ?? patience, state: request.hidden ? 'hidden' : 'visible' });
        return request.hidden ? undefined : target.textContent();
      }
      case 'evaluate':
        return (await frameOf(request)).evaluate(request.expression);
      case 'resize':
        return page.setViewportSize({ width: request.width, height: request.height });
      case 'zoom':
        zoomed = await zoomTo(page, request.factor);
        return undefined;
      case 'consoleErrors':
        return errors.splice(0);
    }
  }
  return { carryOut, screenshot };
}

/** A pixel of the page becomes several of the screen, and fewer of them find room in the window. */
async function zoomTo(page: Page, factor: number): Promise<CDPSession | undefined> {
  const browser = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const size = { width: Math.round(width / factor), height: Math.round(height / factor) };
  await browser.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: factor, mobile: false });
  return factor === 1 ? undefined : browser;
}

/** A webview is a frame of the workbench that holds a frame named `active-frame` with the extension's page. */
async function webviewFrame(page: Page, extensionId: string, title: string | undefined): Promise<Frame> {
  const selector = `iframe.webview.ready[src*="extensionId=${extensionId}"]:visible`;
  const deadline = Date.now() + patience;
  await page.locator(selector).first().waitFor({ timeout: patience });
  while (Date.now() < deadline) {
    for (const outer of await page.locator(selector).all()) {
      const inner = await innerFrame(await outer.elementHandle());
      if (inner && (title === undefined || (await inner.title()) === title)) return inner;
    }
    await page.waitForTimeout(50);
  }
  throw new Error(`No visible webview of ${extensionId}${title === undefined ? '' : ` has the title "${title}"`}.`);
}

async function innerFrame(outer: { contentFrame(): Promise<Frame | null> } | null): Promise<Frame | undefined> {
  const frame = await outer?.contentFrame();
  const handle = await frame?.$('#active-frame');
  return (await handle?.contentFrame()) ?? undefined;
}

/** Writes the whole console to a file and keeps the errors that name one of `ours`. */
function listenToConsole(page: Page, file: string, ours: readonly string[]): string[] {
  const errors: string[] = [];
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  const note = (kind: string, text: string, address: string) => {
    appendFileSync(file, `${kind}: ${text} (${address})\n`);
    const isOurs = ours.some((name) => text.includes(name) || address.includes(name));
    if (kind === 'error' && isOurs) errors.push(text);
  };
  page.on('console', (message: ConsoleMessage) => note(message.type(), message.text(), message.location().url));
  page.on('pageerror', (error) => note('error', error.stack ?? error.message, page.url()));
  return errors;
}
