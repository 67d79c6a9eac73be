import { ViewColumn } from 'vscode';
import { uriOf } from '../subject';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.openPreviewToSide',
  title: 'Open Preview to the Side',
  icon: 'preview',
  run: ({ previews }, ...args) => previews.open(uriOf(args[0]), ViewColumn.Beside),
};
