import { ViewColumn, window } from 'vscode';
import { uriOf } from '../subject';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.openPreview',
  title: 'Open Preview',
  icon: 'preview',
  run: ({ previews }, ...args) => {
    // A lens stands in the text, and who clicks it wants to see both.
    const column = typeof args[0] === 'string' ? ViewColumn.Beside : window.tabGroups.activeTabGroup.viewColumn;
    previews.open(uriOf(args[0]), column);
  },
};
