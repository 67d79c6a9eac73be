import type { TextEdit } from '../../text/edit';
import { applyEdits } from '../../text/edit';
import { type Span, span } from '../../text/span';
import { parseYaml, type Token, tokensOf } from '../yaml';
import { FormattedText } from './formatted';
import { isBlank } from './text';

/** Longer texts are left as they are: nobody waits for them on saving. */
const LONGEST = 1_000_000;

/**
 * The edits that bring YAML into one form: two blanks for each level, one behind a colon, a dash or a comma, inside of
 * braces, at most one blank line. Only white space changes, never that of a text: values, comments and their order stay,
 * which is tried before anything is answered. None for a text with faults, or with what this cannot read.
 */
export function formatYaml(text: string): readonly TextEdit[] {
  if (text.length > LONGEST || parseYaml(text).faults.length > 0) return [];
  const formatted = formattedText(text);
  if (formatted === undefined) return [];
  const edits = whiteSpaceEdits(text, formatted);
  return edits && keepsMeaning(text, edits) ? edits : [];
}

/** Of these edits those that touch a stretch; none when they mean something else without the others. */
export function editsWithin(text: string, edits: readonly TextEdit[], within: Span): readonly TextEdit[] {
  const chosen = edits.filter((edit) => edit.span.end >= within.start && edit.span.start <= within.end);
  return chosen.length === edits.length || keepsMeaning(text, chosen) ? chosen : [];
}

function keepsMeaning(text: string, edits: readonly TextEdit[]): boolean {
  const before = parseYaml(text);
  const after = parseYaml(applyEdits(text, edits));
  return after.faults.length === 0 && JSON.stringify(before.value) === JSON.stringify(after.value);
}

function formattedText(text: string): string | undefined {
  const out = new FormattedText();
  let documents = 0;
  for (const token of tokensOf(text)) {
    if (token.type === 'document' && ++documents > 1) return undefined;
    if (!out.add(token as Token)) return undefined;
  }
  return out.finish();
}

/** The places where two texts differ, when they differ in white space alone. */
function whiteSpaceEdits(before: string, after: string): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [from, to] = [i, j];
    while (isBlank(before[i])) i++;
    while (isBlank(after[j])) j++;
    if (before.slice(from, i) !== after.slice(to, j)) edits.push({ span: span(from, i), text: after.slice(to, j) });
    if (before[i] !== after[j]) return undefined;
    i++;
    j++;
  }
  return edits;
}
