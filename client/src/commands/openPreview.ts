import { ViewColumn, window } from 'vscode';
import { openPreview } from '../views';
import { type CommandFeature, IS_PROMPT_FILE } from './command';

export const command: CommandFeature = {
  id: 'strata.openPreview',
  title: 'Open Prompt Preview',
  icon: 'preview',
  menus: [
    { menu: 'commandPalette', when: 'editorLangId =~ /^prompt-template/ || strata.hasSystem || strata.hasSystems' },
    { menu: 'editor/title/context', group: '1_open', when: IS_PROMPT_FILE },
    { menu: 'explorer/context', group: 'navigation', when: IS_PROMPT_FILE },
  ],
  key: {
    key: 'Ctrl+Shift+V',
    mac: 'Cmd+Shift+V',
    when: `editorTextFocus && (${IS_PROMPT_FILE})`,
  },
  run: (services, ...args) => {
    // A lens stands in the text, and who clicks it wants to see both.
    const column = typeof args[0] === 'string' ? ViewColumn.Beside : window.tabGroups.activeTabGroup.viewColumn;
    return openPreview(services, args[0], column, args[1]);
  },
};
