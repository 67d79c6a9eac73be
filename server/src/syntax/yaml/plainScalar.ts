// Scalars of plain YAML, for `yamlPlain.ts`: undefined is the answer wherever the library has to be asked.
import { span as spanOf } from '../../text/span';
import { trimmedEnd } from './text';
import type { YamlScalar } from './tree';

const FEED = 10;
const BLANK = 32;
const HASH = 35;
const COLON = 58;

/** Whether a character ends or opens something in brackets. */
const isFlowIndicator = (char: number): boolean =>
  char === 44 || char === 91 || char === 93 || char === 123 || char === 125;

/** What begins a scalar that is written without quotes. A dash may, when something stands right behind it. */
export function isPlainStart(text: string, at: number): boolean {
  const char = text.charAt(at);
  return char === '-' ? /[\w.]/.test(text.charAt(at + 1)) : char !== '' && !' \n?:,[]{}#&*!|>\'"%@`'.includes(char);
}

/** Where a scalar without quotes ends: at the end of its line, before a comment, or before a colon that makes it a key. */
export function plainEnd(text: string, start: number, flow: boolean): number {
  let end = start;
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === FEED || (flow && isFlowIndicator(char))) break;
    if (char === HASH && at > end) break;
    if (char === COLON) {
      const next = text.charCodeAt(at + 1);
      if (next === BLANK || next === FEED || at + 1 === text.length || (flow && isFlowIndicator(next))) break;
    }
    if (char !== BLANK) end = at + 1;
  }
  return end;
}

const INTEGER = /^[-+]?[0-9]+$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/;
const EXPONENT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/;
/** Octal, hexadecimal, infinite and no numbers. */
const RARE = /^(?:0[ox]|[-+]?\.[inIN])/;

/** What a scalar without quotes stands for in the core schema. */
export function plainValue(text: string): YamlScalar['value'] | undefined {
  const first = text.charCodeAt(0);
  // A digit, a sign or a point.
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) {
    if (INTEGER.test(text)) return Number.parseInt(text, 10);
    if (FLOAT.test(text) || EXPONENT.test(text)) return Number.parseFloat(text);
    return RARE.test(text) ? undefined : text;
  }
  switch (text) {
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    default:
      return text;
  }
}

/** A scalar in quotes that ends on its line. */
export function quotedScalar(text: string, start: number): YamlScalar | undefined {
  const quote = text.charAt(start);
  let end = text.indexOf(quote, start + 1);
  if (quote === "'") while (end >= 0 && text.charAt(end + 1) === "'") end = text.indexOf(quote, end + 2);
  else while (end >= 0 && isEscaped(text, start, end)) end = text.indexOf(quote, end + 1);
  if (end < 0) return undefined;
  const inner = text.slice(start + 1, end);
  if (inner.includes('\n')) return undefined;
  const span = spanOf(start, end + 1);
  if (quote === "'") return { kind: 'scalar', span, value: inner.replaceAll("''", "'"), style: 'single' };
  const value = unescaped(inner);
  return value === undefined ? undefined : { kind: 'scalar', span, value, style: 'double' };
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(text: string, start: number, quote: number): boolean {
  let at = quote;
  while (at - 1 > start && text.charAt(at - 1) === '\\') at--;
  return (quote - at) % 2 === 1;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\', '/': '/' };

function unescaped(inner: string): string | undefined {
  if (!inner.includes('\\')) return inner;
  if (/\\(?:[^ntr"\\/u]|u(?![0-9a-fA-F]{4}))/.test(inner.replaceAll('\\\\', ''))) return undefined;
  return inner.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, char: string) =>
    code === undefined ? (ESCAPES[char] ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * A block scalar that belongs to something in `column`, with the offset of the line behind it. Its lines are all indented
 * like the first; in a literal one (`|`) a line may be indented deeper.
 */
export function blockScalar(
  text: string,
  start: number,
  column: number,
): { readonly node: YamlScalar; readonly next: number } | undefined {
  const header = /[|>](-?) *(?:\n|$)/y;
  header.lastIndex = start;
  const strips = header.exec(text)?.[1] === '-';
  const first = header.lastIndex;
  const indent = indentAt(text, first);
  if (first === 0 || indent <= column) return undefined;
  const folds = text.charAt(start) === '>';
  const lines: string[] = [];
  let next = first;
  while (next < text.length) {
    const feed = text.indexOf('\n', next);
    const end = feed < 0 ? text.length : feed;
    const own = indentAt(text, next);
    const isBlank = next + own === end;
    if (isBlank ? own > indent || lines.length === 0 : own > indent && folds) return undefined;
    if (!isBlank && own < indent) break;
    lines.push(isBlank ? '' : text.slice(next + indent, end));
    next = end + 1;
  }
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return undefined;
  const value = (folds ? folded(lines) : lines.join('\n')) + (strips ? '' : '\n');
  const end = trimmedEnd(text, start, Math.min(next, text.length));
  return { node: { kind: 'scalar', span: spanOf(start, end), value, style: 'block' }, next };
}

/** Lines with a blank between them; of several breaks one is taken away. */
function folded(lines: readonly string[]): string {
  let value = '';
  let breaks = 0;
  for (const [i, line] of lines.entries()) {
    if (line === '') breaks++;
    else {
      value += (i === 0 ? '' : breaks > 0 ? '\n'.repeat(breaks) : ' ') + line;
      breaks = 0;
    }
  }
  return value;
}

function indentAt(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === BLANK) at++;
  return at - from;
}
