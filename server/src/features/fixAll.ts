import { type CodeAction, CodeActionKind } from 'vscode-languageserver-types';
import type { Finding } from '../rules/run';
import { applyEdits, type TextEdit as SpanEdit } from '../text/edit';
import { smallEdits } from '../text/smallEdits';
import { overlaps } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';
import { rangeOf } from './convert';

/** Kind of the action that applies every safe fix of a file. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.strata`;

/** Fixes may open the way for others; after so many rounds it ends all the same. */
const MOST_ROUNDS = 10;

/**
 * One action that applies all safe fixes of a file, again and again until none is left, since one fix may show the next.
 * `whatIf` tells what is true with another text; the edit is made from the last text, never from findings that are stale.
 */
export async function fixAll(
  snapshot: Snapshot,
  uri: string,
  whatIf: (text: string) => Promise<Snapshot>,
  isCancelled: () => boolean = () => false,
): Promise<CodeAction | undefined> {
  const file = snapshot.file(uri);
  if (!file) return undefined;
  let text = file.text;
  let current = snapshot;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const edits = safeEdits(current.findings(uri), uri);
    const next = edits.length === 0 ? text : applyEdits(text, edits);
    if (next === text) break;
    if (isCancelled()) return undefined;
    text = next;
    current = await whatIf(text);
  }
  if (text === file.text) return undefined;
  const small = smallEdits(file.text, text).map((one) => ({ range: rangeOf(file, one.span), newText: one.text }));
  return {
    title: 'Apply all safe fixes of Strata',
    kind: FIX_ALL,
    edit: { changes: { [uri]: small } },
  };
}

/** Edits of the safe fixes that stay in this file and do not touch each other: each fix whole or, until the next round, not at all. */
export function safeEdits(findings: readonly Finding[], uri: string): readonly SpanEdit[] {
  const chosen: SpanEdit[] = [];
  for (const finding of findings) {
    const fix = finding.fixes?.find((f) => f.safe === true);
    if (!fix || fix.create || fix.edits.some((edit) => edit.uri !== uri)) continue;
    if (fix.edits.some((edit) => meetsAny(chosen, edit))) continue;
    for (const edit of fix.edits) chosen.splice(placeIn(chosen, edit.span.start), 0, edit);
  }
  return chosen;
}

/** Whether an edit touches one of `chosen`, which are in order and do not touch each other. */
function meetsAny(chosen: readonly SpanEdit[], edit: SpanEdit): boolean {
  const at = placeIn(chosen, edit.span.start);
  return [chosen[at - 1], chosen[at]].some((other) => other !== undefined && overlaps(edit.span, other.span));
}

/** The index of the first of `chosen` that begins behind `offset`. */
function placeIn(chosen: readonly SpanEdit[], offset: number): number {
  let low = 0;
  let high = chosen.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chosen[middle] as SpanEdit).span.start > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
