import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DocumentSymbol } from 'vscode-languageserver-types';
import { documentSymbols, flatSymbols } from '../../../server/src/features/documentSymbols';
import { foldingRanges } from '../../../server/src/features/folding';
import { semanticTokens } from '../../../server/src/features/semanticTokens';
import { SEMANTIC_TOKEN_MODIFIERS, SEMANTIC_TOKEN_TYPES } from '../../../server/src/protocol';
import { addressOf } from '../../support/memoryWorkspace';
import { DESK, type Scene, sceneOf } from './support';

const outline = (symbols: readonly DocumentSymbol[], depth = 0): string =>
  symbols
    .map(
      ({ name, detail, children }) =>
        `${'  '.repeat(depth)}${name}${detail ? ` (${detail})` : ''}\n${outline(children ?? [], depth + 1)}`,
    )
    .join('');

test('a template: layers, and the slots inside of them once each', async () => {
  const { snapshot, count } = await sceneOf(DESK.replace('Search before', 'Search {today} and {today} before'));
  assert.equal(
    outline(documentSymbols(snapshot, addressOf('desk.prompt'), count)),
    `tools (instructions)
  today (who, facts)
mark
today (who, facts)
locale (who, facts)
context (context, untrusted data)
`,
  );
});

test('a manifest: systems, their layers, slots, axes and scenarios', async () => {
  const { snapshot, count } = await sceneOf(DESK);
  assert.equal(
    outline(documentSymbols(snapshot, addressOf('strata.yaml'), count)),
    `desk (Front desk)
  policy (instructions)
  tools (instructions)
  who (facts)
  context (untrusted data)
  today (who)
  locale (who)
  context (context)
  footer
  kind (short, long)
  ask (One question.)
  blank
`,
  );
});

test('a part that is one layer as a whole', async () => {
  const { snapshot, count } = await sceneOf(`=== strata.yaml
version: 1
systems:
  a:
    dialect: single-brace
    parts: [{ file: tools.md, layer: tools }]
    layers: [{ id: tools, trust: instructions, lifetime: static, slots: [list] }]
=== tools.md
Tools:
{list}
`);
  assert.equal(
    outline(documentSymbols(snapshot, addressOf('tools.md'), count)),
    'tools (instructions)\n  list (tools, instructions)\n',
  );
});

test('a template of no system: its headings with what each section costs', async () => {
  const { snapshot, count } = await sceneOf('=== a.prompt\n# One\nfirst {{x}}\n## Inner\nmore\n# Two\nsecond {{x}}\n');
  assert.equal(
    outline(documentSymbols(snapshot, addressOf('a.prompt'), count)),
    'One (12 tok)\n  x\n  Inner (5 tok)\nTwo (7 tok)\n  x\n',
  );
});

test('a string of a YAML file: its slots, and no comment of YAML for a heading', async () => {
  const { snapshot, count } = await sceneOf(`=== strata.yaml
version: 1
systems:
  a: { template: "p.yaml#text", dialect: double-brace, slots: { x: { sample: 1 } } }
=== p.yaml
text: |
  Answer {{x}} and {{y}}.
# The others
rest: none
`);
  assert.equal(outline(documentSymbols(snapshot, addressOf('p.yaml'), count)), 'x\ny\n');
});

test('the selection of a symbol lies inside of it, and a flat list says where each belongs', async () => {
  const { snapshot, count, at } = await sceneOf(DESK);
  const uri = addressOf('desk.prompt');
  const [tools] = documentSymbols(snapshot, uri, count);
  assert.equal(tools && at(uri, tools.selectionRange), 'desk.prompt: ## Tools');
  assert.equal(tools && at(uri, tools.range), 'desk.prompt: ## Tools\nSearch before you answer.\n\n');
  assert.deepEqual(
    flatSymbols(snapshot, addressOf('strata.yaml'), count)
      .slice(0, 2)
      .map((s) => [s.name, s.containerName]),
    [
      ['desk', undefined],
      ['policy', 'desk'],
    ],
  );
});

test('folds: the head, layers, sections and comments, without the blank lines behind them', async () => {
  const { snapshot } = await sceneOf(`=== a.prompt
---
strata:
  dialect: py-format
  layers:
    - { id: rules, trust: instructions, lifetime: static }
    - { id: notes, trust: data, lifetime: call, starts: "## Notes" }
---
Rules.

# One
a
## Notes
b

# Two
c
`);
  assert.deepEqual(
    foldingRanges(snapshot, addressOf('a.prompt'))?.map(({ startLine, endLine, kind }) => [startLine, endLine, kind]),
    [
      [0, 6, 'imports'],
      [9, 12, 'region'],
      [11, 12, 'region'],
      [14, 15, 'region'],
    ],
  );
});

