import type { Span } from '../text/span';
import { type Anchor, anchorsOf, type Captured, captured, isKnownAgain, linesIn, trimmed } from './anchors';
import { ownValues, valuesBetween } from './between';
import { withFragments } from './fragments';
import { isMask, MASK, type MaskedRun, type MaskedText, runIndexAt } from './masked';
import { ownAnchors, sameAs } from './ownRendering';
import { type Piece, textPieces } from './pieces';
import type { Rendered } from './segment';

/** A captured prompt in pieces, all of it and in its order, beside the rendering that it was compared with. */
export interface Located {
  /** The rendering that is most like the prompt. */
  readonly rendered: Rendered;
  readonly pieces: readonly Piece[];
}

/** Renderings of one system that are tried. */
const MOST_TRIED = 60;

/** Of those, the ones that share most text with the prompt are compared piece by piece. */
const MOST_COMPARED = 8;

/** A line of another rendering is known again only when it is as long as this, wherever it stands. */
const LONG_LINE = 12;

/**
 * Finds out which part of a system each piece of a sent prompt came from. Undefined when there is no rendering. The time
 * is linear in the length of the prompt for each of the renderings, of which equal ones count once.
 */
export function locate(renderings: readonly MaskedText[], prompt: string): Located | undefined {
  const other = captured(prompt);
  const same = sameAs(renderings, prompt);
  if (same) return new Locator(same, other, new Map()).locate(ownAnchors(same, other));
  const seen = new Set<string>();
  const distinct = renderings.filter(({ text }) => !seen.has(text) && seen.add(text)).slice(0, MOST_TRIED);
  const tried = distinct
    .map((masked) => {
      const anchors = anchorsOf(masked, other);
      return { masked, anchors, size: sizeOf(anchors.map(({ found }) => found)) };
    })
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_COMPARED);
  const elsewhere = linesElsewhere(distinct);
  const best = tried
    .map(({ masked, anchors }) => new Locator(masked, other, elsewhere).locate(anchors))
    .reduce<OneLocated | undefined>((best, one) => (best && !isBetter(one, best) ? best : one), undefined);
  if (!best) return undefined;
  const likely = distinct.find(({ rendered }) => rendered === best.rendered);
  const texts = [...(likely ? [likely] : []), ...distinct.filter((one) => one !== likely)];
  const { pieces, masked } = withFragments(best.pieces, prompt, texts);
  // Of a sentence alone only the text that holds it can say which rendering it is of.
  return { rendered: (best.ownText === 0 && masked?.rendered) || best.rendered, pieces };
}

/**
 * More text found; else what a scenario declares; else the one that was there first. That it explains more says nothing:
 * the fewer slots a rendering has, the more it puts into each.
 */
function isBetter(a: OneLocated, b: OneLocated): boolean {
  const declared = ({ rendered }: Located): number => (rendered.selection.scenario === null ? 0 : 1);
  return (a.ownText - b.ownText || declared(a) - declared(b)) > 0;
}

interface OneLocated extends Located {
  /** Characters that are text of this rendering, at their place. */
  readonly ownText: number;
}

const sizeOf = (spans: readonly Span[]): number => spans.reduce((sum, { start, end }) => sum + end - start, 0);

/** Where the long lines stand that hold no value, by their text. */
function linesElsewhere(all: readonly MaskedText[]): ReadonlyMap<string, readonly [MaskedText, Span]> {
  const lines = new Map<string, readonly [MaskedText, Span]>();
  for (const masked of all) {
    for (const line of linesIn(masked.text, { start: 0, end: masked.text.length })) {
      const span = trimmed(masked.text, line);
      const text = masked.text.slice(span.start, span.end);
      if (text.length >= LONG_LINE && !text.includes(MASK) && isKnownAgain(text) && !lines.has(text))
        lines.set(text, [masked, span]);
    }
  }
  return lines;
}

class Locator {
  readonly #masked: MaskedText;
  readonly #other: Captured;
  readonly #elsewhere: ReadonlyMap<string, readonly [MaskedText, Span]>;
  readonly #pieces: Piece[] = [];
  #ownText = 0;

  constructor(masked: MaskedText, other: Captured, elsewhere: ReadonlyMap<string, readonly [MaskedText, Span]>) {
    this.#masked = masked;
    this.#other = other;
    this.#elsewhere = elsewhere;
  }

  locate(anchors: readonly Anchor[]): OneLocated {
    let [masked, found] = [0, 0];
    for (const anchor of anchors) {
      this.#gap({ start: masked, end: anchor.masked.start }, { start: found, end: anchor.found.start });
      this.#text(this.#masked, anchor.masked, anchor.found);
      [masked, found] = [anchor.masked.end, anchor.found.end];
    }
    this.#gap({ start: masked, end: this.#masked.text.length }, { start: found, end: this.#other.text.length });
    return { rendered: this.#masked.rendered, pieces: this.#pieces, ownText: this.#ownText };
  }

  /** What stands between two known pieces: whole lines that stand elsewhere are taken out, the rest is for the slots here. */
  #gap(masked: Span, found: Span): void {
    const { text } = this.#other;
    if (isBlank(text, found)) return;
    let from = found.start;
    let slots = masked;
    if (!this.#isOwn(masked, found)) {
      for (const line of linesIn(text, found)) {
        const span = trimmed(text, line);
        const known = span.end > span.start ? this.#elsewhere.get(text.slice(span.start, span.end)) : undefined;
        if (!known) continue;
        // The slots of this place are taken to stand before what does not belong here.
        if (!isBlank(text, { start: from, end: span.start })) {
          this.#values(slots, { start: from, end: span.start });
          slots = { start: masked.end, end: masked.end };
        }
        this.#text(known[0], known[1], span);
        from = span.end;
      }
    }
    if (!isBlank(text, { start: from, end: found.end })) this.#values(slots, { start: from, end: found.end });
  }

