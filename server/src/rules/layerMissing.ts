import { lineBeginsWith } from '../model/regions';
import type { Layer, PromptSystem } from '../model/system';
import { fencesOf } from '../syntax/fences';
import { closest } from '../text/similar';
import { replaceScalar } from './facts/manifestEdit';
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
    const lines = linesOf(context);
    for (const layer of system.layers) {
      for (const [i, start] of layer.starts.entries()) {
        if (lines.some((line) => begins(line, start.trimStart()))) continue;
        const place = placeOf(system, layer, i);
        if (!place) continue;
        const near = nearest(start, lines);
        yield {
          uri: system.manifest.file.uri,
          span: place,
          layer: layer.id,
          message: `No line of ${system.id} begins with \`${start}\`, so the layer ${layer.id} has no region there. ${near === undefined ? 'Write it as the line stands in the text.' : `Did you mean \`${near}\`?`}`,
          ...(near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [replaceScalar(system.manifest, place, near)] }] }),
        };
      }
    }
  },
};

function placeOf(system: PromptSystem, layer: Layer, index: number) {
  const path = [...system.path, 'layers', layer.index, 'starts'];
  const isList = Array.isArray(layer.entry?.starts);
  return system.manifest.place(isList ? [...path, index] : path)?.value;
}

/** Every line outside of code fences of every text of the system, without the white space round it. */
function linesOf({ system, texts }: SystemContext): readonly string[] {
  const lines: string[] = [];
  const seen = new Set<string>();
  const add = (text: string, from: number): void => {
    const fences = fencesOf(text);
    for (let at = from, fence = 0; at < text.length; ) {
      const newline = text.indexOf('\n', at);
      const next = newline < 0 ? text.length : newline + 1;
      while (fence < fences.length && (fences[fence]?.span.end ?? 0) <= at) fence++;
      const line = text.slice(at, next).trim();
      if (line !== '' && (fences[fence]?.span.start ?? text.length) > at) lines.push(line);
      at = next;
    }
  };
  for (const { file, bodyStart } of texts) {
    if (seen.has(file.uri)) continue;
    seen.add(file.uri);
    add(file.text, bodyStart);
  }
  for (const part of system.entry.parts ?? []) if (part.text !== undefined) add(part.text, 0);
  return lines;
}

/** `<notes>` also begins at `<notes kind="x">`. */
function begins(line: string, start: string): boolean {
  if (line[0] !== start[0]) return false;
  const tag = /^<([A-Za-z][\w:.-]*)>?$/.exec(start)?.[1];
  if (tag === undefined) return lineBeginsWith(line, start);
  return line.startsWith(`<${tag}`) && !/[\w:.-]/.test(line[tag.length + 1] ?? '>');
}

const LONGEST_START = 60;
const MOST_CANDIDATES = 500;

/** A line of the same kind that looks like the one asked for. */
function nearest(start: string, lines: readonly string[]): string | undefined {
  const kind = (text: string): string => /^(?:#{1,6}(?=\s)|<|([=*~_-])\1{2})/.exec(text)?.[0]?.[0] ?? '';
  const wanted = kind(start);
  const candidates = lines.filter((line) => line.length <= LONGEST_START && kind(line) === wanted && !/[{}]/.test(line)).slice(0, MOST_CANDIDATES);
  return closest(start, candidates);
}
