// The preview panel as a person sees and uses it.
import assert from 'node:assert/strict';
import { commands, TabInputWebview, type Uri, type ViewColumn, window } from 'vscode';
import { driver } from './driver';
import { eventually, until } from './until';

const inside = { webview: true };

/** Opens the preview of the file in front beside it, and waits until it shows a prompt. */
export async function openPanel(uri?: Uri): Promise<void> {
  await commands.executeCommand('strata.openPreviewToSide', uri);
  await driver.text('.message', inside);
}

/** The tab of the panel, when it is open: its label and its column. */
export function panelTab(): { readonly label: string; readonly column: ViewColumn } | undefined {
  for (const { tabs, viewColumn } of window.tabGroups.all) {
    const tab = tabs.find(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('strata.preview'));
    if (tab) return { label: tab.label, column: viewColumn };
  }
  return undefined;
}

export function panelIsIn(column: ViewColumn): Promise<unknown> {
  const { onDidChangeTabs, onDidChangeTabGroups } = window.tabGroups;
  return until(`the panel is in column ${column}`, [onDidChangeTabs, onDidChangeTabGroups], () => {
    return panelTab()?.column === column;
  });
}

/** The JSON value of an expression in the page. */
export const read = <T>(expression: string): Promise<T> => driver.evaluate(expression, inside) as Promise<T>;

/** The texts of the elements of a selector, in order. */
export function textsOf(selector: string): Promise<string[]> {
  return read(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.textContent)`);
}

export function textsAre(selector: string, texts: readonly string[]): Promise<void> {
  return eventually(async () => assert.deepEqual(await textsOf(selector), texts));
}

/** The prompt as the page shows it: the text of all runs, without the names that stand over values. */
export function prompt(): Promise<string> {
  return read(`[...document.querySelectorAll('.run .text')].map((text) => {
    const copy = text.cloneNode(true);
    for (const name of copy.querySelectorAll('.slot-name')) name.remove();
    return copy.textContent;
  }).join('')`);
}

export function promptIs(text: string): Promise<void> {
  return eventually(async () => assert.equal(await prompt(), text));
}

export const click = (selector: string) => driver.click(selector, inside);

/** Chooses in one of the lists of the bar, as soon as it is there: `System`, `Scenario`, or the name of an axis. */
export function choose(label: string, value: string): Promise<unknown> {
  const [name, chosen] = [JSON.stringify(label), JSON.stringify(value)];
  return eventually(() =>
    read(`(() => {
      const labels = [...document.querySelectorAll('label.pick')];
      const list = labels.find((one) => one.querySelector('span').textContent.startsWith(${name})).querySelector('select');
      list.value = ${chosen};
      list.dispatchEvent(new Event('change', { bubbles: true }));
    })()`),
  );
}
