// In manifests, in heads and in texts that are strings of a file: what a selection grows to, and how names are coloured.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SelectionRange } from 'vscode-languageserver-types';
import { selectionRanges } from '../../../server/src/features/selectionRanges';
import { semanticTokens } from '../../../server/src/features/semanticTokens';
import { SEMANTIC_TOKEN_MODIFIERS, SEMANTIC_TOKEN_TYPES } from '../../../server/src/protocol';
import { addressOf } from '../../support/memoryWorkspace';
import { cursorIn, type Scene, sceneOf } from './support';

async function grown(fixture: string): Promise<readonly string[]> {
  const scene = await sceneOf(fixture);
  const { uri, position } = cursorIn(scene);
  const texts: string[] = [];
  let range: SelectionRange | undefined = selectionRanges(scene.snapshot, uri, [position])?.[0];
  for (; range; range = range.parent) texts.push(scene.at(uri, range.range).replace(/^[^:]*: /, ''));
  return texts;
}

/** `text type modifiers` of each token. */
function coloured(scene: Scene, path: string): readonly string[] {
  const { data } = semanticTokens(scene.snapshot, addressOf(path));
  const lines = scene.text(path).split(/\r?\n/);
  const out: string[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [down = 0, right = 0, length = 0, type = 0, bits = 0] = data.slice(i, i + 5);
    character = down === 0 ? character + right : right;
    line += down;
    const modifiers = SEMANTIC_TOKEN_MODIFIERS.filter((_, bit) => bits & (1 << bit));
    const text = lines[line]?.slice(character, character + length);
    out.push([text, SEMANTIC_TOKEN_TYPES[type], ...modifiers].join(' '));
  }
  return out;
}

const ENTRY = `dialect: jinja
layers:
  - { id: base, trust: instructions, lifetime: static }
  - { id: page, trust: data, lifetime: call, slots: [text] }
slots:
  text: { type: json, sample: {} }
  text.title: { description: x }
`;
const indented = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
const MANIFEST = `version: 1\nsystems:\n  chat:\n    template: chat.md\n${indented(ENTRY, '    ')}`;
const at = (text: string, where: string): string => text.replace(where, `‸${where}`);

describe('a selection grows', () => {
  test('over the entries of a manifest, with any line break', async () => {
    const fixture = `=== strata.yaml\n${at(MANIFEST, 'data, lifetime')}=== chat.md\n{{ text.title }}\n`;
    const expected = [
      'data',
      'trust: data',
      '{ id: page, trust: data, lifetime: call, slots: [text] }',
      '      - { id: page, trust: data, lifetime: call, slots: [text] }',
    ];
    assert.deepEqual((await grown(fixture)).slice(0, 4), expected);
    assert.equal((await grown(fixture)).at(-1), MANIFEST);
    const crlf = `=== strata.yaml\n${at(MANIFEST, 'data, lifetime').replaceAll('\n', '\r\n')}=== chat.md\n{{ text.title }}\n`;
    assert.deepEqual((await grown(crlf)).slice(0, 4), expected);
  });
  test('over those of a head, and not over the text below it', async () => {
    const head = `---\nother: 1\nstrata:\n${indented(ENTRY, '  ')}---\nHi {{ text }}\n`;
    const [first, second, third] = await grown(`=== chat.prompt\n${at(head, 'json')}`);
    assert.deepEqual([first, second, third], ['json', 'type: json', '{ type: json, sample: {} }']);
  });
  test('inside of a string of a file only over that string and what holds it', async () => {
    const manifest = MANIFEST.replace('chat.md', 'texts.yaml#chat');
    const texts = 'before: 1\nchat: "Hi 😀 {{ te‸xt }}, so\\n"\nafter: {{ text }}\n';
    const all = await grown(`=== strata.yaml\n${manifest}=== texts.yaml\n${texts}`);
    assert.deepEqual(all, [
      'text',
      '{{ text }}',
      'Hi 😀 {{ text }}, so\\n',
      '"Hi 😀 {{ text }}, so\\n"',
      'chat: "Hi 😀 {{ text }}, so\\n"',
      texts.replace('‸', ''),
    ]);
  });
});

describe('names are coloured as what they name', () => {
  test('in a manifest', async () => {
    const scene = await sceneOf(`=== strata.yaml\n${MANIFEST}=== chat.md\n{{ text.title }}\n`);
    assert.deepEqual(coloured(scene, 'strata.yaml'), [
      'base class instructions static',
      'page class data call',
      'text variable data call',
      'text variable data call',
      'text variable data call',
    ]);
  });
  test('in a head, beside the text below it', async () => {
    const scene = await sceneOf(`=== chat.prompt\n---\nstrata:\n${indented(ENTRY, '  ')}---\nHi {{ text }}\n`);
    assert.deepEqual(coloured(scene, 'chat.prompt').slice(0, 3), [
      'base class instructions static',
      'page class data call',
      'text variable data call',
    ]);
    assert.ok(coloured(scene, 'chat.prompt').includes('{{  keyword'));
  });
  test('in a second copy that must stay equal, as in the text that it is a copy of', async () => {
    const manifest = MANIFEST.replace(
      /template: chat\.md/,
      'parts: [{ file: chat.md, fallback: copy.txt }, { file: chat.md, fallback: texts.json#chat }]',
    );
    const scene = await sceneOf(
      `=== strata.yaml\n${manifest}=== chat.md\n{{ text }}\n=== copy.txt\n{{ text }}\n=== texts.json\n{ "chat": "{{ text }}" }\n`,
    );
    for (const path of ['chat.md', 'copy.txt', 'texts.json'])
      assert.deepEqual(coloured(scene, path), ['{{  keyword', 'text variable data call', ' }} keyword'], path);
  });
  test('not in a file of another tool, and in nothing that cannot be read', async () => {
    const scene = await sceneOf(`=== strata.yaml\nversion: 1\nsystems: [\n=== config.yaml\na: 1\n`);
    assert.deepEqual(coloured(scene, 'strata.yaml'), []);
    assert.deepEqual(coloured(scene, 'config.yaml'), []);
  });
});
