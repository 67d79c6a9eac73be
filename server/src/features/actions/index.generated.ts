// Written by `npm run generate` from the files of this folder. Do not edit.
import type { Action } from './action';
import { action as convertDialect } from './convertDialect';
import { action as createManifest } from './createManifest';
import { action as extractSlot } from './extractSlot';
import { action as inlineSample } from './inlineSample';
import { action as moveLayer } from './moveLayer';
import { action as setRule } from './setRule';
import { action as wrapFence } from './wrapFence';

export const actions: readonly Action[] = [
  convertDialect,
  createManifest,
  extractSlot,
  inlineSample,
  moveLayer,
  setRule,
  wrapFence,
];
