import { ViewColumn } from 'vscode';
import { openPreview } from '../views';
import { type CommandFeature, IS_PROMPT_FILE } from './command';

export const command: CommandFeature = {
  id: 'strata.openPreviewToSide',
  title: 'Open Prompt Preview to the Side',
  icon: 'preview',
  menus: [
    { menu: 'commandPalette', when: 'editorLangId =~ /^prompt-template/ || strata.hasSystem || strata.hasSystems' },
    {
      menu: 'editor/title',
      group: 'navigation@1',
      when: `!isInDiffEditor && (${IS_PROMPT_FILE})`,
      alt: 'strata.openPreview',
    },
  ],
  key: {
    key: 'Ctrl+K V',
    mac: 'Cmd+K V',
    when: `editorTextFocus && (${IS_PROMPT_FILE})`,
  },
  run: (services, ...args) => openPreview(services, args[0], ViewColumn.Beside),
};
