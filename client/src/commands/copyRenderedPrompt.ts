import { env, l10n, window } from 'vscode';
import { promptText } from '../preview/text';
import { subjectFile } from '../subject';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.copyRenderedPrompt',
  title: 'Copy Rendered Prompt',
  icon: '$(copy)',
  run: async ({ server, selections, previews }, ...args) => {
    const file = subjectFile(args[0], previews);
    if (file === undefined) return;
    const { systems } = await server.request('systems', { uri: file });
    const key = systems[0]?.key;
    const choice = key === undefined ? undefined : selections.of(key);
    const answer = await server.request('render', {
      uri: file,
      ...(key === undefined ? {} : { system: key }),
      ...choice,
    });
    if (!answer || 'reason' in answer) {
      void window.showWarningMessage(answer?.message ?? l10n.t('The Strata language server does not answer.'));
      return;
    }
    await env.clipboard.writeText(promptText(answer));
    const { holes } = answer;
    window.setStatusBarMessage(
      holes.length === 0 ? l10n.t('Copied') : l10n.t('Copied, with {0} slots that have no value', holes.length),
      4000,
    );
  },
};
