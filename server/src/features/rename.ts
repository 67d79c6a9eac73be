import type { Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Snapshot } from '../workspace/snapshot';
import { locationOf, offsetOf, rangeOf } from './convert';
import { occurrencesOf } from './occurrences';
import { type Subject, subjectAt } from './subject';

/** Kinds whose name is ours to change: a file is renamed in the explorer, a rule and a model are named elsewhere. */
const RENAMED: ReadonlySet<Subject['kind']> = new Set(['slot', 'layer', 'axis', 'scenario', 'system']);

/** What YAML takes as plain text in every place where a name stands. */
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

/** The name that a rename would change, or null when there is none. */
export function prepareRename(
  snapshot: Snapshot,
  uri: string,
  position: Position,
): { range: Range; placeholder: string } | null {
  const file = snapshot.file(uri);
  const offset = file && offsetOf(file, position);
  const subject = offset === undefined ? undefined : subjectAt(snapshot, uri, offset);
  if (!file || !subject || subject.kind === 'file' || !RENAMED.has(subject.kind)) return null;
  const here = occurrencesOf(snapshot, subject).find(
    (one) => one.uri === uri && one.span.start <= (offset ?? 0) && (offset ?? 0) <= one.span.end,
  );
  return here ? { range: rangeOf(file, here.span), placeholder: subject.name } : null;
}

/** The edits that give it a new name everywhere; null when the name cannot stand in all these places. */
export function rename(snapshot: Snapshot, uri: string, position: Position, newName: string): WorkspaceEdit | null {
  const file = snapshot.file(uri);
  const subject = file && subjectAt(snapshot, uri, offsetOf(file, position));
  if (!subject || !RENAMED.has(subject.kind) || !PLAIN_NAME.test(newName)) return null;
  if (subject.kind === 'slot' && subject.systems.some((s) => s.dialects.some((d) => !d.holds(newName)))) return null;
  const changes: Record<string, TextEdit[]> = {};
  for (const one of occurrencesOf(snapshot, subject)) {
    const edits = changes[one.uri] ?? [];
    edits.push({ range: locationOf(snapshot, one).range, newText: newName });
    changes[one.uri] = edits;
  }
  return { changes };
}
