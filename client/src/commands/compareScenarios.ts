import { ViewColumn } from 'vscode';
import { openView } from '../views';
import { type CommandFeature, inFileMenu, WITH_SYSTEMS } from './command';

export const command: CommandFeature = {
  id: 'strata.compareScenarios',
  title: 'Compare Scenarios',
  icon: '$(diff)',
  enablement: WITH_SYSTEMS,
  menus: [inFileMenu(2)],
  run: (services, ...args) => openView(services, args[0], ViewColumn.Beside, { type: 'view', view: 'compare' }),
};
