// Written by `npm run generate` from the files of this folder. Do not edit.
import type { CommandFeature } from './command';
import { command as copyRenderedPrompt } from './copyRenderedPrompt';
import { command as openPreview } from './openPreview';
import { command as openPreviewToSide } from './openPreviewToSide';
import { command as restartServer } from './restartServer';
import { command as selectScenario } from './selectScenario';
import { command as showLog } from './showLog';

export const allCommands: readonly CommandFeature[] = [
  copyRenderedPrompt,
  openPreview,
  openPreviewToSide,
  restartServer,
  selectScenario,
  showLog,
];
