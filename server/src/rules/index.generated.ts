// Written by `npm run generate` from the files of this folder. Do not edit.
import type { Rule } from './rule';
import { rule as slotMissing } from './slotMissing';
import { rule as slotUnfilled } from './slotUnfilled';
import { rule as slotUnknown } from './slotUnknown';
import { rule as slotUnused } from './slotUnused';
import { rule as syntaxLiteralSlot } from './syntaxLiteralSlot';
import { rule as syntaxStrayBrace } from './syntaxStrayBrace';
import { rule as syntaxUnclosed } from './syntaxUnclosed';
import { rule as syntaxWrongDialect } from './syntaxWrongDialect';
import { rule as valueUnknown } from './valueUnknown';

export const rules: readonly Rule[] = [
  slotMissing,
  slotUnfilled,
  slotUnknown,
  slotUnused,
  syntaxLiteralSlot,
  syntaxStrayBrace,
  syntaxUnclosed,
  syntaxWrongDialect,
  valueUnknown,
];
