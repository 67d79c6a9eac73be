import type { CliCommand } from './command';

/** What `strata --help` prints. */
export function overallHelp(commands: readonly CliCommand[]): string {
  const width = Math.max(...commands.map((c) => c.name.length));
  return [
    'usage: strata <command> [options]\n\n',
    ...commands.map((c) => `  ${c.name.padEnd(width)}  ${c.summary}\n`),
    '\n`strata <command> --help` tells its options. `strata --version` tells the version.\n',
    'Exit code: 0 when nothing is at error level, 1 when something is, 2 when it could not run.\n',
  ].join('');
}

/** What `strata <command> --help` prints. */
export function commandHelp(command: CliCommand): string {
  const rows = Object.entries(command.options).map(([name, option]) => ({
    left: `--${name}${option.placeholder === undefined ? '' : ` ${option.placeholder}`}`,
    right: option.summary + (option.choices ? ` One of ${option.choices.join(', ')}; the first is the default.` : ''),
  }));
  const width = Math.max(...rows.map((row) => row.left.length));
  return [
    `usage: strata ${command.name} ${command.usage}\n\n${command.summary}\n\n`,
    ...rows.map((row) => `  ${row.left.padEnd(width)}  ${row.right}\n`),
  ].join('');
}
