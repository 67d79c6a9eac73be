import { type CodeLens, Range } from 'vscode-languageserver-types';
import { COMMANDS } from '../protocol';
import { grouped } from '../text/grouped';
import { span } from '../text/span';
import type { Reading } from '../workspace/reading';
import type { Snapshot } from '../workspace/snapshot';
import { rangeOf } from './convert';
import { amount } from './costs/amounts';
import { idleWords } from './costs/economicsWords';
import { placesLine } from './places/partPlaces';
import { placesAt } from './places/subject';
import { shownView, type View, viewsOf } from './view';

/** `3,120 tok · cache 2,310 | Preview | scenario`: over a template at its beginning, in a manifest over each system. */
export function codeLenses(snapshot: Snapshot, uri: string): CodeLens[] {
  const file = snapshot.file(uri);
  if (!file) return [];
  if (snapshot.manifest(uri)?.kind === 'manifest') {
    return snapshot.systemsOf(uri).flatMap((system) => {
      const place = placesAt(system, [], 'key')[0];
      return place ? lensesOf(snapshot, rangeOf(file, place.span), uri, shownView(snapshot, system)) : [];
    });
  }
  const top = Range.create(0, 0, 0, 0);
  const views = viewsOf(snapshot, uri);
  if (views.length === 0) return readingLenses(snapshot, top, uri);
  // A file that holds several texts has them over each.
  const lenses = views.flatMap(({ view, start }) => lensesOf(snapshot, rangeOf(file, span(start, start)), uri, view));
  return [...lenses, ...placeLenses(snapshot, top, uri)];
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

function lensesOf(snapshot: Snapshot, range: Range, uri: string, view: View): CodeLens[] {
  const { system, selection } = view;
  const preview = { command: COMMANDS.preview, arguments: [uri, system.key] };
  const lenses: CodeLens[] = [
    { range, command: { title: costWords(snapshot, view), ...preview } },
    { range, command: { title: 'Preview', ...preview } },
  ];
  if (selection.scenario !== null) {
    lenses.push({ range, command: { title: selection.scenario, command: COMMANDS.scenario, arguments: [system.key] } });
  }
  return lenses;
}

/** `3,120 tok · cache 2,310`, as the status item has it; where a mark is set and nothing is cached, why. */
function costWords(snapshot: Snapshot, view: View): string {
  const { tokens, rendered } = view;
  const total = amount(tokens.total, { hole: rendered.holes.length > 0 });
  const { cachedPrefix: cached } = tokens;
  if (!cached) return total;
  const idle = idleWords(snapshot, view, cached.tokens);
  const upTo = `${tokens.total.exact ? '' : '≈ '}${grouped(cached.tokens)}`;
  return `${total} · ${idle === undefined ? `cache ${upTo}` : `marked ${upTo}, ${idle}`}`;
}
