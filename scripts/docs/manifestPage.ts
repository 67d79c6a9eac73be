// The page about the manifest: every key, from the schema that reads it.
import { manifest } from '../../server/src/model/schema';
import { type Key, type LeafShape, type MapShape, type Shape, shapeOf, type Word } from '../../server/src/model/shape';
import { block, code, GENERATED, page, table } from './markdown';

interface Section {
  readonly heading: string;
  /** Where the map stands: `systems.<id>.layers[]`. */
  readonly path: string;
  readonly shape: MapShape;
}

export function manifestPage(): string {
  const sections = sectionsOf(shapeOf(manifest));
  return page([
    GENERATED,
    '# The manifest',
    'A file `strata.yaml` tells Strata how a program puts its prompts together. It may name any file of its workspace folder. The smallest useful one:',
    block(SMALLEST, 'yaml'),
    'A template that already has a YAML head may carry the same in it, under the key `strata`: everything that a prompt system may have but `template`, `parts` and `join`. A head is never sent, and the other keys in it are left alone.',
    block(HEAD, 'yaml'),
    'The file is YAML 1.2. Put a text in quotes when it begins with one of ``# * - > | % @ ` [ {``, ends with a colon, or holds `: ` or ` #`. Write `"\\n"` in double quotes: between single ones it is a backslash and a letter. For other editors there is a JSON schema, [strata.schema.json](strata.schema.json).',
    'Below, keys with * are required.',
    ...sections.flatMap((section) => sectionPage(section, sections)),
    'The codes under `rules` are listed in [rules](rules/README.md).',
  ]);
}

const SMALLEST = `version: 1
systems:
  chat:
    template: chat.prompt
    model: gpt-4o
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      - { id: context, trust: data, lifetime: call, slots: [context, kb] }
`;

const HEAD = `---
strata:
  dialect: double-brace
  slots:
    change: { escape: xml, required: true }
---
Review this change:

<change>
{{change}}
</change>
`;

/** Every map of the schema, each once, in the order in which the keys lead to it. */
function sectionsOf(root: Shape): readonly Section[] {
  const out: Section[] = [];
  const walk = (shape: Shape, path: string, heading: string): void => {
    if (shape.kind === 'choice') for (const branch of shape.branches) walk(branch, path, shape.title ?? heading);
    if (shape.kind === 'list') walk(shape.item, `${path}[]`, shape.item.title ?? heading);
    if (shape.kind === 'record') walk(shape.value, `${path}.<name>`, shape.value.title ?? heading);
    if (shape.kind !== 'map' || out.some((section) => section.shape.keys === shape.keys)) return;
    const own = shape.title ?? heading;
    out.push({ heading: capital(own), path, shape });
    for (const key of shape.keys.values()) {
      walk(key.shape, path === '' ? key.name : `${path}.${key.name}`, `${key.name} of ${article(own)}`);
    }
  };
  walk(root, '', 'manifest');
  return out;
}

function sectionPage({ heading, path, shape }: Section, sections: readonly Section[]): string[] {
  const keys = [...shape.keys.values()];
  const only =
    shape.exactlyOne.length > 0 ? ` Exactly one of ${shape.exactlyOne.map(code).join(', ')} must be there.` : '';
  const intro =
    [path === '' ? '' : `${code(path)}.`, shape.description ?? ''].filter((text) => text !== '').join(' ') + only;
  return [
    `## ${heading}`,
    ...(intro.trim() === '' ? [] : [intro.trim()]),
    table(
      ['key', 'value', 'meaning'],
      keys.map((key) => [`${code(key.name)}${key.required ? ' *' : ''}`, valueOf(key.shape, sections), meaning(key)]),
    ),
    ...keys.flatMap((key) => words(key)),
  ];
}

const meaning = (key: Key): string =>
  key.default === undefined ? key.description : `${key.description} Default: ${code(written(key.default))}.`;

const written = (value: unknown): string =>
  typeof value === 'string' && /^\w+$/.test(value) ? value : JSON.stringify(value);

/** The values of a key one by one, where the schema has words for them. */
function words(key: Key): string[] {
  const leaf = leafOf(key.shape);
  const described = leaf?.words?.filter((word): word is Required<Word> => word.description !== undefined) ?? [];
  if (described.length === 0) return [];
  return [
    `${code(key.name)} is one of`,
    described.map((word) => `- ${code(String(word.value))}: ${word.description}`).join('\n'),
  ];
}

function leafOf(shape: Shape): LeafShape | undefined {
  if (shape.kind === 'leaf') return shape;
  if (shape.kind === 'list') return leafOf(shape.item);
  return shape.kind === 'choice' ? shape.branches.map(leafOf).find((leaf) => leaf?.words) : undefined;
}

function valueOf(shape: Shape, sections: readonly Section[]): string {
  switch (shape.kind) {
    case 'any':
      return 'any value';
    case 'leaf':
      if (shape.words?.some((word) => word.description !== undefined)) return 'one of the words below';
      return shape.words ? shape.words.map((word) => code(String(word.value))).join(', ') : shape.type;
    case 'list':
      return `list of ${valueOf(shape.item, sections)}`;
    case 'record':
      return shape.names.words
        ? `${valueOf(shape.value, sections)} by code`
        : `${valueOf(shape.value, sections)} by name`;
    case 'choice':
      return [...new Set(shape.branches.map((branch) => valueOf(branch, sections)))].join(' or ');
    case 'map':
      return linkTo(sections.find((section) => section.shape.keys === shape.keys));
  }
}

function linkTo(section: Section | undefined): string {
  if (!section) return 'map';
  return `[${section.heading.toLowerCase()}](#${section.heading.toLowerCase().replaceAll(' ', '-')})`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const article = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);
