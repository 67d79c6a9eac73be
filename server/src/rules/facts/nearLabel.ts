import type { Layout, MessageLayout } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';
import { Kept } from '../../text/kept';
import type { Span } from '../../text/span';
import type { RenderContext } from '../rule';
import { textOnTheWay } from './branches';
import { fenceAround } from './fences/fence';
import { saysItIsData, saysOfName } from './label';
import { coreOf, MASK, skeletonOf } from './messageText';
import { isAnnouncement, isStructure } from './paragraph';
import { conditionalTag, textAt } from './sourceText';
import { layerOf } from './trust';
import { walkRound } from './walked';

/** Lines that are near: so many, not counting blank ones, before the line of the slot. */
const NEAR_LINES = 3;

/** Characters before a slot that are near at most, when lines are very long. */
const NEAR_REACH = 1000;

/** Characters of a region that are searched for its label. */
const REGION_REACH = 4000;

/**
 * Whether something says in words that a slot is data: its wrap, the text of its
 * region before it, the lines before it, what its layer starts with, or a sentence that names its fence or heading.
 */
export function isLabelled(context: RenderContext, message: MessageLayout, appearance: SlotAppearance): boolean {
  const { system, layout } = context;
  const skeleton = skeletonOf(layout, message);
  const core = coreOf(layout, message, appearance);
  const onTheWay = (start: number, end: number): string => textOnTheWay(context, message, start, end, appearance.place);
  if (
    saysItIsData(skeleton.slice(appearance.start, core.start)) ||
    saysItIsData(skeleton.slice(core.end, appearance.end))
  )
    return true;
  const near = { start: nearStart(message, skeleton, core.start), end: core.start };
  if (saysNearby(message, skeleton, near, onTheWay(near.start, near.end))) return true;
  const layers = [layerOf(system, appearance.textLayer), layerOf(system, appearance.layer)];
  if (layers.some((layer) => layer?.trust !== 'instructions' && layer?.starts.some(saysItIsData))) return true;
  for (const region of layout.rendered.regions) {
    if (region.message !== appearance.message || region.layer !== appearance.textLayer || region.start > core.start)
      continue;
    if (saysItIsData(onTheWay(region.start, Math.min(region.end, core.start, region.start + REGION_REACH))))
      return true;
  }
  const names = namesOf(layout, message, skeleton, appearance);
  return names.length > 0 && ownTexts(context).some((text) => names.some((name) => saysOfName(text, name)));
}

/** Whether the lines before the loop that prints a value say that what it prints is data: they stand there once, for every item. */
export function isLabelledBeforeLoop(context: RenderContext, appearance: SlotAppearance): boolean {
  const { uri, span } = appearance.place;
  const { start } = walkRound(context, appearance);
  const text = start < span.start ? textAt(context.lookup, uri) : undefined;
  if (text === undefined) return false;
  const before = text.slice(Math.max(0, start - NEAR_REACH), start).split('\n');
  const conditional = conditionalTag(context.system);
  const near: string[] = [];
  for (let i = before.length - 1; i >= 0 && near.length < NEAR_LINES; i--) {
    const line = before[i] ?? '';
    if (conditional.test(line)) break;
    if (line.trim() !== '') near.unshift(line);
  }
  return saysItIsData(near.join('\n'));
}

/** No label is longer, so that two stretches that share so much are read as one. */
const LONGEST_LABEL = 100;

/** The last stretch of a message in which no label was found: what is near one slot is mostly near the next one as well. */
const unlabelled = new Kept<MessageLayout, Span>();

/** Whether the text near a slot says that it is data. `text` is what stands there on the way to the slot. */
function saysNearby(message: MessageLayout, skeleton: string, near: Span, text: string): boolean {
  if (text !== skeleton.slice(near.start, near.end)) return saysItIsData(text);
  const before = unlabelled.get(message);
  const goesOn = before && before.start <= near.start && near.start <= before.end && before.end <= near.end;
  const start = goesOn ? Math.max(near.start, before.end - LONGEST_LABEL) : near.start;
  if (saysItIsData(skeleton.slice(start, near.end))) return true;
  unlabelled.set(message, { start: goesOn ? before.start : near.start, end: near.end });
  return false;
}

/** Start of the third line before an offset that is not blank; a value of many lines counts as one. */
export function nearStart(message: MessageLayout, skeleton: string, offset: number): number {
  let at = message.lineAt(offset);
  let start = message.lines[at]?.start ?? offset;
  let masked = false;
  for (let left = NEAR_LINES; left > 0 && at > 0 && offset - start < NEAR_REACH; ) {
    at--;
    const line = message.lines[at];
    if (!line) break;
    const text = skeleton.slice(line.start, line.end);
    start = line.start;
    if (text.trim() === '') continue;
    const isValue = isMasked(text);
    if (!(isValue && masked)) left--;
    masked = isValue;
  }
  return Math.max(start, offset - NEAR_REACH);
}

function isMasked(line: string): boolean {
  const text = line.trim();
  return text !== '' && text[0] === MASK && text.at(-1) === MASK && text === MASK.repeat(text.length);
}

/** Lines above a slot in which its heading is looked for. */
const TITLE_LINES = 12;

/** What instructions may call the place of a slot: its fence, the heading or the announcement above it. In lower case. */
function namesOf(layout: Layout, message: MessageLayout, skeleton: string, appearance: SlotAppearance): string[] {
  const core = coreOf(layout, message, appearance);
  const fence = fenceAround(layout, message, core.start, core.end);
  const names = fence && (fence.kind === 'tag' || fence.kind === 'banner') ? [fence.name] : [];
  const last = message.lineAt(core.start);
  for (let at = last, blanks = 0; at >= 0 && at > last - TITLE_LINES && blanks < 3; at--) {
    const line = message.lines[at];
    const text = line ? skeleton.slice(line.start, Math.min(line.end, core.start, line.start + NEAR_REACH)) : '';
    if (text.trim() === '') blanks++;
    else if (isStructure(text) || isAnnouncement(text)) {
      names.push(titleOf(text));
      if (!/^\s*</.test(text)) break;
    }
  }
  return names.map((name) => name.toLowerCase().trim()).filter((name) => name.length > 2);
}

/** The words of a heading, banner or announcement, up to a bracket or colon. */
function titleOf(line: string): string {
  const words = line.replace(/^[\s#=*~_<>[\]-]+/, '');
  return (/^[^([:=<>*\u2014]*/.exec(words)?.[0] ?? '').trim();
}

const texts = new Kept<Layout, readonly string[]>();

/** The author's text of all messages, without the conversation, in lower case. */
function ownTexts(context: RenderContext): readonly string[] {
  const { layout } = context;
  let found = texts.get(layout);
  if (!found) {
    found = layout.messages.flatMap((message) =>
      layout.rendered.messages[message.message]?.conversation
        ? []
        : [textOnTheWay(context, message, 0, message.text.length, undefined).toLowerCase()],
    );
    texts.set(layout, found);
  }
  return found;
}
