import type { Piece } from '../syntax/piece';
import type { SlotUse } from '../syntax/tree';
import { append, cutDraft, type Draft, isSent } from './draft';
import { placeSlot, type Spot } from './place';
import { isShaped, isWalked, type RenderState, slotOf } from './state';
import { slotText } from './values';

/**
 * What a pass read: drafts laid end to end, the first at offset `from`. Answers what stands under a span of the pass's
 * text; what has no text there (an anchor, what was cut off) is handed out once, with the text that it stands before.
 */
export class PassInput {
  readonly #drafts: readonly Draft[];
  readonly #starts: number[] = [];
  readonly #end: number;
  #anchorsDone = 0;

  constructor(drafts: readonly Draft[], from: number) {
    this.#drafts = drafts;
    let at = from;
    for (const draft of drafts) {
      this.#starts.push(at);
      at += lengthOf(draft);
    }
    this.#end = at;
  }

  /** The drafts under [start, end), cut to it, without anchors. */
  under(start: number, end: number): Draft[] {
    const out: Draft[] = [];
    for (let i = this.#firstAt(start); i < this.#drafts.length; i++) {
      const from = this.#starts[i] as number;
      if (from >= end) break;
      const draft = this.#drafts[i] as Draft;
      const length = lengthOf(draft);
      if (length === 0 || from + length <= start) continue;
      out.push(cutDraft(draft, Math.max(0, start - from), Math.min(length, end - from)));
    }
    return out;
  }

