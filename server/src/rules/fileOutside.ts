import { includesOf, leadsOutside } from '../model/includes';
import { withoutKey } from '../model/resolve';
import type { Rule } from './rule';

export const rule: Rule = {
  code: 'file.outside',
  level: 'error',
  title: 'A file outside of the workspace folder',
  why: `A manifest, and a template, may only name files of the workspace folder. What lies outside is never read, not even through a link: a prompt file from somewhere else must not be able to pull private files into a preview.`,
  howToFix: `Copy the file into the workspace folder, or open the folder that holds both.`,
  examples: [
    {
      title: 'A sample above the folder',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    slots:
      notes: { sample: { file: ⟦file.outside⟧../../notes.txt⟦/⟧ } }
=== chat.prompt
Use these notes: {notes}
`,
      good: `=== prompts/strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    slots:
      notes: { sample: { file: ../samples/notes.txt } }
=== prompts/chat.prompt
Use these notes: {notes}
=== samples/notes.txt
The ferry leaves at ten.
`,
    },
  ],
  *system({ system, lookup }) {
    const advice =
      'lies outside of the workspace folder, so it is never read. Copy it into the folder and name the copy.';
    const { uri } = system.manifest.file;
    for (const file of system.files) {
      // By the path as it is written and not by its address, which is the one that `..` has been taken out of.
      const path = withoutKey(file.written);
      if (lookup.find(uri, path).found.kind !== 'outside') continue;
      yield {
        ...file.place,
        message: `${path} ${advice}`,
      };
    }
    for (const include of includesOf(system, lookup)) {
      if (!leadsOutside(include, lookup)) continue;
      const { from, reference } = include;
      yield {
        uri: from.uri,
        span: reference.pathSpan ?? reference.span,
        message: `${reference.path} ${advice}`,
      };
    }
  },
};
