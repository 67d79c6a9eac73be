import { proposeManifest } from '../proposal';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.createManifest',
  title: 'Create strata.yaml',
  icon: '$(new-file)',
  enablement: 'workspaceFolderCount > 0 || resourceScheme == file',
  run: (services, ...args) => proposeManifest(services, args[0]),
};
