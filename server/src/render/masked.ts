import type { Lookup } from '../model/lookup';
import type { Location } from '../model/system';
import type { Rendered, Segment } from './segment';

/** Stands for everything that a slot, or the conversation, puts at one place. */
export const MASK = '\uFFFC';

/**
 * Between two messages, where it is known that these are two: blank, as everything between messages is, and nothing that
 * stands in one.
 */
export const MESSAGE_BREAK = '\n\uFEFF\n';

/** A stretch of a masked text: literal text with its source, or one mask. */
export interface MaskedRun {
  readonly start: number;
  readonly end: number;
  readonly layer: string | null;
  /** The slot of a mask; undefined for text, and for the conversation. */
  readonly slot?: string;
  readonly source: Location;
  /** Whether the source holds the text letter by letter. */
  readonly exact: boolean;
  /** For a mask: the value has no line break in it. */
  readonly oneLine: boolean;
  /** For a mask: what stands there in this rendering; the turns of a conversation as messages. */
  readonly value?: string;
}

/**
 * What the author wrote of a rendering, with a mask wherever the program puts something: the prompt as it always is, to
 * be found again in one that was really sent.
 */
export interface MaskedText {
  readonly rendered: Rendered;
  readonly text: string;
  /** In order; a line break between two messages belongs to none. */
  readonly runs: readonly MaskedRun[];
}

/** `between`: what stands between two messages. */
export function maskedText(rendered: Rendered, lookup: Lookup, between = '\n'): MaskedText {
  const runs: MaskedRun[] = [];
  let text = '';
  let inConversation = false;
  rendered.messages.forEach((message, i) => {
    // A conversation is one value, however many turns it has.
    const goesOn = inConversation && message.conversation;
    inConversation = message.conversation;
    const last = runs.at(-1);
    if (goesOn && last) {
      const said = message.blocks.flatMap(({ segments }) => segments).map((segment) => segment.text);
      runs[runs.length - 1] = { ...last, value: (last.value ?? '') + between + said.join('') };
    }
    if (goesOn) return;
    if (i > 0) text += between;
    for (const block of message.blocks) {
      for (const segment of block.segments) {
        if (segment.removed !== undefined || segment.text === '') continue;
        const exact = isExact(segment, lookup);
        const isText = isWritten(rendered, segment, exact) && !segment.text.includes(MASK);
        const last = runs.at(-1);
        // A list is several pieces, and one value.
        if (!isText && last?.end === text.length && last.slot === segment.slot && isMask(text, last)) {
          if (last.value !== undefined) runs[runs.length - 1] = { ...last, value: last.value + segment.text };
          continue;
        }
        const start = text.length;
        text += isText ? segment.text : MASK;
        runs.push({
          start,
          end: text.length,
          layer: segment.layer,
          ...(isText ? {} : { value: segment.text }),
          ...(isText || segment.slot === undefined ? {} : { slot: segment.slot }),
          source: segment.source,
          exact: isText && exact,
          oneLine: !isText && segment.slot !== undefined && isOneLine(rendered, segment.slot),
        });
      }
    }
  });
  return { rendered, text, runs };
}

const ONE_LINE: ReadonlySet<string | undefined> = new Set(['line', 'number', 'date', 'boolean']);

const isOneLine = ({ system }: Rendered, slot: string): boolean => ONE_LINE.has(system.slots.get(slot)?.type);

/** A value stands in the masked text as one character that no text holds. */
export const isMask = (text: string, { start, end }: MaskedRun): boolean => end - start === 1 && text[start] === MASK;

/** Whether the author wrote the text: literal text, wraps, joins between parts, and values made of other texts of the author. */
function isWritten({ system }: Rendered, segment: Segment, exact: boolean): boolean {
  const { kind, slot, source } = segment;
  if (kind === 'literal' || kind === 'wrap' || kind === 'scope' || kind === 'tag') return true;
  if (kind === 'redacted') return true;
  if (kind === 'join') return slot === undefined;
  const entry = slot === undefined ? undefined : system.slots.get(slot)?.entry;
  if (kind !== 'value' || !entry) return false;
  // A text of the manifest is a part of the value, whatever quotes it is written in.
  return entry.parts !== undefined ? exact || source.uri === system.manifest.file.uri : exact && entry.expand === true;
}

function isExact({ source, text }: Segment, lookup: Lookup): boolean {
  const { start, end } = source.span;
  if (end - start !== text.length) return false;
  const found = lookup.at(source.uri);
  return found.kind === 'file' && found.file.text.startsWith(text, start);
}

/** Index of the run that holds an offset, or of the first one behind it. */
export function runIndexAt({ runs }: MaskedText, offset: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as MaskedRun).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
