// The test runner inside the extension host: cases are collected and run one after the other, and each result is
// reported as it comes. It is small so that no test framework has to be loaded into the extension host.
import { version } from 'vscode';
import { type CaseResult, extensionVariable, filterVariable } from '../../../scripts/vscode/channel';
import { hasDriver, report } from './driver';
import { opened, tidy } from './workbench';

interface Case {
  readonly name: string;
  readonly options: CaseOptions;
  readonly body: () => Promise<void> | void;
}

export interface CaseOptions {
  /** The case needs somebody who drives the window; it is skipped, and said so, where there is nobody. */
  readonly driven?: boolean;
  /** Milliseconds after which the case has failed, so that one that hangs does not take the others with it. */
  readonly deadline?: number;
}

/** `publisher.name` of the extension under test. */
export const extensionId = process.env[extensionVariable] ?? '';

const cases: Case[] = [];

export function test(name: string, body: Case['body']): void;
export function test(name: string, options: CaseOptions, body: Case['body']): void;
export function test(name: string, second: CaseOptions | Case['body'], third?: Case['body']): void {
  if (typeof second === 'function') cases.push({ name, options: {}, body: second });
  else if (third) cases.push({ name, options: second, body: third });
}

/** A line beside the results. */
export function note(text: string): Promise<void> {
  return report({ report: 'note', text });
}

/** What `extensionTestsPath` calls. It never throws for a failed case: the results have been reported. */
export async function run(): Promise<void> {
  const filter = process.env[filterVariable] ?? '';
  const chosen = cases.filter(({ name }) => name.includes(filter));
  try {
    await opened();
    await report({ report: 'started', cases: chosen.length, version });
    for (const one of chosen) await report({ report: 'case', ...(await resultOf(one)) });
    await report({ report: 'done' });
  } catch (error) {
    await report({ report: 'broken', detail: String(error instanceof Error ? error.stack : error) });
  }
}

async function resultOf({ name, options, body }: Case): Promise<CaseResult> {
  if (options.driven && !hasDriver) {
    return { name, outcome: 'skipped', milliseconds: 0, detail: 'nobody drives this window' };
  }
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    await within(options.deadline ?? 60_000, async () => {
      await tidy();
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
