import type { Found } from '../model/lookup';
import { withoutKey } from '../model/resolve';
import type { NamedFile } from '../model/system';
import { folderOf, nameOf, relativePath } from '../text/address';
import type { Problem, Rule, SystemContext } from './rule';

export const rule: Rule = {
  code: 'file.missing',
  level: 'error',
  title: 'A file that cannot be read',
  why: `The manifest names a file that is not there, or that is a folder or cannot be read. The prompt is assembled without it: a part is missing, a slot is empty, and what is checked and counted is not what the program sends.`,
  howToFix: `Correct the path, which is read from the folder of the file that names it, or create the file.`,
  examples: [
    {
      title: 'A part that does not exist',
      bad: `=== strata.yaml
version: 1
systems:
  agent:
    dialect: double-brace
    parts:
      - { file: role.md }
      - { file: ⟦file.missing⟧rules/safety.md⟦/⟧ }
=== role.md
You are a careful agent.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  agent:
    dialect: double-brace
    parts:
      - { file: role.md }
      - { file: rules/safety.md }
=== role.md
You are a careful agent.
=== rules/safety.md
`,
      good: `=== strata.yaml
version: 1
systems:
  agent:
    dialect: double-brace
    parts:
      - { file: role.md }
      - { file: rules/safety.md, fallback: copies.json#safety }
=== role.md
You are a careful agent.
=== rules/safety.md
Never delete a file.
=== copies.json
{ "safety": "Never delete a file." }
`,
    },
  ],
  *system(context) {
    const { system, lookup } = context;
    for (const file of system.files) {
      if (file.uri === system.manifest.file.uri || /[*?]/.test(file.written)) continue;
      const found = lookup.at(file.uri);
      if (found.kind !== 'missing' && found.kind !== 'folder' && found.kind !== 'unreadable') continue;
      yield problemOf(context, file, found);
    }
  },
};

function problemOf({ system }: SystemContext, file: NamedFile, found: Found): Problem {
  const path = withoutKey(file.written);
  const name = ROLES[file.role];
  const tried = relativePath(folderOf(folderOf(system.manifest.file.uri)), file.uri);
  const from = file.place.uri === system.manifest.file.uri ? '' : ` It is named by ${nameOf(file.place.uri)}, for ${system.id}.`;
  if (found.kind === 'folder') return { ...file.place, message: `${path} is a folder, and ${name} must be a file.${from} Name a file in it.` };
  if (found.kind === 'unreadable') return { ...file.place, message: `${path} cannot be read (${found.reason}), so ${name} is left out.${from}` };
  return {
    ...file.place,
    message: `${path} does not exist, so ${name} is left out; looked for ${tried}.${from} Correct the path, or create the file.`,
    fixes: [{ title: `Create ${path}`, edits: [], create: { uri: file.uri, text: startOf(file) } }],
  };
}

const ROLES: Readonly<Record<NamedFile['role'], string>> = {
  template: 'this part of the prompt',
  expand: 'the value of this slot',
  value: 'this value',
  fallback: 'the second copy',
  conversation: 'the conversation',
};

/** The smallest text that can be read as what the file is named for. */
function startOf({ role, uri }: NamedFile): string {
  if (role === 'template' || role === 'expand') return '';
  if (/\.json$/i.test(uri)) return role === 'conversation' ? '[]\n' : '{}\n';
  return /\.ya?ml$/i.test(uri) ? '[]\n' : '';
}
