import { ViewColumn, window } from 'vscode';
import { openView } from '../views';
import type { CommandFeature } from './command';

export const command: CommandFeature = {
  id: 'strata.locateText',
  title: 'Locate Text in Prompt',
  icon: '$(search)',
  enablement: 'strata.hasSystems || activeWebviewPanelId == strata.preview',
  run: (services, ...args) => {
    // What is selected is what somebody asks about; without a selection the view waits for a text.
    const editor = window.activeTextEditor;
    const text = editor?.document.getText(editor.selection) ?? '';
    const captured = text.trim() === '' ? [] : [{ type: 'captured' as const, text }];
    return openView(services, args[0], ViewColumn.Beside, { type: 'view', view: 'locate' }, ...captured);
  },
};
