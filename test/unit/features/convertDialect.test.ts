// A system in another dialect, with everything that several dialects can say: conditions, loops, includes, comments. The
// prompt stays the same byte for byte, or nothing is changed and the tag that is in the way is named.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CodeActionOptions, codeActions, resolveCodeAction } from '../../../server/src/features/codeActions';
import { Refusal } from '../../../server/src/features/refusal';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import { memoryWorkspace, pathOf } from '../../support/memoryWorkspace';
import { cursorIn, edited, type Scene, sceneOf } from './support';

const OPTIONS = {
  only: ['refactor.rewrite.dialect'],
  createsFiles: true,
  resolvesLate: true,
  invoked: true,
  asks: false,
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

/** Liquid reads `and` and `or` without brackets, so that what has both is said by one in the other. */
const NESTED = '{% if page == "x" %}{% if gone == nil or gone == false or gone == empty %}a{% endif %}{% endif %}';

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
      count: { type: number, sample: 3 }
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
{% if page != empty %}
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
        // What both write in the same way is not touched.
        const changed = Object.keys(before).filter((path) => after[path] !== undefined);
        assert.deepEqual(Object.keys(after).sort(), changed.sort());
        assert.ok(changed.includes('chat.md') && changed.includes('strata.yaml'));
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
  const body = async (from: string, text: string, to: string): Promise<unknown> => {
    const scene = await sceneOf(`${manifest(from)}=== chat.md\n‸${text}\n`);
    const after = await converted(scene, to);
    return typeof after === 'string' ? after : after['chat.md'];
  };
  const SAID: readonly (readonly [from: string, text: string, to: string, written: string])[] = [
    ['jinja', '{% if page == "x" and not gone %}a{% endif %}', 'liquid', NESTED],
    [
      'jinja',
      '{% if page == "x" or gone != "y" %}a{% endif %}',
      'liquid',
      '{% if page == "x" or gone != "y" %}a{% endif %}',
    ],
    [
      'jinja',
      '{% if page == "x" or not gone %}a{% endif %}',
      'go-template',
      '{{ if or (eq .page "x") (not .gone) }}a{{ end }}',
    ],
    ['jinja', '{% if page and name %}a{% endif %}', 'mustache', '{{#page}}{{#name}}a{{/name}}{{/page}}'],
    [
      'jinja',
      '{% if page != "x" %}a{% else %}b{% endif %}',
      'dotprompt',
      '{{#unlessEquals page "x"}}a{{else}}b{{/unlessEquals}}',
    ],
    ['dotprompt', '{{#ifEquals page "x"}}a{{/ifEquals}}', 'jinja', '{% if page == "x" %}a{% endif %}'],
    ['go-template', '{{ if ne .page "x" }}a{{ end }}', 'liquid', '{% if page != "x" %}a{% endif %}'],
    ['jinja', "{{ page | upper | replace('A', '|') }}", 'liquid', '{{ page | upcase | replace: "A", "|" }}'],
    [
      'liquid',
      '{{ words | join: " | " }}{{ page | default: "none" }}',
      'jinja',
      '{{ words | join(" | ") }}{{ page | default("none", true) }}',
    ],
    [
      'jinja',
      '{% if count>2 and page %}a{% endif %}',
      'liquid',
      '{% if count > 2 and page and page != empty %}a{% endif %}',
    ],
    ['jinja', '{% if not count <= 2.5 %}a{% endif %}', 'liquid', '{% if count > 2.5 %}a{% endif %}'],
    [
      'liquid',
      '{% if count == -3 or count != 0 %}a{% endif %}',
      'jinja',
      '{% if count == -3 or count != 0 %}a{% endif %}',
    ],
    ['jinja', '{{ page | trim(" <") }}', 'liquid', '{{ page | strip: " <" }}'],
    ['jinja', '{{ words | length }}', 'handlebars', '{{{words.length}}}'],
    ['handlebars', '{{words.length}}', 'go-template', '{{ len .words }}'],
    [
      'handlebars',
      '{{#with page}}{{{this}}}{{else}}{{{name}}}{{/with}}',
      'jinja',
      '{% if page %}{{ page }}{% else %}{{ name }}{% endif %}',
    ],
    [
      'go-template',
      '{{ with $p := .page }}{{ $p }}{{ . }}{{ $.name }}{{ end }}',
      'mustache',
      '{{#page}}{{{page}}}{{{page}}}{{{name}}}{{/page}}',
    ],
    [
      'jinja',
      '{% for i in items %}{% with t = i.title %}{{ t }}{% endwith %}{% endfor %}',
      'handlebars',
      '{{#each items as |i|}}{{{i.title}}}{{/each}}',
    ],
  ];
  for (const [from, text, to, written] of SAID)
    test(`${text} of ${from} as ${to}`, async () => {
      assert.equal(String(await body(from, `So ${text}`, to)).trimEnd(), `So ${written}`);
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

describe('is offered', () => {
  const titles = async (fixture: string, options: Partial<CodeActionOptions>) => {
    const scene = await sceneOf(fixture);
    const { uri, position } = cursorIn(scene);
    const whatIf = (texts: ReadonlyMap<string, string>) => scene.service.whatIfAll(scene.snapshot, texts);
    const range = { start: position, end: position };
    const offered = await codeActions(scene.snapshot, uri, range, { ...OPTIONS, ...options }, whatIf);
    return offered.filter(({ kind }) => kind === 'refactor.rewrite.dialect');
  };
  const IN_PROSE = `${manifest('jinja')}=== chat.md\nHi {{ name }}.\nWo‸rds.\n`;
  const AT_DIALECT = `${manifest('jin‸ja')}=== chat.md\nHi {{ name }}.\n`;
  const IN_MANIFEST = `${manifest('jinja').replace('template', 'tem‸plate')}=== chat.md\nHi {{ name }}.\n`;
  test('anywhere in a template, to whoever asks for refactorings', async () => {
    assert.equal((await titles(IN_PROSE, { only: ['refactor'] })).length, dialects.length - 1);
    assert.equal((await titles(IN_PROSE, { only: undefined })).length, 0);
    assert.equal((await titles(IN_PROSE, { invoked: false, only: undefined })).length, 0);
  });
  test('at `dialect` itself to everybody', async () => {
    assert.equal((await titles(AT_DIALECT, { only: undefined })).length, dialects.length - 1);
    assert.equal((await titles(IN_MANIFEST, { only: undefined })).length, 0);
    assert.equal((await titles(IN_MANIFEST, { only: ['refactor.rewrite.dialect'] })).length, dialects.length - 1);
  });
  test('as one entry by an editor that asks which dialect', async () => {
    const [one, ...others] = await titles(IN_PROSE, { only: ['refactor'], asks: true });
    assert.equal(others.length, 0);
    assert.equal(one?.title, 'Write the slots of chat in another dialect …');
    assert.deepEqual(one?.command?.arguments, ['file:///w/chat.md', { line: 1, character: 2 }]);
    assert.equal((await titles(IN_PROSE, { asks: true })).length, dialects.length - 1);
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
      /^Line 2 of chat\.md, `\{% if page == "x" %\}`, compares a value with a text, which handlebars cannot/,
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
    ['handlebars', '{{#if (lookup page 0)}}a{{/if}}', 'jinja', /`\{\{#if \(lookup page 0\)\}\}`, does more/],
    ['jinja', '{% if page or gone %}a{% endif %}', 'mustache', /asks for several things at once/],
    ['jinja', '{% if page and gone %}a{% else %}b{% endif %}', 'handlebars', /asks for several things at once/],
    ['jinja', '{{ page | upper }}', 'go-template', /changes the value before it prints it/],
    ['jinja', '{{ page | trim }}', 'liquid', /`\{\{ page \| trim \}\}`, takes blanks away, among which not/],
    ['liquid', '{{ page | upcase | capitalize }}', 'jinja', /writes a text with a capital, which engines do in ways/],
    ['jinja', '{{ page | default("x") }}', 'liquid', /gives way only to what is not given at all/],
    ['jinja', '{% if count > 2 %}a{% endif %}', 'handlebars', /`\{% if count > 2 %\}`, compares a number, which hand/],
    ['jinja', '{% if count > 2 %}a{% endif %}', 'go-template', /compares a number, which go-template cannot/],
    [
      'jinja',
      '{% if page > 2 %}a{% endif %}',
      'liquid',
      /compares with a number what is not declared as `type: number`/,
    ],
    ['jinja', '{% if page > "a" %}a{% endif %}', 'liquid', /does more/],
    ['jinja', '{% if count > 1e3 %}a{% endif %}', 'liquid', /does more/],
    ['jinja', '{{ page | upper }}', 'single-brace', /does more than print a slot/],
    ['handlebars', '{{#if page}}{{page}}{{/if}}', 'jinja', /`\{\{page\}\}`, is sent with HTML entities/],
    ['handlebars', '{{#if words}}a{{/if}}', 'mustache', /`\{\{#if words\}\}`, asks whether .* may be a list/],
    ['jinja', '{% if not nobody %}a{% else %}b{% endif %}', 'mustache', /asks whether .* may be a list/],
    ['mustache', '{{#thing}}a{{/thing}}', 'jinja', /`\{\{#thing\}\}`, opens a value of which nobody can tell/],
    ['liquid', '{% if page != blank %}a{% endif %}', 'jinja', /`\{% if page != blank %\}`, does more/],
    ['liquid', '{% if page %}a{% endif %}', 'jinja', /would not stay the same byte for byte/],
    ['liquid', '{% if page %}{% else %}{{ gone }}{% endif %}', 'jinja', /would not stay the same byte for byte/],
    ['go-template', '{{ if .page }}a{{ end }}', 'single-brace', /`\{\{ if \.page \}\}`, decides or repeats/],
    [
      'go-template',
      '{{ with index .words 0 }}{{ . }}{{ end }}',
      'jinja',
      /`\{\{ with index \.words 0 \}\}`, does more/,
    ],
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

test('a sample that is another text than the first scenario gives is no difference', async () => {
  const scenarios = '    scenarios:\n      ask: { values: { name: Bob } }\n';
  const scene = await sceneOf(`${manifest('single-brace')}${scenarios}=== chat.md\nHi {na‸me}.`);
  const files = await converted(scene, 'double-brace');
  assert.equal(typeof files === 'string' ? files : files['chat.md'], 'Hi {{name}}.');
});
