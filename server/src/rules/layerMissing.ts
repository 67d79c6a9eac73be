import { lineBeginsWith } from '../model/regions';
import type { Layer, PromptSystem } from '../model/system';
import { fenceAt, fencesOf } from '../syntax/fences';
import { Kept } from '../text/kept';
import { closest } from '../text/similar';
import type { SourceFile } from '../text/source';
import { replaceScalar } from './facts/manifest/manifestEdit';
import { nextLineOf } from './facts/sourceLines';
import { allTextsRead } from './facts/uses';
import type { Rule, SystemContext } from './rule';

export const rule: Rule = {
  code: 'layer.missing',
  level: 'warning',
  title: 'A layer that begins nowhere',
  why: `A layer's region begins with a line that begins with \`starts\`. No text of the system has such a line, so the layer is empty, and its text counts as that of the layer before: with that one's trust, lifetime and budget.`,
  howToFix: `Write \`starts\` as the line stands in the text, in the same case. Lines in code fences begin nothing. YAML needs quotes round a text that begins with \`#\`, \`*\` or \`[\`.`,
  examples: [
    {
      title: 'A heading that was renamed in the text',
      bad: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: rules, trust: instructions, lifetime: static, starts: ⟦layer.missing⟧"## Rule"⟦/⟧ }
      - { id: world, trust: facts, lifetime: thread, starts: ["## World", "=== WORLD"] }
=== quest.prompt
You keep the quests of a small town.

## Rules
Never end a quest for the player.

## World
It is winter.

=== WORLD ===
`,
      fixed: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: rules, trust: instructions, lifetime: static, starts: "## Rules" }
      - { id: world, trust: facts, lifetime: thread, starts: ["## World", "=== WORLD"] }
=== quest.prompt
You keep the quests of a small town.

## Rules
Never end a quest for the player.

## World
It is winter.

=== WORLD ===
`,
      good: `=== strata.yaml
version: 1
systems:
  quest:
    parts: [{ file: quest.prompt }, { text: "## World\\nIt is winter." }]
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: notes, trust: data, lifetime: thread, starts: "<notes>" }
      - { id: world, trust: facts, lifetime: thread, starts: "## World" }
=== quest.prompt
You keep the quests of a small town.
  <notes kind="player">
  Likes maps.
  </notes>
`,
    },
  ],
  *system(context) {
    const { system, lookup } = context;
    if (system.layers.every((layer) => layer.starts.length === 0) || !allTextsRead(system, lookup)) return;
    let lines: readonly Lines[] | undefined;
    let guesses = 0;
    for (const layer of system.layers) {
      for (const [i, start] of layer.starts.entries()) {
        if (isSeenIn(context, start.trimStart())) continue;
        lines ??= linesOf(context);
        if (standsIn(lines, start.trimStart())) continue;
        const place = placeOf(system, layer, i);
        if (!place) continue;
        const near = ++guesses > MOST_GUESSES ? undefined : nearest(start, lines);
        yield {
          uri: system.manifest.file.uri,
          span: place,
          layer: layer.id,
          message: `No line of ${system.id} begins with \`${start}\`, so the layer ${layer.id} has no region there. ${near === undefined ? 'Write it as the line stands in the text.' : `Did you mean \`${near}\`?`}`,
          ...(near === undefined
            ? {}
            : { fixes: [{ title: `Write ${near}`, edits: [replaceScalar(system.manifest, place, near)] }] }),
        };
      }
    }
  },
};

/** Lines by their first character: a start is compared only with those that it could begin. */
type Lines = ReadonlyMap<string, readonly string[]>;

/** Guessing takes a while for each start; behind this many nobody reads on. */
const MOST_GUESSES = 50;

function placeOf(system: PromptSystem, layer: Layer, index: number) {
  const path = [...system.path, 'layers', layer.index, 'starts'];
  const isList = Array.isArray(layer.entry?.starts);
  return system.manifest.place(isList ? [...path, index] : path)?.value;
}

/** Lines outside of code fences, of every text of the system. */
function linesOf({ system, texts }: SystemContext): readonly Lines[] {
  const files = new Map(texts.map((text) => [text.file, text.bodyStart]));
  const all = [...files].map(([file, bodyStart]) => {
    let lines = known.get(file);
    if (!lines) {
      lines = readLines(file.text, bodyStart);
      known.set(file, lines);
    }
    return lines;
  });
  for (const part of system.entry.parts ?? []) if (part.text !== undefined) all.push(readLines(part.text, 0));
  return all;
}

const known = new Kept<SourceFile, Lines>();

function readLines(text: string, from: number): Lines {
  const lines = new Map<string, string[]>();
  const fences = fencesOf(text);
  for (let at = from, fence = 0; at < text.length; ) {
    const next = nextLineOf(text, at);
    while (fence < fences.length && (fences[fence]?.span.end ?? 0) <= at) fence++;
    const line = text.slice(at, next).trim();
    if (line !== '' && (fences[fence]?.span.start ?? text.length) > at) {
      const same = lines.get(line[0] as string);
      if (same) same.push(line);
      else lines.set(line[0] as string, [line]);
    }
    at = next;
  }
  return lines;
}

const standsIn = (all: readonly Lines[], start: string): boolean =>
  all.some((lines) => lines.get(start[0] ?? '')?.some((line) => begins(line, start)) ?? false);

/** `<notes>` also begins at `<notes kind="x">`. */
function begins(line: string, start: string): boolean {
  const tag = tagOf(start);
  if (tag === undefined) return lineBeginsWith(line, start);
  return line.startsWith(`<${tag}`) && !/[\w:.-]/.test(line[tag.length + 1] ?? '>');
}

const tagOf = (start: string): string | undefined => /^<([A-Za-z][\w:.-]*)>?$/.exec(start)?.[1];

/** Places that are looked at before all lines are read. */
const MOST_PLACES = 20;

/** Whether a start is seen at once, as nearly every one is: then the lines of the texts need not be read. */
function isSeenIn({ texts }: SystemContext, start: string): boolean {
  const tag = tagOf(start);
  const needle = tag === undefined ? start.trimEnd() : `<${tag}`;
  if (needle === '') return false;
  return texts.some(({ file: { text }, bodyStart }) => {
    let at = text.indexOf(needle, bodyStart);
    for (let left = MOST_PLACES; at >= 0 && left > 0; left--) {
      const from = Math.max(bodyStart, text.lastIndexOf('\n', at - 1) + 1);
      const line = text.slice(from, nextLineOf(text, at)).trim();
      if (line.startsWith(needle) && begins(line, start) && !isInFence(text, at)) return true;
      at = text.indexOf(needle, at + needle.length);
    }
    return false;
  });
}

const isInFence = (text: string, offset: number): boolean =>
  (text.includes('```') || text.includes('~~~')) && fenceAt(fencesOf(text), offset) >= 0;

const LONGEST_START = 60;
const MOST_CANDIDATES = 500;

/** A line of the same kind that looks like the one asked for, in whatever case. */
function nearest(start: string, all: readonly Lines[]): string | undefined {
  const wanted = kindOf(start);
  const first = start[0] ?? '';
  const lines = all.flatMap((one) =>
    [...new Set([first.toLowerCase(), first.toUpperCase()])].flatMap((c) => one.get(c) ?? []),
  );
  const candidates = lines.filter(
    (line) => line.length <= LONGEST_START && kindOf(line) === wanted && !/[{}]/.test(line),
  );
  return closest(start, candidates.slice(0, MOST_CANDIDATES));
}

/** The character that makes a line a heading, a tag or a banner; nothing for words. */
const kindOf = (line: string): string => /^(?:#{1,6}(?=\s)|<|([=*~_-])\1{2})/.exec(line)?.[0]?.[0] ?? '';
