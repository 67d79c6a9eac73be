import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver-types';
import type { PromptSystem, Slot } from '../../model/system';
import { TRUST_WORDS } from '../../model/words';
import type { TextContext } from '../../rules/rule';
import { openedInOwn } from '../../syntax/dialects/delimiters';
import type { Dialect } from '../../syntax/dialects/dialect';
import { linesOf, type SourceFile } from '../../text/source';
import { type Span, span } from '../../text/span';
import type { Snapshot } from '../../workspace/snapshot';
import { rangeOf } from '../convert';
import { block, code, paragraphs, plain } from '../markdown';
import { usesIn } from '../places/occurrences';
import { sentBeside } from '../places/slotMentions';
import { standingOf } from '../places/standing';
import { textFilesOf, textsAt } from '../places/texts';
import { fieldItems } from './fieldCompletion';
import { wordItems, wordsAt } from './wordCompletion';

/** Where the cursor stands, and what an accepted name takes the place of. */
interface Place {
  /** `name`: the name of a slot that stands there. `operand`: in a tag that holds more. `tag`: the whole slot is written. */
  readonly writes: 'name' | 'operand' | 'tag';
  readonly replaced: Span;
  /** What the author has written of the tag before its name: `{{ `. */
  readonly before: string;
  readonly dialect: Dialect;
}

/** The slots, tags and filters that fit where the cursor stands; undefined when none can stand there. */
export function slotCompletion(
  snapshot: Snapshot,
  file: SourceFile,
  offset: number,
  { typed, snippets }: { readonly typed: string | undefined; readonly snippets: boolean },
): readonly CompletionItem[] | undefined {
  for (const context of textsAt(snapshot, file.uri, offset)) {
    if (!context.dialect) continue;
    const fields = fieldItems(snapshot, context, offset);
    if (fields) return fields;
    const words = wordsAt(context, offset);
    const place =
      words && !words.slots
        ? undefined
        : placeAt(context, context.dialect, offset, { typed, isInTag: words !== undefined });
    if (!words && !place) continue;
    const slots = place ? candidatesOf(snapshot, context).map((one) => itemOf(context, place, one)) : [];
    return [...slots, ...(words ? wordItems(file, offset, words, snippets) : [])];
  }
  return undefined;
}

/** `isInTag`: the dialect says that the offset stands in a tag, which may have begun on an earlier line. */
function placeAt(
  context: TextContext,
  dialect: Dialect,
  offset: number,
  { typed, isInTag }: { readonly typed: string | undefined; readonly isInTag: boolean },
): Place | undefined {
  const { text } = context.file;
  const inside = context.tree?.slots.find(
    ({ nameSpan, span: tag }) =>
      nameSpan.start <= offset &&
      offset <= nameSpan.end &&
      tag.end > nameSpan.end &&
      // A tag that is being typed reaches as far as the engine looks for its end.
      text.endsWith('}', tag.end) &&
      !text.slice(nameSpan.end, tag.end).includes(dialect.open),
  );
  if (inside) return { writes: 'name', replaced: inside.nameSpan, before: '', dialect };
  const lines = linesOf(context.file);
  const line = lines.lineAt(offset);
  const start = Math.max(lines.start(line), context.bodyStart);
  const before = text.slice(start, offset);
  const opened = openedAt(before, dialect);
  if (opened !== undefined) {
    const inTag = before.slice(opened + dialect.open.length);
    const partial = partialName(inTag);
    const lead = inTag.slice(0, inTag.length - partial.length);
    if (lead.trim() !== '')
      return { writes: 'operand', replaced: span(offset - partial.length, offset), before: '', dialect };
    return {
      writes: 'tag',
      replaced: span(start + opened, behindClosing(text, offset, lines.end(line), dialect)),
      before: dialect.open + lead,
      dialect,
    };
  }
  const operand = (): Place => {
    const replaced = span(offset - partialName(before).length, offset);
    return { writes: 'operand', replaced, before: '', dialect };
  };
  if (openBlock(openedInOwn(before, dialect, context.system?.options ?? {}))) return operand();
  // The first character of what opens a slot: `{` of `{{`.
  const half = dialect.open.length > 1 && before.endsWith(dialect.open.slice(0, 1)) ? 1 : 0;
  if (half === 1)
    return {
      writes: 'tag',
      replaced: span(offset - 1, behindClosing(text, offset, lines.end(line), dialect)),
      before: dialect.open,
      dialect,
    };
  if (isInTag) return operand();
  // In the midst of prose only when somebody asks, and not for a word that is being typed.
  return typed === undefined && partialName(before) === ''
    ? { writes: 'tag', replaced: span(offset, offset), before: dialect.open, dialect }
    : undefined;
}

/** Offset in the line of an opening that is not closed before the cursor. */
function openedAt(before: string, { open, close }: Dialect): number | undefined {
  const at = before.lastIndexOf(open);
  if (at < 0) return undefined;
  const rest = before.slice(at + open.length);
  if (rest.includes(close) || rest.includes('{') || rest.includes('}')) return undefined;
  // In a dialect of single braces a doubled one is text.
  let doubled = 0;
  if (open === '{') while (before[at - 1 - doubled] === '{') doubled++;
  return doubled % 2 === 1 ? undefined : at;
}

/** Whether the line opens a tag that decides or repeats (`{% if`) and does not close it before the cursor. */
function openBlock(before: string): boolean {
  const at = before.lastIndexOf('{%');
  return at >= 0 && !before.slice(at).includes('%}');
}

