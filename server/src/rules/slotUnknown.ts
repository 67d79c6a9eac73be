import { SLOT_NAME } from '../model/nameSpelling';
import type { PromptSystem, Slot } from '../model/system';
import type { SlotUse } from '../syntax/tree';
import { closest } from '../text/similar';
import { Spans } from '../text/spans';
import { namesInForeign } from './facts/foreign';
import { includedScopes } from './facts/includedScopes';
import { insertEntry } from './facts/manifest/manifestEdit';
import { namesInSamples, type Place, sampleTest } from './facts/sampleNames';
import { seenWith } from './facts/seenWith';
import { allTextsRead, namesUsed } from './facts/uses';
import type { Fix, Problem, Rule, SystemContext, TextContext } from './rule';

/** With more unknown names than this the declarations are wrong as a whole, and guessing at each would take long. */
const MOST_GUESSES = 50;

export const rule: Rule = {
  code: 'slot.unknown',
  level: 'error',
  title: 'A slot that nobody declares',
  why: `The manifest lists the slots that the program fills, and this one is not among them. At run time it stays as it is written, becomes nothing, or stops the engine: which of these depends on the dialect, and none of them is what the author wants. Names in code samples may be no slots at all: where the dialect leaves them as they are written, one hint asks for all of a file.`,
  howToFix: `Correct the name when it is mistyped. When the program does fill the slot, declare it under \`slots\` or list it in a layer. When the braces are meant as text, write them as the dialect writes literal braces.`,
  examples: [
    {
      title: 'A mistyped name',
      bad: `=== strata.yaml
version: 1
systems:
  answer:
    template: answer.prompt
    dialect: single-brace
    slots:
      question: { required: true }
      context: { sample: Opening hours are 9 to 5. }
=== answer.prompt
Answer ⟦slot.unknown⟧{quesiton}⟦/⟧ from this text:
{context}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  answer:
    template: answer.prompt
    dialect: single-brace
    slots:
      question: { required: true }
      context: { sample: Opening hours are 9 to 5. }
=== answer.prompt
Answer {question} from this text:
{context}
`,
      good: `=== strata.yaml
version: 1
systems:
  answer:
    template: answer.prompt
    dialect: single-brace
=== answer.prompt
Answer {quesiton} from this text:
{context}
`,
    },
    {
      title: 'One name that nobody declares, one slot that nobody uses',
      bad: `=== strata.yaml
version: 1
systems:
  grade:
    template: grade.prompt
    dialect: py-format
    slots:
      truth: { sample: Oslo }
      answer: { sample: Bergen }
=== grade.prompt
Compare {answer} with ⟦slot.unknown⟧{statement}⟦/⟧, and say where ⟦slot.unknown⟧{statement}⟦/⟧ was missed.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  grade:
    template: grade.prompt
    dialect: py-format
    slots:
      truth: { sample: Oslo }
      answer: { sample: Bergen }
=== grade.prompt
Compare {answer} with {truth}, and say where {truth} was missed.
`,
    },
    {
      title: 'A slot that the manifest does not know yet',
      bad: `=== strata.yaml
version: 1
systems:
  answer:
    template: answer.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }   # what the person looks at
    cache:
      breakpoints: [{ slot: mark }]
=== answer.prompt
Answer in ⟦slot.unknown⟧{{language}}⟦/⟧.
{{mark}}
{{page}}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  answer:
    template: answer.prompt
    dialect: double-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }   # what the person looks at
    slots:
      language: {}
    cache:
      breakpoints: [{ slot: mark }]
=== answer.prompt
Answer in {{language}}.
{{mark}}
{{page}}
`,
    },
    {
      title: 'Names in a code sample: one question',
      bad: `=== strata.yaml
version: 1
systems:
  skill: { template: skill.prompt, dialect: single-brace, slots: { task: { sample: sort } } }
=== skill.prompt
Write a function for {task}:
~~~python
print(f"⟦slot.unknown⟧{name}⟦/⟧ has {count}")
~~~
`,
      fixed: `=== strata.yaml
version: 1
systems:
  skill: { template: skill.prompt, dialect: single-brace, slots: { task: { sample: sort }, name: {} } }
=== skill.prompt
Write a function for {task}:
~~~python
print(f"{name} has {count}")
~~~
`,
    },
  ],
  *system(context) {
    const { system, texts } = context;
    if (system.slots.size === 0) return;
    const known = [...system.slots.keys()];
    const roots = new Set(known.map(rootOf));
    const unknown = new Map<string, Place[]>();
    const scopes = includedScopes(context);
    for (const text of texts) {
      if (scopes.texts.has(text.file.uri)) continue;
      const foreign = namesInForeign(text);
      const broken = usesInBroken(text);
      for (const use of text.tree?.slots ?? []) {
        if (foreign.has(use.name) || broken.has(use) || scopes.names.has(use.name)) continue;
        if (system.slots.has(use.path) || roots.has(rootOf(use.name)) || system.markerSlots.has(use.name)) continue;
        if (asksForHead(text, use) || system.options.functions?.includes(use.name)) continue;
        // A section of a list or a map may bring names of its own.
        if (use.within?.some((name) => bringsNames(system.slots.get(rootOf(name))))) continue;
        const places = unknown.get(use.name);
        if (places) places.push({ text, use });
        else unknown.set(use.name, [{ text, use }]);
      }
    }
    const raws = rawTexts(context);
    const isInSample = sampleTest();
    const inSamples: Place[] = [];
    for (const [name, places] of unknown) {
      const near =
        unknown.size > MOST_GUESSES
          ? undefined
          : (closest(name, known) ?? (unknown.size === 1 ? onlyUnused(context) : undefined));
      if (near === undefined && places.every(isInSample)) {
        inSamples.push(...places);
        continue;
      }
      const declared = declarationOf(system, near);
      let renaming: Fix | undefined;
      // One for all places, made when it is asked for: a long text may have very many.
      const rename = (to: string): Fix => (renaming ??= renameOf(places, to));
      for (const place of places) {
        const advice = near === undefined ? whatToDo(system, name) : `Did you mean \`${near}\`?`;
        yield {
          uri: place.text.file.uri,
          span: place.use.span,
          slot: name,
          message: `\`${name}\` is not a slot of ${system.id}, so the program does not fill it. ${raws.get(place.text.file.uri)?.overlap(place.use.span) ? RAW : ''}${advice}${seenWith(context, place.text.file.uri, place.use.span)}`,
          ...(declared ? { related: [declared] } : {}),
          get fixes() {
            return fixesFor(context, place, near, rename);
          },
        };
      }
    }
    yield* namesInSamples(context, inSamples);
  },
};

