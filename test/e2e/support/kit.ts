// The test runner inside the extension host: cases are collected and run one after the other, and each result is
// reported as it comes. It is small so that no test framework has to be loaded into the extension host.
import { commands, version } from 'vscode';
import { type CaseResult, extensionVariable, filterVariable } from '../../../scripts/vscode/channel';
import { driver, hasDriver, report } from './driver';
import { isOpened, tidy } from './workbench';

interface Case {
  readonly name: string;
  readonly options: CaseOptions;
  readonly body: () => Promise<void> | void;
}

interface Reload {
  readonly name: string;
  readonly before: () => Promise<string | undefined> | Promise<void>;
  readonly after: Case['body'];
}

export interface CaseOptions {
  /** The case needs somebody who drives the window; it is skipped, and said so, where there is nobody. */
  readonly driven?: boolean;
  /** `false`: the case goes on with what is open. */
  readonly tidy?: boolean;
  /** Milliseconds after which the case has failed, so that one that hangs does not take the others with it. */
  readonly deadline?: number;
}

/** Milliseconds after which a case has failed. Each wait in it has a deadline of its own, which says what was waited for. */
const DEADLINE = 240_000;

/** `publisher.name` of the extension under test. */
export const extensionId = process.env[extensionVariable] ?? '';

const cases: Case[] = [];
const reloads: Reload[] = [];
/** Where the page of the workbench keeps the name of the case for which it is reloaded: its session outlives that. */
const reloaded = 'strata.e2e.reloaded';
/** The same for how often it was reloaded because it had no folder. */
const opening = 'strata.e2e.opening';
const MOST_TRIES = 5;

export function test(name: string, body: Case['body']): void;
export function test(name: string, options: CaseOptions, body: Case['body']): void;
export function test(name: string, second: CaseOptions | Case['body'], third?: Case['body']): void {
  if (typeof second === 'function') cases.push({ name, options: {}, body: second });
  else if (third) cases.push({ name, options: second, body: third });
}

/** What `before` gives for a window in which no folder is open. Cases behind it have no folder either. */
export const NO_FOLDER = '';

/**
 * A case with a reload of the window in its middle, perhaps with a `.code-workspace` file in the place of the folder, whose
 * path `before` gives then, or with nothing in its place. It needs somebody who drives the window, and comes after all others.
 */
export function testReload(name: string, before: Reload['before'], after: Case['body']): void {
  reloads.push({ name, before, after });
}

/** A line beside the results. */
export function note(text: string): Promise<void> {
  return report({ report: 'note', text });
}

/** What `extensionTestsPath` calls. It never throws for a failed case: the results have been reported. */
export async function run(): Promise<void> {
  const filter = process.env[filterVariable] ?? '';
  const chosen = <T extends { readonly name: string }>(all: readonly T[]) =>
    all.filter(({ name }) => name.includes(filter));
  try {
    await untilOpened();
    const after = hasDriver ? await driver.evaluate(`sessionStorage.getItem('${reloaded}')`) : null;
    if (after === null) {
      await report({ report: 'started', cases: chosen(cases).length + chosen(reloads).length, version });
      for (const one of chosen(cases)) await report({ report: 'case', ...(await resultOf(one)) });
    }
    await runReloads(chosen(reloads), after);
    await report({ report: 'done' });
  } catch (error) {
    await report({ report: 'broken', detail: String(error instanceof Error ? error.stack : error) });
  }
}

/** A window that opens a `.code-workspace` file sometimes begins before it can read it, and then has no folder. */
async function untilOpened(): Promise<void> {
  if (await isOpened()) return;
  if (hasDriver && (await driver.evaluate(`new URL(location.href).searchParams.has('ew')`))) return;
  const tries = hasDriver ? Number(await driver.evaluate(`sessionStorage.getItem('${opening}')`)) : MOST_TRIES;
  if (tries >= MOST_TRIES) throw new Error('No folder is open.');
  await driver.evaluate(`sessionStorage.setItem('${opening}', ${tries + 1})`);
  await reload(undefined);
}

/** Goes on behind the case for which the window was reloaded. A reload starts a new extension host, and `run` with it. */
async function runReloads(all: readonly Reload[], after: unknown): Promise<void> {
  const options = { driven: true, tidy: false };
  const at = all.findIndex(({ name }) => name === after);
  const done = all[at];
  if (done) await report({ report: 'case', ...(await resultOf({ name: done.name, options, body: done.after })) });
  for (const { name, before } of all.slice(at + 1)) {
    let workspace: string | undefined;
    const body = async () => {
      workspace = (await before()) ?? undefined;
    };
    const result = await resultOf({ name, options: { driven: true }, body });
    if (result.outcome !== 'passed') {
      await report({ report: 'case', ...result });
      continue;
    }
    await driver.evaluate(`sessionStorage.setItem('${reloaded}', ${JSON.stringify(name)})`);
    await reload(workspace);
  }
}

/** Ends this extension host, so it never returns. */
function reload(workspace: string | undefined): Promise<void> {
  const address = `(() => {
    const address = new URL(location.href);
    address.searchParams.delete('folder');
    address.searchParams.delete('workspace');
    address.searchParams.set(${JSON.stringify(workspace === NO_FOLDER ? 'ew' : 'workspace')}, ${JSON.stringify(workspace || 'true')});
    setTimeout(() => { location.href = address; });
  })()`;
  if (workspace === undefined) commands.executeCommand('workbench.action.reloadWindow').then(undefined, () => {});
  else driver.evaluate(address).catch(() => {});
  return within(DEADLINE, () => new Promise(() => {}));
}

async function resultOf({ name, options, body }: Case): Promise<CaseResult> {
  if (options.driven && !hasDriver) {
    return { name, outcome: 'skipped', milliseconds: 0, detail: 'nobody drives this window' };
  }
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    await within(options.deadline ?? DEADLINE, async () => {
      if (options.tidy !== false) await tidy();
      await body();
    });
    return { name, outcome: 'passed', milliseconds: took() };
  } catch (error) {
    const detail = String(error instanceof Error ? error.stack : error);
    return { name, outcome: 'failed', milliseconds: took(), detail };
  }
}

function within(milliseconds: number, body: Case['body']): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`The case did not end within ${milliseconds / 1000} seconds.`));
    const timer = setTimeout(late, milliseconds);
    Promise.resolve()
      .then(body)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
