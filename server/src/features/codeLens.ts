import { type CodeLens, Range } from 'vscode-languageserver-types';
import { COMMANDS } from '../protocol';
import type { Snapshot } from '../workspace/snapshot';
import { amount } from './amounts';
import { rangeOf } from './convert';
import { placesAt } from './subject';
import { shownView, type View, viewOf } from './view';

/** `3,120 tok · Preview · scenario`: over a template at its beginning, in a manifest over each system. */
export function codeLenses(snapshot: Snapshot, uri: string): CodeLens[] {
  const file = snapshot.file(uri);
  if (!file) return [];
  if (snapshot.manifest(uri)?.kind === 'manifest') {
    return snapshot.systemsOf(uri).flatMap((system) => {
      const place = placesAt(system, [], 'key')[0];
      return place ? lensesOf(rangeOf(file, place.span), uri, shownView(snapshot, system)) : [];
    });
  }
  const view = viewOf(snapshot, uri);
  return view ? lensesOf(Range.create(0, 0, 0, 0), uri, view) : [];
}

function lensesOf(range: Range, uri: string, view: View): CodeLens[] {
  const { system, selection, tokens, rendered } = view;
  const preview = { command: COMMANDS.preview, arguments: [uri] };
  const lenses: CodeLens[] = [
    { range, command: { title: amount(tokens.total, { hole: rendered.holes.length > 0 }), ...preview } },
    { range, command: { title: 'Preview', ...preview } },
  ];
  if (selection.scenario !== null) {
    lenses.push({ range, command: { title: selection.scenario, command: COMMANDS.scenario, arguments: [system.key] } });
  }
  return lenses;
}
