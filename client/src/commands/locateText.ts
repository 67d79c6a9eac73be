import { ViewColumn, window } from 'vscode';
import { openView } from '../views';
import { type CommandFeature, inFileMenu, WITH_SYSTEMS } from './command';

export const command: CommandFeature = {
  id: 'strata.locateText',
  title: 'Locate Text in Prompt',
  icon: '$(search)',
  enablement: WITH_SYSTEMS,
  menus: [
    inFileMenu(3),
    {
      menu: 'editor/context',
      group: 'z_strata@1',
      when: 'editorHasSelection && strata.hasSystems && editorLangId =~ /^(plaintext|log|markdown|jsonl?|prompt-template.*)$/',
    },
  ],
  run: (services, ...args) => {
    // What is selected is what somebody asks about; without a selection the view waits for a text.
    const editor = window.activeTextEditor;
    const text = editor?.document.getText(editor.selection) ?? '';
    const captured = text.trim() === '' ? [] : [{ type: 'captured' as const, text }];
    return openView(services, args[0], ViewColumn.Beside, { type: 'view', view: 'locate' }, ...captured);
  },
};
