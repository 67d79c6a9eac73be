// What writes tags writes them with the delimiters that the program of a system sets.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeActions, resolveCodeAction } from '../../../server/src/features/codeActions';
import { definition } from '../../../server/src/features/definition';
import { Refusal } from '../../../server/src/features/refusal';
import { pathOf } from '../../support/memoryWorkspace';
import { cursorIn, edited, type Scene, sceneOf } from './support';

const OPTIONS = { createsFiles: true, resolvesLate: true, invoked: true, asks: false };

const head = (dialect: string, options: string): string => `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.md
    dialect: ${dialect}
    options: ${options}
    slots:
      name: { sample: Ada & Bob }
      page: { sample: "{{ x }}" }
      items: { type: list, sample: [{ title: One }, { title: Two }] }
`;

/** The template after the action whose title begins so; the reason when it is refused. */
async function after(scene: Scene, only: string, title: string): Promise<string> {
  const { uri, position } = cursorIn(scene);
  const whatIf = (texts: ReadonlyMap<string, string>) => scene.service.whatIfAll(scene.snapshot, texts);
  const options = { ...OPTIONS, only: [only] };
  const offered = await codeActions(scene.snapshot, uri, { start: position, end: position }, options, whatIf);
  const chosen = offered.find((action) => action.title.includes(title));
  assert.ok(chosen, offered.map((action) => action.title).join());
  try {
    const { edit } = await resolveCodeAction(scene.snapshot, chosen, options, whatIf);
    const [, edits] = Object.entries(edit?.changes ?? {}).find(([at]) => pathOf(at) === 'chat.md') ?? [];
    return edited(scene.text('chat.md'), edits ?? []);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const convert = async (scene: string, to: string): Promise<string> =>
  after(await sceneOf(scene), 'refactor.rewrite.dialect', ` as ${to} `);

describe('a dialect with other delimiters', () => {
  const squares = '{ delimiters: { slot: "[[ ]]", statement: "[% %]" } }';
  const text = `=== chat.md
Hi [[ na‸me ]], read {{ page }} [[ page ]].
[% if page %]
Yes.
[% endif %]
[% for item in items %]
- [[ item.title ]]
[% endfor %]
`;

  test('is converted to one that has them, and keeps them', async () => {
    assert.equal(
      await convert(head('jinja', squares) + text, 'liquid'),
      `Hi [[ name ]], read {{ page }} [[ page ]].
[% if page and page != empty %]
Yes.
[% endif %]
[% for item in items %]
- [[ item.title ]]
[% endfor %]`,
    );
  });

  test('is converted to one that has none, and braces are escaped there', async () => {
    const plain = '=== chat.md\nHi [[ na‸me ]], read {name} {{ page }} and [[ page ]].\n';
    assert.equal(
      await convert(head('jinja', squares) + plain, 'py-format'),
      'Hi {name}, read {{name}} {{{{ page }}}} and {page}.',
    );
  });

  const lines = '{ lineStatement: "%%", lineComment: "##" }';
  const inLines = (loop: string): string => `=== chat.md
Hi {{ na‸me }}: ## who
## all of it
  %% if page:
Yes {{ page }}.
%% endif
${loop}
  - {{ item.title }}
%% endfor

{# note #}End 50 %% off.
`;

  test('of lines that are statements or comments is converted to tags', async () => {
    assert.equal(
      await convert(head('jinja', lines) + inLines('%% for item in items'), 'liquid'),
      `Hi {{ name }}:{% comment %}who{% endcomment %}
{% comment %}all of it{% endcomment %}
{% if page and page != empty -%}
Yes {{ page }}.
{% endif %}{% for item in items %}  - {{ item.title }}
{% endfor %}{% comment %}note{% endcomment %}End 50 %% off.`,
    );
    assert.equal(
      await convert(head('jinja', lines) + inLines('%%- for item in items'), 'handlebars'),
      `Hi {{{name}}}:{{!-- who --}}
{{!-- all of it --}}

{{#if page}}
Yes {{{page}}}.
{{/if}}
{{#each items as |item|}}
  - {{{item.title}}}
{{/each}}
{{!-- note --}}End 50 %% off.`,
    );
    assert.equal(
      await convert(
        head('jinja', `{ lineStatement: "%%", lineComment: "##", trimBlocks: true, lstripBlocks: true }`) +
          inLines('%%- for item in items'),
        'go-template',
      ),
      `Hi {{ .name }}:{{/* who */}}
{{/* all of it */}}
{{ if .page -}}
Yes {{ .page }}.
{{ end }}{{ range $item := .items }}  - {{ $item.title }}
{{ end }}{{/* note */}}End 50 %% off.`,
    );
  });

  test('is what another one is converted to', async () => {
    const plain = '=== chat.md\nHi {na‸me}, read [[ x ]] and {page}.\n';
    assert.equal(
      await convert(head('single-brace', squares) + plain, 'go-template'),
      'Hi [[ .name ]], read [["[["]] x ]] and [[ .page ]].\n',
    );
  });

  test('finds blocks in its tags', async () => {
    const macro = await sceneOf(`${head('jinja', squares)}=== chat.md
[% macro card(x) %]C[% endmacro %][[ ca‸rd(name) ]][[ page ]]
`);
    const cursor = cursorIn(macro);
    const found = JSON.stringify(definition(macro.snapshot, cursor.uri, cursor.position));
    assert.ok(found.includes('"character":9'), found);
  });
});
