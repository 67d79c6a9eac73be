import { window, workspace } from 'vscode';
import { renderSubject } from '../prompt';
import { addressOf } from '../rendered/address';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.openRendered',
  title: 'Open Rendered Prompt',
  icon: '$(go-to-file)',
  enablement: 'strata.hasSystems || activeWebviewPanelId == strata.preview',
  run: async (services, ...args) => {
    const result = await renderSubject(services, args[0]);
    if (!result) return;
    const document = await workspace.openTextDocument(addressOf(result));
    await window.showTextDocument(document, { preview: false });
  },
};
