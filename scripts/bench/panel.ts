// What somebody waits for who looks at a prompt of a megabyte in the panel of a real VS Code: until it is open, until it
// shows what was typed, and how smoothly it scrolls.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { ensureBrowser, launch } from '../vscode/browser';
import { ensureHost, startHost } from '../vscode/host';
import { CannotRun } from '../vscode/install';
import { type Figure, quantiles } from './measure';
import { writeProject } from './workspaces';

const OPENINGS = 7;
const KEYS = 60;
/** Milliseconds between two keys of a person who types fast. */
const BETWEEN_KEYS = 90;
/** Milliseconds of rest before something is measured that must not wait for what came before. */
const REST = 1500;
const PATIENCE = 60_000;
const LETTER = 'q';

/** Set in every frame by `WATCH`. Times are milliseconds since 1970: the workbench and the page of a panel are two frames. */
const MARKS = 'strataBench';

interface Marks {
  /** When keys went down. */
  readonly keys: number[];
  /** When VS Code had written the page of a panel. */
  readonly begun?: number;
  /** When the text of a prompt was drawn first. */
  readonly drawn?: number;
  /** When the text was drawn with so many letters typed. */
  readonly typed: number[];
}

/**
 * Looks once for every frame. What it finds was put there before; the time is taken when that frame has been painted, which
 * is when a message that is sent in it arrives.
 */
const WATCH = `(() => {
  const now = () => performance.timeOrigin + performance.now();
  const marks = { keys: [], typed: [] };
  window.${MARKS} = marks;
  addEventListener('keydown', () => marks.keys.push(now()), true);
  const painted = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage(0);
  };
  let typed = 0;
  const look = () => {
    const text = document.querySelector('.run .text');
    if (text && text.getBoundingClientRect().height > 0) {
      if (!marks.seen) painted(() => { marks.drawn = now(); });
      marks.seen = true;
      const first = text.firstElementChild ?? text;
      const letters = /${LETTER}+/.exec(first.textContent.slice(0, 400))?.[0].length ?? 0;
      if (letters > typed) {
        const from = typed;
        typed = letters;
        painted(() => { for (let i = from; i < letters; i++) marks.typed[i] = now(); });
      }
    }
    requestAnimationFrame(look);
  };
  // The page of a panel is written into a frame that is there before, and what waits for a frame then is forgotten.
  const begin = setInterval(() => {
    if (!document.getElementById('root')) return;
    clearInterval(begin);
    marks.begun = now();
    requestAnimationFrame(look);
  }, 5);
})()`;

/** A prompt as they are, and one of a megabyte; nothing where no VS Code runs. */
export async function benchPanel(extensionId: string): Promise<Figure[]> {
  const usual = await inWindow(60_000, (page) => live(page, extensionId));
  return [...usual, ...(await inWindow(1_000_000, (page) => large(page, extensionId)))];
}

