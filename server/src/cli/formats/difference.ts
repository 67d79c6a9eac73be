import { percent } from '../../features/costs/amounts';
import { wireCost } from '../../features/costs/wireEconomics';
import type { Comparison } from '../../features/requests/difference';
import { grouped } from '../../text/grouped';
import type { Hunk } from '../../text/lineDifference';
import { money } from '../../tokens/price';

interface Named {
  readonly system: string;
  readonly from: string;
  readonly to: string;
}

/** A difference as the command line documents it. */
export function differenceFormat(named: Named, { first, cache, cost, ...rest }: Comparison): object {
  return { version: 1, ...named, first: first ?? null, cache: cache ?? null, ...rest, cost: wireCost(cost) };
}

/** What a difference costs, and then the lines that differ. */
export function differenceText(named: Named, comparison: Comparison, colour: boolean): string {
  const { first, cache, cost, exact } = comparison;
  const sign = exact ? '' : '≈ ';
  const head = `${named.system}: ${named.from} → ${named.to}\n`;
  if (!first) return `${head}The two requests are equal.\n`;
  const where = `message ${first.message + 1} (${first.role})`;
  const at = `${quoted(first.before)} → ${quoted(first.after)}`;
  const kept = cache && `${sign}${grouped(cache.kept)} of ${grouped(cache.of)} (${percent(cache.kept, cache.of)})`;
  return [
    head,
    `first difference: token ${sign}${grouped(first.token)}, ${where}: ${at}\n`,
    kept === undefined ? '' : `tokens that stay in the cache: ${kept}\n`,
    cost?.warm === undefined
      ? ''
      : `cost of the second call: ${money(cost.warm)}, cold ${money(cost.cold ?? cost.uncached)}\n`,
    '\n',
    table(comparison, sign),
    ...comparison.messages.map(
      ({ message, role, hunks }) =>
        `\nmessage ${message + 1} (${role})\n${hunks.map((h) => shownHunk(h, colour)).join('')}`,
    ),
  ].join('');
}

const quoted = (text: string): string => (text === '' ? 'the end' : JSON.stringify(text));

/** Layers with their tokens on both sides; those that stay the same have no change. */
function table({ layers, total }: Comparison, sign: string): string {
  const row = (title: string, before: number, after: number): string[] => [
    title,
    sign + grouped(before),
    sign + grouped(after),
    before === after ? '' : `${after > before ? '+' : '−'}${grouped(Math.abs(after - before))}`,
  ];
  const rows = [
    ['layer', 'before', 'after', 'change'],
    ...layers.map(({ title, before, after }) => row(title, before, after)),
  ];
  const sum = row('total', total.before, total.after);
  const widths = [0, 1, 2, 3].map((i) => Math.max(...[...rows, sum].map((cells) => cells[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`.trimEnd();
  const rule = `  ${'-'.repeat(widths.reduce((a, b) => a + b, 6))}`;
  return `${[...rows.map(line), rule, line(sum)].join('\n')}\n`;
}

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;
const COLOURS = { same: '', removed: '31', added: '32' } as const;

function shownHunk({ before, after, lines }: Hunk, colour: boolean): string {
  const count = (kind: 'removed' | 'added'): number =>
    lines.filter((one) => one.kind === 'same' || one.kind === kind).length;
  const head = `@@ -${before + 1},${count('removed')} +${after + 1},${count('added')} @@\n`;
  const body = lines.map(({ kind, text }) => {
    const line = SIGNS[kind] + text;
    return colour && kind !== 'same' ? `\u001b[${COLOURS[kind]}m${line}\u001b[0m\n` : `${line}\n`;
  });
  return head + body.join('');
}
