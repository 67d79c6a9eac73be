// The requests that stand in what was captured: in JSON or a dictionary of Python, in lines of a log, in strings of either.
import { addUnescaped, hasEscapes, type Literal, literalAt } from '../syntax/literal';
import { DecodedText } from '../text/decoded';
import type { Span } from '../text/span';

/** A request as it stands in a text, with the texts of its messages unread. */
export interface CapturedRequest {
  /** What its spans are of: what was captured, or a string in it with its escapes read. */
  readonly text: string;
  readonly messages: readonly CapturedMessage[];
  /** Members of the request that are no text of the prompt: `model`, `tools`. */
  readonly left: readonly string[];
  /** It may also be something else with texts in it: an answer, or a list of blocks. */
  readonly vague: boolean;
  toCaptured(span: Span): Span;
}

export interface CapturedMessage {
  /** Its blocks of text, in quotation marks or not, without these. */
  readonly texts: readonly Span[];
  /** The text that stands before all messages in a member of its own. */
  readonly system: boolean;
}

/** A request may be logged as a string in another JSON, and that one again. */
const MOST_INSIDE = 3;

/** All requests in a text, in their order; what is vague only when there is nothing else. */
export function requestsIn(text: string): readonly CapturedRequest[] {
  return certain(requestsAt(text, MOST_INSIDE));
}

/** Requests in strings that begin with other words or stand by themselves: `body="{\"messages\": …}"` in a line of a log. */
export function requestsInQuotes(text: string): readonly CapturedRequest[] {
  return certain(inQuotes(text, MOST_INSIDE));
}

function certain(found: readonly CapturedRequest[]): readonly CapturedRequest[] {
  const sure = found.filter(({ vague }) => !vague);
  return sure.length > 0 ? sure : found;
}

function inQuotes(text: string, inside: number): readonly CapturedRequest[] {
  if (inside === 0 || !hasEscapes(text)) return [];
  const outer = unescaped(text, { start: 0, end: text.length });
  const found = requestsAt(outer.text, 0);
  return within(outer, found.length > 0 ? found : inQuotes(outer.text, inside - 1));
}

export function unescaped(text: string, span: Span): DecodedText {
  const decoded = new DecodedText();
  addUnescaped(decoded, text, span);
  return decoded;
}

const within = (outer: DecodedText, found: readonly CapturedRequest[]): readonly CapturedRequest[] =>
  found.map((one) => ({ ...one, toCaptured: (own) => outer.toHost(one.toCaptured(own)) }));

/** Characters that are read in search of requests, as a multiple of the text: braces may begin anything. */
const MOST_READ = 4;

function requestsAt(text: string, inside: number): readonly CapturedRequest[] {
  const found: CapturedRequest[] = [];
  let left = text.length * MOST_READ;
  for (let at = nextOpening(text, 0); at >= 0 && left > 0; ) {
    const { literal, end } = literalAt(text, at);
    left -= end - at + 1;
    if (literal) addRequests(found, text, literal, inside);
    at = nextOpening(text, literal ? Math.max(end, at + 1) : at + 1);
  }
  return found;
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

/** The request that a literal is, or those that stand in it, however deep; perhaps in strings. */
function addRequests(to: CapturedRequest[], text: string, literal: Literal, inside: number): void {
  const request = requestOf(text, literal);
  if (request) {
    to.push(request);
  } else if (literal.kind === 'text') {
    to.push(...inString(text, literal.span, inside));
  } else if (literal.kind === 'map') {
    for (const [, value] of literal.entries) addRequests(to, text, value, inside);
  } else if (literal.kind === 'list') {
    for (const value of literal.items) addRequests(to, text, value, inside);
  }
}

function inString(text: string, span: Span, inside: number): readonly CapturedRequest[] {
  if (inside === 0 || !/^\s*[[{]/.test(text.slice(span.start, span.start + 80))) return [];
  const outer = unescaped(text, span);
  return within(outer, requestsAt(outer.text, inside - 1));
}

/** Where providers have the messages, and the text that stands before all of them. */
const MESSAGES = ['messages', 'input', 'contents', 'prompt'];
const SYSTEM = ['system', 'instructions', 'systemInstruction', 'system_instruction'];

const toCaptured = (span: Span): Span => span;

function requestOf(text: string, literal: Literal): CapturedRequest | undefined {
  if (literal.kind === 'list') {
    const messages = messagesIn(literal);
    return messages && { text, messages, left: [], vague: !isAsked(text, literal), toCaptured };
  }
  if (literal.kind !== 'map') return undefined;
  const of = (names: readonly string[]) => literal.entries.find(([name]) => names.includes(name));
  const [system, list] = [of(SYSTEM), of(MESSAGES)];
  const turns = list && (messagesIn(list[1]) ?? asOne(list[1], false));
  // A `system` or an `input` alone may be anything.
  if (!turns || (list[1].kind === 'text' && !system && list[0] !== 'prompt')) return undefined;
  const first = system && asOne(system[1], true);
  const left = literal.entries.filter((entry) => entry !== list && !(first && entry === system)).map(([name]) => name);
  return { text, messages: [...(first ?? []), ...turns], left, vague: false, toCaptured };
}

const asOne = (literal: Literal, system: boolean): readonly CapturedMessage[] | undefined => {
  const texts = textsIn(literal, 0);
  return texts.length > 0 ? [{ texts, system }] : undefined;
};

/** Messages, when it is a list of them: each says whose it is. */
function messagesIn(literal: Literal): readonly CapturedMessage[] | undefined {
  if (literal.kind !== 'list' || literal.items.length === 0) return undefined;
  const messages: CapturedMessage[] = [];
  for (const item of literal.items) {
    if (item.kind !== 'map') return undefined;
    const content = item.entries.find(([name]) => name === 'content' || name === 'parts' || name === 'text');
    if (!item.entries.some(([name]) => name === 'role' || name === 'type')) return undefined;
    const texts = content ? textsIn(content[1], 0) : [];
    if (texts.length > 0) messages.push({ texts, system: false });
  }
  return messages.length > 0 ? messages : undefined;
}

/** Whether somebody other than the model says something in a list of messages: else it may be an answer, or blocks of one text. */
const isAsked = (text: string, { items }: Literal & { readonly kind: 'list' }): boolean =>
  items.some(
    (item) =>
      item.kind === 'map' &&
      item.entries.some(
        ([name, value]) =>
          name === 'role' && value.kind === 'text' && !isOfModel(text.slice(value.span.start, value.span.end)),
      ),
  );

const isOfModel = (role: string): boolean => role === 'assistant' || role === 'model';

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
