import { readText } from '../model/texts';
import type { SlotUse } from '../syntax/tree';
import { nameOf } from '../text/address';
import { linesOf, type SourceFile } from '../text/source';
import { overlaps, type Span } from '../text/span';
import { asList } from './facts/fixes';
import { namesBegun } from './facts/foreign';
import { insertionsIn } from './facts/insertion';
import { type LostPlace, lostPlaces } from './facts/lostPlaces';
import { allTextsRead, namesUsed, wantedSlots } from './facts/uses';
import type { Fix, Problem, Rule, SystemContext, TextContext } from './rule';

export const rule: Rule = {
  code: 'slot.lost',
  level: 'warning',
  title: 'A slot that was replaced by text',
  why: `The version of the text that git knows has a slot, and this one does not. Often a rendered prompt was copied back into the template, or a model rewrote it: a date, a name or a page that was filled in once now stands there for every call, and the value that the program hands over is read by nobody.`,
  howToFix: `Put the slot back. When it was taken out on purpose, take its declaration out of the manifest as well, and the program's code that fills it.`,
  examples: [
    {
      title: 'A rendered prompt that was pasted into the template',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      today: { type: date, sample: 2026-03-02 }
      notices: { sample: The lift is out of order. }
      guest: { sample: Ines }
=== HEAD:desk.prompt
You help at the front desk. Today is {today}.

Notices of the day:
{notices}

Greet {guest}.
=== desk.prompt
You help at the front desk. Today is ⟦slot.lost⟧Monday, 2 March⟦/⟧.

Notices of the day:
⟦slot.lost⟧The lift is out of order.
Breakfast is on the terrace.⟦/⟧

Greet {guest} by name.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      today: { type: date, sample: 2026-03-02 }
      notices: { sample: The lift is out of order. }
      guest: { sample: Ines }
=== HEAD:desk.prompt
You help at the front desk. Today is {today}.

Notices of the day:
{notices}

Greet {guest}.
=== desk.prompt
You help at the front desk. Today is {today}.

Notices of the day:
{notices}

Greet {guest} by name.
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    parts: [{ file: desk.prompt }, { file: notices.prompt }]
    dialect: single-brace
    slots:
      notices: { sample: The lift is out of order. }
      guest: { sample: Ines }
=== HEAD:desk.prompt
You help at the front desk. Today is {today}.
{notices}
Greet {guest}.
=== desk.prompt
You help at the front desk.
Greet {guest}.
=== notices.prompt
Notices of the day: {notices}
`,
    },
    {
      title: 'A line that went with its slot',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      guest: { sample: Ines }
      notices: { sample: The lift is out of order. }
=== HEAD:desk.prompt
You help at the front desk.
{notices}
Greet {guest}.
=== desk.prompt
⟦slot.lost⟧You help at the front desk.⟦/⟧
Greet {guest}.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      guest: { sample: Ines }
      notices: { sample: The lift is out of order. }
=== HEAD:desk.prompt
You help at the front desk.
{notices}
Greet {guest}.
=== desk.prompt
You help at the front desk.
{notices}
Greet {guest}.
`,
    },
  ],
  *system(context) {
    const { system, lookup } = context;
    if (system.slots.size === 0 || !lookup.committed) return;
    const changed = new Map<SourceFile, SourceFile>();
    for (const { file } of context.texts) {
      const before = lookup.committed(file.uri);
      if (before && before.text !== file.text) changed.set(file, before);
    }
    if (changed.size === 0 || !allTextsRead(system, lookup)) return;
    const isLost = lostSlots(context);
    for (const [file, before] of changed) {
      const gone = usesOf(before, context).filter((use) => isLost(slotOf(context, use)));
      const printed = new Set(gone.filter((use) => use.role === 'value').map((use) => use.name));
      const lost = gone.filter((use) => use.role === 'value' || !printed.has(use.name));
      if (lost.length > 0) yield* problemsOf(context, file, before, lost);
    }
  },
};

/** The declared slot that a tag stands for: `issue.title` when it is declared so, else `issue`. */
const slotOf = ({ system }: SystemContext, { path, name }: SlotUse): string => (system.slots.has(path) ? path : name);

/** The tags of an earlier version of a text, of every pass, in the order of the text. */
function usesOf(before: SourceFile, { system }: SystemContext): readonly SlotUse[] {
  return readText(before, system)
    .flatMap(({ tree }) => tree?.slots ?? [])
    .sort((a, b) => a.span.start - b.span.start);
}

