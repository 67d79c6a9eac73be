// The preview's page in a real browser, with everything round it that VS Code gives a webview: the theme's variables,
// `acquireVsCodeApi`, messages, and a content security policy.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { shellHtml } from '../../client/src/preview/shell';
import { ensureBrowser, launch } from '../../scripts/vscode/browser';

export type Theme =
  | 'light-modern'
  | 'dark-modern'
  | 'light-2026'
  | 'dark-2026'
  | 'high-contrast'
  | 'high-contrast-light';

export interface PanelOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Of the browser: 2 is 200 %. Width and height are those of the window, of which less is seen then. */
  readonly zoom?: number;
  /** What the page finds as the state that it kept before a reload. */
  readonly state?: unknown;
  /** Messages that arrive while the script of the page is still being loaded. */
  readonly early?: readonly unknown[];
}

export interface Panel {
  readonly page: Page;
  /** Errors and refusals of the content security policy, as they came. */
  readonly errors: readonly string[];
  /** Sends a message as the extension does. */
  send(message: unknown): Promise<void>;
  /** Every message that the page has posted. */
  posted(): Promise<unknown[]>;
  /** The first posted message whose `type` is this one, as soon as there is one. */
  postedOf(type: string): Promise<unknown>;
  /** What the page has kept with `setState`. */
  state(): Promise<unknown>;
  /** What axe-core finds wrong, as `rule: selector`. */
  accessibilityProblems(): Promise<string[]>;
  close(): Promise<void>;
}

const origin = 'https://panel.example.invalid';
const bodyClasses: Readonly<Record<Theme, string>> = {
  'light-modern': 'vscode-light',
  'light-2026': 'vscode-light',
  'dark-modern': 'vscode-dark',
  'dark-2026': 'vscode-dark',
  'high-contrast': 'vscode-high-contrast',
  'high-contrast-light': 'vscode-high-contrast vscode-high-contrast-light',
};

/** Call it once in a test file: the browser starts before the first test of the file and ends after the last. */
export function panels(): (options?: PanelOptions) => Promise<Panel> {
  let browser: Browser | undefined;
  before(async () => {
    browser = await launch(await ensureBrowser(() => {}));
  });
  after(() => browser?.close());
  return (options = {}) => {
    if (!browser) throw new Error('A panel can only be opened inside a test.');
    return openPanel(browser, options);
  };
}

async function openPanel(browser: Browser, options: PanelOptions): Promise<Panel> {
  const { theme = 'dark-modern', width = 900, height = 800, zoom = 1, state, early } = options;
  const context = await browser.newContext({
    // What a browser does when it is zoomed: a pixel of the page is several of the screen.
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.addInitScript({ content: stubOfVsCode(state) });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (early && pathname === '/panel.js') await held;
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: htmlIn(theme) });
    if (pathname === '/theme.css') return route.fulfill({ path: resolve('test/page/themes', `${theme}.css`) });
    return route.fulfill({ path: resolve('dist', pathname.slice(1)) });
  });
  const send = (message: unknown): Promise<void> =>
    page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  if (early) {
    await page.goto(origin, { waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    for (const message of early) await send(message);
    release();
    await page.waitForLoadState();
  } else await page.goto(origin);
  return {
    page,
    errors,
    send,
    posted: () => page.evaluate('__posted'),
    postedOf: (type) => postedOf(page, type),
    state: () => page.evaluate('acquireVsCodeApi().getState()'),
    accessibilityProblems: () => accessibilityProblems(page),
    close: () => context.close(),
  };
}

/** Looks once for each frame that the page draws: the page's policy forbids what Playwright's own waiting would do. */
async function postedOf(page: Page, type: string): Promise<unknown> {
  for (let frame = 0; frame < 1000; frame++) {
    const found = await page.evaluate(`__posted.find((message) => message.type === ${JSON.stringify(type)})`);
    if (found) return found;
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  throw new Error(`The page never posted a message of type ${type}.`);
}

/** Messages are kept in `__posted`, the state in the session, so that it outlives a reload as in VS Code. */
function stubOfVsCode(state: unknown): string {
  return `{
    globalThis.__posted = [];
    const initial = ${JSON.stringify(JSON.stringify(state) ?? null)};
    const kept = () => sessionStorage.getItem('state') ?? initial;
    globalThis.acquireVsCodeApi = () => ({
      postMessage(message) { __posted.push(structuredClone(message)); },
      getState() { return JSON.parse(kept()) ?? undefined; },
      setState(value) { sessionStorage.setItem('state', JSON.stringify(value)); return value; },
    });
  }`;
}

/** The page as the extension makes it, with what VS Code adds: the variables of the theme and a class on the body. */
function htmlIn(theme: Theme): string {
  const address = (name: string): string => `${origin}/${name}`;
  const kind = bodyClasses[theme].split(' ').at(-1);
  return shellHtml({ address, source: origin, language: 'en' })
    .replace('<head>', `<head>\n<link rel="stylesheet" href="${address('theme.css')}">`)
    .replace('<body>', `<body class="${bodyClasses[theme]}" data-vscode-theme-kind="${kind}">`);
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function accessibilityProblems(page: Page): Promise<string[]> {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // The browser's own door takes code in spite of the page's policy, which therefore stays as it is.
  await page.evaluate(axe);
  const options = JSON.stringify({ runOnly: { type: 'tag', values: tags } });
  return page.evaluate(`axe.run(${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
}