/** Measures in a window with a prompt of `size` characters in its editor. */
async function inWindow(size: number, measure: (page: Page) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  const ends: (() => Promise<unknown>)[] = [];
  try {
    writeProject(join(folder, 'workspace'), size);
    mkdirSync(join(folder, 'data'));
    const installed = await ensureHost(console.log);
    const browser = await launch(await ensureBrowser(console.log));
    ends.unshift(() => browser.close());
    const host = await startHost(installed, { serverDataDir: join(folder, 'data') });
    ends.unshift(() => host.stop());
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
    await page.addInitScript(WATCH);
    await page.goto(
      host.url(join(folder, 'workspace'), [
        ['extensionDevelopmentPath', host.remote(resolve('.'))],
        ['openFile', host.remote(join(folder, 'workspace', 'chat.prompt'))],
      ]),
    );
    await exactHints(page);
    return await measure(page);
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    console.log(error.message);
    return [];
  } finally {
    for (const end of ends) await end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function live(page: Page, extensionId: string): Promise<Figure[]> {
  await pause(REST);
  await openPanel(page, extensionId);
  await pause(REST);
  const typed = quantiles(await typing(page, await panelFrame(page, extensionId)));
  return [
    { what: '60 KB: a key every 90 ms → the panel shows it, p50', value: typed.p50, unit: 'ms', goal: 100 },
    { what: 'the same, p95', value: typed.p95, unit: 'ms', goal: 100 },
  ];
}

async function large(page: Page, extensionId: string): Promise<Figure[]> {
  const opened: Opened[] = [];
  for (let i = 0; i < OPENINGS; i++) {
    if (i > 0) await closePanel(page);
    await pause(REST);
    opened.push(await openPanel(page, extensionId));
  }
  await pause(REST);
  const panel = await panelFrame(page, extensionId);
  const typed = quantiles(await typing(page, panel));
  await pause(REST);
  const frames = await scrolling(panel);
  const share = (over: number): number => (100 * frames.filter((frame) => frame > over).length) / frames.length;
  const [first, ...others] = opened;
  const middle = (of: (one: Opened) => number): number => quantiles(others.map(of)).p50;
  const opens = `1 MB: the key of the panel → what is seen is drawn, p50 of ${others.length}`;
  return [
    { what: opens, value: middle(({ drawn }) => drawn), unit: 'ms', goal: 500 },
    { what: 'the same, the fastest', value: Math.min(...others.map(({ drawn }) => drawn)), unit: 'ms' },
    { what: 'the same, the first panel of a window', value: first?.drawn ?? Number.NaN, unit: 'ms' },
    { what: 'of it until VS Code has made the panel, p50', value: middle(({ begun }) => begun), unit: 'ms' },
    { what: '1 MB: a key every 90 ms → the panel shows it, p50', value: typed.p50, unit: 'ms', goal: 100 },
    { what: 'the same, p95', value: typed.p95, unit: 'ms' },
    { what: `1 MB: frames over 33 ms of ${frames.length} while all of it scrolls by`, value: share(33.4), unit: '%' },
    { what: 'of them over 50 ms', value: share(50), unit: '%' },
    { what: 'the longest frame', value: Math.max(...frames), unit: 'ms' },
  ];
}

/** Until the editor is at rest, with every number there. */
async function exactHints(page: Page): Promise<void> {
  const exact = `(() => {
    const hints = [...document.querySelectorAll('.view-line')].map((line) => line.textContent).filter((text) => /\\d\\stok/.test(text));
    return hints.length > 0 && hints.every((text) => !/[≈…]/.test(text));
  })()`;
  await page.waitForFunction(exact, undefined, { timeout: PATIENCE });
  for (const key of ['Control+1', 'Control+Home', 'End']) await page.keyboard.press(key);
}

interface Opened {
  /** Milliseconds from the key to what is drawn. */
  readonly drawn: number;
  /** The part of it in which VS Code makes the panel and writes its page. */
  readonly begun: number;
}

async function openPanel(page: Page, extensionId: string): Promise<Opened> {
  await page.keyboard.press('Control+k');
  await page.keyboard.press('v');
  const panel = await panelFrame(page, extensionId);
  await until(panel, `window.${MARKS}?.drawn`);
  const key = (await marksOf(page.mainFrame())).keys.at(-1) ?? Number.NaN;
  const { drawn = Number.NaN, begun = Number.NaN } = await marksOf(panel);
  return { drawn: drawn - key, begun: begun - key };
}

async function closePanel(page: Page): Promise<void> {
  const tab = page.locator('.tab', { hasText: 'Preview: ' });
  await tab.locator('.tab-actions [role=button]').click();
  await tab.waitFor({ state: 'detached' });
}

/** Milliseconds from each key to the frame that shows it. */
async function typing(page: Page, panel: Frame): Promise<readonly number[]> {
  const before = (await marksOf(page.mainFrame())).keys.length;
  for (let i = 0; i < KEYS; i++) {
    const next = pause(BETWEEN_KEYS);
    await page.keyboard.press(LETTER);
    await next;
  }
  await until(panel, `window.${MARKS}.typed.length === ${KEYS}`);
  const { keys } = await marksOf(page.mainFrame());
  const { typed } = await marksOf(panel);
  return typed.map((drawn, i) => drawn - (keys[before + i] ?? Number.NaN));
}

/** Milliseconds from frame to frame while the page goes down to its end, half a window for every frame. */
function scrolling(panel: Frame): Promise<readonly number[]> {
  return panel.evaluate<number[]>(`new Promise((done) => {
    const frames = [];
    let last;
    const step = (now) => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      scrollBy(0, innerHeight / 2);
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      if (isEnd) done(frames);
      else requestAnimationFrame(step);
    };
    scrollTo(0, 0);
    requestAnimationFrame(step);
  })`);
}

/** Asked from outside: the policy of the page lets nothing be made of text in it, also not what waits for a condition. */
async function until(frame: Frame, condition: string): Promise<void> {
  for (let waited = 0; !(await frame.evaluate(condition)); waited += 50) {
    if (waited > PATIENCE) throw new Error(`It never came to ${condition}.`);
    await pause(50);
  }
}

const marksOf = (frame: Frame): Promise<Marks> => frame.evaluate(`window.${MARKS}`);

/** A webview is a frame of the workbench that holds a frame named `active-frame` with the extension's page. */
async function panelFrame(page: Page, extensionId: string): Promise<Frame> {
  const outer = page.locator(`iframe.webview.ready[src*="extensionId=${extensionId}"]:visible`).first();
  const inner = outer.contentFrame().locator('#active-frame');
  await inner.waitFor({ timeout: PATIENCE });
  const frame = await (await inner.elementHandle())?.contentFrame();
  if (!frame) throw new Error('The panel has no page.');
  return frame;
}
