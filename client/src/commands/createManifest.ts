import { proposeManifest } from '../proposal';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.createManifest',
  title: 'Create strata.yaml',
  icon: '$(new-file)',
  enablement: 'workspaceFolderCount > 0 || resourceScheme == file',
  menus: [
    {
      menu: 'explorer/context',
      group: 'z_strata@1',
      when: 'strata.active && (explorerResourceIsFolder || resourceLangId =~ /^prompt-template/ && resourcePath not in strata.files)',
    },
    { menu: 'file/newFile', group: 'file' },
  ],
  run: (services, ...args) => proposeManifest(services, args[0]),
};
