import { type FoundInclude, includesOf, leadsOutside } from '../model/includes';
import type { Found, Lookup } from '../model/lookup';
import { nearAddress, nearFile } from '../model/nearFile';
import { placeOf, withoutKey } from '../model/resolve';
import type { NamedFile, PromptSystem } from '../model/system';
import { folderOf, nameOf, relativePath, resolveAddress } from '../text/address';
import { isGlob } from '../text/glob';
import { emptyFile } from './facts/emptyFile';
import { replaceScalar } from './facts/manifest/manifestEdit';
import { problemsOf } from './facts/manifest/manifestProblems';
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
    {
      title: 'A file with another name',
      bad: `=== strata.yaml
version: 1
systems:
  agent:
    dialect: double-brace
    parts:
      - { file: ⟦file.missing⟧rules/saftey.md⟦/⟧ }
      - { file: ⟦file.missing⟧role.md⟦/⟧ }
=== rules/safety.md
Never delete a file.
=== texts/role.md
You are a careful agent.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  agent:
    dialect: double-brace
    parts:
      - { file: rules/safety.md }
      - { file: texts/role.md }
=== rules/safety.md
Never delete a file.
=== texts/role.md
You are a careful agent.
`,
    },
    {
      title: 'A partial without a file',
      bad: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.hbs
    dialect: handlebars
=== agent.hbs
You are a careful agent.
{{> ⟦file.missing⟧safety⟦/⟧ }}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.hbs
    dialect: handlebars
=== agent.hbs
You are a careful agent.
{{> safety }}
=== safety.hbs
`,
      good: `=== strata.yaml
version: 1
systems:
  agent:
    template: agent.hbs
    dialect: handlebars
    includes: partials
=== agent.hbs
You are a careful agent.
{{> safety }}
=== partials/safety.hbs
Never delete a file.
`,
    },
  ],
  *manifest(document, lookup) {
    yield* problemsOf(document, 'file.missing');
    for (const [id, { template }] of Object.entries(document.data.systems)) {
      if (document.kind !== 'manifest' || template === undefined || !isGlob(template)) continue;
      if (lookup.glob?.(document.file.uri, template)?.length !== 0) continue;
      yield {
        ...placeOf(document, ['systems', id, 'template']),
        message: `No file matches ${template}, so there is no system ${id}. Correct the pattern, which is read from the folder of this file.`,
      };
    }
  },
  *system(context) {
    const { system, lookup } = context;
    const { uri } = system.manifest.file;
    for (const file of system.files) {
      const path = withoutKey(file.written);
      if (file.uri === uri) continue;
      const { found } = lookup.find(uri, path);
      if (found.kind === 'missing' || found.kind === 'folder' || found.kind === 'unreadable')
        yield ofManifest(context, file, found);
      else if (path !== file.written && file.role !== 'fallback' && found.kind === 'file')
        yield* ofKey(context, file, path);
    }
    for (const include of includesOf(system, lookup)) {
      if (include.resolved.file || include.resolved.pending || include.reference.optional) continue;
      // What lies outside may be there: that is another finding.
      if (!leadsOutside(include, lookup)) yield ofInclude(context, include);
    }
  },
};

function ofManifest({ system, lookup }: SystemContext, file: NamedFile, found: Found): Problem {
  const path = withoutKey(file.written);
  const name = ROLES[file.role];
  if (found.kind === 'folder')
    return { ...file.place, message: `${path} is a folder, and ${name} must be a file. Name a file in it.` };
  if (found.kind === 'unreadable')
    return { ...file.place, message: `${path} cannot be read (${found.reason}), so ${name} is left out.` };
  const { uri, span } = file.place;
  const near = nearFile(lookup, system.manifest.file.uri, path);
  const advice = near === undefined ? 'Correct the path, or create the file.' : `Did you mean ${near}?`;
  const use =
    near === undefined ? undefined : replaceScalar(system.manifest, span, near + file.written.slice(path.length));
  // A path is read from the folder of the manifest, which is worth a word where that makes another one of it.
  const looked = shown(system, file.uri);
  const elsewhere = looked === path ? '' : `; looked for ${looked}`;
  const create = { uri: file.uri.split('#', 1)[0] ?? file.uri, text: emptyFile(file) };
  return {
    ...file.place,
    message: `${path} does not exist, so ${name} is left out${elsewhere}. ${advice}`,
    ...(near === undefined
      ? {}
      : { related: [{ uri: resolveAddress(uri, near), span: { start: 0, end: 0 }, message: 'this file is there' }] }),
    fixes: [...(use ? [{ title: `Use ${near}`, edits: [use] }] : []), { title: `Create ${path}`, edits: [], create }],
  };
}

/** A text in a data file that has no such text. What a second copy lacks is `file.drift`. */
function* ofKey({ system, lookup }: SystemContext, file: NamedFile, path: string): Generator<Problem> {
  if (lookup.find(system.manifest.file.uri, file.written).found.kind !== 'missing') return;
  const key = file.written.slice(path.length + 1);
  yield {
    ...file.place,
    message: `${path} holds no text under \`${key}\`, so ${ROLES[file.role]} is left out. Correct the key; steps are joined by dots.`,
  };
}

