import { fenceAt, fencesOf } from '../syntax/fences';
import { linesFrom } from '../syntax/lines';
import type { SlotUse, TemplateTree } from '../syntax/tree';
import type { Body } from './body';
import { type Guess, guessSlot } from './guess';
import { kindOfStart, regionsOf } from './regions';
import { LIFETIME, type TRUST } from './scales';
import type { Layer } from './system';
import type { Lifetime, Trust } from './words';

/** A layer as it would be written. */
export interface ProposedLayer {
  readonly id: string;
  readonly trust: Trust;
  readonly lifetime: Lifetime;
  readonly starts?: string;
  readonly slots: readonly string[];
}

/** The layer of the text round the sections. */
const BASE = 'base';

/** Letters and digits of its own text that a section may have and still be there for its slots. */
const MOST_OWN_TEXT = 160;

/** What there is to know of the slots before their layers are proposed. */
export interface SlotsAsked {
  isSlot(name: string): boolean;
  /** Whether a loop goes through its items, so that the text of those is what it holds. */
  isList(name: string): boolean;
  /** What the template includes or extends: its slots stand in no section of the template. */
  readonly inside: readonly (TemplateTree | undefined)[];
}

/** The first use of each name. */
const firstOf = (uses: readonly SlotUse[]): readonly SlotUse[] =>
  [...new Map([...uses].reverse().map((use) => [use.name, use])).values()].reverse();

/**
 * The layers of one template: the instructions, a layer for every section that is made of slots, and for the other slots
 * one for each run of them that are trusted alike. Empty when there are no slots.
 */
export function proposedLayers(
  body: Body,
  tree: TemplateTree | undefined,
  { isSlot, isList, inside }: SlotsAsked,
): readonly ProposedLayer[] {
  const usesOf = (one: TemplateTree | undefined): readonly SlotUse[] =>
    (one?.slots ?? []).filter((use) => isSlot(use.name) && (use.role === 'value' || isList(use.name)));
  const uses = usesOf(tree);
  const first = firstOf(uses);
  const names = new Set(first.map(({ name }) => name));
  const others = firstOf(inside.flatMap(usesOf)).filter(({ name }) => !names.has(name));
  if (first.length + others.length === 0) return [];
  let sections = sectionsOf(body, uses);
  for (;;) {
    const layers = layersFrom(first, sections, others);
    const written = new Set(layers.flatMap(({ starts }) => starts ?? []));
    // A section that holds no slot itself is not written, and without it the one around or inside it ends elsewhere.
    const left = [...new Set(sections.map(({ start }) => start))].filter((start) => written.has(start));
    if (sections.every(({ start }) => written.has(start))) return layers;
    sections = sectionsFrom(body.text, body.span.start, left);
  }
}

function layersFrom(
  first: readonly SlotUse[],
  sections: readonly Section[],
  others: readonly SlotUse[],
): readonly ProposedLayer[] {
  const runs: Run[] = [];
  const add = (use: SlotUse, section: Section | undefined, from: number): void => {
    const guess = guessSlot(use.name);
    const last = runs.at(-1);
    const goesOn = last && last.section?.start === section?.start && (section || alike(last.guess, guess));
    if (goesOn) {
      last.guess = section ? leastTrusted(last.guess, guess) : guess;
      last.slots.push(use.name);
    } else runs.push({ section, from, guess, slots: [use.name] });
  };
  for (const use of first) {
    const section = sections.find(({ span }) => span.start <= use.span.start && use.span.start < span.end);
    // A section is where it first begins, even when its slots stand behind another one in it.
    const begin = section && sections.find(({ start }) => start === section.start);
    add(use, section, begin?.span.start ?? use.span.start);
  }
  for (const use of others) add(use, undefined, Number.POSITIVE_INFINITY);
  const ids = new Set([BASE]);
  const inOrder = [...runs].sort((a, b) => (a.from === b.from ? 0 : a.from - b.from));
  return merged([
    { id: BASE, trust: 'instructions', lifetime: 'static', slots: [] },
    ...inOrder.map((run) => layerOf(run.section, run.guess, run.slots, ids)),
  ]);
}

/** Slots that follow each other in one section, or in none and are trusted alike. */
interface Run {
  readonly section: Section | undefined;
  /** Where it stands in the text. */
  readonly from: number;
  guess: Guess;
  readonly slots: string[];
}

const alike = (a: Guess, b: Guess): boolean => a.trust === b.trust && a.lifetime === b.lifetime;

/** From what may hold anything to what is obeyed. */
const BY_RISK: readonly Trust[] = [
  'data',
  'request',
  'facts',
  'instructions',
] satisfies readonly (typeof TRUST)[number][];

function leastTrusted(a: Guess, b: Guess): Guess {
  const trust = BY_RISK.find((one) => one === a.trust || one === b.trust) ?? a.trust;
  const lifetime = LIFETIME[Math.max(LIFETIME.indexOf(a.lifetime), LIFETIME.indexOf(b.lifetime))] ?? a.lifetime;
  return { trust, lifetime };
}

