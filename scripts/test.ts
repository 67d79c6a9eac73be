// Runs every check of the project, one after the other, stopping at nothing: npm test [-- STAGE ...] [filter ...]
//
// Arguments that name stages choose those; the others are handed to the stages that run tests, as part of a path or name.
// Where CI is set, a stage that cannot run is a failure. Exit: 0 when nothing failed.
import { failure, type Outcome, type Stage, stages } from './stages';
import { exitOnSignal } from './vscode/processes';

interface Row {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

async function main(): Promise<number> {
  const { chosen, filters } = choose(process.argv.slice(2));
  const rows: Row[] = [];
  for (const stage of chosen) {
    console.log(`\n━━ ${stage.name}: ${stage.title}`);
    const started = Date.now();
    const outcome = await outcomeOf(stage, filters, rows);
    if (outcome.note) console.log(outcome.note);
    rows.push({ name: stage.name, outcome, seconds: (Date.now() - started) / 1000 });
  }
  console.log(`\n${table(rows)}\n`);
  const sum = (key: 'passed' | 'failed' | 'skipped') => rows.reduce((total, { outcome }) => total + outcome[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
  return sum('failed') > 0 ? 1 : 0;
}

function choose(args: readonly string[]): { chosen: readonly Stage[]; filters: readonly string[] } {
  const named = stages.filter(({ name }) => args.includes(name));
  const wanted = new Set(named.flatMap(({ name, after }) => (after ? [name, after] : [name])));
  const chosen = wanted.size > 0 ? stages.filter(({ name }) => wanted.has(name)) : stages;
  return { chosen, filters: args.filter((arg) => !stages.some(({ name }) => name === arg)) };
}

async function outcomeOf(stage: Stage, filters: readonly string[], rows: readonly Row[]): Promise<Outcome> {
  const ground = rows.find(({ name }) => name === stage.after);
  if (ground && ground.outcome.failed > 0) return failure(`Not run, because ${ground.name} failed.`);
  try {
    return await stage.run(filters);
  } catch (error) {
    return failure(String(error instanceof Error ? error.stack : error));
  }
}

function table(rows: readonly Row[]): string {
  const cells = rows.map(({ name, outcome, seconds }) => {
    const { passed, failed, skipped } = outcome;
    const verdict = failed > 0 ? 'FAILED' : passed === 0 && skipped > 0 ? 'SKIPPED' : 'ok';
    return [name, verdict, String(passed), String(failed), String(skipped), `${seconds.toFixed(1)} s`];
  });
  const lines = [['stage', '', 'passed', 'failed', 'skipped', 'time'], ...cells];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const align = (cell: string, column: number) =>
    column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => line.map(align).join('  ').trimEnd()).join('\n');
}

exitOnSignal();
process.exit(await main());
