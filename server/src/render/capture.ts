// A prompt as it stands in a log: by itself, in the messages of a request, or with its line breaks written as escapes.
import { addUnescaped, hasEscapes, type Literal, literalAt } from '../syntax/literal';
import { DecodedText } from '../text/decoded';
import type { Span } from '../text/span';
import { MESSAGE_BREAK } from './masked';

/** One way to read a captured text. */
export interface Reading {
  /** The prompt in its own letters. */
  readonly text: string;
  /** How it was read; undefined: as it stands there. */
  readonly as?: ReadAs;
  /** What stands between two messages in it. */
  readonly between: string;
  /** Where a stretch of the prompt is written in what was captured. */
  toCaptured(span: Span): Span;
}

/** `request`: the texts of its messages; `escapes`: all of it, with every escape as what it means. */
export type ReadAs =
  | {
      readonly kind: 'request';
      readonly messages: number;
      /** Members of the request that are no text of the prompt: `model`, `tools`. */
      readonly left: readonly string[];
    }
  | { readonly kind: 'escapes' };

/** Every way in which a captured text may be meant, as it stands there first. */
export function readingsOf(captured: string): readonly Reading[] {
  const plain: Reading = { text: captured, between: '\n', toCaptured: (span) => span };
  const request = messagesByRole(captured) ?? requestIn(captured, MOST_INSIDE);
  if (request) return [plain, request];
  if (!hasEscapes(captured)) return [plain];
  const { text, toCaptured } = unescaped(captured);
  const escapes: Reading = { text, as: { kind: 'escapes' }, between: '\n', toCaptured };
  const quoted = requestInQuotes(captured, MOST_INSIDE);
  return quoted ? [plain, quoted, escapes] : [plain, escapes];
}

function unescaped(text: string): Pick<Reading, 'text' | 'toCaptured'> {
  const decoded = new DecodedText();
  addUnescaped(decoded, text, { start: 0, end: text.length });
  return { text: decoded.text, toCaptured: (span) => decoded.toHost(span) };
}

/** A request in a string that begins with other words or stands by itself: `body="{\"messages\": …}"` in a line of a log. */
function requestInQuotes(text: string, inside: number): Reading | undefined {
  if (inside === 0 || !hasEscapes(text)) return undefined;
  const outer = unescaped(text);
  const inner = requestIn(outer.text, 0) ?? requestInQuotes(outer.text, inside - 1);
  return inner && { ...inner, toCaptured: (own) => outer.toCaptured(inner.toCaptured(own)) };
}

/** A request may be logged as a string in another JSON, and that one again. */
const MOST_INSIDE = 3;

/** Characters that are read in search of a request, as a multiple of the text: braces may begin anything. */
const MOST_READ = 4;

