import type { Layout, MessageLayout } from '../../../render/layout';
import { Kept } from '../../../text/kept';
import type { Span } from '../../../text/span';
import { MASK, skeletonOf } from '../messageText';

/**
 * What encloses a stretch of a message: an opening and a closing tag, a code fence, a pair of BEGIN and
 * END banners, or a pair of triple quotation marks. Read from what the author wrote, never from values.
 */
export interface Fence {
  readonly kind: 'tag' | 'code' | 'banner' | 'quotes';
  /** Name of the tag; words of the banner; the run of back-quotes or tildes. */
  readonly name: string;
  readonly open: Span;
  readonly close: Span;
}

interface Nested {
  readonly fence: Fence;
  /** The nearest fence that was open where this one opens; -1 for none. */
  readonly parent: number;
}

const known = new Kept<MessageLayout, readonly Nested[]>();

/** All fences of a message, in the order of their openings. */
function fencesOf(layout: Layout, message: MessageLayout): readonly Nested[] {
  let nested = known.get(message);
  if (!nested) {
    const skeleton = skeletonOf(layout, message);
    const fences = [...tagPairs(skeleton), ...linePairs(skeleton, message)].sort((a, b) => a.open.start - b.open.start);
    const open: number[] = [];
    nested = fences.map((fence, i) => {
      for (
        let top = open.at(-1);
        top !== undefined && (fences[top] as Fence).close.end <= fence.open.start;
        top = open.at(-1)
      )
        open.pop();
      const parent = open.at(-1) ?? -1;
      open.push(i);
      return { fence, parent };
    });
    known.set(message, nested);
  }
  return nested;
}

/** The innermost fence round [start, end) of a message. */
export function fenceAround(layout: Layout, message: MessageLayout, start: number, end: number): Fence | undefined {
  const fences = fencesOf(layout, message);
  let low = 0;
  let high = fences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fences[middle] as Nested).fence.open.end <= start) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0; i = (fences[i] as Nested).parent) {
    const { fence } = fences[i] as Nested;
    if (end <= fence.close.start) return fence;
  }
  return inlineFence(skeletonOf(layout, message), start, end);
}

/** Back-quotes or triple quotation marks that touch the value on its own line. */
function inlineFence(skeleton: string, start: number, end: number): Fence | undefined {
  for (const mark of ['```', '"""', "'''"]) {
    if (!skeleton.endsWith(mark, start) || start < mark.length || !skeleton.startsWith(mark, end)) continue;
    const open = { start: start - mark.length, end: start };
    return {
      kind: mark === '```' ? 'code' : 'quotes',
      name: mark,
      open,
      close: { start: end, end: end + mark.length },
    };
  }
  return undefined;
}

/** An opening or closing tag: its slash, its name, its attributes. */
export const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s[^<>]*)?)>/g;

/** Closing tags with the last opening of their name; what is never closed (`<one sentence>`) is no fence. */
function tagPairs(skeleton: string): Fence[] {
  if (!skeleton.includes('</')) return [];
  const open = new Map<string, Span[]>();
  const out: Fence[] = [];
  for (const tag of skeleton.matchAll(TAG)) {
    const span = { start: tag.index, end: tag.index + tag[0].length };
    const name = (tag[2] as string).toLowerCase();
    if (tag[1] === '') {
      if (tag[0].endsWith('/>')) continue;
      const openings = open.get(name);
      if (openings) openings.push(span);
      else open.set(name, [span]);
    } else {
      const opening = open.get(name)?.pop();
      if (opening) out.push({ kind: 'tag', name: tag[2] as string, open: opening, close: span });
    }
  }
  return out;
}

/** Fences that are whole lines: code fences, triple quotation marks, banners. */
function linePairs(skeleton: string, message: MessageLayout): Fence[] {
  const out: Fence[] = [];
  let code: { readonly mark: string; readonly span: Span } | undefined;
  const banners = new Map<string, Span[]>();
  for (const line of message.lines) {
    const first = firstVisible(skeleton, line);
    if (first === line.end) continue;
    const mark = markAt(skeleton, first, line.end);
    if (mark !== undefined) {
      const rest = skeleton.slice(first + mark.length, line.end);
      if (code && mark[0] === code.mark[0] && mark.length >= code.mark.length && rest.trim() === '') {
        out.push({
          kind: code.mark[0] === '`' || code.mark[0] === '~' ? 'code' : 'quotes',
          name: code.mark,
          open: code.span,
          close: line,
        });
        code = undefined;
      } else if (!code && !rest.includes(MASK) && !rest.includes(mark[0] as string)) code = { mark, span: line };
      continue;
    }
    const banner = bannerAt(skeleton, first, line.end);
    if (!banner) continue;
    const openings = banners.get(banner.name);
    if (banner.side === 'begin') {
      if (openings) openings.push(line);
      else banners.set(banner.name, [line]);
    } else {
      const opening = openings?.pop();
      if (opening) out.push({ kind: 'banner', name: banner.name, open: opening, close: line });
    }
  }
  return out;
}

function firstVisible(text: string, line: Span): number {
  let at = line.start;
  while (at < line.end && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}

/** The run of three or more back-quotes, tildes or quotation marks with which a line begins. */
function markAt(text: string, first: number, end: number): string | undefined {
  const c = text[first];
  if (c !== '`' && c !== '~' && c !== '"' && c !== "'") return undefined;
  let at = first;
  while (at < end && text[at] === c) at++;
  return at - first >= 3 ? text.slice(first, at) : undefined;
}

const LONGEST_BANNER = 120;

/** `--- BEGIN NOTES ---`, `[END OF NOTES]`, `=== NOTES START ===`: a line of its own with a mark at its left, or in capitals. */
export function bannerAt(
  text: string,
  first: number,
  end: number,
): { readonly side: 'begin' | 'end'; readonly name: string } | undefined {
  if (end - first > LONGEST_BANNER) return undefined;
  const line = text.slice(first, end);
  if (!/begin|start|end/i.test(line) || line.includes(MASK) || line.includes('</')) return undefined;
  if (/^[\p{L}\p{N}]/u.test(line) && line !== line.toUpperCase()) return undefined;
  const words = line
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  for (const at of [0, words.length - 1]) {
    const word = words[at];
    const side = word === 'BEGIN' || word === 'START' ? 'begin' : word === 'END' ? 'end' : undefined;
    if (side) return { side, name: words.filter((other, i) => i !== at && other !== 'OF').join(' ') };
  }
  return undefined;
}
