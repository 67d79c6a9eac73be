// Floor "cli": Strata on the command line. Invariant: a command gets its world handed in, prints what it found, and
// returns an exit code; only `main.ts` knows the process.

import type { TokenHost } from '../node/tokenHost';

/** What a command may do to the world outside. */
export interface CliIo {
  /** Folder that paths are relative to. */
  readonly cwd: string;
  /** Whether standard output is a terminal: only then is there colour. */
  readonly isTerminal: boolean;
  out(text: string): void;
  /** All of standard input. Ends the call when somebody would have to type it. */
  input(): Promise<string>;
  /** A line for a person on standard error. */
  warn(line: string): void;
  /** Has the vocabularies; absent: they are read from beside the program. */
  readonly host?: TokenHost;
  /** Other threads: `start` hands one of them plain data and gives back what it made of that. Absent: there are none. */
  readonly threads?: { readonly most: number; start(work: object): Promise<unknown> };
}

export interface CliOption {
  readonly type: 'string' | 'boolean';
  /** May be given several times. */
  readonly multiple?: boolean;
  /** What stands for the value in the help: `N`. */
  readonly placeholder?: string;
  /** The only values, the default first. */
  readonly choices?: readonly string[];
  readonly summary: string;
}

/** The arguments of one call, checked: every option is one that the command has. */
export interface CliArguments {
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** One command, in one file of `commands/`. `npm run generate` lists every file there that exports `command`. */
export interface CliCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What stands behind the name: `[paths…] [options]`. */
  readonly usage: string;
  /** Largest number of arguments that are no options; absent: any. */
  readonly mostPositionals?: number;
  readonly options: Readonly<Record<string, CliOption>>;
  /** 0: nothing at error level; 1: findings; 2: could not run. */
  run(args: CliArguments, io: CliIo): Promise<number>;
}

/** The call cannot be carried out, for a reason that one line tells. Ends with exit code 2. */
export class UsageError extends Error {}
