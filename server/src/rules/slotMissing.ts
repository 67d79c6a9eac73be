import type { Selection } from '../model/selection';
import type { PromptSystem, Slot } from '../model/system';
import { nameOf } from '../text/address';
import { closest } from '../text/similar';
import { namesBegun } from './facts/foreign';
import { type Insertion, insertionsIn } from './facts/insertion';
import { written } from './facts/trust';
import { allTextsRead, hostsOf, isGiven, namesInSelection, wantedSlots } from './facts/uses';
import type { Problem, Rule, SystemContext } from './rule';

export const rule: Rule = {
  code: 'slot.missing',
  level: 'warning',
  title: 'A slot that the text lacks',
  why: `The slot is required, or a scenario gives it a value, and no text or part of the prompt holds it. The program hands the value over, nothing fails, and the model never reads it.`,
  howToFix: `Put the slot into the text, at the place of its layer. When this text leaves it out on purpose, give it an empty value in the scenario, or take \`required\` away.`,
  examples: [
    {
      title: 'A text without the skills that the caller passes',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: addendum, trust: instructions, lifetime: profile, slots: [addendum] }
      - { id: skills, trust: instructions, lifetime: profile, slots: [skills] }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    scenarios:
      with-skills: { values: { addendum: Be brief., skills: "Refunds: ask for the order number.", page: "" } }
=== desk.prompt
You help at the front desk.
⟦slot.missing⟧{addendum}⟦/⟧
{page}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: addendum, trust: instructions, lifetime: profile, slots: [addendum] }
      - { id: skills, trust: instructions, lifetime: profile, slots: [skills] }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    scenarios:
      with-skills: { values: { addendum: Be brief., skills: "Refunds: ask for the order number.", page: "" } }
=== desk.prompt
You help at the front desk.
{addendum}
{skills}
{page}
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      addendum: { sample: Be brief. }
      skills: { sample: "Refunds: ask for the order number." }
      notes: { when: { kind: long } }
    axes: { kind: [short, long] }
    cache: { breakpoints: [{ slot: mark }] }
    scenarios:
      without-skills: { values: { skills: "", notes: never sent } }
=== desk.prompt
You help at the front desk.
{addendum}
`,
    },
    {
      title: 'A part of a slot that the text lacks',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      house: { parts: [{ text: "House rules:" }, { slot: rules }], join: "\\n" }
      rules: { required: true, sample: No smoking. }
=== desk.prompt
⟦slot.missing⟧You help at the front desk.⟦/⟧
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      house: { parts: [{ text: "House rules:" }, { slot: rules }], join: "\\n" }
      rules: { required: true, sample: No smoking. }
=== desk.prompt
You help at the front desk.
{house}
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      intro: { expand: true, default: "We are {house}" }
      house: { parts: [{ slot: rules }] }
      rules: { required: true, sample: No smoking. }
=== desk.prompt
{intro}
`,
    },
  ],
  *system(context) {
    const { system, lookup, texts, rendered } = context;
    if (!allTextsRead(system, lookup)) return;
    const done = new Set<string>();
    const found: Missing[] = [];
    const begun = new Set(texts.flatMap((text) => [...namesBegun(text)]));
    for (const { selection } of rendered) {
      const wanted = wantedSlots(context, selection);
      if (wanted.length === 0) continue;
      const names = namesInSelection(context, selection);
      const roots = new Set([...names].map((name) => name.split('.', 1)[0]));
      const misspelt = meantBy(system, names);
      const insertionFor = insertionsIn(context, selection);
      for (const slot of wanted) {
        const isThere = (name: string): boolean => [names, roots, misspelt, begun].some((found) => found.has(name));
        if (isThere(slot.name)) continue;
        // A slot that is only a part of others is there as soon as one of them is.
        const hosts = hostsOf(system, slot.name, selection);
        if (hosts.some((host) => isThere(host.name) || wanted.includes(host))) continue;
        const shown = hosts[0] ?? slot;
        const insertion = insertionFor(shown, written(system, shown.name));
        const key = `${slot.name} ${insertion?.text.file.uri ?? ''}`;
        if (done.has(key)) continue;
        done.add(key);
        found.push({ slot, shown, problem: problemOf(context, slot, hosts[0], selection, insertion) });
      }
    }
    const before = byPlace(system);
    for (const { problem } of found.sort(before)) yield problem;
  },
};

interface Missing {
  readonly slot: Slot;
  /** What is to be put in: the slot, or the one of whose value it is a part. */
  readonly shown: Slot;
  readonly problem: Problem;
}

/** In the order in which they would stand in the prompt: by layer, as the layers list them; then as they are declared. */
function byPlace(system: PromptSystem): (a: Missing, b: Missing) => number {
  const declared = new Map([...system.slots.keys()].map((name, i) => [name, i]));
  const rank = ({ slot, shown }: Missing): readonly number[] => {
    const listed = shown.layer?.slots.indexOf(shown.name) ?? -1;
    return [
      shown.layer?.index ?? system.layers.length,
      listed < 0 ? system.slots.size : listed,
      declared.get(shown.name) ?? 0,
      declared.get(slot.name) ?? 0,
    ];
  };
  return (a, b) => {
    const [left, right] = [rank(a), rank(b)];
    const at = left.findIndex((one, i) => one !== right[i]);
    return at < 0 ? 0 : (left[at] as number) - (right[at] as number);
  };
}

/** Guessing takes a while for each name; behind this many nobody reads on. */
const MOST_GUESSES = 50;

/** Slots that stand in the text under a name that is nearly theirs: correcting it is the one thing to do about both. */
function meantBy(system: PromptSystem, names: ReadonlySet<string>): ReadonlySet<string> {
  const absent = [...system.slots.keys()].filter((name) => !names.has(name));
  const strange = [...names].filter((name) => !system.slots.has(name) && !system.markerSlots.has(name));
  return new Set(strange.slice(0, MOST_GUESSES).flatMap((name) => closest(name, absent) ?? []));
}

function problemOf(
  context: SystemContext,
  slot: Slot,
  host: Slot | undefined,
  selection: Selection,
  insertion: Insertion | undefined,
): Problem {
  const { system } = context;
  const tag = written(system, slot.name);
  const outer = written(system, (host ?? slot).name);
  const lacks = host ? `does not hold ${outer}, of which it is a part` : 'does not hold it';
  const where = insertion ? nameOf(insertion.text.file.uri) : system.id;
  const given = isGiven(system, context.lookup, slot.name, selection);
  const label = selection.label === '' ? '' : ` (${selection.label})`;
  const reason = given ? `Scenario "${selection.scenario}" gives ${tag} a value` : `${tag} is required`;
  const path = given ? ['scenarios', selection.scenario as string, 'values', slot.name] : undefined;
  const value = path && system.manifest.place([...system.path, ...path])?.key;
  return {
    uri: insertion?.text.file.uri ?? slot.place.uri,
    span: insertion?.anchor ?? slot.place.span,
    slot: slot.name,
    message: `${reason}, but ${where} ${lacks}${given ? '' : label}, so the model never reads its value. Put ${outer} in at the place of its layer.`,
    related: [
      { ...slot.place, message: `the slot ${slot.name} is declared here` },
      ...(value ? [{ uri: system.manifest.file.uri, span: value, message: 'its value is given here' }] : []),
    ],
    ...(insertion ? { fixes: [{ title: `Insert ${outer}`, edits: [insertion.edit] }] } : {}),
  };
}
