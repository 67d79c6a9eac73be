// What the three plain dialects share: the program replaces each tag by its value, once, and leaves the rest alone.
import type { Span } from '../../text/span';
import { Output } from '../output';
import type { FillContext, Filled, Value } from '../piece';
import type { SlotUse, SyntaxFault, TemplateTree } from '../tree';

/** How a plain tag is written. */
export interface BraceStyle {
  readonly open: string;
  readonly close: string;
  /** Whether white space may stand round the name. */
  readonly blanks: boolean;
  /** The name, as a pattern that only matches where it is asked to (flag `y`). */
  readonly name: RegExp;
  /** What an opening with a name but without an end is, when it can be nothing else than a half-typed tag. */
  unclosed?(opening: Opening): SyntaxFault | undefined;
}

/** An opening mark with a name behind it that is no tag. */
export interface Opening {
  readonly text: string;
  readonly start: number;
  readonly name: Span;
}

/** Names of slots: words of letters, digits, `_` and `$`, not beginning with a digit, joined by single dots or by hyphens. */
export const NAME = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:(?:\.|-+)[\p{L}\p{M}\p{N}_$]+)*/uy;

/** As `NAME`, for `${…}`: no `$` and no hyphen, which mean something else there (`${a-b}` in a shell). */
export const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+)*/uy;

/** More faults than this are not looked for: no author reads so many. */
const MOST = 1000;

/** Finds the tags as a program's replacement by pattern would: leftmost first, never overlapping. */
export function scanBraces(text: string, style: BraceStyle): TemplateTree {
  const slots: SlotUse[] = [];
  const faults: SyntaxFault[] = [];
  let at = text.indexOf(style.open);
  while (at >= 0) {
    const name = nameBehind(text, at + style.open.length, style);
    const end = name ? endOfTag(text, name.end, style) : undefined;
    if (name && end !== undefined) {
      const written = text.slice(name.start, name.end);
      slots.push({ name: written, path: written, span: { start: at, end }, nameSpan: name, role: 'value' });
    } else if (name && faults.length < MOST) {
      const fault = style.unclosed?.({ text, start: at, name });
      if (fault) faults.push(fault);
    }
    at = text.indexOf(style.open, end ?? at + 1);
  }
  return { text, slots, faults, stretches: [] };
}

/** One replacement of every known slot. A value is never read again; an unknown name stays as it is written. */
export function fillBraces(tree: TemplateTree, context: FillContext): Filled {
  const output = new Output(tree.text);
  let at = 0;
  for (const { name, span } of tree.slots) {
    if (!context.known(name)) continue;
    output.literal(at, span.start);
    at = span.end;
    const value = context.value(name);
    if (value === undefined) output.hole(span, name);
    else {
      const text = textOf(value);
      output.value(text, span, [name], name);
    }
    if (output.full) {
      const message = 'The preview stops here: the text has grown too long.';
      return { pieces: output.finish(), stopped: { message, span } };
    }
  }
  output.literal(at, tree.text.length);
  return { pieces: output.finish() };
}

/** Whether the style can write a slot of this name. */
export const holdsName = (name: string, style: BraceStyle): boolean =>
  name !== '' && matchAt(style.name, name, 0) === name.length;

/** Offset behind a match of a sticky pattern; `at` itself when it does not match there. */
export function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Whether a half-typed tag may break off behind its name: a call or an index (`${f(`, `{{a[`) is code, `{{a: 1` an object. */
export function mayBreakOff(text: string, nameEnd: number): boolean {
  const next = text[nameEnd];
  return next === undefined || /[\s.,;!?"'<>)}]/.test(next);
}

/**
 * Looks for the end of a tag that was opened: up to the next opening, at most to the end of the line, so that all looks
 * of a text together are one pass over it. Undefined when an end is there; else where the look ended.
 */
export function missingEnd(text: string, from: number, { open, close }: BraceStyle): Span | undefined {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith(close, at)) return undefined;
    if (text.startsWith(open, at)) return { start: at, end: at + open.length };
    if (isLineBreak(text, at)) return { start: at, end: at };
  }
  return { start: text.length, end: text.length };
}

/** What stands where the look for an end of a tag ended. */
export const whatIsMet = (met: Span): string =>
  met.end > met.start ? 'the next tag opens here' : 'the line ends here';

export const isLineBreak = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';

/** Plain dialects get shaped text; should plain data come all the same, it is written as JSON without blanks. */
function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function nameBehind(text: string, from: number, style: BraceStyle): Span | undefined {
  const start = style.blanks ? skipWhite(text, from) : from;
  const end = matchAt(style.name, text, start);
  return end > start ? { start, end } : undefined;
}

function endOfTag(text: string, from: number, style: BraceStyle): number | undefined {
  const at = style.blanks ? skipWhite(text, from) : from;
  return text.startsWith(style.close, at) ? at + style.close.length : undefined;
}

const WHITE = /\s*/y;
const skipWhite = (text: string, at: number): number => matchAt(WHITE, text, at);
