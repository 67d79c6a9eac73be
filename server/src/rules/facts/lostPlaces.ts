import type { SlotUse } from '../../syntax/tree';
import { alignLines } from '../../text/align';
import { linesOf, type SourceFile } from '../../text/source';
import type { Span } from '../../text/span';
import { eolOf } from './sourceLines';

/** Where a tag of an earlier version of a text stood, in the text as it is now. */
export interface LostPlace {
  readonly use: SlotUse;
  /** What stands there now, exactly; undefined when the text round it is another one, or when nothing does. */
  readonly instead?: Span;
  /** What a finding points to: `instead`, else the line there or the nearest one. */
  readonly span: Span;
  /** Puts the tag back; undefined when nobody can say where. */
  readonly restore?: { readonly span: Span; readonly text: string };
}

/** Lines of a stretch that are tried one by one for each lost tag. */
const MOST_LINES = 400;

/** Letters and digits that a line must have beside its tags before it is known again by them. */
const FEWEST_LETTERS = 4;

/**
 * Finds the places of tags that an earlier version of a text had and this one lacks. The lines that both have say which
 * stretch became which; in it the text between the lost tags must still be there, and what stands between is what came
 * instead of the tag. `lost` is in the order of the text.
 */
export function lostPlaces(before: SourceFile, now: SourceFile, lost: readonly SlotUse[]): readonly LostPlace[] {
  const versions = new Versions(before, now);
  const out: LostPlace[] = [];
  for (let at = 0; at < lost.length; ) {
    const gap = versions.gapAt((lost[at] as SlotUse).span.start);
    let end = at + 1;
    while (end < lost.length && (lost[end] as SlotUse).span.start < gap.before.end) end++;
    const uses = lost.slice(at, end);
    const whole = between(before, now, gap.before, gap.now, uses);
    out.push(...(whole ?? uses.map((use) => versions.byLine(use, gap, uses) ?? versions.unknown(use, gap))));
    at = end;
  }
  return out;
}

/** A run of lines of the earlier version that stand in no other place, and what stands between the same neighbours now. */
interface Gap {
  readonly before: Span;
  readonly now: Span;
  /** Lines of `now`. */
  readonly first: number;
  readonly last: number;
}

class Versions {
  readonly #before: SourceFile;
  readonly #now: SourceFile;
  readonly #partners: Int32Array;

  constructor(before: SourceFile, now: SourceFile) {
    this.#before = before;
    this.#now = now;
    const lines = ({ text }: SourceFile): readonly string[] => text.split(/\r\n|\r|\n/);
    this.#partners = alignLines(lines(before), lines(now));
  }

  gapAt(offset: number): Gap {
    const partners = this.#partners;
    const [before, now] = [linesOf(this.#before), linesOf(this.#now)];
    let first = before.lineAt(offset);
    let last = first + 1;
    while (first > 0 && partners[first - 1] === -1) first--;
    while (last < before.count && partners[last] === -1) last++;
    const nowFirst = first > 0 ? (partners[first - 1] as number) + 1 : 0;
    const nowLast = last < before.count ? (partners[last] as number) : now.count;
    const start = now.start(nowFirst);
    return {
      before: { start: before.start(first), end: before.end(last - 1) },
      now: { start, end: nowLast > nowFirst ? now.end(nowLast - 1) : start },
      first: nowFirst,
      last: nowLast,
    };
  }

  /** The line of a lost tag, found again among the lines of the stretch by the text beside its tags. */
  byLine(use: SlotUse, gap: Gap, uses: readonly SlotUse[]): LostPlace | undefined {
    const [before, now] = [linesOf(this.#before), linesOf(this.#now)];
    const line = before.lineAt(use.span.start);
    const span = { start: before.start(line), end: before.end(line) };
    const here = uses.filter((other) => span.start <= other.span.start && other.span.end <= span.end);
    const text = literalsOf(this.#before.text, span, here).join('');
    if (gap.last - gap.first > MOST_LINES || (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < FEWEST_LETTERS)
      return undefined;
    for (let at = gap.first; at < gap.last; at++) {
      const found = between(this.#before, this.#now, span, { start: now.start(at), end: now.end(at) }, here);
      if (found) return found.find((place) => place.use === use);
    }
    return undefined;
  }

  /** A place that is known by its neighbours only. A tag that had a line of its own gets it back. */
  unknown(use: SlotUse, gap: Gap): LostPlace {
    const [before, now] = [linesOf(this.#before), linesOf(this.#now)];
    const line = before.lineAt(use.span.start);
    const start = before.start(line);
    const end = before.end(line);
    const { text } = this.#before;
    const isAlone =
      use.span.end <= end &&
      text.slice(start, use.span.start).trim() === '' &&
      text.slice(use.span.end, end).trim() === '';
    let near = gap.last > gap.first ? gap.first : Math.max(0, gap.first - 1);
    while (near > 0 && this.#now.text.slice(now.start(near), now.end(near)).trim() === '') near--;
    const span = { start: now.start(near), end: now.end(near) };
    if (!isAlone) return { use, span };
    const eol = eolOf(this.#now.text);
    // Behind the last line of a text that has no final line break, the break comes first.
    const isBehind = gap.first >= now.count;
    const at = isBehind ? this.#now.text.length : now.start(gap.first);
    const written = text.slice(start, end);
    return {
      use,
      span,
      restore: { span: { start: at, end: at }, text: isBehind ? eol + written : written + eol },
    };
  }
}

/** The text of a stretch round its tags, with the line breaks as they are. */
function literalsOf(text: string, span: Span, uses: readonly SlotUse[]): readonly string[] {
  const literals: string[] = [];
  let at = span.start;
  for (const { span: tag } of uses) {
    if (tag.start < at) continue;
    literals.push(text.slice(at, tag.start));
    at = tag.end;
  }
  return [...literals, text.slice(at, span.end)];
}

/**
 * What stands between the same literal texts in another version: the first must begin the stretch, the last must end it.
 * Undefined when they do not stand there, and when nothing is left of the stretch.
 */
function between(
  before: SourceFile,
  now: SourceFile,
  from: Span,
  to: Span,
  uses: readonly SlotUse[],
): readonly LostPlace[] | undefined {
  if (to.end <= to.start) return undefined;
  const eol = eolOf(now.text);
  const stretch = now.text.slice(to.start, to.end);
  const tags = uses.filter((use, i) => i === 0 || use.span.start >= (uses[i - 1] as SlotUse).span.end);
  const literals = literalsOf(before.text, from, tags).map((literal) => literal.replace(/\r\n|\r|\n/g, eol));
  const first = literals[0] as string;
  const final = literals.at(-1) as string;
  if (!stretch.startsWith(first) || !stretch.endsWith(final)) return undefined;
  const limit = stretch.length - final.length;
  const places: LostPlace[] = [];
  let at = first.length;
  for (const [i, use] of tags.entries()) {
    const isLast = i === tags.length - 1;
    const end = isLast ? limit : stretch.indexOf(literals[i + 1] as string, at);
    if (end < at || end > limit) return undefined;
    const span = { start: to.start + at, end: to.start + end };
    const restore = { span, text: before.text.slice(use.span.start, use.span.end) };
    places.push(
      end > at ? { use, instead: span, span, restore } : { use, span: { start: to.start, end: to.end }, restore },
    );
    at = end + (isLast ? 0 : (literals[i + 1] as string).length);
  }
  return places;
}
