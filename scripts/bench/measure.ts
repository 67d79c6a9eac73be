/** One figure, with the goal that is set for it. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** At most this much. */
  readonly goal?: number;
}

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Quantiles of the times that a piece of work takes, in milliseconds; the first runs warm up and are not counted. */
export async function timed(
  runs: number,
  work: (i: number) => Promise<unknown>,
  warmUp = Math.ceil(runs / 5),
): Promise<Quantiles> {
  const times: number[] = [];
  for (let i = 0; i < warmUp + runs; i++) {
    const start = performance.now();
    await work(i);
    if (i >= warmUp) times.push(performance.now() - start);
  }
  return quantiles(times);
}

export function quantiles(times: readonly number[]): Quantiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** A table with the goal beside each figure, and a mark where it is missed. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, goal }) => ({
    what,
    value: `${value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0)} ${unit}`,
    goal: goal === undefined ? '' : `≤ ${goal} ${unit}`,
    mark: goal === undefined ? '' : value <= goal ? 'met' : 'MISSED',
  }));
  const width = (key: 'what' | 'value' | 'goal'): number => Math.max(...rows.map((row) => row[key].length));
  const [what, value, goal] = [width('what'), width('value'), width('goal')];
  return rows
    .map((r) => `${r.what.padEnd(what)}  ${r.value.padStart(value)}  ${r.goal.padStart(goal)}  ${r.mark}`.trimEnd())
    .join('\n');
}
