import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import type { Braces, Pair } from './braces';
import { PythonError } from './error';
import { parseFieldName } from './field-name';
import { parseField } from './markup';
import { quoted } from './repr';
import { endOfName, isName } from './tag';

/** More faults than this are not listed: such a text is no text of this dialect, and no author reads so many. */
const MOST = 1000;

/** What is wrong with the braces of a text, each with the one edit that mends it, in the order of the text. */
export function faultsOf(text: string, { pairs, loose, internals }: Braces): readonly SyntaxFault[] {
  const places: (Pair | number)[] = [...pairs, ...loose];
  places.sort((a, b) => startOf(a) - startOf(b));
  const faults = places.slice(0, MOST).map((place) => faultAt(text, place));
  const first = faults[0];
  // The engine stops at the first error, so only that one has an exception.
  const engine = first && exceptionAt(text, first.span.start);
  if (first && engine) faults[0] = { ...first, engine };
  for (const span of internals.slice(0, MOST)) faults.push(faultOfInternals(text, span));
  return faults.sort((a, b) => a.span.start - b.span.start);
}

const startOf = (place: Pair | number): number => (typeof place === 'number' ? place : place.span.start);

function faultAt(text: string, place: Pair | number): SyntaxFault {
  if (typeof place !== 'number') return faultOfPair(text, place);
  return text[place] === '{' ? faultOfOpening(text, place) : faultOfClosing(place);
}

/** Doubles the given braces of a span, which is how `str.format` writes a brace that stays. */
export function doubleBraces(text: string, span: Span, braces: readonly number[]): string {
  let out = '';
  let from = span.start;
  for (const at of braces) {
    out += text.slice(from, at + 1) + text[at];
    from = at + 1;
  }
  return out + text.slice(from, span.end);
}

function faultOfPair(text: string, { span, braces }: Pair): SyntaxFault {
  const written = text.slice(span.start, span.end);
  const bare = written.slice(1, -1).trim();
  if (isName(bare)) return faultOfBlanks(written, bare, span);
  // A long object, or one with slots in it, is marked at its opening brace only: a mark over the whole would hide them.
  const whole = written.length <= LONGEST_MARK && !/[\r\n]/.test(written) && braces.length === countBraces(written);
  const close = { start: span.end - 1, end: span.end };
  return {
    kind: isPositional(bare) ? 'field' : 'stray',
    message: messageOfPair(text, written, bare, span),
    span: whole ? span : { start: span.start, end: span.start + 1 },
    ...(whole ? {} : { related: { span: close, message: 'its closing brace' } }),
    fix: {
      title: braces.length > 2 ? `Double these ${braces.length} braces` : 'Double these two braces',
      span,
      text: doubleBraces(text, span, braces),
    },
  };
}

const LONGEST_MARK = 200;

function messageOfPair(text: string, written: string, bare: string, span: Span): string {
  const shown = excerpt(written);
  if (isPositional(bare)) {
    return `\`${shown}\` asks for a value by position, and slots are filled by name, so \`str.format\` fails; double the braces to keep them as text.`;
  }
  const field = parseField(text, span.start, span.end);
  if (field instanceof PythonError) {
    return `\`${shown}\` is no slot, and \`str.format\` fails on it; double the braces to keep them as text.`;
  }
  const { first } = parseFieldName(text, field.name);
  if (isName(first)) {
    return `\`${shown}\` is no slot that \`str.format\` can fill: what follows \`${excerpt(first)}\` is neither a path nor a format; double the braces to keep them as text.`;
  }
  return `\`${shown}\` is no slot: \`str.format\` looks for a field called \`${excerpt(first)}\` and fails; double the braces to keep them as text.`;
}

function faultOfBlanks(written: string, name: string, span: Span): SyntaxFault {
  return {
    kind: 'field',
    message: `\`${excerpt(written)}\` asks for a slot whose name has blanks in it, and \`str.format\` fails; write \`{${name}}\`.`,
    span,
    fix: { title: `Write {${name}}`, span, text: `{${name}}` },
  };
}

function faultOfOpening(text: string, at: number): SyntaxFault {
  const span = { start: at, end: at + 1 };
  const next = nextBrace(text, at + 1);
  const related =
    next < text.length
      ? { span: { start: next, end: next + 1 }, message: 'the next brace' }
      : { span: { start: next, end: next }, message: 'the text ends here' };
  const nameEnd = endOfName(text, at + 1);
  if (nameEnd === at + 1) {
    return {
      kind: 'stray',
      message:
        'A single `{` begins a slot, and this one is never closed, so `str.format` fails; write `{{` for a brace that stays.',
      span,
      related,
      fix: { title: 'Double the brace', span, text: '{{' },
    };
  }
  const name = text.slice(at + 1, nameEnd);
  return {
    kind: 'unclosed',
    message: `The slot \`{${excerpt(name)}\` is never closed, so \`str.format\` fails; close it with \`}\`.`,
    span: { start: at, end: nameEnd },
    related,
    fix: { title: `Close {${excerpt(name)}}`, span: { start: nameEnd, end: nameEnd }, text: '}' },
  };
}

function faultOfClosing(at: number): SyntaxFault {
  const span = { start: at, end: at + 1 };
  return {
    kind: 'stray',
    message: 'A single `}` closes no slot, so `str.format` fails; write `}}` for a brace that stays.',
    span,
    fix: { title: 'Double the brace', span, text: '}}' },
  };
}

function faultOfInternals(text: string, span: Span): SyntaxFault {
  const path = text.slice(span.start, span.end);
  return {
    kind: 'unsupported',
    message: `\`${excerpt(path)}\` reads Python's own internals through the slot; a template should ask for a plain value.`,
    span,
  };
}

/** The exception that `str.format` raises at the first brace it cannot read; undefined when the value decides. */
function exceptionAt(text: string, at: number): string | undefined {
  const field = parseField(text, at, text.length);
  if (field instanceof PythonError) return field.traceback;
  const { first, error } = parseFieldName(text, field.name);
  if (isPositional(first)) return 'IndexError: Replacement index 0 out of range for positional args tuple';
  return isName(first) ? error?.traceback : `KeyError: ${quoted(first)}`;
}

const isPositional = (name: string): boolean => /^\p{Nd}*$/u.test(name);

function countBraces(text: string): number {
  let count = 0;
  for (const character of text) if (character === '{' || character === '}') count++;
  return count;
}

function nextBrace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '{' && text[at] !== '}') at++;
  return at;
}

/** The beginning of a text, fit for a message: one line, not too long. */
function excerpt(text: string): string {
  const line = text.slice(0, 60).replace(/\s+/g, ' ');
  return line.length > 40 || text.length > 60 ? `${line.slice(0, 39)}…` : line;
}
