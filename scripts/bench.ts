// Measures what an author and a build pipeline wait for, with the goal beside each figure: npm run bench [-- --json FILE] [-- --only NAME].
// `--json scripts/bench/record.json` records the figures that docs/performance.md is made of.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchCheck } from './bench/check';
import { benchEditing, benchStart, benchTyping } from './bench/editor';
import { benchLarge, benchPackage } from './bench/large';
import { type Figure, table } from './bench/measure';
import { benchPanel } from './bench/panel';
import { benchRender } from './bench/render';
import { benchTokens } from './bench/tokens';
import { benchWindow } from './bench/window';

const { name, version, publisher } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string', multiple: true } } });

const parts: Readonly<Record<string, () => Promise<readonly Figure[]> | readonly Figure[]>> = {
  '4k': () => benchEditing('4 KB', 4_000, { diagnostics: 2 }),
  '60k': () => benchEditing('60 KB', 60_000, { diagnostics: 4, hints: 2, cursor: 2 }),
  '1m': () => benchEditing('1 MB', 1_000_000, { diagnostics: 25, hints: 8 }),
  typing: () => benchTyping(60_000),
  start: () => benchStart(60_000),
  window: () => benchWindow(60_000, `${publisher}.${name}`),
  panel: () => benchPanel(`${publisher}.${name}`),
  check: () => benchCheck(1_000, { seconds: 1.5, megabytes: 250 }),
  many: () => benchCheck(10_000, { seconds: 10 }),
  large: () => benchLarge(10_000, 50),
  render: () => benchRender('60 KB', 60_000, 5),
  package: () => benchPackage(`out/${name}-${version}.vsix`, 3),
  tokens: tokenFigures,
};

/** What counting costs by itself, in the same form. */
async function tokenFigures(): Promise<readonly Figure[]> {
  const rows = await benchTokens();
  return rows.map(({ name, value, unit, ratio, goal }) => ({
    what: ratio === undefined ? name : `${name} (${ratio.toFixed(2)} × ours)`,
    value,
    unit,
    ...(goal === undefined ? {} : { goal }),
  }));
}

if (!['server', 'launch', 'cli', 'client'].every((program) => existsSync(`dist/${program}.js`))) {
  console.error('dist/ is not built: npm run build -- --production');
  process.exit(2);
}
const busy = (loadavg()[0] ?? 0).toFixed(1);
const figures: Figure[] = [];
for (const [id, part] of Object.entries(parts)) {
  if (values.only && !values.only.includes(id)) continue;
  const found = await part();
  figures.push(...found);
  console.log(table(found));
  console.log();
}
if (values.json) {
  writeFileSync(values.json, `${JSON.stringify({ ...machine(), figures }, undefined, 2)}\n`);
}

/** Where and when it was measured. A load near the number of cores means that something else was running. */
function machine(): Record<string, string> {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: String(availableParallelism()),
    load: busy,
  };
}
