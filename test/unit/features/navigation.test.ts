import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { definition } from '../../../server/src/features/definition';
import { documentLinks } from '../../../server/src/features/documentLinks';
import { documentSymbols } from '../../../server/src/features/documentSymbols';
import { fileRename } from '../../../server/src/features/fileRename';
import { foldingRanges } from '../../../server/src/features/folding';
import { highlights } from '../../../server/src/features/highlights';
import { references } from '../../../server/src/features/references';
import { prepareRename, rename } from '../../../server/src/features/rename';
import { selectionRanges } from '../../../server/src/features/selectionRanges';
import { workspaceSymbols } from '../../../server/src/features/workspaceSymbols';
import { parseFixture } from '../../support/fixture';
import { addressOf, pathOf } from '../../support/memoryWorkspace';
import { cursorIn, DESK, edited, type Scene, sceneOf } from './support';

/** The desk with a cursor at the first `where` behind the file's name, `shift` characters in. */
const desk = (path: string, where: string, shift = 1): string => {
  const start = DESK.indexOf(`=== ${path}`);
  const at = DESK.indexOf(where, start) + shift;
  return `${DESK.slice(0, at)}‸${DESK.slice(at)}`;
};

async function definitions(fixture: string): Promise<readonly string[]> {
  const scene = await sceneOf(fixture);
  const { uri, position } = cursorIn(scene);
  return definition(scene.snapshot, uri, position).map(
    (link) => `${scene.at(link.targetUri, link.targetSelectionRange)} ${link.targetSelectionRange.start.line}`,
  );
}

describe('definition', () => {
  test('from a slot in the text to its declaration, and from there to its uses', async () => {
    assert.deepEqual(await definitions(desk('desk.prompt', '{context}')), ['strata.yaml: context 17']);
    assert.deepEqual(await definitions(desk('strata.yaml', 'context:\n')), ['desk.prompt: context 9']);
  });
  test('from the line that begins a layer to the layer, and from its id to the line', async () => {
    assert.deepEqual(await definitions(desk('desk.prompt', '## Tools')), ['strata.yaml: tools 11']);
    assert.deepEqual(await definitions(desk('strata.yaml', 'id: tools', 5)), ['desk.prompt: ## Tools 3']);
  });
  test('from a slot that a layer lists, a scenario sets or a breakpoint names', async () => {
    assert.deepEqual(await definitions(desk('strata.yaml', 'slots: [context]', 9)), ['strata.yaml: context 17']);
    assert.deepEqual(await definitions(desk('strata.yaml', 'context: "Booking')), ['strata.yaml: context 17']);
    assert.deepEqual(await definitions(desk('strata.yaml', 'slot: mark', 7)), ['desk.prompt: mark 7']);
    assert.deepEqual(await definitions(desk('desk.prompt', '{mark}', 2)), ['strata.yaml: mark 27']);
  });
  test('from the name of a file to the file, from an axis to its declaration', async () => {
    assert.deepEqual(await definitions(desk('strata.yaml', 'desk.prompt\n')), ['desk.prompt:  0']);
    assert.deepEqual(await definitions(desk('strata.yaml', 'kind: long')), ['strata.yaml: kind 26']);
  });
  test('nowhere from plain text', async () => {
    assert.deepEqual(await definitions(desk('desk.prompt', 'help')), []);
  });
});

describe('references and highlights', () => {
  test('a slot in every text and manifest, with and without its declarations', async () => {
    const scene = await sceneOf(desk('desk.prompt', '{context}'));
    const { uri, position } = cursorIn(scene);
    const shown = (declarations: boolean): readonly string[] =>
      references(scene.snapshot, uri, position, declarations).map(
        (place) => `${pathOf(place.uri)} ${place.range.start.line}`,
      );
    assert.deepEqual(shown(true), [
      'desk.prompt 9',
      'strata.yaml 13',
      'strata.yaml 17',
      'strata.yaml 29',
      'strata.yaml 30',
    ]);
    assert.deepEqual(shown(false), ['desk.prompt 9', 'strata.yaml 29', 'strata.yaml 30']);
  });
  test('only this file is highlighted; declarations are written, mentions read', async () => {
    const scene = await sceneOf(desk('strata.yaml', 'context: "Booking'));
    const { uri, position } = cursorIn(scene);
    assert.deepEqual(
      highlights(scene.snapshot, uri, position)?.map(({ range, kind }) => [range.start.line, kind]),
      [
        [13, 3],
        [17, 3],
        [29, 2],
        [30, 2],
      ],
    );
  });
  test('a file is found where it is named', async () => {
    const scene = await sceneOf(desk('strata.yaml', 'desk.prompt\n'));
    const { uri, position } = cursorIn(scene);
    assert.deepEqual(
      references(scene.snapshot, uri, position, true).map((place) => scene.at(place.uri, place.range)),
      ['strata.yaml: desk.prompt'],
    );
  });
});

