// A string in a YAML or JSON file with edits of its text: written as its style needs it.
import { applyEdits, type TextEdit } from '../text/edit';
import { smallEdits } from '../text/smallEdits';
import { type Span, shift, span } from '../text/span';
import { inLine, isBlock, readWritten, type Style, type Written } from './written';

/**
 * The edits of a string's text as edits of the file round it. Each is made where it belongs when the string then reads as
 * the text with the edits; when it would not (a line break in a folded text, a quote in a plain one), the string is
 * written anew.
 */
export function rewritten(
  host: string,
  whole: Span,
  style: Style,
  written: Written,
  inner: string,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  const wanted = applyEdits(inner, edits);
  const local = edits.map((edit) => inPlace(host, whole, style, written, edit));
  const before = host.slice(whole.start, whole.end);
  const after = applyEdits(
    before,
    local.map((edit) => ({ span: span(edit.span.start - whole.start, edit.span.end - whole.start), text: edit.text })),
  );
  // At the end of a file a block may end without a line break.
  const isWhole = isBlock(style)
    ? written.text.trim() !== '' && (after.endsWith('\n') || whole.end === host.length)
    : leastIndent(after) >= leastIndent(before);
  const mayStay = style !== 'plain' || (isPlain(after) && !bringsBrackets(before, after));
  if (isWhole && mayStay && reads(after, style, written.indent, wanted)) return local;
  const text = anew(host, whole, style, written, wanted);
  // What is different in the writing, and no more, so that the cursor stays where it is.
  return smallEdits(before, text).map((edit) => ({ ...edit, span: shift(edit.span, whole.start) }));
}

/** How far the lines behind the first are indented that have text, or the quote that closes it, in them. */
const leastIndent = (source: string): number =>
  [...source.matchAll(/\n([ \t]*)[^ \t\r\n]/g)].reduce((least, [, { length } = '']) => Math.min(least, length), 1000);

/** Whether a string written so reads as a text. */
function reads(source: string, style: Style, indent: number, wanted: string): boolean {
  const isNumbered = isBlock(style) && /^.[+-]?\d/.test(source);
  if (isBlock(style) && hasBlanksAtEdge(wanted, isNumbered)) return false;
  const read = readWritten(source, span(0, source.length), style, isNumbered ? indent : undefined);
  return read.text === wanted && (!isBlock(style) || read.indent === indent);
}

/**
 * Lines of blanks that a block cannot hold. Before the first text they would be indented deeper than it, which YAML forbids
 * where the header gives no number; where it does, the library leaves those out that stand behind the last text.
 */
const hasBlanksAtEdge = (text: string, isNumbered: boolean): boolean =>
  isNumbered
    ? text.slice(text.trimEnd().length).includes('\n ')
    : text.slice(0, text.length - text.trimStart().length).includes(' \n');

/** What would be a key, a comment, a number or the start of something else is no plain text. */
const isPlain = (source: string): boolean =>
  !/:(?:\s|$)|\s#|^[\s,[\]{}#&*!|>'"%@`]|^[-?](?:\s|$)|\s$|^(?:~|null|true|false)?$|^[-+]?\.?(?:\d[\da-fox.e_+-]*|inf|nan)$/i.test(
    source,
  );

/** Whether the text may stand in brackets of YAML itself, where these end it, is not known here unless it holds some. */
const bringsBrackets = (before: string, after: string): boolean => !/[,[\]{}]/.test(before) && /[,[\]{}]/.test(after);

function inPlace(host: string, whole: Span, style: Style, written: Written, edit: TextEdit): TextEdit {
  const { starts, ends } = written;
  const last = starts.length - 1;
  const from = Math.min(edit.span.start, last);
  const to = Math.min(edit.span.end, last);
  const start = starts[from] ?? whole.start;
  const end = to <= from ? start : (ends[to - 1] ?? start);
  // With a line break goes the indentation of the next line.
  const isBreak = to > from && /[\r\n]/.test(host.slice(starts[to - 1], end));
  const place = span(start, isBreak ? Math.max(end, starts[to] ?? end) : end);
  return { span: place, text: inStyle(host, whole, style, written.indent, edit.text) };
}

function inStyle(host: string, whole: Span, style: Style, indent: number, text: string): string {
  const newline = newlineOf(host, whole);
  if (!isBlock(style)) return inLine(style, text).replace(/\r?\n/g, newline);
  // In a folded text two line breaks are one.
  return text.replace(
    /\n+/g,
    (breaks) => newline.repeat(breaks.length + (style === 'folded' ? 1 : 0)) + ' '.repeat(indent),
  );
}

/** The whole string once more: a block stays one where it can, everything else is put in quotes. */
function anew(host: string, whole: Span, style: Style, written: Written, wanted: string): string {
  const quoted = JSON.stringify(wanted);
  if (!isBlock(style)) return quoted;
  const newline = newlineOf(host, whole);
  const [header = '|'] = host.slice(whole.start, whole.end).split(/\r?\n/, 1);
  const digit = /^.[+-]?(\d)/.exec(header)?.[1] ?? '';
  const comment = /^[|>][\d+-]*(.*)$/.exec(header)?.[1] ?? '';
  const chomp = wanted.endsWith('\n') ? (/(?:^|\n)\n$/.test(wanted) ? '+' : '') : '-';
  const lines = wanted.replace(/\n$/, '').split('\n');
  const margin = ' '.repeat(written.indent);
  const block = [`|${digit}${chomp}${comment}`, ...lines.map((line) => (line === '' ? '' : margin + line)), ''].join(
    newline,
  );
  const isPrintable = !/[^\P{Cc}\n\t]|\p{Cs}/u.test(wanted);
  // How far a block without text is indented is not known.
  const mayStay = written.indent > 0 && written.text.trim() !== '' && isPrintable;
  return mayStay && reads(block, 'literal', written.indent, wanted) ? block : `${quoted}${newline}`;
}

const newlineOf = (host: string, { start, end }: Span): string => (/\r\n/.test(host.slice(start, end)) ? '\r\n' : '\n');