/** Slots that are declared and stand nowhere in the system any more, not even in a tag that is broken. */
function lostSlots(context: SystemContext): (name: string) => boolean {
  const { system, texts } = context;
  const used = namesUsed(context);
  const roots = new Set([...used].map((name) => name.split('.', 1)[0]));
  // Begun and not ended, or written as text by mistake: that is said of the tag.
  const begun = new Set(texts.flatMap((text) => [...namesBegun(text)]));
  return (name) => system.slots.has(name) && !used.has(name) && !roots.has(name) && !begun.has(name);
}

function* problemsOf(
  context: SystemContext,
  file: SourceFile,
  before: SourceFile,
  lost: readonly SlotUse[],
): Iterable<Problem> {
  const texts = context.texts.filter((text) => text.file === file);
  const places = lostPlaces(before, file, lost).map((place) => ({ place, ...tagsAt(texts, place.instead) }));
  // Where a new tag stands the slot was renamed, and an unknown name is told of by itself.
  const found = places.filter(({ names }) => names.every((name) => context.system.slots.has(name)));
  const wanted = new Set(
    context.rendered.flatMap(({ selection }) => wantedSlots(context, selection).map((s) => s.name)),
  );
  const told = new Set<string>();
  for (const { place, names } of [...found].sort((a, b) => frozenFirst(a.place) - frozenFirst(b.place))) {
    const name = slotOf(context, place.use);
    const isFrozen = place.instead !== undefined && names.length === 0;
    // That a slot is missing is told once; that it was frozen, at every place.
    if (!isFrozen && (told.has(name) || wanted.has(name))) continue;
    told.add(name);
    yield problemOf(context, { file, before, place, isFrozen });
  }
}

const frozenFirst = (place: LostPlace): number => (place.instead ? 0 : 1);

/** Names of the tags that share a character with a stretch of a text. */
function tagsAt(texts: readonly TextContext[], span: Span | undefined): { readonly names: readonly string[] } {
  if (!span) return { names: [] };
  const uses = texts.flatMap(({ tree }) => tree?.slots ?? []);
  return { names: uses.filter((use) => overlaps(use.span, span)).map((use) => use.name) };
}

interface Lost {
  readonly file: SourceFile;
  readonly before: SourceFile;
  readonly place: LostPlace;
  readonly isFrozen: boolean;
}

function problemOf(context: SystemContext, { file, before, place, isFrozen }: Lost): Problem {
  const { use, span } = place;
  const { uri, text } = file;
  const name = slotOf(context, use);
  const slot = context.system.slots.get(name);
  const tag = before.text.slice(use.span.start, use.span.end);
  const lines = linesOf(before);
  const line = lines.lineAt(use.span.start);
  const written = before.text.slice(lines.start(line), lines.end(line)).trim();
  const says = isFrozen
    ? `${nameOf(uri)} had ${tag} here when it was committed, and ${shown(text.slice(span.start, span.end))} looks like a value that was left in its place`
    : `${nameOf(uri)} had ${tag} when it was committed, and no text of ${context.system.id} holds it any more, so the model never reads its value`;
  return {
    uri,
    span,
    slot: name,
    message: `${says}. Put ${tag} back, or take the slot out of the manifest.`,
    related: [
      { uri, span, message: `the committed version, line ${line + 1}: ${shortened(written)}` },
      ...(slot ? [{ ...slot.place, message: `the slot ${name} is declared here` }] : []),
    ],
    get fixes() {
      return asList(fixOf(context, file, place, tag));
    },
  };
}

function fixOf(context: SystemContext, { uri }: SourceFile, place: LostPlace, tag: string): Fix | undefined {
  const title = `Put ${tag} back`;
  // The tag of a condition alone would be half of it.
  if (place.use.role !== 'value') return undefined;
  if (place.restore) return { title, edits: [{ uri, ...place.restore }] };
  const slot = context.system.slots.get(slotOf(context, place.use));
  const selection = context.rendered[0]?.selection;
  const insertion = slot && selection ? insertionsIn(context, selection)(slot, tag) : undefined;
  return insertion && { title, edits: [insertion.edit] };
}

/** A value as a message shows it: its first words, and how many lines it has. */
function shown(value: string): string {
  const lines = value.trim().split(/\r\n|\r|\n/);
  return `"${shortened(lines[0] ?? '')}"${lines.length === 1 ? '' : ` (${lines.length} lines)`}`;
}

const LONGEST = 60;

const shortened = (line: string): string => (line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line);
