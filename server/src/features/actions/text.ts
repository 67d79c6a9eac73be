import type { PromptSystem } from '../../model/system';
import type { TextContext } from '../../rules/rule';
import type { Dialect } from '../../syntax/dialects/dialect';
import type { Embedded } from '../../syntax/embedded';
import type { SlotUse } from '../../syntax/tree';
import { covers, overlaps, type Span } from '../../text/span';
import { innerText } from '../../workspace/hosted';
import { isHost } from '../places/texts';
import type { Spot } from './action';

/** A template text with the system that reads it, and what is selected in it. */
export interface SystemText {
  /** Of a string inside of a YAML or JSON file, the text of its own that it stands for. */
  readonly context: TextContext;
  readonly system: PromptSystem;
  /** In offsets of the text of the context. */
  readonly span: Span;
}

/** The text round a spot as its nearest system reads it first; undefined in heads, elsewhere in manifests, and in files of no system. */
export function systemTextAt({ snapshot, uri, span }: Pick<Spot, 'snapshot' | 'uri' | 'span'>): SystemText | undefined {
  for (const hosted of snapshot.textsOf(uri)) {
    const { system } = hosted;
    const inner = innerText(hosted);
    const context = inner?.text ?? hosted;
    if (!system || !context.tree || !context.dialect || (!inner && isHost(system, uri))) continue;
    const own = inner ? innerSpan(inner.embedded, span) : span;
    if (own && own.start >= context.bodyStart) return { context, system, span: own };
    if (!inner) return undefined;
  }
  return undefined;
}

/** A selection of a file as one of a string in it; undefined when it is not all in it. */
function innerSpan(embedded: Embedded, { start, end }: Span): Span | undefined {
  const [from, to] = [embedded.toInner(start), embedded.toInner(end)];
  return from === undefined || to === undefined ? undefined : { start: from, end: to };
}

/** Whether a stretch of a text is nothing but literal text: no slot, tag, comment or escape stands in it or is cut by it. */
export function isLiteral({ tree }: TextContext, span: Span): boolean {
  if (!tree) return false;
  // A doubled brace that is selected whole is one character of the text.
  const stretches = tree.stretches.filter((one) => one.kind !== 'escape' || !covers(span, one.span));
  const tags = [...tree.slots, ...stretches, ...(tree.references ?? [])];
  const ends = (tree.blocks ?? []).flatMap((block) => (covers(span, block.span) ? [block.span] : [block.open]));
  return ![...tags.map((tag) => tag.span), ...ends].some((tag) => overlaps(tag, span));
}

/** The first words of a text as a name of a slot, in the manner of those that there are. */
export function nameFrom(text: string, taken: ReadonlySet<string>, holds: (name: string) => boolean): string {
  const words = (
    text
      .slice(0, 200)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, MOST_WORDS);
  const joined = [...taken].some((name) => name.includes('_'))
    ? words.join('_')
    : words.map((word, i) => (i === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1))).join('');
  const plain = /^\p{L}/u.test(joined) && holds(joined) ? joined : 'slot';
  let name = plain;
  for (let n = 2; taken.has(name); n++) name = `${plain}${n}`;
  return name;
}

const MOST_WORDS = 3;

/** Every name that means something in a system already: declared, used in a text, or the mark of a breakpoint. */
export function namesIn(system: PromptSystem, texts: readonly TextContext[]): ReadonlySet<string> {
  const used = texts.flatMap(({ tree }) => (tree?.slots ?? []).map((use) => use.name));
  return new Set([...system.slots.keys(), ...system.markerSlots, ...used]);
}

/** The line break that a text uses. */
export const eolOf = (text: string): string => (/\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n');

/** Whether a tag holds nothing but the name of its slot: no filter, no format, nothing that cuts the blanks beside it. */
export function isPlainTag(dialect: Dialect, text: string, { span, nameSpan, name, path, role }: SlotUse): boolean {
  const around = text.slice(span.start, nameSpan.start) + text.slice(nameSpan.end, span.end);
  const delimiters = `${dialect.open}${dialect.close}{}$&.`;
  return role === 'value' && path === name && [...around].every((c) => delimiters.includes(c) || /\s/.test(c));
}
