import type { Span } from '../../../../text/span';
import { lengthRead } from '../parse/chunks';
import type { Data } from '../parse/nodes';
import type { Run } from '../values/run';
import { isWhite, lineBreakAt } from '../white';
import type { Session } from './session';

/** Writes text of the template, without the white space that the options of the engine take away. */
export function writeData(node: Data, session: Session): void {
  const { template, site } = session;
  const { text } = template.tree;
  const { start, end } = printedRange(text, node, session);
  if (end <= start) return;
  session.grow(end - start);
  const place: Pick<Run, 'file' | 'site'> = {
    ...(template.uri === undefined ? {} : { file: template.uri }),
    ...(site ? { site } : {}),
  };
  for (const part of parts(text, start, end)) session.out.push({ kind: 'literal', ...part, ...place });
}

function printedRange(text: string, { start, end, afterTag, beforeTag }: Data, { options }: Session): Span {
  const from = afterTag && options.trimBlocks ? start + Math.min(lineBreakAt(text, start), end - start) : start;
  let to = end;
  if (beforeTag && options.lstripBlocks) to = withoutIndentation(text, from, end);
  // One line break at the end of a text is dropped.
  if (end === text.length && !options.keepFinalNewline) to = Math.min(to, lengthRead(text));
  return { start: from, end: Math.max(from, to) };
}

/** Where the blanks begin with which the line of a tag begins; the end itself when something else stands on the line. */
function withoutIndentation(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && lineBreakAt(text, at - 1) === 0) {
    if (!isWhite(text.charCodeAt(at - 1))) return end;
    at--;
  }
  const beginsLine = at > start || at === 0 || lineBreakAt(text, at - 1) > 0;
  return beginsLine ? at : end;
}

/** The text with every line break as LF, cut where one is written otherwise. */
function* parts(text: string, start: number, end: number): Generator<{ readonly text: string; readonly span: Span }> {
  // Only what is printed is searched: the next carriage return may be far away, or nowhere.
  const printed = text.slice(start, end);
  let from = 0;
  for (let at = printed.indexOf('\r'); at >= 0; at = printed.indexOf('\r', from)) {
    if (at > from) yield { text: printed.slice(from, at), span: { start: start + from, end: start + at } };
    from = at + lineBreakAt(printed, at);
    yield { text: '\n', span: { start: start + at, end: start + from } };
  }
  if (from < printed.length) yield { text: printed.slice(from), span: { start: start + from, end } };
}
