import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.showLog',
  title: 'Show Log',
  icon: '$(output)',
  run: ({ log }) => log.show(),
};