  /** Whether the stretch is what this rendering has there, with its values or with what stands for them. */
  #isOwn(masked: Span, found: Span): boolean {
    const { text } = this.#masked;
    if (this.#other.text.startsWith(text.slice(masked.start, masked.end), found.start)) return true;
    const masks = runsWithin(this.#masked, masked).filter((run) => isMask(text, run));
    return masks.length > 0 && ownValues(text, this.#other.text, masked, found, masks) !== undefined;
  }

  /** A stretch of masks with little text between them, and what was sent in its place. */
  #values(masked: Span, found: Span): void {
    const runs = runsWithin(this.#masked, masked);
    const masks = runs.filter((run) => isMask(this.#masked.text, run));
    if (masks.length === 0 && this.#same(masked, found)) return;
    // Where nothing is known around it, it may be anything.
    const isLost = this.#pieces.length === 0 && masked.end === this.#masked.text.length;
    const values =
      ownValues(this.#masked.text, this.#other.text, masked, found, masks) ??
      (isLost ? undefined : valuesBetween(this.#masked.text, this.#other.text, masked, found, masks));
    if (!values) {
      const slots = isLost ? [] : [...new Set(masks.flatMap(({ slot }) => slot ?? []))];
      const layers = new Set(masks.map(({ layer }) => layer));
      const layer = layers.size === 1 && !isLost ? (masks[0]?.layer ?? null) : null;
      this.#add({
        ...trimmed(this.#other.text, found),
        kind: 'unknown',
        layer,
        ...(slots.length > 0 ? { slots } : {}),
      });
      return;
    }
    let [at, inFound] = [masked.start, found.start];
    masks.forEach((mask, i) => {
      const value = values[i] as Span;
      this.#text(this.#masked, { start: at, end: mask.start }, { start: inFound, end: value.start });
      if (value.end > value.start) {
        const { layer, slot, source } = mask;
        this.#add({
          ...trimmed(this.#other.text, value),
          kind: 'value',
          layer,
          ...(slot === undefined ? {} : { slot }),
          source,
        });
      }
      [at, inFound] = [mask.end, value.end];
    });
    const tail = trimmed(this.#masked.text, { start: at, end: masked.end });
    const there = trimmed(this.#other.text, { start: inFound, end: found.end });
    this.#text(this.#masked, tail, there);
    this.#rest(this.#masked.text.slice(tail.start, tail.end), there);
  }

  /** What follows the text behind the last value, and belongs to nothing. */
  #rest(text: string, found: Span): void {
    if (text === '' || !this.#other.text.startsWith(text, found.start)) return;
    const rest = trimmed(this.#other.text, { start: found.start + text.length, end: found.end });
    this.#add({ ...rest, kind: 'unknown', layer: null });
  }

  /** Short text, such as a line of dashes, that stands where it should: too little to be known again by itself. */
  #same(masked: Span, found: Span): boolean {
    const inner = trimmed(this.#other.text, found);
    const at = this.#masked.text
      .slice(masked.start, masked.end)
      .indexOf(this.#other.text.slice(inner.start, inner.end));
    if (at < 0) return false;
    this.#text(this.#masked, { start: masked.start + at, end: masked.end }, inner);
    return true;
  }

  /** Text of the author, cut where another file or layer begins. */
  #text(masked: MaskedText, span: Span, found: Span): void {
    for (const piece of textPieces(masked, span, found, this.#other.text)) {
      if (masked === this.#masked) this.#ownText += piece.end - piece.start;
      this.#add(piece);
    }
  }

  /** Adds a piece; text that goes on where the one before ends, with nothing but white space between, is one piece with it. */
  #add(piece: Piece): void {
    const last = this.#pieces.at(-1);
    if (piece.end <= piece.start) return;
    if (last && goesOn(last, piece) && isBlank(this.#other.text, { start: last.end, end: piece.start })) {
      const source =
        last.source && piece.source
          ? { source: { uri: piece.source.uri, span: { start: last.source.span.start, end: piece.source.span.end } } }
          : {};
      this.#pieces[this.#pieces.length - 1] = { ...last, end: piece.end, ...source };
    } else this.#pieces.push(piece);
  }
}

/** White space that may lie between two pieces that are one. */
const MOST_BLANKS = 4;

function goesOn(last: Piece, next: Piece): boolean {
  if (last.kind !== next.kind || last.layer !== next.layer) return false;
  if (last.kind === 'unknown') return last.slots?.join() === next.slots?.join();
  if (last.kind === 'value' || !last.source || !next.source) return false;
  return last.source.uri === next.source.uri && Math.abs(next.source.span.start - last.source.span.end) <= MOST_BLANKS;
}

function runsWithin(masked: MaskedText, { start, end }: Span): readonly MaskedRun[] {
  const runs: MaskedRun[] = [];
  for (let i = runIndexAt(masked, start); i < masked.runs.length; i++) {
    const run = masked.runs[i] as MaskedRun;
    if (run.start >= end) break;
    runs.push(run);
  }
  return runs;
}

function isBlank(text: string, span: Span): boolean {
  const { start, end } = trimmed(text, span);
  return end <= start;
}
