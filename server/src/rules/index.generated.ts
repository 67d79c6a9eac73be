// Written by `npm run generate` from the files of this folder. Do not edit.
import { rule as budgetCompaction } from './budgetCompaction';
import { rule as budgetCut } from './budgetCut';
import { rule as budgetLayer } from './budgetLayer';
import { rule as budgetPrompt } from './budgetPrompt';
import { rule as budgetWindow } from './budgetWindow';
import { rule as cacheBlank } from './cacheBlank';
import { rule as cacheBreakpoints } from './cacheBreakpoints';
import { rule as cacheDaily } from './cacheDaily';
import { rule as cacheOrder } from './cacheOrder';
import { rule as cacheShared } from './cacheShared';
import { rule as cacheShort } from './cacheShort';
import { rule as cacheVolatile } from './cacheVolatile';
import { rule as fileCycle } from './fileCycle';
import { rule as fileDrift } from './fileDrift';
import { rule as fileMissing } from './fileMissing';
import { rule as fileOutside } from './fileOutside';
import { rule as layerMissing } from './layerMissing';
import { rule as manifestOption } from './manifestOption';
import { rule as manifestReference } from './manifestReference';
import { rule as manifestSchema } from './manifestSchema';
import { rule as manifestSelections } from './manifestSelections';
import { rule as manifestSyntax } from './manifestSyntax';
import { rule as manifestUnknownKey } from './manifestUnknownKey';
import { rule as manifestUnquotedSlot } from './manifestUnquotedSlot';
import { rule as orderLayers } from './orderLayers';
import { rule as orderTrust } from './orderTrust';
import { rule as outputStripped } from './outputStripped';
import type { Rule } from './rule';
import { rule as slotDuplicate } from './slotDuplicate';
import { rule as slotLost } from './slotLost';
import { rule as slotMisplaced } from './slotMisplaced';
import { rule as slotMissing } from './slotMissing';
import { rule as slotUnfilled } from './slotUnfilled';
import { rule as slotUnknown } from './slotUnknown';
import { rule as slotUnused } from './slotUnused';
import { rule as syntaxLiteralSlot } from './syntaxLiteralSlot';
import { rule as syntaxStrayBrace } from './syntaxStrayBrace';
import { rule as syntaxUnclosed } from './syntaxUnclosed';
import { rule as syntaxWrongDialect } from './syntaxWrongDialect';
import { rule as textDuplicate } from './textDuplicate';
import { rule as textEncoding } from './textEncoding';
import { rule as textEntity } from './textEntity';
import { rule as textEscape } from './textEscape';
import { rule as textHidden } from './textHidden';
import { rule as textLineEndings } from './textLineEndings';
import { rule as textSecret } from './textSecret';
import { rule as trustControlToken } from './trustControlToken';
import { rule as trustForgeable } from './trustForgeable';
import { rule as trustInInstructions } from './trustInInstructions';
import { rule as trustLineBreak } from './trustLineBreak';
import { rule as trustRaised } from './trustRaised';
import { rule as trustRoleLine } from './trustRoleLine';
import { rule as trustSecondPass } from './trustSecondPass';
import { rule as trustUnfenced } from './trustUnfenced';
import { rule as trustUnlabelled } from './trustUnlabelled';
import { rule as valueUnknown } from './valueUnknown';

export const rules: readonly Rule[] = [
  budgetCompaction,
  budgetCut,
  budgetLayer,
  budgetPrompt,
  budgetWindow,
  cacheBlank,
  cacheBreakpoints,
  cacheDaily,
  cacheOrder,
  cacheShared,
  cacheShort,
  cacheVolatile,
  fileCycle,
  fileDrift,
  fileMissing,
  fileOutside,
  layerMissing,
  manifestOption,
  manifestReference,
  manifestSchema,
  manifestSelections,
  manifestSyntax,
  manifestUnknownKey,
  manifestUnquotedSlot,
  orderLayers,
  orderTrust,
  outputStripped,
  slotDuplicate,
  slotLost,
  slotMisplaced,
  slotMissing,
  slotUnfilled,
  slotUnknown,
  slotUnused,
  syntaxLiteralSlot,
  syntaxStrayBrace,
  syntaxUnclosed,
  syntaxWrongDialect,
  textDuplicate,
  textEncoding,
  textEntity,
  textEscape,
  textHidden,
  textLineEndings,
  textSecret,
  trustControlToken,
  trustForgeable,
  trustInInstructions,
  trustLineBreak,
  trustRaised,
  trustRoleLine,
  trustSecondPass,
  trustUnfenced,
  trustUnlabelled,
  valueUnknown,
];
