import type { SlotUse } from '../../tree';
import { runsOver } from './faults';
import type { Node } from './nodes';
import { isSlotName } from './slot-name';
import type { Tag } from './tag';
import type { Tokens } from './tokens';

/** What stands round a use. */
interface Scope {
  /** Sections whose items may give a name before the slots do. */
  readonly within: readonly string[];
  readonly branch: readonly string[];
  /** Names that a section round the use asks for: the use is only reached when they have a value. */
  readonly tested: readonly string[];
}

const TOP: Scope = { within: [], branch: [], tested: [] };

/**
 * The slots of a text, with what is round them. A name in a section may be a field of the section's value or a slot:
 * mustache looks in the items first and goes outwards, so that only the values tell. `within` says that it is open.
 */
export function slotsOf(nodes: readonly Node[], { tokens }: Tokens, text: string): readonly SlotUse[] {
  const slots: SlotUse[] = [];
  walk(nodes, TOP, slots);
  for (const token of tokens) if (token.kind === 'tag') slots.push(...salvaged(token.tag, token.open, text));
  return slots.sort((a, b) => a.span.start - b.span.start);
}

function walk(nodes: readonly Node[], scope: Scope, slots: SlotUse[]): void {
  for (const node of nodes) {
    if (node.kind === 'value') slots.push(...useOf(node.tag, scope));
    else if (node.kind === 'section') {
      slots.push(...useOf(node.tag, scope));
      walk(node.body, inside(node.tag, scope), slots);
    }
  }
}

function inside(tag: Tag, { within, branch, tested }: Scope): Scope {
  const isInverted = tag.kind === 'inverted';
  // `{{#a}}` and `{{^a}}` are the two arms of one condition, wherever they stand, as long as `a` is the same value.
  const condition = within.length === 0 ? `section:${tag.name}` : `section:${tag.span.start}`;
  return {
    within: isInverted || tag.name === '.' ? within : [...within, tag.name],
    branch: [...branch, `${condition}/${isInverted ? 1 : 0}`],
    tested: [...tested, rootOf(tag.name)],
  };
}

function useOf(tag: Tag, { within, branch, tested }: Scope): SlotUse[] {
  const isSection = tag.kind === 'section' || tag.kind === 'inverted';
  if (tag.unclosed || !(isSection ? SECTION : VALUE).test(tag.name)) return [];
  const name = rootOf(tag.name);
  const { start } = tag.nameSpan;
  return [
    {
      name,
      path: tag.name,
      span: tag.span,
      nameSpan: { start, end: start + name.length },
      role: isSection ? 'control' : 'value',
      ...(isSection || tested.includes(name) ? { guarded: true } : {}),
      ...(branch.length > 0 ? { branch } : {}),
      ...(within.length > 0 ? { within } : {}),
      ...(tag.kind === 'name' ? { escapes: true } : {}),
    },
  ];
}

/**
 * Names that are worth a look. To mustache `x | upper`, `if x` and `.Name` are names too, but whoever writes them means
 * another engine, and `lookalikes` says so.
 */
const VALUE = /^[\p{L}\p{N}_$@][^{}|"'`()<>=\r\n]*$/u;
const SECTION = /^[\p{L}\p{N}_$@][^{}|"'`()<>=\s]*$/u;

/** What stands before the first dot. */
function rootOf(name: string): string {
  const dot = name.indexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Slots that an author meant in a tag that has no end of its own: the first word, and the next tag that ends it. */
function salvaged(tag: Tag, open: string, text: string): SlotUse[] {
  const over = runsOver(tag, open);
  if (!over && !tag.unclosed) return [];
  const slots: SlotUse[] = [];
  const limit = over ? text.indexOf(open, tag.nameSpan.start) : tag.span.end;
  const word = /^[^\s{}]*/.exec(text.slice(tag.nameSpan.start, Math.min(limit, tag.nameSpan.start + 200)))?.[0] ?? '';
  const end = tag.nameSpan.start + word.length;
  if (isSlotName(word) && end < limit && tag.kind !== 'comment') {
    slots.push(plainUse(word, { start: tag.span.start, end: limit }, tag.nameSpan.start));
  }
  if (!over) return slots;
  const last = tag.nameSpan.start + tag.name.lastIndexOf(open);
  const blank = /^\s*/.exec(text.slice(last + open.length, tag.nameSpan.end))?.[0].length ?? 0;
  const start = last + open.length + blank;
  const name = text.slice(start, tag.nameSpan.end);
  if (isSlotName(name)) slots.push(plainUse(name, { start: last, end: tag.span.end }, start));
  return slots;
}

const plainUse = (name: string, span: SlotUse['span'], start: number): SlotUse => ({
  name,
  path: name,
  span,
  nameSpan: { start, end: start + name.length },
  role: 'value',
});
