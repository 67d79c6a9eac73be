import { SymbolKind, type WorkspaceSymbol } from 'vscode-languageserver-types';
import type { Snapshot } from '../workspace/snapshot';
import { locationOf } from './convert';
import { placesAt } from './places/subject';

/** More than a person looks through; the editor asks again when more is typed. */
const MOST = 500;

/** Systems, layers, slots and scenarios of the workspace whose names hold the letters of the query in their order. */
export function workspaceSymbols(snapshot: Snapshot, query: string): WorkspaceSymbol[] {
  const found: WorkspaceSymbol[] = [];
  const wanted = query.toLowerCase();
  for (const system of snapshot.systems) {
    const add = (name: string, kind: SymbolKind, rest: readonly (string | number)[], part: 'key' | 'value'): void => {
      if (found.length >= MOST || !holdsInOrder(name.toLowerCase(), wanted)) return;
      const place = placesAt(system, rest, part)[0];
      if (!place) return;
      found.push({
        name,
        kind,
        location: locationOf(snapshot, place),
        ...(rest.length > 0 ? { containerName: system.id } : {}),
      });
    };
    add(system.id, SymbolKind.Module, [], 'key');
    for (const layer of system.hasLayers ? system.layers : [])
      add(layer.id, SymbolKind.Namespace, ['layers', layer.index, 'id'], 'value');
    for (const name of Object.keys(system.entry.slots ?? {})) add(name, SymbolKind.Variable, ['slots', name], 'key');
    for (const name of Object.keys(system.entry.scenarios ?? {}))
      add(name, SymbolKind.Event, ['scenarios', name], 'key');
    if (found.length >= MOST) break;
  }
  return found;
}

function holdsInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
