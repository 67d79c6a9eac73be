// What completion offers in a fixture with a cursor.
import type { CompletionItem, TextEdit } from 'vscode-languageserver-types';
import { completion } from '../../../server/src/features/completion/completion';
import { fileItems, filePlace } from '../../../server/src/features/completion/fileCompletion';
import { resolveCompletion } from '../../../server/src/features/completion/slotCompletion';
import { pathOf } from '../../support/memoryWorkspace';
import { cursorIn, edited, sceneOf } from './support';

export interface Offered {
  readonly labels: readonly string[];
  /** The line of the cursor after the item was accepted. */
  accept(label: string): string;
  item(label: string): CompletionItem;
}

export async function offered(fixture: string, typed?: string, snippets = false): Promise<Offered> {
  const scene = await sceneOf(fixture);
  const { uri, position } = cursorIn(scene);
  const place = filePlace(scene.snapshot, uri, position);
  const files = place ? fileItems(place, await scene.service.filesAround(uri)) : [];
  const items = completion(scene.snapshot, uri, position, typed, { files, snippets })?.items ?? [];
  const path = pathOf(uri);
  const item = (label: string): CompletionItem => {
    const found = items.find((one) => one.label === label);
    if (!found) throw new Error(`${label} is not offered, but ${items.map((i) => i.label).join(', ')}`);
    return found;
  };
  // An editor leaves out what does not fit the text from the start of the range to the cursor.
  const fits = (one: CompletionItem): boolean => {
    const { range } = one.textEdit as TextEdit;
    const lines = scene.lines(path);
    const prefix = scene.text(path).slice(lines.offsetAt(range.start), lines.offsetAt(position)).toLowerCase();
    return (one.filterText ?? one.label).toLowerCase().startsWith(prefix);
  };
  return {
    labels: items
      .filter(fits)
      .sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1))
      .map((i) => i.label),
    accept: (label) => edited(scene.text(path), [item(label).textEdit as TextEdit]).split('\n')[position.line] ?? '',
    // An editor asks for the documentation when the item is looked at.
    item: (label) => resolveCompletion(scene.snapshot, item(label)),
  };
}
