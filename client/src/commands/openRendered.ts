import { window, workspace } from 'vscode';
import { renderSubject } from '../prompt';
import { addressOf } from '../rendered/address';
import { type CommandFeature, inFileMenu, WITH_SYSTEMS } from './command';

export const command: CommandFeature = {
  id: 'strata.openRendered',
  title: 'Open Rendered Prompt',
  icon: '$(go-to-file)',
  enablement: WITH_SYSTEMS,
  menus: [
    inFileMenu(4),
    { menu: 'editor/title', group: 'navigation@1', when: "activeWebviewPanelId == 'strata.preview'" },
  ],
  run: async (services, ...args) => {
    const result = await renderSubject(services, args[0]);
    if (!result) return;
    const document = await workspace.openTextDocument(addressOf(result));
    await window.showTextDocument(document, { preview: false });
  },
};
