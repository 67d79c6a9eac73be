// The page about the manifest: every key, from the schema that reads it.
import { type Key, type MapShape, manifestShape, type Shape, type Word } from '../../server/src/model/shape';
import { block, code, GENERATED, page, table } from './markdown';

interface Section {
  readonly heading: string;
  /** Where the map stands: `systems.<id>.layers[]`. */
  readonly path: string;
  readonly shape: MapShape;
}

export function manifestPage(): string {
  const sections = sectionsOf(manifestShape());
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
    '## Whose text it is',
    "Text in a part with `layer` is that layer's. Text in a region is the region's: a region begins with a line that begins as a `starts` says, and ends at the next heading of the same or a higher level, the next banner drawn with the same character, or the closing tag; words end at the next declared start. All other text belongs to the base layer: the first layer of trust `instructions` that has neither `starts` nor `slots`, else the first layer of the list. The value of a slot, with its wrap, belongs to the layer that lists the slot, else to the layer of the text in which it stands. Without `layers` the whole prompt is one layer, and nothing is said about order and trust.",
    block(WHOSE, 'yaml'),
    '## A breakpoint in the text',
    "A breakpoint `{ slot: <name> }` stands where the text holds that slot, written as any other slot of its dialect. It needs no entry under `slots`, its name is the author's choice, and it renders to nothing. `{ marker: <text> }` stands where the text holds these very characters, which are taken out. `{ after: <layer> }` and the words need nothing in the text.",
    block(MARKED, 'yaml'),
    '## Condition',
    'A map of axes: it holds when every axis named in it has the value, or one of the values.',
    block('when: { kind: main, protocol: [public, tech] }\n', 'yaml'),
    ...choicesIn(sections).flatMap(({ title, words }) => [
      `## ${capital(title)}`,
      words.map(({ value, description }) => `- ${code(String(value))}: ${description}`).join('\n'),
      ...(title === 'dialect' ? ['More about each in [dialects](dialects.md).'] : []),
    ]),
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

const WHOSE = `layers:
  - { id: policy, trust: instructions, lifetime: static }                      # all that is in no region
  - { id: tools, trust: instructions, lifetime: profile, starts: "## Tools" }  # from this heading to the next
  - { id: page, trust: data, lifetime: call, slots: [page] }                   # the value, wherever {page} stands
`;

const MARKED = `# chat.prompt:  You help at the desk.{cacheHere}
#               Today is {today}.
dialect: single-brace
cache: { breakpoints: [{ slot: cacheHere, reuse: profile }] }
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
    if (shape.kind === 'record') {
      walk(shape.value, `${path}.${shape.names.words ? '<code>' : '<name>'}`, shape.value.title ?? heading);
    }
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
      keys.map((key) => [`${code(key.name)}${key.required ? ' *' : ''}`, kindOf(key.shape, sections), meaning(key)]),
    ),
  ];
}

const meaning = (key: Key): string =>
  key.default === undefined ? key.description : `${key.description} Default: ${code(written(key.default))}.`;

const written = (value: unknown): string =>
  typeof value === 'string' && /^\w+$/.test(value) ? value : JSON.stringify(value);

interface Choice {
  readonly title: string;
  readonly words: readonly Required<Word>[];
}

/** Every choice of words that have meanings, each once. */
function choicesIn(sections: readonly Section[]): readonly Choice[] {
  const out = new Map<string, Choice>();
  const walk = (shape: Shape): void => {
    if (shape.kind === 'choice') shape.branches.forEach(walk);
    if (shape.kind === 'list') walk(shape.item);
    if (shape.kind === 'record') walk(shape.value);
    const words = wordsWithMeaning(shape);
    if (shape.title !== undefined && words.length > 0) out.set(shape.title, { title: shape.title, words });
  };
  for (const { shape } of sections) for (const key of shape.keys.values()) walk(key.shape);
  return [...out.values()];
}

const wordsWithMeaning = (shape: Shape): readonly Required<Word>[] =>
  shape.kind === 'leaf' && shape.words
    ? shape.words.filter((word): word is Required<Word> => word.description !== undefined)
    : [];

function kindOf(shape: Shape, sections: readonly Section[]): string {
  if (shape.title === 'condition') return linkTo('condition');
  switch (shape.kind) {
    case 'any':
      return 'any value';
    case 'leaf':
      if (shape.title !== undefined && wordsWithMeaning(shape).length > 0) return linkTo(shape.title);
      return shape.words ? shape.words.map((word) => code(String(word.value))).join(', ') : shape.type;
    case 'list':
      return `list of ${kindOf(shape.item, sections)}`;
    case 'record':
      return `${kindOf(shape.value, sections)}, by ${shape.names.words ? 'code' : 'name'}`;
    case 'choice':
      return listed([...new Set(shape.branches.map((branch) => kindOf(branch, sections)))]);
    case 'map':
      return linkTo(sections.find((section) => section.shape.keys === shape.keys)?.heading ?? 'map');
  }
}

/** `a, b or c`. */
const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;

const linkTo = (heading: string): string =>
  `[${heading.toLowerCase()}](#${heading.toLowerCase().replaceAll(' ', '-')})`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const article = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);
