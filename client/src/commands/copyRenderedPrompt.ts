import { env, l10n, window } from 'vscode';
import { promptText } from '../preview/text';
import { renderSubject } from '../prompt';
import { type CommandFeature, inFileMenu, WITH_SYSTEMS } from './command';

export const command: CommandFeature = {
  id: 'strata.copyRenderedPrompt',
  title: 'Copy Rendered Prompt',
  icon: '$(copy)',
  enablement: WITH_SYSTEMS,
  menus: [inFileMenu(5)],
  run: async (services, ...args) => {
    const result = await renderSubject(services, args[0]);
    if (!result) return;
    await env.clipboard.writeText(promptText(result));
    const { holes } = result;
    window.setStatusBarMessage(
      holes.length === 0 ? l10n.t('Copied') : l10n.t('Copied, with {0} slots that have no value', holes.length),
      4000,
    );
  },
};
