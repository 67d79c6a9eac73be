// What a conversion to another dialect promises: it is refused, or the prompt is the same whatever the slots hold. Texts at
// random are converted, and rendered before and after with values at random, of the types and with the fields that the slots are declared with.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeActions, resolveCodeAction } from '../../../server/src/features/codeActions';
import { Refusal } from '../../../server/src/features/refusal';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import type { Value } from '../../../server/src/syntax/piece';
import { addressOf, memoryWorkspace, pathOf } from '../../support/memoryWorkspace';
import { Random } from '../dialects/support';
import { edited, sceneOf } from './support';

const OPTIONS = {
  only: ['refactor.rewrite.dialect'],
  createsFiles: true,
  resolvesLate: true,
  invoked: true,
  asks: false,
};

const manifest = (dialect: string): string => `version: 1
systems:
  chat:
    template: chat.md
    dialect: ${dialect}
    slots:
      name: { sample: Ada }
      kind: { type: line, default: a }
      words: { type: list, sample: [a, "<b>"] }
      items: { type: list, sample: [{ title: One }, { title: "Two & x" }] }
      user: { type: json, sample: { mail: a@b.c } }
      count: { type: number, sample: 3 }
      flag: { type: boolean, sample: true }
`;

const TEXTS = ['', 'a', 'b', ' ', '0', 'Ada & <b>', 'ß\n', "it's {{x}}", 'A-b'];

function valuesFrom(random: Random): ReadonlyMap<string, Value> {
  const text = (): string => random.pick(TEXTS);
  const list = <T>(make: () => T): T[] => Array.from({ length: random.below(4) }, make);
  return new Map<string, Value>([
    ['name', text()],
    ['kind', text().replace('\n', '')],
    ['words', list(text)],
    ['items', list(() => ({ title: text() }))],
    ['count', random.pick([0, 1, -2, 2.5, 12000000, 1e21])],
    ['flag', random.chance(0.5)],
    ['user', random.pick<Value>([{ mail: text() }, { mail: 'x', more: text() }])],
  ]);
}

/** How an engine writes what the generator asks for; several ways where there are several. */
interface Spelling {
  readonly print: readonly string[];
  readonly test: readonly string[];
  /** A name of a slot where names are about something else: in a loop, in a `with`. */
  inside?(written: string): string;
  readonly blocks: readonly (readonly [open: string, otherwise: string | undefined, close: string])[];
  /** `items`: what can be said of an item of this list. */
  readonly loops: readonly (readonly [
    open: string,
    otherwise: string | undefined,
    close: string,
    items: readonly string[],
  ])[];
  readonly comment: string;
}

const rooted = (written: string): string =>
  written.replace(/(?<!@root\.)\b(?:name|user|words|kind|count|flag)\b/g, '@root.$&');

