// Written by `npm run generate` from the files of this folder. Do not edit.
import type { Encoding } from '../encoding';
import { encoding as cl100kBase } from './cl100kBase';
import { encoding as o200kBase } from './o200kBase';

export const encodings: readonly Encoding[] = [
  cl100kBase,
  o200kBase,
];
