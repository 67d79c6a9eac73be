// A workspace of thousands of templates in which one is edited.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver/node';
import { EDITOR, serverProcess } from '../../test/support/lspClient';
import { type Figure, timed } from './measure';
import { writeManyTemplates } from './workspaces';

const FILE = 'team-7/chat-3.prompt';

/** The first check of the whole workspace, and then what a keystroke in one of its templates costs. */
export async function benchLarge(count: number, goal: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-large-'));
  writeManyTemplates(folder, count);
  const server = serverProcess('dist/server.js', (path) => pathToFileURL(join(folder, path)).href);
  const { client } = server;
  const checkAll = (previousResultIds: { uri: string; value: string }[]): Promise<WorkspaceDiagnosticReport> =>
    client.request('workspace/diagnostic', { previousResultIds });
  try {
    const start = performance.now();
    await client.initialize(EDITOR, pathToFileURL(folder).href);
    client.open(FILE, readFileSync(join(folder, FILE), 'utf8'));
    await client.pull(FILE);
    const first = performance.now() - start;
    const { items } = await checkAll([]);
    const all = (performance.now() - start) / 1000;
    const known = items.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' }));
    const times = await timed(60, async (i) => {
      client.edit(FILE, 40, i % 2 === 0 ? 40 : 41, i % 2 === 0 ? 'x' : '');
      await client.pull(FILE);
    });
    const again = await timed(5, async (i) => {
      client.edit(FILE, 40, i % 2 === 0 ? 40 : 41, i % 2 === 0 ? 'x' : '');
      await checkAll(known);
    });
    const name = `${count.toLocaleString('en')} templates`;
    return [
      { what: `${name}: start → findings of the open one`, value: first, unit: 'ms' },
      { what: `${name}: start → all are checked`, value: all, unit: 's' },
      { what: `${name}: keystroke → findings of what depends on it, p95`, value: times.p95, unit: 'ms', goal },
      { what: `${name}: keystroke → the whole workspace is asked again, p50`, value: again.p50, unit: 'ms' },
      { what: `${name}: memory of the server`, value: residentMegabytes(server.process.pid), unit: 'MB' },
    ];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Size of the packed extension, when it has been packed. */
export function benchPackage(file: string, goal: number): Figure[] {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  return size === undefined ? [] : [{ what: 'packed extension', value: size / 1024 / 1024, unit: 'MB', goal }];
}

/** Resident memory of a process; 0 where the system has no such file. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