test('folds of a manifest go by indentation, and where there are none the editor finds its own', async () => {
  const { snapshot } = await sceneOf(`=== strata.yaml
version: 1

systems:
  a:
    dialect: jinja
    parts:
      - text: |
          Hi
          {% if x %}

            deep
          {% endif %}
      - file: a.md

# The end.
=== a.md
One line
  and another.
`);
  assert.deepEqual(
    foldingRanges(snapshot, addressOf('strata.yaml'))?.map(({ startLine, endLine }) => [startLine, endLine]),
    [
      [2, 12],
      [3, 12],
      [5, 12],
      [6, 11],
      [8, 11],
    ],
  );
  assert.equal(foldingRanges(snapshot, addressOf('a.md')), null);
});

describe('folds of the tags of each dialect', () => {
  const folds = async (dialect: string, text: string): Promise<readonly unknown[]> => {
    const { snapshot } = await sceneOf(
      `=== strata.yaml\nversion: 1\nsystems:\n  a: { template: a.md, dialect: ${dialect} }\n=== a.md\n${text}\n`,
    );
    return (foldingRanges(snapshot, addressOf('a.md')) ?? []).map(({ startLine, endLine, kind }) => [
      startLine,
      endLine,
      kind,
    ]);
  };
  test('liquid: blocks, comments, raw text, and a tag of many lines with the blocks in it', async () => {
    const text = `{% if a %}
x
{% endif %}
{% comment %}
c
{% endcomment %}
{% raw %}
{{ r }}
{% endraw %}
{% liquid
  for i in a
    echo i
  endfor
  echo a
%}`;
    assert.deepEqual(await folds('liquid', text), [
      [0, 2, 'region'],
      [3, 5, 'comment'],
      [6, 8, 'region'],
      [9, 14, 'region'],
      [10, 12, 'region'],
    ]);
  });
  test('liquid: what is never closed hides nothing', async () => {
    assert.deepEqual(await folds('liquid', '{% raw %}\n{% if a %}\nx\n{% endif %}'), [[1, 3, 'region']]);
    assert.deepEqual(await folds('liquid', '{% comment %}\n{% if a %}\nx\n{% endif %}'), [[1, 3, 'region']]);
  });
  test('raw text of the others', async () => {
    assert.deepEqual(await folds('jinja', '{% raw %}\n{{ r }}\n{% endraw %}\n{#\n c #}'), [
      [0, 2, 'region'],
      [3, 4, 'comment'],
    ]);
    assert.deepEqual(await folds('handlebars', '{{{{raw}}}}\n{{ r }}\nx\n{{{{/raw}}}}'), [[0, 2, 'region']]);
  });
});

/** The tokens of a file in the order of the text: type, modifiers, text. */
function colours({ snapshot, text, lines }: Scene, path: string): readonly string[] {
  const { data } = semanticTokens(snapshot, addressOf(path));
  const out: string[] = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i < data.length; i += 5) {
    const [down, right, length, type, bits] = data.slice(i, i + 5) as [number, number, number, number, number];
    character = down === 0 ? character + right : right;
    line += down;
    const start = lines(path).offsetAt({ line, character });
    const modifiers = SEMANTIC_TOKEN_MODIFIERS.filter((_, bit) => bits & (1 << bit));
    out.push(
      [SEMANTIC_TOKEN_TYPES[type], ...modifiers, JSON.stringify(text(path).slice(start, start + length))].join(' '),
    );
  }
  return out;
}

test('colours: slots with the trust of their layer, marks, unknown names, lines that begin a layer', async () => {
  const scene = await sceneOf(DESK.replace('Search before', 'Search {nobody} before'));
  assert.deepEqual(colours(scene, 'desk.prompt'), [
    'class instructions profile "## Tools"',
    'keyword "{"',
    'variable unknown "nobody"',
    'keyword "}"',
    'keyword "{"',
    'variable marker "mark"',
    'keyword "}"',
    'keyword "{"',
    'variable facts call "today"',
    'keyword "}"',
    'keyword "{"',
    'variable facts call "locale"',
    'keyword "}"',
    'keyword "{"',
    'variable data call "context"',
    'keyword "}"',
  ]);
});

test('colours: escapes are text, and a slot in the line of a layer keeps its own', async () => {
  const scene = await sceneOf(`=== strata.yaml
version: 1
systems:
  a:
    template: a.md
    dialect: py-format
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: notes, trust: data, lifetime: call, starts: "## Notes", slots: [who] }
=== a.md
Write {{x}}.
## Notes of {who} here
`);
  assert.deepEqual(colours(scene, 'a.md'), [
    'string "{{"',
    'string "}}"',
    'class data call "## Notes of "',
    'keyword "{"',
    'variable data call "who"',
    'keyword "}"',
    'class data call " here"',
  ]);
});

test('colours: a file of two systems is coloured once', async () => {
  const system = (id: string): string =>
    `  ${id}: { template: a.md, dialect: single-brace, slots: { x: { trust: data } } }\n`;
  const scene = await sceneOf(`=== strata.yaml\nversion: 1\nsystems:\n${system('one')}${system('two')}=== a.md\n{x}\n`);
  assert.deepEqual(colours(scene, 'a.md'), ['keyword "{"', 'variable data "x"', 'keyword "}"']);
});
