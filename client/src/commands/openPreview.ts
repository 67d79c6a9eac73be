import { ViewColumn, window } from 'vscode';
import { uriOf } from '../subject';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.openPreview',
  title: 'Open Preview',
  icon: '$(open-preview)',
  run: ({ previews }, ...args) =>
    previews.open(uriOf(args[0]), window.tabGroups.activeTabGroup.viewColumn ?? ViewColumn.Active),
};
