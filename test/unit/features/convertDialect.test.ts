// A system in another dialect, with everything that several dialects can say: conditions, loops, includes, comments. The
// prompt stays the same byte for byte, or nothing is changed and the tag that is in the way is named.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeActions, resolveCodeAction } from '../../../server/src/features/codeActions';
import { Refusal } from '../../../server/src/features/refusal';
import { memoryWorkspace, pathOf } from '../../support/memoryWorkspace';
import { cursorIn, edited, type Scene, sceneOf } from './support';

const OPTIONS = {
  only: ['refactor.rewrite.dialect'],
  createsFiles: true,
  resolvesLate: true,
  invoked: true,
  asksLevel: false,
};

/** The files after the conversion that is asked for at the cursor; the reason when it is refused. */
async function converted(scene: Scene, to: string): Promise<Record<string, string> | string> {
  const { uri, position } = cursorIn(scene);
  const whatIf = (texts: ReadonlyMap<string, string>) => scene.service.whatIfAll(scene.snapshot, texts);
  const range = { start: position, end: position };
  const offered = await codeActions(scene.snapshot, uri, range, OPTIONS, whatIf);
  const chosen = offered.find(({ title }) => title.includes(` as ${to} `));
  assert.ok(chosen, to);
  try {
    const { edit } = await resolveCodeAction(scene.snapshot, chosen, OPTIONS, whatIf);
    return Object.fromEntries(
      Object.entries(edit?.changes ?? {}).map(([at, edits]) => [pathOf(at), edited(scene.text(pathOf(at)), edits)]),
    );
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

async function prompts(files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const { service } = await memoryWorkspace(files);
  const snapshot = service.workspace.snapshot();
  return snapshot.systems.map((system) => snapshot.rendered(system, snapshot.shown(system)).texts);
}

const textsOf = ({ files }: Scene): Record<string, string> =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]));

const manifest = (dialect: string): string => `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.md
    dialect: ${dialect}
    slots:
      name: { sample: Ada }
      page: { sample: "<p>&amp; {x}" }
      gone: { default: "" }
      items: { type: list, sample: [{ title: One, tags: [a, b] }, { title: Two & "x", tags: [] }] }
      words: { type: list, sample: [a, "<b>"] }
      nobody: { type: list, sample: [] }
`;

const SOURCES: Readonly<Record<string, readonly [text: string, part: string]>> = {
  jinja: [
    `{# why #}
Hi {{ na‸me }}.
{% if page %}
Page: {{ page }}
{% elif gone %}
Gone
{% else %}
No
{% endif %}
{% if not gone %}none{% endif %}
{% for item in items %}
- {{ item.title }} for {{ name }}{% for t in item.tags %} #{{ t }}{% endfor %}
{% endfor %}
{% for w in nobody %}{{ w }}{% else %}nothing{% endfor %}
{% for w in words -%}
  {{ w }}
{%- endfor %}
{% raw %}{{ literal }}{% endraw %}
{% include "part.md" %}
Bye.
`,
    'Part {{ name }}\n',
  ],
  liquid: [
    `{% comment %}why{% endcomment %}
Hi {{ na‸me }}.
{% if page != blank %}
Page: {{ page }}
{% elsif gone != empty %}
Gone
{% else %}
No
{%- endif %}
{% for item in items %}
- {{ item.title }} for {{ name }}{% for t in item.tags %} #{{ t }}{% endfor %}
{% endfor %}
{% for w in nobody %}{{ w }}{% else %}nothing{% endfor %}
{% for w in words %}{{ w }}{% endfor %}
{% raw %}{{ literal }}{% endraw %}
{% include 'part.md' %}
Bye.
`,
    'Part {{ name }}\n',
  ],
  handlebars: [
    `{{!-- why --}}
Hi {{{na‸me}}}.
{{#if page}}
Page: {{{page}}}
{{else if gone}}
Gone
{{else}}
No
{{/if}}
{{#unless gone}}none{{/unless}}
{{#each items}}
- {{{title}}} for {{{@root.name}}}{{#each tags}} #{{{this}}}{{/each}}
{{/each}}
{{#each nobody}}{{{this}}}{{else}}nothing{{/each}}
{{#each words as |w|}}
  {{~{w}~}}
{{/each}}
\\{{literal}}
{{> part.md}}
Bye.
`,
    'Part {{{name}}}\n',
  ],
  mustache: [
    `{{! why }}
Hi {{{na‸me}}}.
{{#page}}
Page: {{{page}}}
{{/page}}
{{^page}}
{{#gone}}
Gone
{{/gone}}
{{^gone}}
No
{{/gone}}
{{/page}}
{{#items}}
- {{{title}}} for {{{name}}}
{{/items}}
{{^nobody}}nothing{{/nobody}}
{{#words}}{{{.}}}{{/words}}
{{> part.md}}
Bye.
`,
    'Part {{{name}}}\n',
  ],
  'go-template': [
    `{{/* why */}}
Hi {{ .na‸me }}.
{{ if .page }}
Page: {{ .page }}
{{ else if .gone }}
Gone
{{ else }}
No
{{- end }}
{{ if not .gone }}none{{ end }}
{{ range .items }}
- {{ .title }} for {{ $.name }}{{ range $t := .tags }} #{{ $t }}{{ end }}
{{ end }}
{{ range .nobody }}{{ . }}{{ else }}nothing{{ end }}
{{ range .words }}{{ . }}{{ end }}
{{ template "part.md" . }}
Bye.
`,
    'Part {{ .name }}\n',
  ],
};

