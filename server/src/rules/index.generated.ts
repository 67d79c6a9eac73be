// Written by `npm run generate` from the files of this folder. Do not edit.
import { rule as cacheBlank } from './cacheBlank';
import { rule as cacheDaily } from './cacheDaily';
import { rule as cacheVolatile } from './cacheVolatile';
import { rule as orderLayers } from './orderLayers';
import { rule as orderTrust } from './orderTrust';
import type { Rule } from './rule';
import { rule as slotMissing } from './slotMissing';
import { rule as slotUnfilled } from './slotUnfilled';
import { rule as slotUnknown } from './slotUnknown';
import { rule as slotUnused } from './slotUnused';
import { rule as syntaxLiteralSlot } from './syntaxLiteralSlot';
import { rule as syntaxStrayBrace } from './syntaxStrayBrace';
import { rule as syntaxUnclosed } from './syntaxUnclosed';
import { rule as syntaxWrongDialect } from './syntaxWrongDialect';
import { rule as trustForgeable } from './trustForgeable';
import { rule as trustInInstructions } from './trustInInstructions';
import { rule as trustLineBreak } from './trustLineBreak';
import { rule as trustUnfenced } from './trustUnfenced';
import { rule as trustUnlabelled } from './trustUnlabelled';
import { rule as valueUnknown } from './valueUnknown';

export const rules: readonly Rule[] = [
  cacheBlank,
  cacheDaily,
  cacheVolatile,
  orderLayers,
  orderTrust,
  slotMissing,
  slotUnfilled,
  slotUnknown,
  slotUnused,
  syntaxLiteralSlot,
  syntaxStrayBrace,
  syntaxUnclosed,
  syntaxWrongDialect,
  trustForgeable,
  trustInInstructions,
  trustLineBreak,
  trustUnfenced,
  trustUnlabelled,
  valueUnknown,
];
