import { ViewColumn, window } from 'vscode';
import { openPreview } from '../views';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.openPreview',
  title: 'Open Preview',
  icon: 'preview',
  run: (services, ...args) => {
    // A lens stands in the text, and who clicks it wants to see both.
    const column = typeof args[0] === 'string' ? ViewColumn.Beside : window.tabGroups.activeTabGroup.viewColumn;
    return openPreview(services, args[0], column);
  },
};
