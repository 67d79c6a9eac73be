import { ViewColumn } from 'vscode';
import { openView } from '../views';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.compareScenarios',
  title: 'Compare Scenarios',
  icon: '$(diff)',
  enablement: 'strata.hasSystems || activeWebviewPanelId == strata.preview',
  run: (services, ...args) => openView(services, args[0], ViewColumn.Beside, { type: 'view', view: 'compare' }),
};
