import { unclosedHead } from '../syntax/head';
import { problemsOf } from './facts/manifest/manifestProblems';
import { eolOf, nextLineOf } from './facts/sourceLines';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'manifest.syntax',
  level: 'error',
  title: 'YAML that cannot be read',
  why: `The manifest is YAML, and texts of prompts are full of what YAML reads as something else: colons, dashes, braces, quotes. Strata reads such a line as it was meant and goes on, so that the rest keeps working; other readers of the file stop here.`,
  howToFix: `Put the text in quotes: double ones where a \`\\n\` is to be a line break. Quote what begins with \`# * - > | % @ [ {\`, what ends with a colon, and what holds \`: \` or \` #\`.`,
  examples: [
    {
      title: 'Texts that must stand in quotes',
      bad: `=== strata.yaml
version: 1
systems:
  turn:
    template: turn.prompt
    dialect: single-brace
    description: ⟦manifest.syntax⟧One turn: a question and its answer⟦/⟧
    layers:
      - id: core
        trust: instructions
        lifetime: static
      - id: tools
        trust: instructions
        lifetime: call
        starts: ⟦manifest.syntax⟧**Tools**⟦/⟧
    slots:
      tools: { type: list, sample: [search] }
      notes:
        item: ⟦manifest.syntax⟧- {item}⟦/⟧
    strip: { from: ⟦manifest.syntax⟧OUTPUT: plain⟦/⟧ }
=== turn.prompt
Answer the question.

**Tools**
{tools}

{notes}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  turn:
    template: turn.prompt
    dialect: single-brace
    description: "One turn: a question and its answer"
    layers:
      - id: core
        trust: instructions
        lifetime: static
      - id: tools
        trust: instructions
        lifetime: call
        starts: "**Tools**"
    slots:
      tools: { type: list, sample: [search] }
      notes:
        item: "- {item}"
    strip: { from: "OUTPUT: plain" }
=== turn.prompt
Answer the question.

**Tools**
{tools}

{notes}
`,
      good: `=== strata.yaml
version: 1
systems:
  turn:
    template: turn.prompt
    dialect: single-brace
    trim: false
    description: >
      One turn: a question and its answer. Since 2026-11-30,
      - on or off -
    rules: { slot.unused: off }
=== turn.prompt
Answer the question.
`,
    },
    {
      title: 'A quote, a bracket and a colon that are forgotten',
      bad: `=== strata.yaml
version: 1
systems:
  turn:
    template: ⟦manifest.syntax⟧"turn.prompt⟦/⟧
    dialect: single-brace
    layers:
      - ⟦manifest.syntax⟧{⟦/⟧ id: core, trust: instructions, lifetime: static
      - id: question
        ⟦manifest.syntax⟧trust:request⟦/⟧
        lifetime: call
=== turn.prompt
Answer the question.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  turn:
    template: "turn.prompt"
    dialect: single-brace
    layers:
      - { id: core, trust: instructions, lifetime: static }
      - id: question
        trust: request
        lifetime: call
=== turn.prompt
Answer the question.
`,
    },
    {
      title: 'A head that is never closed',
      bad: `⟦manifest.syntax⟧---⟦/⟧
strata:
  dialect: single-brace
You keep the minutes of {meeting}.
`,
      fixed: `---
strata:
  dialect: single-brace
---
You keep the minutes of {meeting}.
`,
      good: `---
title: Minutes
You keep the minutes.
`,
    },
  ],
  manifest: (document) => problemsOf(document, 'manifest.syntax'),
  *text({ file, system }) {
    const opening = system ? undefined : unclosedHead(file.text);
    if (!opening) return;
    const end = endOfMapping(file.text, nextLineOf(file.text, opening.start));
    if (!/^(?:strata|"strata"|'strata')\s?:/m.test(file.text.slice(opening.end, end))) return;
    const rule = `---${eolOf(file.text)}`;
    yield {
      uri: file.uri,
      span: opening,
      message:
        'The YAML head that begins here is never closed, so its key `strata` declares nothing, and all of it is sent to the model. Close it with a line `---`.',
      fixes: [{ title: 'Close the head', edits: [{ uri: file.uri, span: { start: end, end }, text: rule }] }],
    };
  },
};

/** Lines that a head has at most. */
const MOST_LINES = 2000;

/** Where the lines end that can stand in a YAML mapping: indented ones, comments, items of lists and `key:`. */
function endOfMapping(text: string, from: number): number {
  let at = from;
  for (let line = 0; line < MOST_LINES && at < text.length; line++) {
    const next = nextLineOf(text, at);
    const isBlank = text.slice(at, Math.min(next, at + 200)).trim() === '';
    if (!isBlank && !/^(?:[ \t#]|- |[\w"'$.-]{1,100}\s?:(?:\s|$))/.test(text.slice(at, Math.min(next, at + 120))))
      break;
    at = next;
  }
  return at;
}