const jinjaTests = [
  'flag',
  'name',
  'not name',
  'words',
  'kind == "a"',
  "kind != 'b'",
  'name and kind',
  'name or kind == "b"',
  'count > 2',
  'count <= 2.5 or name',
  'count == 0',
  'count != -2',
];

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  jinja: {
    print: [
      '{{ name }}',
      '{{ user.mail }}',
      '{{ name | upper }}',
      '{{ kind | lower | replace("a", "xy") }}',
      '{{ name | trim("A &") }}',
      '{{ words | join(", ") }}',
      '{{ words | first }}',
      '{{ words | length }}',
      '{{ name | default("none", true) }}',
      '{{- kind -}}',
      '{{ count }}',
      '{{ flag }}',
    ],
    test: [...jinjaTests, 'not name and kind', 'not kind == "a"', 'not count < 12000000'],
    blocks: [
      ['{% if TEST %}', '{% else %}', '{% endif %}'],
      ['{%- if TEST -%}', '{% elif name %}', '{% endif %}'],
      ['{% with t = user.mail %}', undefined, '{% endwith %}'],
    ],
    loops: [
      ['{% for t in words %}', '{% else %}', '{% endfor %}', ['{{ t }}', '{{ t | upper }}', '{{ loop.index0 }}']],
      ['{% for t in items -%}', undefined, '{%- endfor %}', ['{{ t.title }}', '{{ t.title | upper }}']],
    ],
    comment: '{# why #}',
  },
  liquid: {
    print: [
      '{{ name }}',
      '{{ user.mail }}',
      '{{ name | upcase }}',
      '{{ kind | downcase | replace: "a", "xy" }}',
      '{{ name | strip: "A &" }}',
      '{{ words | join: ", " }}',
      '{{ words | last }}',
      '{{ words | size }}',
      '{{ name | default: "none" }}',
      '{{ count }}',
      '{{ flag }}',
    ],
    test: [
      'name != blank',
      'name',
      'words != empty',
      'kind == "a"',
      "kind != 'b'",
      'name and name != empty',
      'kind == "a" or kind == "b"',
    ],
    blocks: [
      ['{% if TEST %}', '{% else %}', '{% endif %}'],
      ['{%- if TEST -%}', '{% elsif kind == "a" %}', '{% endif %}'],
      ['{% unless name %}', '{% else %}', '{% endunless %}'],
    ],
    loops: [
      ['{% for t in words %}', '{% else %}', '{% endfor %}', ['{{ t }}', '{{ t | upcase }}', '{{ forloop.index0 }}']],
      ['{% for t in items -%}', undefined, '{%- endfor %}', ['{{ t.title }}', '{{ t.title | upcase }}']],
    ],
    comment: '{% comment %}why{% endcomment %}',
  },
  handlebars: {
    print: [
      '{{name}}',
      '{{{name}}}',
      '{{{user.mail}}}',
      '{{{words.length}}}',
      '{{{@root.kind}}}',
      '{{~{kind}~}}',
      '{{{count}}}',
      '{{{flag}}}',
    ],
    test: [
      'if name',
      'unless name',
      'if words',
      'if count',
      'with count',
      'if flag',
      'with user',
      'with name',
      'if user.mail',
    ],
    inside: rooted,
    blocks: [
      ['{{#TEST}}', '{{else}}', '{{/WORD}}'],
      ['{{~#TEST~}}', '{{else if kind}}', '{{/WORD}}'],
    ],
    loops: [
      ['{{#each words}}', '{{else}}', '{{/each}}', ['{{{this}}}', '{{{.}}}', '{{@index}}', '{{this}}']],
      ['{{#each items as |t|}}', undefined, '{{/each}}', ['{{{title}}}', '{{{t.title}}}', '{{{this.title}}}']],
    ],
    comment: '{{!-- why --}}',
  },
  dotprompt: {
    print: ['{{name}}', '{{user.mail}}', '{{words.length}}', '{{@root.kind}}'],
    test: ['if name', 'ifEquals kind "a"', 'unlessEquals name "b"', 'with user', 'unless words'],
    inside: rooted,
    blocks: [
      ['{{#TEST}}', '{{else}}', '{{/WORD}}'],
      ['{{#TEST}}', '{{else ifEquals kind "b"}}', '{{/WORD}}'],
    ],
    loops: [['{{#each words}}', '{{else}}', '{{/each}}', ['{{{this}}}', '{{{.}}}', '{{@index}}', '{{this}}']]],
    comment: '{{!-- why --}}',
  },
  mustache: {
    print: ['{{name}}', '{{{name}}}', '{{&user.mail}}', '{{{kind}}}', '{{{count}}}', '{{{flag}}}'],
    test: ['name', 'kind', 'flag', 'count'],
    blocks: [
      ['{{#TEST}}', undefined, '{{/TEST}}'],
      ['{{^TEST}}', undefined, '{{/TEST}}'],
    ],
    loops: [
      ['{{#words}}', undefined, '{{/words}}', ['{{{.}}}', '{{.}}']],
      ['{{^words}}', undefined, '{{/words}}', []],
      ['{{#items}}', undefined, '{{/items}}', ['{{{title}}}', '{{title}}']],
    ],
    comment: '{{! why }}',
  },
  'go-template': {
    print: [
      '{{ .name }}',
      '{{ .user.mail }}',
      '{{ $.kind }}',
      '{{ len .words }}',
      '{{- .kind -}}',
      '{{ .count }}',
      '{{ .flag }}',
    ],
    test: [
      'if .name',
      'if not .name',
      'if eq .kind "a"',
      'if ne .kind "b"',
      'if and .name .kind',
      'if or (eq .kind "a") (not .name)',
      'with .user',
      'with $x := .name',
      'if .words',
      'if .count',
      'if .flag',
      'with .count',
    ],
    inside: (written) => written.replace(/(?<![$\w])\.(?=[a-z])/g, '$.'),
    blocks: [
      ['{{ TEST }}', '{{ else }}', '{{ end }}'],
      ['{{- TEST -}}', '{{ else if .kind }}', '{{ end }}'],
    ],
    loops: [
      ['{{ range .words }}', '{{ else }}', '{{ end }}', ['{{ . }}']],
      ['{{ range $t := .items }}', undefined, '{{ end }}', ['{{ .title }}', '{{ $t.title }}']],
    ],
    comment: '{{/* why */}}',
  },
};

