// How the segments of a message gather into what is drawn: runs of one layer, marks of the cache, ends of blocks.
import type { WireBlock, WireMessage, WireSegment } from '../../../../server/src/protocol';

/** A segment, or some whole lines of one, where it is drawn. */
export interface Placed {
  readonly segment: WireSegment;
  /** `message.block.segment`: unique in one rendering. */
  readonly path: string;
  /** Text with every line break as LF, so that it is drawn as lines. */
  readonly text: string;
  /** Where it begins in the text of the segment, counted with every line break as one. */
  readonly at: number;
  readonly tokens: number;
}

/** Whole lines that belong to one layer. */
export interface Run {
  readonly kind: 'run';
  readonly layer: string | null;
  /** Taken out before sending. */
  readonly stripped: boolean;
  readonly placed: readonly Placed[];
  /** Tokens of its own layer in these lines. */
  readonly tokens: number;
  /** Tokens of the other layers inside its lines, by layer. */
  readonly guests: ReadonlyMap<string | null, number>;
  /** A segment is divided between two runs, so that its tokens are shared out by length. */
  readonly divided: boolean;
}

/** Where a cached prefix ends. */
export interface MarkRow {
  readonly kind: 'mark';
  readonly mark: NonNullable<WireBlock['mark']>;
  /** Tokens up to here. */
  readonly at: number;
  readonly number: number;
  readonly of: number;
}

/** Where a block begins that follows one without a mark. */
export interface BlockRow {
  readonly kind: 'block';
  readonly number: number;
  readonly tokens: number;
}

export type Row = Run | MarkRow | BlockRow;

/** The rows of every message, in the order of the request. */
export function rowsOf(messages: readonly WireMessage[]): readonly (readonly Row[])[] {
  const marks = messages.flatMap((m) => m.blocks).filter((b) => b.mark).length;
  let at = 0;
  let number = 0;
  return messages.map((message, m) => {
    const rows: Row[] = [];
    message.blocks.forEach((block, b) => {
      if (b > 0 && !message.blocks[b - 1]?.mark) rows.push({ kind: 'block', number: b + 1, tokens: block.tokens });
      rows.push(...runsOf(block, `${m}.${b}`));
      at += block.tokens;
      if (block.mark) rows.push({ kind: 'mark', mark: block.mark, at, number: ++number, of: marks });
    });
    return rows;
  });
}

/** The text of a placed piece as it is sent, with the line breaks that it has; none of what is taken out. */
export function sentText({ segment, text, at }: Placed): string {
  if (segment.removed) return '';
  const raw = segment.text;
  if (!raw.includes('\r')) return text;
  let [drawn, start, end] = [0, raw.length, raw.length];
  for (let i = 0; i < raw.length; drawn++) {
    if (drawn === at) start = i;
    if (drawn === at + text.length) {
      end = i;
      break;
    }
    i += raw[i] === '\r' && raw[i + 1] === '\n' ? 2 : 1;
  }
  return raw.slice(start, end);
}

export const isBlank = (text: string): boolean => !/\S/.test(text);

/** A value is never divided: it is drawn as one thing. */
const isWhole = ({ kind, removed }: WireSegment): boolean =>
  kind === 'value' || kind === 'redacted' || kind === 'hole' || removed === 'cut';

interface Group {
  readonly layer: string | null | undefined;
  readonly stripped: boolean;
  readonly placed: readonly Placed[];
}

/**
 * A run holds whole lines. A line belongs to the layer of the text in it, and a value inside such a line is a guest there;
 * a line of values only belongs to the first of them. White space alone never begins a run.
 */
function runsOf(block: WireBlock, path: string): Run[] {
  const open: { layer: string | null; stripped: boolean; placed: Placed[] }[] = [];
  let blank: Placed[] = [];
  for (const group of linesOf(block, path)) {
    const last = open.at(-1);
    if (group.layer === undefined) {
      if (last) last.placed.push(...group.placed);
      else blank.push(...group.placed);
    } else if (last && last.layer === group.layer && last.stripped === group.stripped) {
      last.placed.push(...group.placed);
    } else {
      open.push({ layer: group.layer, stripped: group.stripped, placed: [...blank, ...group.placed] });
      blank = [];
    }
  }
  const [first] = blank;
  if (first) open.push({ layer: first.segment.layer, stripped: first.segment.removed === 'strip', placed: blank });
  return open.map(({ layer, stripped, placed }) => finish(layer, stripped, joined(placed)));
}

/** The block by lines; a literal is divided where a line may change hands. */
function linesOf(block: WireBlock, path: string): Group[] {
  const groups: Group[] = [];
  let line: Placed[] = [];
  const close = (): void => {
    if (line.length > 0) groups.push(grouped(line));
    line = [];
  };
  block.segments.forEach((segment, s) => {
    const whole = place(segment, `${path}.${s}`);
    const { text } = whole;
    const first = text.indexOf('\n') + 1;
    const last = text.lastIndexOf('\n') + 1;
    if (isWhole(segment) || first === 0) {
      line.push(whole);
      if (segment.removed !== 'cut' && first > 0 && last === text.length) close();
      return;
    }
    for (const [from, to] of [
      [0, first],
      [first, last],
      [last, text.length],
    ] as const) {
      if (to > from) line.push(part(whole, from, to));
      if (to === first || to === last) close();
    }
  });
  close();
  return groups;
}

const withLineFeeds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

function place(segment: WireSegment, path: string): Placed {
  return { segment, path, text: withLineFeeds(segment.text), at: 0, tokens: segment.tokens };
}

/** Some of a segment, with its share of the tokens; the shares of all parts add up to the whole. */
function part(whole: Placed, from: number, to: number): Placed {
  const until = (offset: number): number => Math.round((whole.tokens * offset) / whole.text.length);
  return { ...whole, text: whole.text.slice(from, to), at: from, tokens: until(to) - until(from) };
}

function grouped(placed: readonly Placed[]): Group {
  const seen = placed.filter(({ text, segment }) => segment.kind === 'hole' || !isBlank(text));
  const sent = seen.filter(({ segment }) => segment.removed !== 'cut');
  return {
    layer: owner(sent),
    stripped: sent.length > 0 && sent.every(({ segment }) => segment.removed === 'strip'),
    placed,
  };
}

function owner(seen: readonly Placed[]): string | null | undefined {
  for (const { segment, text } of seen) {
    if (!isWhole(segment)) return segment.layer;
    // What follows a value of several lines stands on its last line, and does not own the others.
    if (text.trim().includes('\n')) break;
  }
  return seen[0]?.segment.layer;
}

/** Parts of one segment that lie side by side in a run are one again. */
function joined(placed: readonly Placed[]): Placed[] {
  const out: Placed[] = [];
  for (const next of placed) {
    const before = out.at(-1);
    if (before?.path === next.path) {
      out[out.length - 1] = { ...before, text: before.text + next.text, tokens: before.tokens + next.tokens };
    } else out.push(next);
  }
  return out;
}

function finish(layer: string | null, stripped: boolean, placed: readonly Placed[]): Run {
  const guests = new Map<string | null, number>();
  let tokens = 0;
  for (const { segment, text, tokens: n } of placed) {
    if (segment.layer === layer) tokens += n;
    else if (!segment.removed && (segment.kind === 'hole' || !isBlank(text))) {
      guests.set(segment.layer, (guests.get(segment.layer) ?? 0) + n);
    }
  }
  const divided = placed.some(({ segment, text, tokens: n }) => n !== segment.tokens && !isBlank(text));
  return { kind: 'run', layer, stripped, placed, tokens, guests, divided };
}
