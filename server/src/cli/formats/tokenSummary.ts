import { grouped } from '../../text/grouped';
import { printable } from '../printable';
import { columns } from './table';
import { type Counted, change, changeCells, keptOf, signOf, totalOf } from './tokenTable';

/** What the prompts of one folder come to: of each system the selection that is listed first. */
export interface FolderTotal {
  readonly folder: string;
  readonly systems: number;
  readonly total: number;
  readonly exact: boolean;
  /** The same in the earlier commit, with the systems that are no more. */
  readonly since?: number;
  /** Whether that is exact. */
  readonly sinceExact?: boolean;
}

/** One table for each system, with a line for each of its selections. */
export function selectionTable(all: readonly Counted[]): string {
  const bySystem = new Map<string, Counted[]>();
  for (const one of all) {
    const key = JSON.stringify([one.folder ?? '', one.system]);
    bySystem.set(key, [...(bySystem.get(key) ?? []), one]);
  }
  return [...bySystem.values()].map(tableOf).join('\n');
}

function tableOf(all: readonly Counted[]): string {
  const compared = all.some((one) => one.since !== undefined);
  const hasWorst = all.some((one) => one.worst !== null);
  const hasCache = all.some((one) => one.economics.cache !== null);
  const rows = all.map((one) => [
    printable(nameOf(one)),
    totalOf(one),
    ...(hasWorst ? [one.worst ? `${one.worst.total.exact ? '' : '≈ '}${grouped(one.worst.total.tokens)}` : ''] : []),
    ...(hasCache ? [one.economics.cache ? keptOf(one) : ''] : []),
    ...(compared ? changeCells(one.since?.total, one.total, signOf(one.since ?? one)) : []),
  ]);
  const heads = [
    'selection',
    'total',
    ...(hasWorst ? ['worst'] : []),
    ...(hasCache ? ['next call reads'] : []),
    ...(compared ? ['before', 'change'] : []),
  ];
  const [first] = all;
  const models = [...new Set(all.map((one) => one.model ?? 'no model'))];
  const tokenizers = [...new Set(all.map((one) => one.tokenizer))];
  return `${printable([first?.system ?? '', ...models, ...tokenizers].join(' · '))}\n${columns([heads, ...rows])}`;
}

const nameOf = ({ scenario, label }: Counted): string =>
  scenario === null ? label || 'defaults and samples' : `scenario "${scenario}"`;

/** A line for each folder, and their sum. */
export function folderTable(folders: readonly FolderTotal[]): string {
  const compared = folders.some((one) => one.since !== undefined);
  const row = (
    name: string,
    systems: number,
    total: number,
    exact: boolean,
    since: number | undefined,
    wasExact = exact,
  ): string[] => [
    name,
    grouped(systems),
    `${exact ? '' : '≈ '}${grouped(total)}`,
    ...(since === undefined ? [] : [`${wasExact ? '' : '≈ '}${grouped(since)}`, change(since, total)]),
  ];
  const sum = (of: (one: FolderTotal) => number): number => folders.reduce((all, one) => all + of(one), 0);
  const rows = [
    ['folder', 'systems', 'total', ...(compared ? ['before', 'change'] : [])],
    ...folders.map(({ folder, systems, total, exact, since, sinceExact }) =>
      row(printable(folder), systems, total, exact, since, sinceExact),
    ),
  ];
  if (folders.length < 2) return columns(rows);
  const all = row(
    'all',
    sum((one) => one.systems),
    sum((one) => one.total),
    folders.every((one) => one.exact),
    compared ? sum((one) => one.since ?? 0) : undefined,
    folders.every((one) => one.sinceExact !== false),
  );
  return columns([...rows, all], rows.length);
}
