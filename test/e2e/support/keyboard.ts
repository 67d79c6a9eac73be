import { commands } from 'vscode';
import { driver } from './driver';

/** Puts the keyboard into the text of the editor in front, and returns when keys that are pressed go there. */
export async function focusText(): Promise<void> {
  await commands.executeCommand('workbench.action.focusActiveEditorGroup');
  await driver.text('.editor-instance .monaco-editor.focused');
}
