import { grouped, percent } from '../../features/amounts';
import type { TokensResult } from '../../protocol';
import { printable } from '../printable';

type Counted = TokensResult['systems'][number];

/** One table for each system: its layers, then the sums. Estimates carry `≈`, a sum with holes `≥`. */
export function tokenTable(systems: readonly Counted[]): string {
  return systems.map(tableOf).join('\n');
}

function tableOf(counted: Counted): string {
  const sign = counted.exact ? '' : '≈ ';
  const rows: string[][] = [['layer', 'tokens', 'max']];
  for (const { title, tokens, max } of counted.layers)
    rows.push([printable(title), sign + grouped(tokens), max === null ? '' : grouped(max)]);
  const total = `${counted.holes.length > 0 ? '≥ ' : ''}${sign}${grouped(counted.total)}`;
  const sums: string[][] = [['total', total, '']];
  if (counted.cachedPrefix !== null) sums.push(['cached prefix', sign + grouped(counted.cachedPrefix), '']);
  if (counted.window !== null) sums.push(['window', grouped(counted.window), percent(counted.total, counted.window)]);
  const widths = [0, 1, 2].map((i) => Math.max(...[...rows, ...sums].map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `  ${[(row[0] ?? '').padEnd(widths[0] ?? 0), (row[1] ?? '').padStart(widths[1] ?? 0), (row[2] ?? '').padStart(widths[2] ?? 0)].join('  ').trimEnd()}\n`;
  const rule = `  ${'-'.repeat(widths.reduce((a, b) => a + b, 4))}\n`;
  const holes = counted.holes.length > 0 ? `  no value for ${counted.holes.join(', ')}\n` : '';
  return [headOf(counted), ...rows.map(line), rule, ...sums.map(line), holes].join('');
}

function headOf({ system, scenario, model, tokenizer }: Counted): string {
  const parts = [system, scenario === null ? undefined : `scenario ${scenario}`, model ?? 'no model', tokenizer];
  return `${printable(parts.filter((p) => p !== undefined).join(' · '))}\n`;
}
