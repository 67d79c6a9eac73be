import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.restartServer',
  title: 'Restart Language Server',
  icon: '$(debug-restart)',
  run: ({ server }) => server.restart(),
};
