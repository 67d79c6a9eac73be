import type { Span } from './span';

/** Replace the text of `span` by `text`. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/** The text after all edits, whose spans refer to the text before; edits that overlap an earlier one are left out. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.map((edit, index) => ({ edit, index }));
  ordered.sort((a, b) => a.edit.span.start - b.edit.span.start || a.index - b.index);
  let out = '';
  let at = 0;
  for (const { edit } of ordered) {
    if (edit.span.start < at) continue;
    out += text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return out + text.slice(at);
}