describe('conditions, loops, includes and comments', () => {
  for (const [from, [text, part]] of Object.entries(SOURCES))
    for (const to of [...Object.keys(SOURCES), 'dotprompt']) {
      if (from === to) continue;
      test(`${from} as ${to}`, async () => {
        const scene = await sceneOf(`${manifest(from)}=== chat.md\n${text}=== part.md\n${part}`);
        const after = await converted(scene, to);
        assert.ok(typeof after === 'object', String(after));
        const before = textsOf(scene);
        assert.deepEqual(Object.keys(after).sort(), ['chat.md', 'part.md', 'strata.yaml']);
        assert.deepEqual(await prompts({ ...before, ...after }), await prompts(before));
      });
    }
  test('are written as people write them', async () => {
    const [text, part] = SOURCES.handlebars ?? [];
    const scene = await sceneOf(`${manifest('handlebars')}=== chat.md\n${text}=== part.md\n${part}`);
    const after = (await converted(scene, 'jinja')) as Record<string, string>;
    assert.equal(
      after['chat.md'],
      `{# why -#}
Hi {{ name }}.
{% if page -%}
Page: {{ page }}
{% elif gone -%}
Gone
{% else -%}
No
{% endif %}{% if not gone %}none{% endif %}
{% for item in items -%}
- {{ item.title }} for {{ name }}{% for item2 in item.tags %} #{{ item2 }}{% endfor %}
{% endfor %}{% for item in nobody %}{{ item }}{% else %}nothing{% endfor %}
{% for w in words %}{{ w }}{% endfor %}{{ '{{' }}literal}}
{% include "part.md" -%}
Bye.

`,
    );
  });
  test('keep their line breaks', async () => {
    const scene = await sceneOf(
      `${manifest('handlebars')}=== chat.md\n{{#if na‸me}}\nHi {{{name}}} \u{1f600}.\n{{/if}}\n`.replaceAll(
        '\n',
        '\r\n',
      ),
    );
    const after = (await converted(scene, 'mustache')) as Record<string, string>;
    assert.equal(after['chat.md'], '{{#name}}\r\nHi {{{name}}} \u{1f600}.\r\n{{/name}}\r\n');
  });
});

describe('what has no counterpart is named', () => {
  const refusal = async (from: string, text: string, to: string): Promise<string> => {
    const [first = ''] = SOURCES[from] ?? [];
    const cursor = first.split('\n')[1] ?? '';
    const scene = await sceneOf(`${manifest(from)}=== chat.md\n${cursor}\n${text}\n`);
    return String(await converted(scene, to));
  };
  const CASES: readonly (readonly [from: string, text: string, to: string, reason: RegExp])[] = [
    [
      'jinja',
      '{% if page == "x" %}a{% endif %}',
      'handlebars',
      /^Line 2 of chat\.md, `\{% if page == "x" %\}`, does more/,
    ],
    ['jinja', 'a\n{% set x = 1 %}{{ page }}', 'liquid', /^Line 3 of chat\.md, `\{% set x = 1 %\}`, does more/],
    [
      'jinja',
      '{% for w in words %}{{ loop.index0 }}{% endfor %}',
      'mustache',
      /`\{\{ loop\.index0 \}\}`, counts the items/,
    ],
    [
      'jinja',
      '{% if page %}{% if gone %}{{ name | upper }}{% endif %}{% endif %}',
      'go-template',
      /`\{\{ name \| upper \}\}`/,
    ],
    ['handlebars', '{{#with page}}a{{/with}}', 'jinja', /`\{\{#with page\}\}`, does more/],
    ['handlebars', '{{#if page}}{{page}}{{/if}}', 'jinja', /`\{\{page\}\}`, is sent with HTML entities/],
    ['handlebars', '{{#if words}}a{{/if}}', 'mustache', /`\{\{#if words\}\}`, asks whether .* may be a list/],
    ['jinja', '{% if not nobody %}a{% else %}b{% endif %}', 'mustache', /asks whether .* may be a list/],
    ['mustache', '{{#thing}}a{{/thing}}', 'jinja', /`\{\{#thing\}\}`, opens a value of which nobody can tell/],
    ['liquid', '{% if page %}a{% endif %}', 'jinja', /would not stay the same byte for byte/],
    ['liquid', '{% if page %}{% else %}{{ gone }}{% endif %}', 'jinja', /would not stay the same byte for byte/],
    ['go-template', '{{ if .page }}a{{ end }}', 'single-brace', /`\{\{ if \.page \}\}`, decides or repeats/],
    ['go-template', '{{ with .page }}{{ . }}{{ end }}', 'jinja', /`\{\{ with \.page \}\}`, does more/],
  ];
  for (const [from, text, to, reason] of CASES)
    test(`${text} of ${from} as ${to}`, async () => {
      assert.match(await refusal(from, text, to), reason);
    });
  test('nothing is changed in a file that another system reads', async () => {
    const [text, part] = SOURCES.jinja ?? [];
    const other = '  other:\n    template: part.md\n    dialect: jinja\n';
    const scene = await sceneOf(`${manifest('jinja')}${other}=== chat.md\n${text}=== part.md\n${part}`);
    assert.match(String(await converted(scene, 'liquid')), /The system other reads the same texts/);
  });
});
