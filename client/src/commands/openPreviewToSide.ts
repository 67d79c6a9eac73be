import { ViewColumn } from 'vscode';
import { openPreview } from '../views';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.openPreviewToSide',
  title: 'Open Preview to the Side',
  icon: 'preview',
  run: (services, ...args) => openPreview(services, args[0], ViewColumn.Beside),
};
