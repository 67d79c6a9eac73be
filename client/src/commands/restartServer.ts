import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.restartServer',
  title: 'Restart Language Server',
  run: ({ server }) => server.restart(),
};
