import { systemsOf } from '../model/resolve';
import type { Slot } from '../model/system';
import { textsOfSystem } from '../model/texts';
import { isGlob } from '../text/glob';
import { closest } from '../text/similar';
import { namesBegun } from './facts/foreign';
import { removeSlot, replaceScalar } from './facts/manifest/manifestEdit';
import { allTextsRead, namesIn, namesUsed, wantedSlots } from './facts/uses';
import type { Problem, Rule, SystemContext } from './rule';

export const rule: Rule = {
  code: 'slot.unused',
  level: 'hint',
  title: 'A declared slot that nothing uses',
  why: `The manifest declares the slot, but no text, part or breakpoint of the system holds it. Whatever the program puts in never reaches the model. Often the slot was renamed in the template, or the text was filled in before it was saved.`,
  howToFix: `Put the slot into the text where it belongs, or remove the declaration.`,
  examples: [
    {
      title: 'A slot left over from an earlier text',
      bad: `=== strata.yaml
version: 1
systems:
  grade:
    template: grade.prompt
    dialect: single-brace
    slots:
      answer: { required: true }
      # the text that the answer is compared with
      ⟦slot.unused⟧reference⟦/⟧: { sample: Oslo }
      scale: { type: line, default: 1 to 5 }
=== grade.prompt
Grade this answer from {scale}:
{answer}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  grade:
    template: grade.prompt
    dialect: single-brace
    slots:
      answer: { required: true }
      # the text that the answer is compared with
      scale: { type: line, default: 1 to 5 }
=== grade.prompt
Grade this answer from {scale}:
{answer}
`,
      good: `=== strata.yaml
version: 1
systems:
  grade:
    parts:
      - { file: grade.prompt }
      - { slot: reference, message: user }
    dialect: single-brace
    slots:
      answer: { parts: [{ slot: draft }] }
      draft: { sample: Bergen }
      reference: { sample: Oslo }
      tenant: { sample: a1 }
    cache:
      breakpoints: [{ slot: mark }]
      scope: { line: "[{tenant}]" }
=== grade.prompt
Grade this answer.
{mark}
{answer}
`,
    },
    {
      title: 'A key of the system that is indented like a slot',
      bad: `=== strata.yaml
version: 1
systems:
  grade:
    template: grade.prompt
    dialect: single-brace
    slots:
      answer: { required: true }
      ⟦slot.unused⟧budget⟦/⟧:
=== grade.prompt
Grade this answer:
{answer}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  grade:
    template: grade.prompt
    dialect: single-brace
    slots:
      answer: { required: true }
=== grade.prompt
Grade this answer:
{answer}
`,
      good: `=== strata.yaml
version: 1
systems:
  grade:
    template: grade.prompt
    dialect: single-brace
    slots:
      answer: { required: true }
      budget: { sample: 20 euros }
=== grade.prompt
Grade this answer, which may cost {budget}:
{answer}
`,
    },
  ],
  *system(context) {
    const { system, lookup, texts, rendered } = context;
    if (system.slots.size === 0 || !allTextsRead(system, lookup)) return;
    const used = namesUsed(context);
    const roots = new Set([...used].map(rootOf));
    // Begun, written as text by mistake, or missing where it is wanted: all is said elsewhere, with the right advice.
    const begun = new Set(texts.flatMap((text) => [...namesBegun(text)]));
    const wanted = new Set(
      rendered.flatMap(({ selection }) => wantedSlots(context, selection).map((slot) => slot.name)),
    );
    for (const slot of system.slots.values()) {
      if (used.has(slot.name) || begun.has(slot.name) || wanted.has(slot.name)) continue;
      if (slot.name.includes('.') && roots.has(rootOf(slot.name))) continue;
      if (isUsedBeside(context, slot.name)) continue;
      const mistyped = mistypedInLayer(context, slot, used);
      if (mistyped) {
        yield mistyped;
        continue;
      }
      const isMeant = OF_SYSTEMS.has(slot.name) && !Object.hasOwn(system.entry, slot.name);
      const remove = `remove it ${system.manifest.kind === 'provider' ? 'from what the prompt takes' : 'here'}`;
      const advice = isMeant
        ? `If it is the \`${slot.name}\` of the system, indent it like \`slots\`; otherwise put it into the text, or ${remove}.`
        : `Put it into the text, or ${remove}.`;
      yield {
        ...slot.place,
        slot: slot.name,
        ...(isMeant ? { level: 'warning' as const } : {}),
        tags: ['unnecessary'],
        message: `No text, part or breakpoint of ${system.id} uses the slot \`${slot.name}\`, so its value never reaches the model. ${advice}`,
        get fixes() {
          const edits = removeSlot(system, slot.name);
          return edits ? [{ title: `Remove the slot ${slot.name}`, edits }] : [];
        },
      };
    }
  },
};

/** A name in the list of a layer that is nearly that of a slot which no layer lists: without it that slot has no trust of its own. */
function mistypedInLayer({ system }: SystemContext, slot: Slot, used: ReadonlySet<string>): Problem | undefined {
  const { layer, name, place } = slot;
  if (!layer || Object.hasOwn(system.entry.slots ?? {}, name)) return undefined;
  const others = [...system.slots.values()].filter((other) => !other.layer && used.has(other.name));
  const names = others.map((other) => other.name);
  const several = name.split(/ +/);
  const isList = several.length > 1 && several.every((one) => names.includes(one));
  const meant = isList ? undefined : closest(name, names);
  if (!isList && meant === undefined) return undefined;
  const told = isList
    ? `\`${name}\` is one name in the layer ${layer.id}, and no slot is called so. Put a comma between its names.`
    : `No text, part or breakpoint of ${system.id} uses the slot \`${name}\` of the layer ${layer.id}. Did you mean \`${meant}\`, which stands in no layer?`;
  const fixes =
    meant === undefined
      ? []
      : [{ title: `Change to ${meant}`, edits: [replaceScalar(system.manifest, place.span, meant)] }];
  return { ...place, slot: name, level: 'warning', message: told, fixes };
}

/** Keys of a system that are easily written one step too deep, where they become slots. */
const OF_SYSTEMS: Pick<ReadonlySet<string>, 'has'> = new Set([
  'axes',
  'budget',
  'cache',
  'layers',
  'parts',
  'rules',
  'scenarios',
  'strip',
]);

/** A pattern makes one system of each file that matches, and all of them share the slots that are declared. */
function isUsedBeside({ system, lookup }: SystemContext, name: string): boolean {
  const { manifest, path } = system;
  const glob = lookup.glob?.bind(lookup);
  if (!glob || !isGlob(manifest.data.systems[String(path[1])]?.template ?? '')) return false;
  const all = systemsOf(manifest, (pattern) => glob(manifest.file.uri, pattern) ?? []);
  return all.some(
    (other) =>
      other !== system &&
      other.path[1] === path[1] &&
      textsOfSystem(other, lookup).some((text) => namesIn(text).has(name)),
  );
}

const rootOf = (name: string): string => /^[^.[]*/.exec(name)?.[0] ?? name;
