// The window as seen from a test in the extension host. Each call is one request of scripts/vscode/channel.ts.
import {
  channelVariable,
  type DriverReply,
  type DriverRequest,
  drivenVariable,
  type Place,
  type Report,
} from '../../../scripts/vscode/channel';

/** Whether something drives the window. A desktop VS Code has nobody who presses its keys. */
export const hasDriver = process.env[drivenVariable] === '1';

export const driver = {
  /** Writes out/e2e/screenshots/NAME.png and gives its path. */
  screenshot: (name: string) => ask({ ask: 'screenshot', name }).then(String),
  /** Keys as Playwright names them: `Control+Shift+P`, `Enter`, `ArrowDown`. */
  press: (...keys: string[]) => ask({ ask: 'press', keys }),
  type: (text: string) => ask({ ask: 'type', text }),
  /** `at`: a point inside the element, in pixels from its corner; its middle without it. */
  click: (selector: string, place: Place & { at?: { x: number; y: number } } = {}) =>
    ask({ ask: 'click', selector, ...place }),
  /** Waits until the element is visible and gives its text. `patience`: for so many milliseconds. */
  text: (selector: string, place: Place & { patience?: number } = {}) =>
    ask({ ask: 'waitFor', selector, ...place }).then(String),
  gone: (selector: string, place: Place = {}) => ask({ ask: 'waitFor', selector, hidden: true, ...place }),
  /** The JSON value of an expression, in the workbench or in a webview. */
  evaluate: (expression: string, place: Place = {}) => ask({ ask: 'evaluate', expression, ...place }),
  zoom: (factor: number) => ask({ ask: 'zoom', factor }),
  resize: (width: number, height: number) => ask({ ask: 'resize', width, height }),
  /** What this extension and its webviews have put on the console as errors since the last call. */
  consoleErrors: () => ask({ ask: 'consoleErrors' }) as Promise<string[]>,
};

export async function report(message: Report): Promise<void> {
  await post(message);
}

async function ask(request: DriverRequest): Promise<unknown> {
  const reply = (await post(request)) as DriverReply;
  if ('error' in reply) throw new Error(`${request.ask}: ${reply.error}`);
  return reply.value;
}

async function post(message: Report | DriverRequest): Promise<unknown> {
  const address = process.env[channelVariable];
  if (!address) throw new Error(`${channelVariable} is not set: these tests run through scripts/vscode/run.ts.`);
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(message) });
  return response.json();
}