function layerOf(
  section: Section | undefined,
  { trust, lifetime }: Guess,
  slots: readonly string[],
  ids: Set<string>,
): ProposedLayer {
  const alone = slots.length === 1 ? slots[0] : undefined;
  const name = section?.name ?? alone ?? (trust === 'instructions' ? 'guidance' : trust);
  return { id: idFor(name, ids), trust, lifetime, ...(section ? { starts: section.start } : {}), slots };
}

/** A name that no other layer has. */
function idFor(name: string, ids: Set<string>): string {
  const slug =
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'section';
  let id = slug;
  for (let n = 2; ids.has(id); n++) id = `${slug}-${n}`;
  ids.add(id);
  return id;
}

/** A section that is there twice is one layer. */
function merged(layers: readonly ProposedLayer[]): readonly ProposedLayer[] {
  const out: ProposedLayer[] = [];
  for (const layer of layers) {
    const at = layer.starts === undefined ? -1 : out.findIndex((other) => other.starts === layer.starts);
    const same = out[at];
    if (same) out[at] = { ...same, slots: [...same.slots, ...layer.slots] };
    else out.push(layer);
  }
  return out;
}

interface Section {
  readonly span: { readonly start: number; readonly end: number };
  /** Where its text begins, behind its first line. */
  readonly body: number;
  /** How its first line begins. */
  readonly start: string;
  /** The words of that line. */
  readonly name: string;
}

/**
 * The sections that hold little but slots, by their headings, banners and tags. A heading holds what stands below the
 * deeper ones as well, unless those are sections too; so what is left is looked at again when one was taken out.
 */
function sectionsOf({ text, span }: Body, uses: readonly SlotUse[]): readonly Section[] {
  let starts = startsIn(text, span.start, uses);
  for (;;) {
    const sections = sectionsFrom(text, span.start, starts);
    const own = new Map<string, number>();
    for (const section of sections)
      own.set(section.start, (own.get(section.start) ?? 0) + ownText(text, section.body, section.span.end, uses));
    const left = starts.filter((start) => (own.get(start) ?? 0) <= MOST_OWN_TEXT);
    if (left.length === starts.length) return sections;
    starts = left;
  }
}

function sectionsFrom(text: string, from: number, starts: readonly string[]): readonly Section[] {
  const layers = starts.map(
    (start, index): Layer => ({
      id: String(index),
      title: start,
      trust: 'data',
      lifetime: 'call',
      starts: [start],
      slots: [],
      index,
    }),
  );
  const openers = new Set<number>();
  return regionsOf(text, from, layers, '').flatMap(({ layer, start, end, opener }): Section[] => {
    const written = starts[Number(layer)];
    if (layer === '' || written === undefined || !opener) return [];
    // Only the first stretch of a region holds the line that begins it.
    const body = openers.has(opener.start) ? start : Math.min(opener.end, end);
    openers.add(opener.start);
    return [{ span: { start, end }, body, start: written, name: wordsOf(written) }];
  });
}

/** The beginnings of lines that open a section: headings, banners, and tags that are closed again. */
function startsIn(text: string, from: number, uses: readonly SlotUse[]): readonly string[] {
  const fences = fencesOf(text);
  const closings = lastClosings(text);
  const starts = new Set<string>();
  let next = 0;
  for (const line of linesFrom(text, from)) {
    while (next < uses.length && (uses[next] as SlotUse).span.end <= line.start) next++;
    const tag = uses[next]?.span.start ?? text.length;
    // What the program fills is no part of how a line begins.
    const written = text.slice(line.start, Math.min(line.end, tag)).trim();
    if (!/^[#<=*~_-]/.test(written) || fenceAt(fences, line.start) >= 0) continue;
    const kind = kindOfStart(written);
    if (kind.kind === 'tag') {
      if ((closings.get(kind.name) ?? -1) >= line.start) starts.add(`<${kind.name}>`);
    } else if (kind.kind !== 'words' && /[\p{L}\p{N}]/u.test(written)) starts.add(withoutOpening(written));
  }
  return [...starts];
}

/** Where each tag is closed for the last time. */
const lastClosings = (text: string): ReadonlyMap<string, number> =>
  new Map([...text.matchAll(/<\/([A-Za-z][\w:.-]*)>/g)].map((tag) => [tag[1] as string, tag.index]));

/** The beginning of a line without the bracket or colon behind which the program fills something in. */
function withoutOpening(written: string): string {
  let end = written.length;
  while (end > 0 && /[\s([{:]/.test(written[end - 1] as string)) end--;
  return written.slice(0, end);
}

/** Letters and digits of a stretch that stand in no slot. */
function ownText(text: string, start: number, end: number, uses: readonly SlotUse[]): number {
  let count = 0;
  let at = start;
  const add = (to: number): void => {
    count += text.slice(at, Math.max(at, to)).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  };
  for (let i = firstBehind(uses, start); i < uses.length; i++) {
    const { span } = uses[i] as SlotUse;
    if (span.start >= end) break;
    if (span.start < at) continue;
    add(span.start);
    at = span.end;
  }
  add(end);
  return count;
}

/** Which of the uses, which are in order, is the first that begins at an offset or behind it. */
function firstBehind(uses: readonly SlotUse[], offset: number): number {
  let low = 0;
  let high = uses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((uses[middle] as SlotUse).span.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const wordsOf = (start: string): string => start.replace(/\b(?:BEGIN|START|END|OF)\b/g, '').trim();
