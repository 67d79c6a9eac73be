// The page about the command line, made of what each command says about itself.
import type { CliCommand, CliOption } from '../../server/src/cli/command';
import { commands } from '../../server/src/cli/commands/index.generated';
import { code, GENERATED, page, table } from './markdown';

const all: readonly CliCommand[] = commands;

export function commandPage(): string {
  return page([
    GENERATED,
    '# Command line',
    '`npm run build` makes `dist/cli.js`. Run it with `node dist/cli.js`, or install it as `strata` with `npm link`. It does what the editor does, with the same engine.',
    'Exit code: 0 when nothing is at error level, 1 when something is (or when there are more warnings than `--max-warnings`, or nothing that `locate` knows), 2 when it could not run; then one line on standard error says why.',
    '`strata --help` (or `-h`, `help`) lists the commands, `strata <command> --help` the options of one, and `strata --version` (or `-v`) prints the version. Paths are files or folders; without one, the current folder.',
    table(
      ['command', 'what it does'],
      all.map(({ name, summary }) => [`[${name}](#strata-${name})`, summary]),
    ),
    ...all.flatMap(({ name, usage, summary, options }) => [
      `## strata ${name}`,
      `${code(`strata ${name} ${usage}`)}: ${summary}`,
      Object.keys(options).length === 0
        ? undefined
        : table(
            ['option', 'what it does'],
            Object.entries(options).map(([option, facts]) => [code(written(option, facts)), described(facts)]),
          ),
    ]),
    '## In the repository',
    '`npm start` builds the extension and opens `examples/` with it in VS Code: the one on the PATH, or one from npm that it serves on this machine and whose address it prints. Options stand behind `--`: `npm start -- --port 8123`.',
    table(
      ['option', 'what it does'],
      [
        [code('--folder DIR'), 'What is opened; without it, `examples`.'],
        [code('--port N'), 'Where the VS Code from npm is served; without it, a free port.'],
        [code('--browser'), 'The VS Code from npm, although `code` is on the PATH.'],
      ],
    ),
    'What the JSON formats look like stands in [json.md](json.md).',
  ]);
}

const written = (name: string, { placeholder }: CliOption): string =>
  `--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`;

function described({ summary, choices, multiple }: CliOption): string {
  const values = choices ? ` One of ${choices.map(code).join(', ')}; the first is the default.` : '';
  return `${summary}${values}${multiple && !/several times/.test(summary) ? ' May be given several times.' : ''}`;
}