/** A tag that names a text which is nowhere to be found: where it was looked for, and how the engine came to this tag. */
function ofInclude({ system, lookup }: SystemContext, include: FoundInclude): Problem {
  const { from, reference, resolved, chain } = include;
  const path = reference.path ?? '';
  const way = chain.length > 1 ? `, on the way ${chain.map(nameOf).join(' → ')}` : '';
  const places = resolved.tried.map((uri) => shown(system, uri));
  const looked = `looked for ${listed(places)}`;
  const isPartial = reference.kind === 'partial';
  // A partial has a name and no path: where no folder is said to hold them, the program may know it from elsewhere.
  const mayBeGiven = isPartial && system.entry.includes === undefined;
  const effect = system.dialects[0]?.id === 'mustache' ? 'nothing is printed for it' : 'the engine stops here';
  const near = nearInclude(lookup, system, include);
  const place = { uri: from.uri, span: reference.pathSpan ?? reference.span };
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return {
    ...place,
    message: isPartial
      ? `There is no file for the partial ${path}, so ${effect}${way}; ${looked}. Create it, or name its folder under \`includes\`${mayBeGiven ? '; where the program gives the partial itself, all is well' : ''}.${meant}`
      : `${path} does not exist, so ${effect}${way}; ${looked}.${meant || ' Correct the name, or create the file.'}`,
    ...(mayBeGiven ? { level: 'info' } : {}),
    related: [
      { ...(system.files[0]?.place ?? { uri: from.uri, span: reference.span }), message: `read for ${system.id}` },
    ],
    get fixes() {
      const target = fileToCreate(include);
      return [
        ...(near === undefined ? [] : [{ title: `Use ${near}`, edits: [{ ...place, text: near }] }]),
        ...(target === undefined
          ? []
          : [{ title: `Create ${nameOf(target)}`, edits: [], create: { uri: target, text: '' } }]),
      ];
    },
  };
}

/** The include as it would be written for a file that is there and has nearly its name. */
function nearInclude(lookup: Lookup, system: PromptSystem, { reference, resolved }: FoundInclude): string | undefined {
  const path = reference.path ?? '';
  const near = nearAddress(lookup, system.manifest.file.uri, resolved.tried);
  if (near === undefined) return undefined;
  const name = nameOf(path);
  const hasExtension = /\.\w+$/.test(name);
  return (
    path.slice(0, path.length - name.length) + (hasExtension ? nameOf(near) : nameOf(near).replace(/\.[^.]*$/, ''))
  );
}

/** Of the paths that are tried, the first with the extension of the text that names it; else the first. */
function fileToCreate({ from, resolved }: FoundInclude): string | undefined {
  const extension = /\.[^./]+$/.exec(from.uri)?.[0] ?? '';
  return resolved.tried.find((uri) => extension !== '' && uri.endsWith(extension)) ?? resolved.tried[0];
}

/** Paths that a message names. */
const MOST_PATHS = 4;

const listed = (paths: readonly string[]): string =>
  paths.length <= MOST_PATHS
    ? paths.join(', ')
    : `${paths.slice(0, MOST_PATHS - 1).join(', ')} and ${paths.length - MOST_PATHS + 1} more`;

/** An address as a path from the folder of the manifest. */
const shown = (system: PromptSystem, uri: string): string => relativePath(folderOf(system.manifest.file.uri), uri);

const ROLES: Readonly<Record<NamedFile['role'], string>> = {
  template: 'this part of the prompt',
  expand: 'the value of this slot',
  value: 'this value',
  fallback: 'the second copy',
  conversation: 'the conversation',
};
