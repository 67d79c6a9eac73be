// How the tests inside the extension host talk to the process that drives the window.
//
// The driver listens on a local address with a secret path and hands that address to the extension host in the
// environment variable `STRATA_E2E_CHANNEL`. The tests send one JSON object per POST and get one back:
// a `Report` (what happened, answered with `{}`) or a `DriverRequest` (a wish, answered with a `DriverReply`).
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const channelVariable = 'STRATA_E2E_CHANNEL';
/** `1` where something drives the window, so that a `DriverRequest` can be carried out. */
export const drivenVariable = 'STRATA_E2E_DRIVEN';
/** `publisher.name` of the extension under test. */
export const extensionVariable = 'STRATA_E2E_EXTENSION';
/** Only cases whose name holds this text are run. */
export const filterVariable = 'STRATA_E2E_FILTER';

export interface CaseResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly milliseconds: number;
  /** The stack of a failure, or why a case was skipped. */
  readonly detail?: string;
}

export type Report =
  | { readonly report: 'started'; readonly cases: number; readonly version: string }
  | ({ readonly report: 'case' } & CaseResult)
  | { readonly report: 'note'; readonly text: string }
  | { readonly report: 'done' }
  | { readonly report: 'broken'; readonly detail: string };

/** Where a wish is carried out: the workbench, or the visible webview of this extension (the one with this title). */
export interface Place {
  readonly webview?: boolean;
  readonly title?: string;
}

export type DriverRequest =
  /** Writes out/e2e/screenshots/NAME.png and answers its path. */
  | { readonly ask: 'screenshot'; readonly name: string }
  /** Presses keys as Playwright names them, for example `Control+Shift+P`; several one after the other. */
  | { readonly ask: 'press'; readonly keys: readonly string[] }
  /** Types text into whatever has the focus. */
  | { readonly ask: 'type'; readonly text: string }
  /** Clicks the first visible element, in its middle or at a point inside it in pixels. */
  | ({
      readonly ask: 'click';
      readonly selector: string;
      readonly at?: { readonly x: number; readonly y: number };
    } & Place)
  /** Waits until an element is visible (or hidden) and answers its text. `patience`: for so many milliseconds. */
  | ({
      readonly ask: 'waitFor';
      readonly selector: string;
      readonly hidden?: boolean;
      readonly patience?: number;
    } & Place)
  /** Answers the JSON value of an expression; a promise is awaited. */
  | ({ readonly ask: 'evaluate'; readonly expression: string } & Place)
  | { readonly ask: 'resize'; readonly width: number; readonly height: number }
  /** Zooms the window, as a browser does it: 2 is 200 %. */
  | { readonly ask: 'zoom'; readonly factor: number }
  /** Answers the errors that this extension and its webviews have put on the console since the last time. */
  | { readonly ask: 'consoleErrors' };

export type DriverReply = { readonly value: unknown } | { readonly error: string };

export interface Channel {
  readonly address: string;
  close(): Promise<void>;
}

export interface Listener {
  /** The tests go on when it has returned. */
  report(report: Report): void | Promise<void>;
  carryOut(request: DriverRequest): Promise<unknown>;
}

export async function openChannel(listener: Listener): Promise<Channel> {
  const path = `/${randomBytes(16).toString('hex')}`;
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== path) {
      response.writeHead(404).end();
      return;
    }
    const answer = await answerTo(JSON.parse(await bodyOf(request)), listener);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function answerTo(message: Report | DriverRequest, listener: Listener): Promise<DriverReply | object> {
  if ('report' in message) {
    await listener.report(message);
    return {};
  }
  try {
    return { value: (await listener.carryOut(message)) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