function partialName(text: string): string {
  let start = text.length;
  while (start > 0 && /[\p{L}\p{N}_$.-]/u.test(text[start - 1] as string)) start--;
  return text.slice(start);
}

/** Behind what already closes the tag, so that an accepted slot never doubles a brace that the editor has added. */
function behindClosing(text: string, offset: number, lineEnd: number, { close }: Dialect): number {
  let at = offset;
  while (at < lineEnd && /[\p{L}\p{N}_$.-]/u.test(text[at] as string)) at++;
  let closing = at;
  while (closing < lineEnd && text[closing] === ' ') closing++;
  let length = 0;
  while (length < close.length && text[closing + length] === close[length]) length++;
  return length > 0 ? closing + length : offset;
}

interface Candidate {
  readonly name: string;
  readonly system: PromptSystem | undefined;
  /** Stands in no text of the system yet. */
  readonly missing: boolean;
}

/** Slots of the system, or, where none are declared, the names that the text already uses. */
function candidatesOf(snapshot: Snapshot, { system, tree }: TextContext): readonly Candidate[] {
  const names = system ? [...system.slots.keys(), ...system.markerSlots] : [];
  if (names.length === 0)
    return [...new Set((tree?.slots ?? []).map((use) => use.name))].map((name) => ({ name, system, missing: false }));
  const used = new Set<string>();
  if (system) {
    for (const uri of textFilesOf(snapshot, system)) {
      for (const context of snapshot.textsOf(uri)) {
        if (context.system?.key === system.key) for (const use of context.tree?.slots ?? []) used.add(use.name);
      }
    }
  }
  return [...new Set(names)]
    .filter((name) => !name.includes('.'))
    .map((name) => ({ name, system, missing: !used.has(name) }));
}

function itemOf(context: TextContext, place: Place, { name, system, missing }: Candidate): CompletionItem {
  const { file } = context;
  const slot = system?.slots.get(name);
  const standing = slot && standingOf(context, slot, place.replaced.start);
  const marker = system?.markerSlots.has(name) ?? false;
  // What a part or another slot sends already comes last: in the text it would stand twice.
  const isSent = missing && system !== undefined && sentBeside(system, name).length > 0;
  const rank = isSent ? '2~' : missing ? (slot?.required ? '0' : '1') : '2';
  const trust = standing?.trust === undefined ? undefined : TRUST_WORDS[standing.trust].label;
  const detail = marker ? 'breakpoint' : [standing?.layer?.id, trust].filter((x) => x !== undefined).join(' · ');
  const operand = place.writes === 'name' ? name : operandOf(place.dialect, name);
  const written = place.writes === 'tag' ? tagOf(place, name) : operand;
  return {
    label: name,
    kind: marker ? CompletionItemKind.Event : CompletionItemKind.Variable,
    sortText: `${rank}${name}`,
    // An editor compares this with the text from the start of the range to the cursor.
    filterText: place.before + operand,
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(file, place.replaced), newText: written },
    ...(detail === '' ? {} : { detail }),
    ...(system ? { data: { uri: file.uri, system: system.key, slot: name } satisfies CompletionData } : {}),
  };
}

/** The slot as it stands between the braces: `.Name` in Go, `$name` in Semantic Kernel. */
const operandOf = ({ print, open, close }: Dialect, name: string): string =>
  print(name).slice(open.length, -close.length).trim();

/** The slot as it is written, with the blanks inside its braces that the author has begun with. */
function tagOf({ before, dialect }: Place, name: string): string {
  const blanks = before.slice(dialect.open.length);
  if (blanks === '') return dialect.print(name);
  const spaced = `${dialect.open}${blanks}${operandOf(dialect, name)}${blanks}${dialect.close}`;
  return dialect.scan(spaced).slots.some((use) => use.name === name) ? spaced : dialect.print(name);
}

/** What the documentation of an item is made from, when somebody looks at it. */
interface CompletionData {
  readonly uri: string;
  readonly system: string;
  readonly slot: string;
}

/** An item with the documentation of its slot, from the files as they are now. */
export function resolveCompletion(snapshot: Snapshot, item: CompletionItem): CompletionItem {
  const data = item.data as CompletionData | undefined;
  const system = data && snapshot.system(data.system);
  const slot = data && system?.slots.get(data.slot);
  if (!data || !system || !slot) return item;
  const value = documentationOf(snapshot, system, slot);
  return value === '' ? item : { ...item, documentation: { kind: 'markdown', value } };
}

function documentationOf(snapshot: Snapshot, system: PromptSystem, slot: Slot): string {
  const { sample, default: fallback } = slot.entry;
  const beside = sentBeside(system, slot.name);
  const isMissing = !textFilesOf(snapshot, system).some((uri) => usesIn(snapshot, system, uri, slot.name).length > 0);
  const where = beside.length > 0 ? `Stands in ${beside.join(' and ')} already.` : 'In no text yet.';
  const shown = typeof sample === 'string' ? sample : fallback;
  return paragraphs([
    slot.description === undefined ? undefined : plain(slot.description),
    slot.trust === undefined ? undefined : plain(TRUST_WORDS[slot.trust].sentence),
    slot.property === undefined ? undefined : `Set in ${code(slot.property)}`,
    isMissing ? (slot.required ? 'Required, and in no text yet.' : where) : undefined,
    typeof shown === 'string' ? block(shown) : undefined,
  ]);
}
