import { foreignIn, spansOf } from './facts/foreign';
import { type HalfTag, halfTags } from './facts/halfTags';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'syntax.literal-slot',
  level: 'warning',
  title: 'A declared slot that is written as text',
  why: `The manifest declares the slot, but here it is written the way another dialect writes it. The program leaves it alone, and the model reads the name of the slot in the place of its value. Nothing fails, so nobody notices.`,
  howToFix: `Write the slot as the dialect of this file does. When the name in braces is meant as text, give the example another name.`,
  examples: [
    {
      title: 'Two braces in a template of str.format',
      bad: `=== strata.yaml
version: 1
systems:
  browse:
    template: browse.prompt
    dialect: py-format
    slots:
      task: {}
      max_actions: { type: number }
=== browse.prompt
Do this: {task}
Use at most ⟦syntax.literal-slot⟧{{max_actions}}⟦/⟧ actions.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  browse:
    template: browse.prompt
    dialect: py-format
    slots:
      task: {}
      max_actions: { type: number }
=== browse.prompt
Do this: {task}
Use at most {max_actions} actions.
`,
      good: `=== strata.yaml
version: 1
systems:
  browse:
    template: browse.prompt
    dialect: double-brace
    slots:
      task: {}
      max_actions: { type: number }
=== browse.prompt
Do this: {{task}}
Use at most {{max_actions}} actions. Answer as {"result": "..."}.
`,
    },
    {
      title: 'A name in braces that is no slot is text',
      bad: `=== strata.yaml
version: 1
systems:
  script:
    template: script.prompt
    dialect: double-brace
    slots: { home: { type: line } }
=== script.prompt
Write a script that works below ⟦syntax.literal-slot⟧\${home}⟦/⟧.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  script:
    template: script.prompt
    dialect: double-brace
    slots: { home: { type: line } }
=== script.prompt
Write a script that works below {{home}}.
`,
      good: `=== strata.yaml
version: 1
systems:
  script:
    template: script.prompt
    dialect: double-brace
    slots: { home: { type: line } }
=== script.prompt
Write a script that works below {{home}} and prints \${PATH}.
`,
    },
    {
      title: 'A slot whose opening brace is gone',
      bad: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: double-brace
    slots: { name: { type: line }, tone: { type: line } }
=== greet.prompt
Greet ⟦syntax.literal-slot⟧name}}⟦/⟧ in a {{tone}} tone.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: double-brace
    slots: { name: { type: line }, tone: { type: line } }
=== greet.prompt
Greet {{name}} in a {{tone}} tone.
`,
      good: `=== strata.yaml
version: 1
systems:
  greet:
    template: greet.prompt
    dialect: single-brace
    slots: { name: { type: line } }
=== greet.prompt
Greet {name} and answer as { "to": { "first": name}}.
`,
    },
  ],
  *text(context) {
    const { system, dialect, file } = context;
    if (!system || !dialect || system.slots.size + system.markerSlots.size === 0) return;
    const { plain } = foreignIn(context);
    const uses = spansOf(plain.length === 0 ? [] : (context.tree?.slots ?? []));
    for (const tag of plain) {
      const slot = system.slots.get(tag.name);
      const isMarker = system.markerSlots.has(tag.name);
      if ((!slot && !isMarker) || !dialect.holds(tag.name)) continue;
      const isInside = uses.lieIn(tag.span);
      const effect = isInside
        ? 'only its inside is a slot here, and the other braces are sent with the value'
        : isMarker
          ? `the breakpoint \`${tag.name}\` is not set here, and the model reads its name`
          : `the slot \`${tag.name}\` is not filled here, and the model reads its name`;
      const shown = context.file.text.slice(tag.span.start, tag.span.end);
      const print = dialect.print(tag.name);
      yield {
        uri: file.uri,
        span: tag.span,
        slot: tag.name,
        message: `\`${shown}\` is ${isInside ? 'no slot' : 'text'} in ${dialect.title}: ${effect}. Write ${print}.`,
        ...(slot ? { related: [{ ...slot.place, message: `the slot ${tag.name} is declared here` }] } : {}),
        fixes: [{ title: `Write ${print}`, edits: [{ uri: file.uri, span: tag.span, text: print }] }],
      };
    }
    for (const { name, span, isFault, lacks } of halfTags(context)) {
      if (isFault) continue;
      const slot = system.slots.get(name);
      const print = dialect.print(name);
      yield {
        uri: file.uri,
        span,
        slot: name,
        message: `\`${file.text.slice(span.start, span.end)}\` is text in ${dialect.title}, because ${REASONS[lacks]}: the slot \`${name}\` is not filled here, and the model reads its name. Write ${print}.`,
        ...(slot ? { related: [{ ...slot.place, message: `the slot ${name} is declared here` }] } : {}),
        fixes: [{ title: `Write ${print}`, edits: [{ uri: file.uri, span, text: print }] }],
      };
    }
  },
};

const REASONS: Readonly<Record<HalfTag['lacks'], string>> = {
  opening: 'nothing opens it',
  closing: 'nothing closes it',
  tightness: 'of the blanks in it',
};
