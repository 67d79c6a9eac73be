import { includesOf, leadsOutside } from '../model/includes';
import { copyBelow, placeForCopy } from '../model/nearFile';
import { withoutKey } from '../model/resolve';
import type { NamedFile } from '../model/system';
import { folderOf, nameOf, relativePath, resolveAddress } from '../text/address';
import { emptyFile } from './facts/emptyFile';
import { replaceScalar } from './facts/manifest/manifestEdit';
import type { Fix, Rule, SystemContext } from './rule';

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
      fixed: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    slots:
      notes: { sample: { file: notes.txt } }
=== chat.prompt
Use these notes: {notes}
=== notes.txt
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
    {
      title: 'A copy that lies in the folder',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    dialect: jinja
    parts: [{ file: ⟦file.outside⟧../shared/role.md⟦/⟧ }, { file: main.md }]
=== main.md
{% include "⟦file.outside⟧../shared/rules.md⟦/⟧" %}
=== rules.md
Be brief.
=== parts/role.md
You answer.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  chat:
    dialect: jinja
    parts: [{ file: parts/role.md }, { file: main.md }]
=== main.md
{% include "rules.md" %}
=== rules.md
Be brief.
=== parts/role.md
You answer.
`,
    },
  ],
  *system(context) {
    const { system, lookup } = context;
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
        fixes: fixesOf(context, file, path),
      };
    }
    for (const include of includesOf(system, lookup)) {
      if (!leadsOutside(include, lookup)) continue;
      const { from, reference } = include;
      const place = { uri: from.uri, span: reference.pathSpan ?? reference.span };
      const copy = reference.path === undefined ? undefined : copyBelow(lookup, uri, reference.path);
      const path = copy === undefined ? '' : relativePath(folderOf(from.uri), resolveAddress(uri, copy));
      yield {
        ...place,
        message: `${reference.path} ${advice}`,
        fixes: path === '' || !reference.pathSpan ? [] : [{ title: `Use ${path}`, edits: [{ ...place, text: path }] }],
      };
    }
  },
};

/** A copy that is there already, else a new file for one: what lies outside cannot be read, and so not be copied. */
function fixesOf({ system, lookup }: SystemContext, file: NamedFile, path: string): readonly Fix[] {
  const { uri } = system.manifest.file;
  if (/[*?{}[\]]|\/$/.test(path)) return [];
  const use = (copy: string) => replaceScalar(system.manifest, file.place.span, copy + file.written.slice(path.length));
  const copy = copyBelow(lookup, uri, path);
  if (copy !== undefined) return [{ title: `Use ${copy}`, edits: [use(copy)] }];
  const target = placeForCopy(uri, path);
  if (lookup.at(target).kind !== 'missing') return [];
  const create = { uri: target, text: emptyFile({ ...file, uri: target }) };
  return [{ title: `Create ${nameOf(path)} beside ${nameOf(uri)} for a copy`, edits: [use(nameOf(path))], create }];
}