async function renamed(fixture: string, newName: string): Promise<Record<string, string> | null> {
  const scene: Scene = await sceneOf(fixture);
  const { uri, position } = cursorIn(scene);
  const edit = rename(scene.snapshot, uri, position, newName);
  if (!edit?.changes) return null;
  return Object.fromEntries(
    Object.entries(edit.changes).map(([at, edits]) => [pathOf(at), edited(scene.text(pathOf(at)), edits)]),
  );
}

const body = (path: string): string => {
  const parts = DESK.split(/=== (\S+)\n/);
  return parts[parts.indexOf(path) + 1] ?? '';
};

describe('rename', () => {
  test('a slot changes in texts, layers, declarations and scenarios at once', async () => {
    assert.deepEqual(await renamed(desk('desk.prompt', '{context}'), 'page'), {
      'desk.prompt': body('desk.prompt').replace('{context}', '{page}'),
      'strata.yaml': body('strata.yaml')
        .replace('slots: [context]', 'slots: [page]')
        .replace('      context:\n', '      page:\n')
        .replace('values: { context: "Booking', 'values: { page: "Booking')
        .replace('values: { context: ""', 'values: { page: ""'),
    });
  });
  test('a layer changes where it is named, not in the text', async () => {
    assert.deepEqual(await renamed(desk('strata.yaml', 'id: policy', 5), 'rules'), {
      'strata.yaml': body('strata.yaml').replace('id: policy', 'id: rules'),
    });
  });
  test('an axis changes where it is chosen', async () => {
    assert.deepEqual(await renamed(desk('strata.yaml', 'kind: {'), 'length'), {
      'strata.yaml': body('strata.yaml').replace('kind: {', 'length: {').replace('{ kind: long }', '{ length: long }'),
    });
  });
  test('a name that the dialect cannot write is refused', async () => {
    await assert.rejects(renamed(desk('desk.prompt', '{context}'), 'a b'), /"a b" cannot be the name of a slot/);
  });
  test('what is offered is the name alone; plain text and files have none', async () => {
    const slot = await sceneOf(desk('desk.prompt', '{context}'));
    const at = cursorIn(slot);
    assert.deepEqual(prepareRename(slot.snapshot, at.uri, at.position), {
      range: { start: { line: 9, character: 1 }, end: { line: 9, character: 8 } },
      placeholder: 'context',
    });
    const prepared = async (fixture: string): Promise<unknown> => {
      const scene = await sceneOf(fixture);
      const cursor = cursorIn(scene);
      return prepareRename(scene.snapshot, cursor.uri, cursor.position);
    };
    assert.equal(await prepared(desk('desk.prompt', 'help')), null);
    await assert.rejects(prepared(desk('strata.yaml', 'desk.prompt\n')), /renamed in the explorer/);
    await assert.rejects(prepared(desk('strata.yaml', 'model: hosted', 8)), /the provider gives/);
  });
});

test('links lead to the files that a manifest names', async () => {
  const scene = await sceneOf(`=== strata.yaml
version: 1
systems:
  a:
    dialect: single-brace
    parts:
      - { file: parts/a.md }
      - { file: ../outside.md }
    slots: { s: { sample: { file: s.txt } } }
=== parts/a.md
{s}
=== s.txt
x
`);
  const uri = addressOf('strata.yaml');
  assert.deepEqual(
    documentLinks(scene.snapshot, uri).map(({ range, target }) => [scene.at(uri, range), pathOf(target ?? '')]),
    [
      ['strata.yaml: parts/a.md', 'parts/a.md'],
      ['strata.yaml: s.txt', 's.txt'],
    ],
  );
});

test('symbols of the workspace by the letters of their names', async () => {
  const { snapshot } = await sceneOf(DESK);
  const shown = (query: string): readonly string[] =>
    workspaceSymbols(snapshot, query).map((s) => `${s.name} ${s.containerName ?? ''}`);
  assert.deepEqual(shown('ctx'), ['context desk', 'context desk']);
  assert.deepEqual(shown('bl'), ['blank desk']);
  assert.deepEqual(shown('DESK'), ['desk ']);
});

