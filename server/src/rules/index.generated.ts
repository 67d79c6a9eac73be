// Written by `npm run generate` from the files of this folder. Do not edit.
import type { Rule } from './rule';
import { rule as syntaxLiteralSlot } from './syntaxLiteralSlot';
import { rule as syntaxStrayBrace } from './syntaxStrayBrace';
import { rule as syntaxUnclosed } from './syntaxUnclosed';
import { rule as syntaxWrongDialect } from './syntaxWrongDialect';

export const rules: readonly Rule[] = [
  syntaxLiteralSlot,
  syntaxStrayBrace,
  syntaxUnclosed,
  syntaxWrongDialect,
];
