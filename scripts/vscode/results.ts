// Prints what the tests report while they run, and tells when they have ended.
import type { CaseResult, Report } from './channel';

export interface Results {
  readonly cases: CaseResult[];
  /** Resolves when the tests say that they are done; rejects when they say that they broke, or at the time limit. */
  readonly done: Promise<void>;
  report(report: Report): void;
}

const signs = { passed: '✔', failed: '✖', skipped: '﹣' } as const;

export interface ResultOptions {
  readonly print: (line: string) => void;
  readonly limitInMinutes: number;
  /** Makes a stack readable. */
  readonly readStack: (stack: string) => string;
}

export function collectResults({ print, limitInMinutes, readStack }: ResultOptions): Results {
  const cases: CaseResult[] = [];
  let finish = () => {};
  let giveUp = (_why: string) => {};
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    giveUp = (why) => reject(new Error(why));
  });
  const late = `The tests did not end within ${limitInMinutes} minutes.`;
  setTimeout(() => giveUp(late), limitInMinutes * 60_000).unref();
  // A failure may come before anybody waits for it; Node would take it for an unhandled one and end the process.
  done.catch(() => {});

  function report(message: Report): void {
    switch (message.report) {
      case 'started':
        print(`${message.cases} cases in VS Code ${message.version}`);
        break;
      case 'note':
        print(`  ${message.text}`);
        break;
      case 'case':
        cases.push(message);
        print(`${signs[message.outcome]} ${message.name} (${message.milliseconds} ms)`);
        if (message.detail) print(readStack(message.detail).replace(/^/gm, '    '));
        break;
      case 'broken':
        giveUp(`The tests broke: ${readStack(message.detail)}`);
        break;
      case 'done':
        finish();
    }
  }
  return { cases, done, report };
}
