import { type CodeLens, Range } from 'vscode-languageserver-types';
import { COMMANDS } from '../protocol';
import type { Reading } from '../workspace/reading';
import type { Snapshot } from '../workspace/snapshot';
import { amount } from './amounts';
import { rangeOf } from './convert';
import { placesLine } from './partPlaces';
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
  const range = Range.create(0, 0, 0, 0);
  return view
    ? [...lensesOf(range, uri, view), ...placeLenses(snapshot, range, uri)]
    : readingLenses(snapshot, range, uri);
}

/** Over a part: in which systems it stands, and at which place. The preview can show it in each. */
function placeLenses(snapshot: Snapshot, range: Range, uri: string): CodeLens[] {
  const title = placesLine(snapshot, uri);
  return title === undefined ? [] : [{ range, command: { title, command: COMMANDS.preview, arguments: [uri] } }];
}

/** Over a template that no manifest names: in which dialect it is read, and why. */
function readingLenses(snapshot: Snapshot, range: Range, uri: string): CodeLens[] {
  const title = readingWords(snapshot.reading(uri));
  return title === undefined ? [] : [{ range, command: { title, command: COMMANDS.dialect, arguments: [uri] } }];
}

/** `read as Jinja2: it holds {% if x %}`; undefined where there is nothing to be read. */
function readingWords(reading: Reading | undefined): string | undefined {
  if (!reading) return undefined;
  const { dialect, by, reason, also } = reading;
  const plain = (words: string): string => words.replaceAll('`', '');
  if (dialect && by === 'chosen') return `read as ${dialect.title}`;
  if (!dialect && also.length === 0) return undefined;
  const two = dialect ? also : also.slice(1);
  const first = dialect ? `read as ${dialect.title}: ${plain(reason ?? '')}` : plain(also[0]?.reason ?? '');
  if (two.length === 0) return first;
  return `two dialects · ${first} · ${two.map((one) => plain(one.reason)).join(' · ')}`;
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
