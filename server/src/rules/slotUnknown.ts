import { closest } from '../text/similar';
import type { SlotUse } from '../syntax/tree';
import { insertEntry } from './facts/manifestEdit';
import type { Fix, Rule, TextContext } from './rule';

export const rule: Rule = {
  code: 'slot.unknown',
  level: 'error',
  title: 'A slot that nobody declares',
  why: `The manifest lists the slots that the program fills, and this one is not among them. At run time it stays as it is written, becomes nothing, or stops the engine: which of these depends on the dialect, and none of them is what the author wants.`,
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
  ],
  *text(context) {
    const { system, tree, file } = context;
    if (!system || !tree || system.slots.size === 0) return;
    const known = [...system.slots.keys()];
    const declared = new Set(known.map(rootOf));
    for (const use of tree.slots) {
      if (system.slots.has(use.path) || declared.has(rootOf(use.name)) || system.markerSlots.has(use.name)) continue;
      const near = closest(use.name, known);
      const advice = near === undefined ? 'Declare it in the manifest, or correct the name.' : `Did you mean \`${near}\`?`;
      yield {
        uri: file.uri,
        span: use.span,
        slot: use.name,
        message: `\`${use.name}\` is not a slot of ${system.id}, so the program does not fill it. ${advice}`,
        fixes: fixesFor(context, use, near),
      };
    }
  },
};

/** `comments.author` says more about the slot `comments`. */
const rootOf = (name: string): string => /^[^.[]*/.exec(name)?.[0] ?? name;

function fixesFor({ system, dialect, file }: TextContext, use: SlotUse, near: string | undefined): Fix[] {
  const fixes: Fix[] = [];
  const edit = (span: SlotUse['span'], text: string): Fix['edits'] => [{ uri: file.uri, span, text }];
  if (near !== undefined && dialect?.holds(near)) fixes.push({ title: `Rename to ${near}`, edits: edit(use.nameSpan, near) });
  const declare = system && insertEntry(system.manifest, [...system.path, 'slots'], use.name, '{}');
  if (declare) fixes.push({ title: `Declare the slot ${use.name}`, edits: [declare] });
  const tag = file.text.slice(use.span.start, use.span.end);
  const literal = dialect?.escape(tag);
  if (literal !== undefined && literal !== tag) fixes.push({ title: `Write ${tag} as text`, edits: edit(use.span, literal) });
  return fixes;
}