  /** Anchors up to an offset that have not been handed out yet. */
  anchorsUntil(offset: number): Draft[] {
    const out: Draft[] = [];
    for (; this.#anchorsDone < this.#drafts.length; this.#anchorsDone++) {
      if ((this.#starts[this.#anchorsDone] as number) > offset) break;
      const draft = this.#drafts[this.#anchorsDone] as Draft;
      if (lengthOf(draft) === 0) out.push(draft);
      else if ((this.#starts[this.#anchorsDone] as number) + lengthOf(draft) > offset) break;
    }
    return out;
  }

  get end(): number {
    return this.#end;
  }

  #firstAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    // Drafts without text share their start with the one that follows: step back to the first of them.
    while (low > 0 && this.#starts[low - 1] === this.#starts[low]) low--;
    return Math.max(0, low);
  }
}

const lengthOf = (draft: Draft): number => (isSent(draft) ? draft.text.length : 0);

/**
 * Turns the pieces that a pass wrote into drafts: a literal keeps the drafts it was made from, a tag becomes its slot.
 * `uses` are the tags of the text that the pass read, by the offset of their start.
 */
export function pour(
  state: RenderState,
  input: PassInput,
  pieces: readonly Piece[],
  uses: ReadonlyMap<number, SlotUse>,
): Draft[] {
  const out: Draft[] = [];
  for (const piece of pieces) {
    const here = piece.site ?? piece.span;
    append(out, input.anchorsUntil(here.start));
    const under = input.under(here.start, here.end);
    if (piece.file !== undefined) pushIncluded(state, out, piece, piece.file, under);
    else if (piece.kind === 'literal' && piece.hole === undefined) pushLiteral(out, piece, under);
    else append(out, tagDrafts(state, piece, uses.get(piece.span.start), under));
    append(out, input.anchorsUntil(here.end));
  }
  append(out, input.anchorsUntil(Number.POSITIVE_INFINITY));
  return out;
}

/** Text of an include belongs to the region in which the include stands; its place is in the included text. */
function pushIncluded(state: RenderState, out: Draft[], piece: Piece, uri: string, site: readonly Draft[]): void {
  const first = site[0];
  if (!first) return;
  const source = { uri, span: piece.span };
  const { layer, stretch, appearance } = first;
  if (piece.kind === 'literal' && piece.hole === undefined) {
    out.push({ kind: 'literal', text: piece.text, layer, source, ...(stretch === undefined ? {} : { stretch }) });
    return;
  }
  const spot: Spot = {
    place: source,
    textLayer: layer,
    inRegion: stretch !== undefined,
    ...(stretch === undefined ? {} : { stretch }),
    ...(appearance === undefined ? {} : { parent: appearance }),
  };
  append(out, draftsOfTag(state, piece, spot, undefined, piece.text));
}

function pushLiteral(out: Draft[], piece: Piece, under: readonly Draft[]): void {
  if (piece.text.length === piece.span.end - piece.span.start) {
    for (const draft of under) out.push(draft);
    return;
  }
  // An escape (`{{` for `{`) or a changed line break: the engine's text at the place of what was written.
  const first = under[0];
  if (!first) return;
  const last = under.at(-1) as Draft;
  const end =
    last.source.uri === first.source.uri && last.kind === 'literal'
      ? Math.max(first.source.span.end, last.source.span.end)
      : first.source.span.end;
  out.push({
    ...first,
    text: piece.text,
    source: { uri: first.source.uri, span: { start: first.source.span.start, end } },
  });
}

/** The drafts of a tag of the text that the pass read. */
function tagDrafts(state: RenderState, piece: Piece, use: SlotUse | undefined, under: readonly Draft[]): Draft[] {
  const spot = spotUnder(under, use);
  return spot ? draftsOfTag(state, piece, spot, use, under.map((draft) => draft.text).join('')) : [];
}

/** A slot in its own parts when the engine printed it whole, else one draft with its origins. */
function draftsOfTag(state: RenderState, piece: Piece, spot: Spot, use: SlotUse | undefined, written: string): Draft[] {
  const name = piece.hole ?? piece.whole;
  if (name !== undefined && (piece.hole !== undefined || !isFromData(state, name)))
    return placeSlot(state, name, spot, written);
  const origins = piece.origins ?? [];
  const origin = origins[0];
  if (piece.kind === 'tag' || origin === undefined) {
    return [
      {
        kind: 'tag',
        text: piece.text,
        layer: spot.textLayer,
        source: spot.place,
        ...(spot.stretch === undefined ? {} : { stretch: spot.stretch }),
      },
    ];
  }
  // The engine made other text of the value (a format, a filter): it stands for the slot as one run.
  // In a section (`{{#docs}}{{text}}{{/docs}}`) a name may be a field: the engine knows of whose value.
  const named = use?.within ? undefined : use?.name;
  const root = named ?? /^[^.[]*/.exec(origin)?.[0] ?? origin;
  return placeSlot(state, root, spot, piece.text, { text: piece.text, origins, fromData: isFromData(state, root) });
}

/** Whether the engine got the value of a slot as data although the manifest shapes it into text. */
function isFromData(state: RenderState, name: string): boolean {
  const { entry } = slotOf(state, name);
  const { data } = slotText(state, name);
  return data !== null && typeof data === 'object' && isShaped(state, entry) && isWalked(state, name);
}

/** Where a tag stands, from what it is written in. */
function spotUnder(under: readonly Draft[], use: SlotUse | undefined): Spot | undefined {
  // A tag that a value brought in: the author's part of it says where it stands, when there is one.
  const first = under.find((draft) => draft.kind === 'literal') ?? under[0];
  if (!first) return undefined;
  let { start, end } = first.source.span;
  for (const { source, kind } of under) {
    if (source.uri !== first.source.uri || kind !== first.kind) continue;
    start = Math.min(start, source.span.start);
    end = Math.max(end, source.span.end);
  }
  return {
    place: { uri: first.source.uri, span: { start, end } },
    ...(use ? { use } : {}),
    textLayer: first.layer,
    inRegion: first.stretch !== undefined,
    ...(first.stretch === undefined ? {} : { stretch: first.stretch }),
    ...(first.appearance === undefined ? {} : { parent: first.appearance }),
  };
}