test('a selection grows from the name over the tag, the line and the section to the file', async () => {
  const scene = await sceneOf(desk('desk.prompt', '{today}', 3));
  const { uri, position } = cursorIn(scene);
  const texts: string[] = [];
  for (let range = selectionRanges(scene.snapshot, uri, [position])?.[0]; range; range = range.parent)
    texts.push(scene.at(uri, range.range));
  assert.deepEqual(
    texts.map((text) => text.replace('desk.prompt: ', '')),
    [
      'today',
      '{today}',
      'Today is {today}, in {locale}.',
      body('desk.prompt').slice(body('desk.prompt').indexOf('## Now')),
      body('desk.prompt'),
    ],
  );
});

describe('moving files', () => {
  const fixture = `=== p/strata.yaml
version: 1
systems:
  a:
    template: "parts/a.md"
    dialect: single-brace
    slots: { s: { sample: { file: ../shared/s.txt } } }
=== p/parts/a.md
{s}
=== shared/s.txt
x
`;
  async function manifestAfter(from: string, to: string): Promise<string | null> {
    const scene = await sceneOf(fixture);
    const edit = fileRename(scene.snapshot, [{ oldUri: addressOf(from), newUri: addressOf(to) }]);
    const edits = edit?.changes?.[addressOf('p/strata.yaml')];
    return edits ? edited(scene.text('p/strata.yaml'), edits) : null;
  }
  const text = parseFixture(fixture)[0]?.text ?? '';

  test('a file, quotes kept', async () => {
    assert.equal(await manifestAfter('p/parts/a.md', 'p/b c.md'), text.replace('parts/a.md', 'b c.md'));
  });
  test('to a name that YAML would read as something else', async () => {
    assert.equal(
      await manifestAfter('shared/s.txt', 'shared/s #1: {x}.txt'),
      text.replace('../shared/s.txt', '"../shared/s #1: {x}.txt"'),
    );
    assert.equal(await manifestAfter('p/parts/a.md', 'p/a"b.md'), text.replace('"parts/a.md"', '"a\\"b.md"'));
  });
  test('the folder of a file', async () => {
    assert.equal(await manifestAfter('shared', 'common/texts'), text.replace('../shared/', '../common/texts/'));
  });
  test('the manifest itself', async () => {
    assert.equal(
      await manifestAfter('p/strata.yaml', 'strata.yaml'),
      text.replace('parts/', 'p/parts/').replace('../shared', 'shared'),
    );
  });
  test('a folder with the manifest and all that it names inside', async () => {
    assert.equal(await manifestAfter('p', 'q'), null);
  });
  test('a file that nobody names', async () => {
    assert.equal(await manifestAfter('other.md', 'another.md'), null);
  });
});

describe('texts inside of other files', () => {
  const fixture = `=== strata.yaml
version: 1
systems:
  a:
    dialect: single-brace
    parts:
      - { text: "## Rules for {who}" }
      - { file: prompts.yaml#system }
    layers:
      - { id: rules, trust: instructions, lifetime: static, starts: "## Rules" }
      - { id: rest, trust: data, lifetime: call, slots: [who] }
=== prompts.yaml
# About
system: |
  ## Rules
  Hello {who}.
`;
  test('a slot is found in the manifest and in the file that holds the text', async () => {
    const scene = await sceneOf(fixture.replace('Hello {who}', 'Hello {w‸ho}'));
    const { uri, position } = cursorIn(scene);
    assert.deepEqual(
      references(scene.snapshot, uri, position, true).map((one) => `${pathOf(one.uri)} ${one.range.start.line}`),
      ['prompts.yaml 3', 'strata.yaml 5', 'strata.yaml 9'],
    );
    assert.deepEqual(
      definition(scene.snapshot, uri, position).map((link) => scene.at(link.targetUri, link.targetSelectionRange)),
      ['strata.yaml: who'],
    );
  });
  test('the text has its layers; the file round it is no template, with no sections and no head', async () => {
    const { snapshot, count } = await sceneOf(fixture);
    assert.deepEqual(foldingRanges(snapshot, addressOf('prompts.yaml')), [
      { startLine: 1, endLine: 3 },
      { startLine: 2, endLine: 3, kind: 'region' },
    ]);
    assert.deepEqual(
      documentSymbols(snapshot, addressOf('prompts.yaml'), count).map((s) => [
        s.name,
        s.range.start.line,
        s.children?.map((child) => [child.name, child.range.start.line]),
      ]),
      [['rules', 2, [['who', 3]]]],
    );
  });
  test('a link leads to the file that holds the text', async () => {
    const { snapshot } = await sceneOf(fixture);
    assert.deepEqual(
      documentLinks(snapshot, addressOf('strata.yaml')).map((link) => link.target),
      [addressOf('prompts.yaml')],
    );
  });
});
