import { commands } from 'vscode';
import { driver } from './driver';
import { eventually } from './until';

/** Milliseconds in which a list opens, unless it was closed again. */
const OPENS = 5_000;

/** Puts the keyboard into the text of the editor in front, and returns when keys that are pressed go there. */
export async function focusText(): Promise<void> {
  await commands.executeCommand('workbench.action.focusActiveEditorGroup');
  await driver.text('.editor-instance .monaco-editor.focused');
}

/**
 * Opens the list that a command shows and waits for a row of it; again when it has closed, as it does when the editor
 * hears a moment later that its text, its selection or what it shows of it has changed.
 */
export function openList(row: string, command: string, ...args: readonly unknown[]): Promise<string> {
  return eventually(async () => {
    await commands.executeCommand(command, ...args);
    return driver.text(row, { patience: OPENS });
  });
}
