import { parseArgs } from 'node:util';
import { closest } from '../text/similar';
import { type CliArguments, type CliCommand, type CliOption, UsageError } from './command';

/** Reads the arguments behind the name of a command. Throws a `UsageError` that names what is wrong and what was meant. */
export function readArguments(command: CliCommand, argv: readonly string[]): CliArguments {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, multiple }]) => [name, { type, multiple: multiple === true }]),
  );
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const values: Record<string, string | boolean | string[]> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind === 'option') take(command, token.name, token.rawName, token.value, values);
  }
  const most = command.mostPositionals;
  if (most !== undefined && positionals.length > most) {
    const noun = /^\[(\w+)/.exec(command.usage)?.[1] ?? 'path';
    throw new UsageError(
      `${command.name} takes ${most === 0 ? 'no' : 'one'} ${noun === 'dir' ? 'folder' : noun}, and here is ${positionals[most]}`,
    );
  }
  return { positionals, values };
}

function take(
  command: CliCommand,
  name: string,
  raw: string,
  value: string | undefined,
  values: Record<string, string | boolean | string[]>,
): void {
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (!option || raw === `-${name}`) throw new UsageError(unknownOption(command, raw));
  if (option.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${raw} takes no value`);
    values[name] = true;
    return;
  }
  if (value === undefined || value === '') throw new UsageError(`${raw} needs a value${choicesOf(option)}`);
  if (option.choices && !option.choices.includes(value)) {
    throw new UsageError(`${raw} cannot be ${value}${choicesOf(option)}`);
  }
  if (!option.multiple) values[name] = value;
  else values[name] = [...((values[name] as string[] | undefined) ?? []), value];
}

const choicesOf = (option: CliOption): string => (option.choices ? `: it is one of ${option.choices.join(', ')}` : '');

function unknownOption(command: CliCommand, raw: string): string {
  const meant = closest(raw.replace(/^-+/, ''), Object.keys(command.options));
  return `${command.name} has no option ${raw}${meant === undefined ? '' : `; did you mean --${meant}?`}`;
}

/** The text of an option that is no list. */
export function textOf(args: CliArguments, name: string): string | undefined {
  const value = args.values[name];
  return typeof value === 'string' ? value : undefined;
}

/** An option that is a whole number of 0 or more. */
export function countOf(args: CliArguments, name: string): number | undefined {
  const value = textOf(args, name);
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} is a whole number, and ${value} is none`);
  return Number(value);
}

/** `--select axis=value`, as often as it is given. */
export function choicesOfAxes(args: CliArguments): Readonly<Record<string, string>> {
  const given = args.values.select;
  const pairs = (Array.isArray(given) ? given : []).map((pair: string) => {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new UsageError(`--select is axis=value, and ${pair} has no axis and value`);
    return [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  return Object.fromEntries(pairs);
}