/** The first request in a text. */
function requestIn(text: string, inside: number): Reading | undefined {
  let left = text.length * MOST_READ;
  for (let at = nextOpening(text, 0); at >= 0 && left > 0; ) {
    const { literal, end } = literalAt(text, at);
    left -= end - at + 1;
    const found = literal && readingIn(text, literal, inside);
    if (found) return found;
    at = nextOpening(text, literal ? Math.max(end, at + 1) : at + 1);
  }
  return undefined;
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

/** The request that a literal is, or that stands in it, however deep; perhaps in a string. */
function readingIn(text: string, literal: Literal, inside: number): Reading | undefined {
  const request = requestOf(text, literal);
  if (request) return request;
  if (literal.kind === 'text') return inString(text, literal.span, inside);
  const own =
    literal.kind === 'map' ? literal.entries.map(([, value]) => value) : literal.kind === 'list' ? literal.items : [];
  for (const value of own) {
    const found = readingIn(text, value, inside);
    if (found) return found;
  }
  return undefined;
}

function inString(text: string, span: Span, inside: number): Reading | undefined {
  if (inside === 0 || !/^\s*[[{]/.test(text.slice(span.start, span.start + 80))) return undefined;
  const outer = new DecodedText();
  addUnescaped(outer, text, span);
  const inner = requestIn(outer.text, inside - 1);
  return inner && { ...inner, toCaptured: (own) => outer.toHost(inner.toCaptured(own)) };
}

/** Where providers have the messages, and the text that stands before all of them. */
const MESSAGES = ['messages', 'input', 'contents', 'prompt'];
const SYSTEM = ['system', 'instructions', 'systemInstruction', 'system_instruction'];

/** The texts of one message. */
type Message = readonly Span[];

function requestOf(text: string, literal: Literal): Reading | undefined {
  if (literal.kind === 'list') {
    const messages = messagesIn(literal);
    return messages && readingOf(text, messages, []);
  }
  if (literal.kind !== 'map') return undefined;
  const of = (names: readonly string[]) => literal.entries.find(([name]) => names.includes(name));
  const [system, list] = [of(SYSTEM), of(MESSAGES)];
  const turns = list && (messagesIn(list[1]) ?? asOne(list[1]));
  // A `system` or an `input` alone may be anything.
  if (!turns || (list[1].kind === 'text' && !system && list[0] !== 'prompt')) return undefined;
  const first = system && asOne(system[1]);
  const left = literal.entries.filter((entry) => entry !== list && !(first && entry === system)).map(([name]) => name);
  return readingOf(text, [...(first ?? []), ...turns], left);
}

const asOne = (literal: Literal): readonly Message[] | undefined => {
  const texts = textsIn(literal, 0);
  return texts.length > 0 ? [texts] : undefined;
};

/** Messages, when it is a list of them: each says whose it is. */
function messagesIn(literal: Literal): readonly Message[] | undefined {
  if (literal.kind !== 'list' || literal.items.length === 0) return undefined;
  const messages: Message[] = [];
  for (const item of literal.items) {
    if (item.kind !== 'map') return undefined;
    const content = item.entries.find(([name]) => name === 'content' || name === 'parts' || name === 'text');
    if (!item.entries.some(([name]) => name === 'role' || name === 'type')) return undefined;
    const texts = content ? textsIn(content[1], 0) : [];
    if (texts.length > 0) messages.push(texts);
  }
  return messages.length > 0 ? messages : undefined;
}

/** Blocks in blocks, such as what a tool has answered. */
const DEEPEST = 8;

function textsIn(literal: Literal, depth: number): Span[] {
  if (literal.kind === 'text') return [literal.span];
  if (depth > DEEPEST || literal.kind === 'word') return [];
  if (literal.kind === 'list') return literal.items.flatMap((item) => textsIn(item, depth + 1));
  return literal.entries
    .filter(([name]) => name === 'text' || name === 'content' || name === 'parts')
    .flatMap(([, value]) => textsIn(value, depth + 1));
}

function readingOf(text: string, messages: readonly Message[], left: readonly string[]): Reading {
  return readingWith(messages, left, (decoded, span) => addUnescaped(decoded, text, span));
}

function readingWith(
  messages: readonly Message[],
  left: readonly string[],
  add: (decoded: DecodedText, span: Span) => void,
): Reading {
  const decoded = new DecodedText();
  messages.forEach((spans, i) => {
    if (i > 0) decoded.join(MESSAGE_BREAK);
    for (const span of spans) add(decoded, span);
  });
  return {
    text: decoded.text,
    as: { kind: 'request', messages: messages.length, left },
    between: MESSAGE_BREAK,
    toCaptured: (span) => decoded.toHost(span),
  };
}

/** How the panel copies a prompt of several messages: before each of them a line with its role, and a blank line. */
const ROLE_LINE = /^\[(?:system|developer|user|assistant)\]\r?\n/gm;

function messagesByRole(text: string): Reading | undefined {
  const heads = [...text.matchAll(ROLE_LINE)].map(({ index, 0: line }) => ({ start: index, end: index + line.length }));
  if (heads[0]?.start !== 0) return undefined;
  const messages = heads.map(({ end }, i) => [{ start: end, end: heads[i + 1]?.start ?? text.length }]);
  return readingWith(messages, [], (decoded, { start, end }) => {
    const own = text.slice(start, end).replace(end < text.length ? /\r?\n\r?\n$/ : /$/, '');
    decoded.add(own, start, 1);
  });
}
