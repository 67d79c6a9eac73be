// Written by `npm run generate` from the files of this folder. Do not edit.
import type { CliCommand } from '../command';
import { command as check } from './check';
import { command as diff } from './diff';
import { command as explain } from './explain';
import { command as init } from './init';
import { command as locate } from './locate';
import { command as lsp } from './lsp';
import { command as render } from './render';
import { command as tokens } from './tokens';

export const commands: readonly CliCommand[] = [
  check,
  diff,
  explain,
  init,
  locate,
  lsp,
  render,
  tokens,
];
