/** Lines with their cells in columns: the first to the left, the others to the right. `rule`: a line before the row with that index. */
export function columns(rows: readonly (readonly string[])[], rule?: number): string {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `  ${widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join('  ')}`.trimEnd();
  const lines = rows.map(line);
  const between = `  ${'-'.repeat(widths.reduce((sum, width) => sum + width, 2 * (count - 1)))}`;
  if (rule !== undefined) lines.splice(rule, 0, between);
  return lines.map((one) => `${one}\n`).join('');
}
