// The page about speed: the figures of the last recorded run of the benchmark.
import { readFileSync } from 'node:fs';
import { block, GENERATED, page, table } from './markdown';

interface Recorded {
  readonly date: string;
  readonly node: string;
  readonly system: string;
  readonly processor: string;
  readonly cores: string;
  readonly load: string;
  readonly figures: readonly {
    readonly what: string;
    readonly value: number;
    readonly unit: string;
    readonly goal?: number;
  }[];
}

export function performancePage(): string {
  const recorded = JSON.parse(readFileSync('scripts/bench/record.json', 'utf8')) as Recorded;
  const { figures } = recorded;
  const withGoal = figures.filter(({ goal }) => goal !== undefined);
  const missed = withGoal.filter(({ value, goal = 0 }) => value > goal);
  return page([
    GENERATED,
    '# Speed and memory',
    `Measured on ${recorded.date} with Node ${recorded.node}, ${recorded.system}, ${recorded.cores} cores (${recorded.processor}), load ${recorded.load} when it began. ${withGoal.length} figures have a goal; ${missed.length === 0 ? 'all of them are met.' : `${missed.length} of them ${missed.length === 1 ? 'is' : 'are'} missed.`}`,
    table(
      ['what', 'measured', 'goal', ''],
      figures.map(({ what, value, unit, goal }) => [
        what,
        `${shown(value)} ${unit}`,
        goal === undefined ? '' : `≤ ${goal} ${unit}`,
        goal === undefined ? '' : value <= goal ? 'met' : 'missed',
      ]),
    ),
    '## How it is measured',
    block('npm run bench', 'sh'),
    [
      '- **keystroke → …**: a server process, spoken to over its standard input and output. A key is typed in the middle of a template of that size (nine layers, two scenarios, four slots with values) and the request follows at once; the time ends when its answer has been read. The first keystrokes of a process are told apart: it takes about 1,500 until V8 has compiled what is used, and only then the others are counted.',
      '- **a key every 90 ms**: the five requests that an editor sends at once, until all are answered.',
      '- **server start**: from starting the process to the first findings, five times. Memory is the resident memory of the process; after 10,000 edits it holds what V8 has not given back, which stays the same over further edits.',
      '- **as VS Code starts it**: the extension keeps what V8 has made of the code of the server in its own folder, so only the first start after an update compiles it.',
      '- **VS Code shows its folder**: a real VS Code in a browser without a display, five windows after one that is not counted, each with a VS Code of its own. The time begins when VS Code says that its workbench has started, with the editor open, and ends with the frame in which every hint on the screen has its exact number. Until VS Code says that its extension host is ready no extension runs; from there on it is told apart, since only that part is ours to change: VS Code loads and activates the extension, which starts the server; the server reads the folder and answers; VS Code asks for hints and draws them.',
      '- **the panel**: the same window with a template of a megabyte. From the key that opens the panel to the frame in which its text is painted; from a key in the editor to the frame that shows it; and every frame while the page goes down to its end by half a window each. Nothing is drawn by a graphics card, and the editor and the page of the panel share one thread there, which they do not in VS Code on a desktop.',
      '- **cold check**: `strata check` as a process, on templates of 5 KB, ten to a manifest; it takes a thread for each 500, up to four and no more than there are cores. Memory is the most that it took.',
      '- **render**: the changed text is scanned, filled and made into segments, without a server.',
      '- **count**: one run against three published tokenizers in turn; `× ours` is their time as a multiple.',
    ].join('\n'),
    'A machine that does something else shows it in the 95th percentile first.',
  ]);
}

const shown = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
