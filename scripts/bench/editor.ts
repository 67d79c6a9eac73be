// What an author waits for: every figure is taken at a server process, over its standard input and output.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EDITOR, type ServerProcess, serverProcess } from '../../test/support/lspClient';
import { residentMegabytes } from './large';
import { type Figure, quantiles, timed } from './measure';
import { templateOf, writeProject } from './workspaces';

const SERVER = 'dist/server.js';
/** The same with what V8 made of its code the last time, as the extension starts it. */
const LAUNCH = 'dist/launch.js';
const FILE = 'chat.prompt';

interface Session extends ServerProcess {
  readonly folder: string;
}

async function inSession<T>(
  size: number,
  work: (session: Session) => Promise<T>,
  program = SERVER,
  args: readonly string[] = [],
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  writeProject(folder, size);
  const server = serverProcess(program, (path) => pathToFileURL(join(folder, path)).href, [...args, '--stdio']);
  try {
    await server.client.initialize(EDITOR, pathToFileURL(folder).href);
    server.client.open(FILE, templateOf(size));
    return await work({ ...server, folder });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Keystroke to findings, to hints, and the answers at the cursor, for a template of some size. */
export async function benchEditing(
  name: string,
  size: number,
  goals: { diagnostics: number; hints?: number; cursor?: number },
): Promise<Figure[]> {
  return inSession(size, async ({ client }) => {
    await client.pull(FILE);
    await exactHints(client);
    const [first, warmUp, runs] = size > 500_000 ? [30, 100, 200] : [300, 1200, 1000];
    const key = (i: number): void => {
      // A word grows and is taken back, in the middle of the text.
      const at = Math.floor(client.text(FILE).length / 2);
      if (i % 12 < 6) client.edit(FILE, at, at, 'abcdef'[i % 6] ?? 'a');
      else client.edit(FILE, at - 1, at, '');
    };
    const answered = async (i: number): Promise<void> => {
      key(i);
      await client.pull(FILE);
    };
    // What somebody meets who has just opened the window, and what they meet for the rest of the day.
    const fresh = await timed(first, answered, 0);
    const diagnostics = await timed(runs, answered, warmUp);
    const hints = await timed(runs, async (i) => {
      key(i);
      await hintsOf(client);
    });
    const position = client.position(FILE, client.text(FILE).indexOf('{context}') + 3);
    const at = { ...client.at(FILE), position };
    const requests = {
      hover: 'textDocument/hover',
      completion: 'textDocument/completion',
      'semantic tokens': 'textDocument/semanticTokens/full',
    };
    const figures: Figure[] = [
      { what: `${name}: first ${first} keystrokes → diagnostics, p50`, value: fresh.p50, unit: 'ms' },
      { what: `${name}: first ${first} keystrokes → diagnostics, p95`, value: fresh.p95, unit: 'ms' },
      ...spread(`${name}: keystroke → diagnostics`, diagnostics, goals.diagnostics),
      ...spread(`${name}: keystroke → inlay hints`, hints, goals.hints),
    ];
    for (const [what, method] of Object.entries(requests)) {
      const times = await timed(runs, async (i) => {
        key(i);
        await client.request(method, at);
      });
      figures.push({
        what: `${name}: keystroke → ${what}, p95`,
        value: times.p95,
        unit: 'ms',
        ...(goals.cursor === undefined ? {} : { goal: goals.cursor }),
      });
    }
    return figures;
  });
}

function spread(what: string, { p50, p95, p99 }: ReturnType<typeof quantiles>, goal: number | undefined): Figure[] {
  return [
    { what: `${what}, p50`, value: p50, unit: 'ms' },
    { what: `${what}, p95`, value: p95, unit: 'ms', ...(goal === undefined ? {} : { goal }) },
    { what: `${what}, p99`, value: p99, unit: 'ms' },
  ];
}

type Client = ServerProcess['client'];

const hintsOf = (client: Client): Promise<{ label: string }[]> =>
  client.request('textDocument/inlayHint', { ...client.at(FILE), range: client.everything(FILE) });

/** Waits until the vocabulary is there and all counts are exact. */
async function exactHints(client: Client): Promise<void> {
  for (let i = 0; i < 400; i++) {
    const labels = (await hintsOf(client)).map((hint) => hint.label);
    if (labels.length > 0 && labels.every((label) => !/[≈…]/.test(label))) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the hints never became exact');
}

/** A person who types a key every 90 ms, with the five requests an editor sends at once, older ones cancelled. */
export async function benchTyping(size: number): Promise<Figure[]> {
  return inSession(size, async ({ client }) => {
    await client.pull(FILE);
    await exactHints(client);
    const position = client.position(FILE, client.text(FILE).indexOf('{context}') + 3);
    const times: number[] = [];
    for (let i = 0; i < 60; i++) {
      const at = Math.floor(client.text(FILE).length / 2);
      const start = performance.now();
      client.edit(FILE, at, at, 'typing '[i % 7] ?? 'x');
      await Promise.all([
        client.pull(FILE),
        hintsOf(client),
        client.request('textDocument/semanticTokens/full', client.at(FILE)),
        client.request('textDocument/documentSymbol', client.at(FILE)),
        client.request('textDocument/completion', { ...client.at(FILE), position }),
      ]);
      if (i >= 10) times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 90));
    }
    const { p50, p95 } = quantiles(times);
    return [
      { what: 'a key every 90 ms, 60 KB: everything fresh, p50', value: p50, unit: 'ms', goal: 8 },
      { what: 'a key every 90 ms, 60 KB: everything fresh, p95', value: p95, unit: 'ms', goal: 16 },
    ];
  });
}

/** From starting the process to the first findings, and the memory it takes then and after many edits. */
export async function benchStart(size: number): Promise<Figure[]> {
  const starts: number[] = [];
  let open = 0;
  const edited: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await inSession(size, async (session) => {
      await session.client.pull(FILE);
      starts.push(performance.now() - start);
      await exactHints(session.client);
      open = residentMegabytes(session.process.pid);
      if (i < 4) return;
      for (let edit = 1; edit <= 30_000; edit++) {
        const at = 40 + (edit % 1000);
        session.client.edit(FILE, at, at + 1, 'abc'[edit % 3] ?? 'a');
        if (edit % 10 === 0) await session.client.pull(FILE);
        if (edit % 10_000 === 0) edited.push(residentMegabytes(session.process.pid));
      }
    });
  }
  return [
    { what: 'server start → first diagnostics, 60 KB, p50 of 5', value: quantiles(starts).p50, unit: 'ms', goal: 200 },
    { what: 'the same as VS Code starts it, with its code kept', value: await launches(size), unit: 'ms', goal: 200 },
    { what: 'memory of the server after open', value: open, unit: 'MB', goal: 90 },
    ...edited.map((value, i) => ({ what: `memory of the server after ${i + 1}0,000 edits`, value, unit: 'MB' })),
  ];
}

/** The same start with the code that V8 has kept of an earlier one. */
async function launches(size: number): Promise<number> {
  const kept = mkdtempSync(join(tmpdir(), 'strata-bench-code-'));
  const starts: number[] = [];
  try {
    for (let i = 0; i < 6; i++) {
      const start = performance.now();
      const time = await inSession(
        size,
        async ({ client }) => {
          await client.pull(FILE);
          return performance.now() - start;
        },
        LAUNCH,
        [`--code-cache=${kept}`],
      );
      if (i > 0) starts.push(time);
    }
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
  return quantiles(starts).p50;
}
