// Written by `npm run generate` from the files of this folder. Do not edit.
import type { CommandFeature } from './command';
import { command as compareScenarios } from './compareScenarios';
import { command as convertDialect } from './convertDialect';
import { command as copyRenderedPrompt } from './copyRenderedPrompt';
import { command as createManifest } from './createManifest';
import { command as locateText } from './locateText';
import { command as openPreview } from './openPreview';
import { command as openPreviewToSide } from './openPreviewToSide';
import { command as openRendered } from './openRendered';
import { command as restartServer } from './restartServer';
import { command as selectDialect } from './selectDialect';
import { command as selectScenario } from './selectScenario';
import { command as showLog } from './showLog';

export const allCommands: readonly CommandFeature[] = [
  compareScenarios,
  convertDialect,
  copyRenderedPrompt,
  createManifest,
  locateText,
  openPreview,
  openPreviewToSide,
  openRendered,
  restartServer,
  selectDialect,
  selectScenario,
  showLog,
];