/** Where a block keeps a tag from the first pass, and so from that alone. */
const RAW = 'The raw block keeps it from one pass only, and a later one reads it. ';

/** What the raw blocks of the first pass print, by file: they are none to the next pass, which reads it. */
function rawTexts({ system, texts }: SystemContext): ReadonlyMap<string, Spans> {
  if (system.dialects.length < 2) return new Map();
  // The first pass of a file comes before the others, and the last entry of a key stays.
  return new Map(
    texts.toReversed().map(({ file, tree }) => {
      const inner = tree?.stretches.flatMap((stretch) => stretch.inner ?? []) ?? [];
      return [file.uri, new Spans(inner)];
    }),
  );
}

function whatToDo({ manifest }: PromptSystem, name: string): string {
  if (!SLOT_NAME.test(name)) return 'No slot can be declared under this name, so give it another one.';
  return `Declare it ${manifest.kind === 'provider' ? 'among the inputs' : 'in the manifest'}, or correct the name.`;
}

/** Whether the value of a slot may be a map, or a list of maps, whose fields are names inside of its section. */
function bringsNames(slot: Slot | undefined): boolean {
  return slot !== undefined && (slot.type === undefined || slot.type === 'list' || slot.type === 'json');
}

/** `{{@root.tools}}` in a file with a head of its own: a key of that head, which is no slot but no slip either. */
function asksForHead({ file, bodyStart }: TextContext, { name, nameSpan }: SlotUse): boolean {
  if (bodyStart === 0 || !file.text.endsWith('@root.', nameSpan.start)) return false;
  return file.text
    .slice(0, bodyStart)
    .split(/\r?\n/)
    .some((line) => line.startsWith(`${name}:`));
}

/** Names in a tag that is never closed and runs on: what is read into it is nobody's slot. */
function usesInBroken({ tree }: TextContext): ReadonlySet<SlotUse> {
  const ends = new Map(
    tree?.faults.flatMap(({ kind, span }) => (kind === 'unclosed' ? [[span.start, span.end] as const] : [])),
  );
  return new Set(
    ends.size === 0 ? [] : tree?.slots.filter(({ span }) => (ends.get(span.start) ?? span.end) < span.end),
  );
}

/** Where the slot that was meant is declared, or where all are. */
function declarationOf(system: PromptSystem, near: string | undefined): Related | undefined {
  const meant = near === undefined ? undefined : system.slots.get(near);
  if (meant) return { ...meant.place, message: `\`${meant.name}\` is declared here` };
  const { manifest, path } = system;
  const key = manifest.place([...path, 'slots'])?.key ?? manifest.place([...path, 'layers'])?.key;
  return key && { uri: manifest.file.uri, span: key, message: `the slots of ${system.id} are declared here` };
}

type Related = NonNullable<Problem['related']>[number];

/** `comments.author` says more about the slot `comments`. */
const rootOf = (name: string): string => /^[^.[]*/.exec(name)?.[0] ?? name;

/** One name that nobody declares and one slot that nobody uses are the same slot. */
function onlyUnused(context: SystemContext): string | undefined {
  const { system, lookup } = context;
  if (!allTextsRead(system, lookup)) return undefined;
  const used = namesUsed(context);
  const unused = [...system.slots.keys()].filter((name) => !used.has(name) && !name.includes('.'));
  return unused.length === 1 ? unused[0] : undefined;
}

function renameOf(all: readonly Place[], to: string): Fix {
  const edits = all.map((place) => ({ uri: place.text.file.uri, span: place.use.nameSpan, text: to }));
  return { title: all.length === 1 ? `Rename to ${to}` : `Rename to ${to} in all ${all.length} places`, edits };
}

function fixesFor(
  { system }: SystemContext,
  { text, use }: Place,
  near: string | undefined,
  rename: (to: string) => Fix,
): Fix[] {
  const { dialect, file } = text;
  const fixes: Fix[] = [];
  if (near !== undefined && dialect?.holds(near)) fixes.push(rename(near));
  const declare = SLOT_NAME.test(use.name) && insertEntry(system.manifest, [...system.path, 'slots'], use.name, '{}');
  if (declare) fixes.push({ title: `Declare the slot ${use.name}`, edits: [declare] });
  const tag = file.text.slice(use.span.start, use.span.end);
  const literal = dialect?.escape(tag);
  if (use.role === 'value' && literal !== undefined && literal !== tag)
    fixes.push({ title: `Write ${tag} as text`, edits: [{ uri: file.uri, span: use.span, text: literal }] });
  return fixes;
}
