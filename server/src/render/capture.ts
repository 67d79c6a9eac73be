// A prompt as it stands in a log: by itself, in the messages of a request, or with its line breaks written as escapes.
import { addUnescaped, hasEscapes } from '../syntax/literal';
import { DecodedText } from '../text/decoded';
import type { Span } from '../text/span';
import { type CapturedRequest, requestsIn, requestsInQuotes, unescaped } from './captureRequests';
import { MESSAGE_BREAK } from './masked';

/** What was captured: the requests in it, and every way in which one of them, or all of it, may be meant. */
export interface Capture {
  readonly requests: readonly CapturedRequest[];
  /** Index of the request that is read. */
  readonly chosen: number;
  /** As it stands there first. */
  readonly readings: readonly Reading[];
}

/** One way to read a captured text. */
export interface Reading {
  /** The prompt in its own letters. */
  readonly text: string;
  /** How it was read; undefined: as it stands there. */
  readonly as?: ReadAs;
  /** What stands between two messages in it. */
  readonly between: string;
  /** Where in the prompt one block of text ends and the next one begins. */
  readonly edges: readonly number[];
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

/** `wanted`: index of the request that somebody has chosen, and then nothing else is read; one that is not there is the last one. */
export function captureOf(captured: string, wanted?: number): Capture {
  const plain: Reading = { text: captured, between: '\n', edges: [], toCaptured: (span) => span };
  const copied = messagesByRole(captured);
  if (copied) return { requests: [], chosen: 0, readings: [plain, copied] };
  const open = requestsIn(captured);
  const requests = open.length > 0 ? open : requestsInQuotes(captured);
  const chosen = Math.max(0, Math.min(wanted ?? 0, requests.length - 1));
  const request = requests[chosen];
  if (request && wanted !== undefined) return { requests, chosen, readings: readingsOf(request) };
  const readings = [plain, ...(request ? readingsOf(request) : [])];
  if (open.length === 0 && hasEscapes(captured)) {
    const all = unescaped(captured, { start: 0, end: captured.length });
    const as = { kind: 'escapes' } as const;
    readings.push({ text: all.text, as, between: '\n', edges: [], toCaptured: (span) => all.toHost(span) });
  }
  return { requests, chosen, readings };
}

/** Where a new message is taken to begin in a message of several blocks. */
interface Parting {
  readonly system: boolean;
  readonly turns: boolean;
}

/**
 * Blocks of one message are one text that was cut for the cache, or they were several messages: a provider takes the
 * system text as one list, and a program merges messages of one role that follow each other. Only the prompt can tell.
 * Turns stay apart when nothing tells.
 */
const PARTINGS: readonly Parting[] = [
  { system: false, turns: true },
  { system: false, turns: false },
  { system: true, turns: true },
  { system: true, turns: false },
];

function readingsOf(request: CapturedRequest): readonly Reading[] {
  const several = (system: boolean): boolean =>
    request.messages.some((message) => message.system === system && message.texts.length > 1);
  const [inSystem, inTurns] = [several(true), several(false)];
  return PARTINGS.filter(({ system, turns }) => (inSystem || !system) && (inTurns || !turns)).map((parting) =>
    readingOf(request, parting),
  );
}

function readingOf(request: CapturedRequest, parting: Parting): Reading {
  const { text, messages, left, toCaptured } = request;
  const decoded = new DecodedText();
  const edges: number[] = [];
  messages.forEach(({ texts, system }, i) => {
    const apart = system ? parting.system : parting.turns;
    texts.forEach((span, k) => {
      edges.push(decoded.length);
      if (k === 0 ? i > 0 : apart) decoded.join(MESSAGE_BREAK);
      addUnescaped(decoded, text, span);
    });
  });
  return {
    text: decoded.text,
    as: { kind: 'request', messages: messages.length, left },
    between: MESSAGE_BREAK,
    edges,
    toCaptured: (span) => toCaptured(decoded.toHost(span)),
  };
}

/** The beginning of what is asked last in a request: what tells it from others of one system. */
export function lastWords({ text, messages }: CapturedRequest, most: number): string {
  const last = messages.at(-1)?.texts.at(-1);
  if (!last) return '';
  const decoded = unescaped(text, { start: last.start, end: Math.min(last.end, last.start + most * 4) });
  const words = decoded.text.trim().replace(/\s+/g, ' ');
  return words.length > most ? `${words.slice(0, most).trimEnd()}…` : words;
}

/** Where a request begins in what was captured: with the first of its texts. */
export const beginOf = ({ messages, toCaptured }: CapturedRequest): number => {
  const first = messages[0]?.texts[0];
  return first ? toCaptured(first).start : 0;
};

/** How the panel copies a prompt of several messages: before each of them a line with its role, and a blank line. */
const ROLE_LINE = /^\[(?:system|developer|user|assistant)\]\r?\n/gm;

function messagesByRole(text: string): Reading | undefined {
  const heads = [...text.matchAll(ROLE_LINE)].map(({ index, 0: line }) => ({ start: index, end: index + line.length }));
  if (heads[0]?.start !== 0) return undefined;
  const decoded = new DecodedText();
  heads.forEach(({ end: start }, i) => {
    if (i > 0) decoded.join(MESSAGE_BREAK);
    const end = heads[i + 1]?.start ?? text.length;
    const own = text.slice(start, end).replace(end < text.length ? /\r?\n\r?\n$/ : /$/, '');
    decoded.add(own, start, 1);
  });
  return {
    text: decoded.text,
    as: { kind: 'request', messages: heads.length, left: [] },
    between: MESSAGE_BREAK,
    edges: [],
    toCaptured: (span) => decoded.toHost(span),
  };
}
