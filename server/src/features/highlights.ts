import { type DocumentHighlight, DocumentHighlightKind, type Position } from 'vscode-languageserver-types';
import type { Snapshot } from '../workspace/snapshot';
import { offsetOf, rangeOf } from './convert';
import { occurrencesOf } from './places/occurrences';
import { subjectAt } from './places/subject';

/** The same name in the same file; where it is declared counts as written. */
export function highlights(snapshot: Snapshot, uri: string, position: Position): DocumentHighlight[] | null {
  const file = snapshot.file(uri);
  const subject = file && subjectAt(snapshot, uri, offsetOf(file, position));
  if (!file || !subject) return null;
  return occurrencesOf(snapshot, subject)
    .filter((one) => one.uri === uri)
    .map((one) => ({
      range: rangeOf(file, one.span),
      kind: one.declares ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
    }));
}