const WORDS = ['Hello', ' ', '\n', '\n\n', ' - x', '. ', '{', '}', '  indented\n', 'a & <b>\n', '\t', '"', '%}', '#'];

interface Place {
  readonly depth: number;
  /** What can be said of the item of the loop round it. */
  readonly items: readonly string[];
  /** Names are about something else than the slots. */
  readonly isInside: boolean;
}

function textFrom(random: Random, spelling: Spelling, place: Place = { depth: 0, items: [], isInside: false }): string {
  const { items, isInside } = place;
  const depth = place.depth + 1;
  const here = (written: string): string => (isInside ? (spelling.inside?.(written) ?? written) : written);
  const block = (): string => {
    const [open, otherwise, close] = random.pick(spelling.blocks);
    const asked = random.pick(spelling.test);
    const filled = (tag: string): string => here(tag.replace('TEST', asked)).replace('WORD', asked.split(' ')[0] ?? '');
    const isWith = /\bwith /.test(asked);
    const within = { depth, items: isWith ? [] : items, isInside: isInside || isWith };
    const body = filled(open) + textFrom(random, spelling, within);
    const other = otherwise !== undefined && random.chance(0.5);
    return body + (other ? here(otherwise) + textFrom(random, spelling, { ...place, depth }) : '') + filled(close);
  };
  const loop = (): string => {
    const [open, otherwise, close, own] = random.pick(spelling.loops);
    const body = here(open) + textFrom(random, spelling, { depth, items: own, isInside: true });
    const other = otherwise !== undefined && random.chance(0.5);
    return body + (other ? here(otherwise) + textFrom(random, spelling, { ...place, depth }) : '') + close;
  };
  let text = '';
  for (let n = 1 + random.below(5); n > 0; n--) {
    const kind = random.below(depth > 3 ? 5 : 8);
    if (kind < 3) text += random.pick(WORDS);
    else if (kind === 3)
      text += items.length > 0 && random.chance(0.5) ? random.pick(items) : here(random.pick(spelling.print));
    else if (kind === 4) text += random.chance(0.3) ? spelling.comment : random.pick(WORDS);
    else text += kind === 7 ? loop() : block();
  }
  return text;
}

/** The files after a conversion; undefined when it is refused. */
async function converted(
  files: Readonly<Record<string, string>>,
  to: string,
): Promise<Record<string, string> | undefined> {
  const scene = await sceneOf(
    Object.entries(files)
      .map(([path, text]) => `=== ${path}\n${text}`)
      .join(''),
  );
  const whatIf = (texts: ReadonlyMap<string, string>) => scene.service.whatIfAll(scene.snapshot, texts);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const offered = await codeActions(scene.snapshot, addressOf('chat.md'), range, OPTIONS, whatIf);
  const chosen = offered.find(({ title }) => title.includes(` as ${to} `));
  assert.ok(chosen, to);
  try {
    const { edit } = await resolveCodeAction(scene.snapshot, chosen, OPTIONS, whatIf);
    const changed = Object.entries(edit?.changes ?? {}).map(([at, edits]) => [
      pathOf(at),
      edited(scene.text(pathOf(at)), edits),
    ]);
    return { ...files, ...Object.fromEntries(changed) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function prompts(
  files: Readonly<Record<string, string>>,
  fillings: readonly ReadonlyMap<string, Value>[],
): Promise<readonly (readonly string[])[]> {
  const { service } = await memoryWorkspace(files);
  const snapshot = service.workspace.snapshot();
  const [system] = snapshot.systems;
  assert.ok(system);
  return fillings.map((values) => snapshot.renderedWith(system, snapshot.shown(system), values).texts);
}

const TEXTS_OF_EACH = 10;
const FILLINGS = 12;

describe('a conversion keeps every byte whatever the slots hold', () => {
  for (const [from, spelling] of Object.entries(SPELLINGS))
    test(from, async () => {
      const random = new Random(7);
      let done = 0;
      for (let n = 0; n < TEXTS_OF_EACH; n++) {
        const files = { 'strata.yaml': manifest(from), 'chat.md': `${textFrom(random, spelling)}\n` };
        const fillings = Array.from({ length: FILLINGS }, () => valuesFrom(random));
        const before = await prompts(files, fillings);
        for (const { id } of dialects) {
          if (id === from) continue;
          const after = await converted(files, id);
          if (!after) continue;
          done++;
          assert.deepEqual(
            await prompts(after, fillings),
            before,
            `${id}\n${files['chat.md']}\n---\n${after['chat.md']}`,
          );
        }
      }
      // Texts that nothing can be made of would prove nothing.
      assert.ok(done > TEXTS_OF_EACH, String(done));
    });
});
