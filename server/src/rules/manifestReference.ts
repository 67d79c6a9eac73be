import type { PromptSystem } from '../model/system';
import { idleChoices } from './facts/axisUses';
import { contradictionsIn } from './facts/contradictions';
import { DeclaredNames } from './facts/declaredNames';
import { fieldsOfItems } from './facts/lackingFields';
import { problem, spanAt } from './facts/manifest/manifestAdvice';
import { type Mention, mentionsIn, mentionsInRules } from './facts/mentions';
import { mistypedModels } from './facts/mistypedModels';
import { shapesOfWalked } from './facts/shapesOfWalked';
import type { Problem, Rule } from './rule';

export const rule: Rule = {
  code: 'manifest.reference',
  level: 'error',
  title: 'A name that nothing has',
  why: `A manifest holds together by names: a part names a layer, a condition names an axis and its value, a breakpoint names the layer that it stands behind. When a name is mistyped, or one of two places was renamed, the entry does nothing, and nothing else would say so: the part is never sent, the limit never holds. The same goes for a name that two entries claim at once.`,
  howToFix: `Take the name that was meant, or declare what is missing. Where two entries claim one name, change one of them.`,
  examples: [
    {
      title: 'A layer and a value that do not exist',
      bad: `=== strata.yaml
version: 1
systems:
  agent:
    dialect: double-brace
    axes:
      kind: [main, subagent]
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      - { id: memory, trust: data, lifetime: user, slots: [MEMORY] }
    parts:
      - { file: main.md, layer: ⟦manifest.reference⟧polcy⟦/⟧, when: { kind: main } }
      - { file: sub.md, layer: policy, when: { kind: ⟦manifest.reference⟧subagnet⟦/⟧ } }
      - { slot: MEMORY, unlessEmpty: MEMORY, when: { ⟦manifest.reference⟧knd⟦/⟧: main } }
=== main.md
You plan the work.
=== sub.md
You do one piece of it.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  agent:
    dialect: double-brace
    axes:
      kind: [main, subagent]
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      - { id: memory, trust: data, lifetime: user, slots: [MEMORY] }
    parts:
      - { file: main.md, layer: policy, when: { kind: main } }
      - { file: sub.md, layer: policy, when: { kind: subagent } }
      - { slot: MEMORY, unlessEmpty: MEMORY, when: { kind: main } }
=== main.md
You plan the work.
=== sub.md
You do one piece of it.
`,
      good: `=== strata.yaml
version: 1
systems:
  agent:
    dialect: double-brace
    parts:
      - { file: main.md }
      - { slot: HISTORY, unlessEmpty: HISTORY }
    cache: { breakpoints: [{ slot: MARK }] }
=== main.md
You plan the work.
`,
    },
    {
      title: 'Two layers that claim the same slot',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      - { id: context, trust: data, lifetime: call, slots: [page, notes] }
      - { id: memory, trust: data, lifetime: user, slots: [⟦manifest.reference⟧notes⟦/⟧] }
=== chat.prompt
Answer in two sentences.

What is open (data): {page}
What is known (data): {notes}
`,
      good: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      - { id: context, trust: data, lifetime: call, slots: [page] }
      - { id: memory, trust: data, lifetime: user, slots: [notes] }
=== chat.prompt
Answer in two sentences.

What is open (data): {page}
What is known (data): {notes}
`,
    },
    {
      title: 'A field that no item of the list has',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    model: ⟦manifest.reference⟧gtp-4o⟦/⟧
    slots:
      tools:
        type: list
        item: "- {⟦manifest.reference⟧title⟦/⟧}: {text}"
        sample: [{ name: search, text: Looks up a page. }, { name: mail, text: Sends a letter. }]
=== desk.prompt
You may use:
{tools}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    model: gpt-4o
    slots:
      tools:
        type: list
        item: "- {title}: {text}"
        sample: [{ name: search, text: Looks up a page. }, { name: mail, text: Sends a letter. }]
=== desk.prompt
You may use:
{tools}
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    model: house-model-7
    slots:
      tools:
        type: list
        item: "- {name}: {text}"
        sample: [{ name: search, text: "" }, { name: mail, text: Sends a letter. }]
=== desk.prompt
You may use:
{tools}
`,
    },
    {
      title: 'An item without a field that the text of its items names',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      tools:
        type: list
        item: "- {name}: {⟦manifest.reference⟧text⟦/⟧}"
        sample: [{ name: search, text: Looks up a page. }]
    scenarios:
      usual: {}
      bare: { values: { tools: [{ name: search }, { name: mail }] } }
=== desk.prompt
You may use:
{tools}
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    slots:
      tools:
        type: list
        item: "- {name}: {text}"
        sample: [{ name: search, text: Looks up a page. }]
    scenarios:
      usual: {}
      bare: { values: { tools: [{ name: search, text: "" }, { name: mail, text: null }] } }
=== desk.prompt
You may use:
{tools}
`,
    },
    {
      title: 'An axis, and a value, that nothing asks about',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    dialect: single-brace
    axes:
      kind: [main, night, ⟦manifest.reference⟧visitor⟦/⟧]
      ⟦manifest.reference⟧tone⟦/⟧: [warm, dry]
    parts:
      - { file: desk.prompt }
      - { text: The desk is closed., when: { kind: night } }
=== desk.prompt
You help at the front desk.
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    dialect: single-brace
    axes:
      kind: [main, night, visitor]
      tone: { values: [warm, dry], default: { by: kind, map: { main: warm, night: dry, visitor: warm } } }
    parts:
      - { file: desk.prompt }
      - { text: The desk is closed., when: { kind: night } }
      - { text: Be friendly., when: { tone: warm } }
    scenarios:
      guest: { select: { kind: visitor } }
=== desk.prompt
You help at the front desk.
`,
    },
  ],
  *system(context) {
    const { system } = context;
    const names = new DeclaredNames(system.entry);
    let count = 0;
    for (const mention of mentionsIn(system.entry)) {
      for (const found of unknown(system, mention, names, count < MOST_GUESSES)) {
        count++;
        yield found;
      }
    }
    yield* inRulesOfManifest(system);
    yield* contradictions(system);
    yield* idleChoices(system);
    yield* mistypedModels(system);
    yield* fieldsOfItems(context);
    yield* shapesOfWalked(context);
  },
};

/** Guessing what was meant takes a while for each name; behind this many nobody reads on. */
const MOST_GUESSES = 50;

/** A name that nothing declares. Slots are asked only of a system that declares some. */
function* unknown(system: PromptSystem, mention: Mention, names: DeclaredNames, guess: boolean): Generator<Problem> {
  const of = names.declared(mention);
  if (of.size === 0 && (mention.kind === 'slot' || mention.kind === 'value')) return;
  if (of.has(mention.name)) return;
  const what = { layer: 'a layer', slot: 'a slot', axis: 'an axis', value: `a value of the axis \`${mention.axis}\`` };
  const message = `\`${mention.name}\` is not ${what[mention.kind]} of ${system.id}.`;
  const path = [...system.path, ...mention.path];
  yield* problem(system, path, mention.part, message, guess ? { name: mention.name, of: [...of] } : undefined);
}

/** `rules` of the whole manifest may name what any of its systems has; they are judged once, with the first system. */
function* inRulesOfManifest(system: PromptSystem): Generator<Problem> {
  const { rules, systems } = system.manifest.data;
  if (Object.keys(systems)[0] !== system.path[1] || rules === undefined) return;
  const all = Object.values(systems).map((entry) => new DeclaredNames(entry));
  for (const mention of mentionsInRules(rules)) {
    const known = all.map((names) => names.declared(mention));
    if (known.some((names) => names.has(mention.name) || (mention.kind === 'slot' && names.size === 0))) continue;
    const message = `\`${mention.name}\` is not a ${mention.kind} of any system of this manifest.`;
    const of = known.flatMap((names) => [...names]);
    yield* problem(system, mention.path, mention.part, message, { name: mention.name, of });
  }
}

function* contradictions(system: PromptSystem): Generator<Problem> {
  for (const { path, part, message, related, layer, slot, instead } of contradictionsIn(system.entry)) {
    const place = related && spanAt(system, [...system.path, ...related.path], 'value');
    for (const found of problem(system, [...system.path, ...path], part, message, instead)) {
      yield {
        ...found,
        ...(layer === undefined ? {} : { layer }),
        ...(slot === undefined ? {} : { slot }),
        ...(place && related ? { related: [{ uri: found.uri, span: place, message: related.message }] } : {}),
      };
    }
  }
}
