// Every feature in every dialect, wherever a template may stand: a file, a file with a head, a text in the manifest, a
// string in a YAML or JSON file; with LF and CRLF, with characters outside of the basic plane, and half typed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Position } from 'vscode-languageserver-types';
import { codeActions, resolveCodeAction } from '../../../server/src/features/codeActions';
import { codeLenses } from '../../../server/src/features/codeLens';
import { completion } from '../../../server/src/features/completion/completion';
import { definition } from '../../../server/src/features/definition';
import { documentSymbols } from '../../../server/src/features/documentSymbols';
import { foldingRanges } from '../../../server/src/features/folding';
import { highlights } from '../../../server/src/features/highlights';
import { hover } from '../../../server/src/features/hover';
import { references } from '../../../server/src/features/references';
import { prepareRename, rename } from '../../../server/src/features/rename';
import { selectionRanges } from '../../../server/src/features/selectionRanges';
import { semanticTokens } from '../../../server/src/features/semanticTokens';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import { addressOf, pathOf } from '../../support/memoryWorkspace';
import { edited, type Scene, sceneOf } from './support';

const declared = (dialect: string, source: string, indent: string): string =>
  `${source}${indent}dialect: ${dialect}
${indent}layers:
${indent}  - { id: rules, trust: instructions, lifetime: static }
${indent}  - { id: tools, trust: instructions, lifetime: static, starts: "## Tools" }
${indent}  - { id: page, trust: data, lifetime: call, slots: [page] }
${indent}slots:
${indent}  name: { description: Who asks., sample: Ada }
${indent}  page: { sample: "<p>" }
`;

const inManifest = (dialect: string, source: string): string =>
  `=== strata.yaml\nversion: 1\nsystems:\n  chat:\n${declared(dialect, `    ${source}\n`, '    ')}`;

const indented = (text: string, indent: string): string => text.replace(/^(?=.)/gm, indent);

interface Place {
  readonly path: string;
  /** A string on one line, whose line breaks are escapes. */
  readonly isQuoted?: boolean;
  fixture(dialect: string, text: string): string;
}

const PLACES: Readonly<Record<string, Place>> = {
  'a file': {
    path: 'chat.md',
    fixture: (dialect, text) => `${inManifest(dialect, 'template: chat.md')}=== chat.md\n${text}`,
  },
  'a file with a head': {
    path: 'chat.prompt',
    fixture: (dialect, text) => `=== chat.prompt\n---\ntitle: x\nstrata:\n${declared(dialect, '', '  ')}---\n${text}`,
  },
  'a block in the manifest': {
    path: 'strata.yaml',
    fixture: (dialect, text) =>
      inManifest(dialect, `parts:\n      - text: |\n${indented(text, '          ').trimEnd()}`),
  },
  'a quoted text in the manifest': {
    path: 'strata.yaml',
    isQuoted: true,
    fixture: (dialect, text) => inManifest(dialect, `parts: [{ text: ${JSON.stringify(text)} }]`),
  },
  'a YAML file': {
    path: 'p.yaml',
    fixture: (dialect, text) =>
      `${inManifest(dialect, 'template: p.yaml#chat')}=== p.yaml\nchat: |\n${indented(text, '  ')}other: 1\n`,
  },
  'a JSON file': {
    path: 'p.json',
    isQuoted: true,
    fixture: (dialect, text) =>
      `${inManifest(dialect, 'template: p.json#chat')}=== p.json\n{ "chat": ${JSON.stringify(text)} }\n`,
  },
};

const KINDS = [
  ['LF', '\n', ''],
  ['CRLF', '\r\n', ''],
  ['astral', '\n', '\u{1f600}\u{1d4b3} '],
] as const;

/** One cell: a text in a place, and where its slots stand. */
class Cell {
  readonly scene: Scene;
  readonly uri: string;
  readonly path: string;
  readonly text: string;

  constructor(scene: Scene, path: string) {
    this.scene = scene;
    this.path = path;
    this.uri = addressOf(path);
    this.text = scene.text(path);
  }

  position(offset: number): Position {
    return this.scene.lines(this.path).placeAt(offset);
  }

  at(uri: string, range: Parameters<Scene['at']>[1]): string {
    return this.scene.at(uri, range);
  }

  /** The names that semantic tokens stand on. */
  get coloured(): readonly string[] {
    const { data } = semanticTokens(this.scene.snapshot, this.uri);
    const out: string[] = [];
    let [line, character] = [0, 0];
    for (let i = 0; i < data.length; i += 5) {
      const [lines = 0, characters = 0, length = 0] = data.slice(i, i + 3);
      line += lines;
      character = lines > 0 ? characters : character + characters;
      const range = { start: { line, character }, end: { line, character: character + length } };
      out.push(this.at(this.uri, range).slice(this.path.length + 2));
    }
    return out;
  }
}

const OPTIONS = { createsFiles: true, resolvesLate: true, invoked: true, asks: false };

/** Chooses the entry of the menu at a place, and answers the findings of the file that are left. */
async function codesAfter(cell: Cell, at: number, kind: string, title: RegExp): Promise<string[]> {
  const { scene, uri } = cell;
  const whatIf = (texts: ReadonlyMap<string, string>) => scene.service.whatIfAll(scene.snapshot, texts);
  const options = { ...OPTIONS, only: [kind] };
  const here = cell.position(at);
  const offered = await codeActions(scene.snapshot, uri, { start: here, end: here }, options, whatIf);
  const chosen = offered.find((one) => title.test(one.title)) ?? assert.fail(offered.map((one) => one.title).join());
  const { edit } = await resolveCodeAction(scene.snapshot, chosen, options, whatIf);
  const texts = Object.entries(edit?.changes ?? {}).map(
    ([changed, edits]) => [changed, edited(scene.text(pathOf(changed)), edits)] as const,
  );
  return (await whatIf(new Map(texts))).findings(uri).map(({ code }) => code);
}

function assertNavigates(cell: Cell, offset: number, declaredIn: string): void {
  const { scene, uri, path } = cell;
  const { snapshot, count } = scene;
  const position = cell.position(offset);
  assert.match(JSON.stringify(hover(snapshot, uri, position)), /layer rules.*Who asks/);
  assert.deepEqual(
    definition(snapshot, uri, position).map((link) => cell.at(link.targetUri, link.targetSelectionRange)),
    [`${declaredIn}: name`],
  );
  const places = references(snapshot, uri, position, true).map((one) => cell.at(one.uri, one.range));
  assert.deepEqual(new Set(places), new Set([`${path}: name`, `${declaredIn}: name`]));
  assert.equal(places.length, 2);
  assert.ok((highlights(snapshot, uri, position) ?? []).every((one) => cell.at(uri, one.range) === `${path}: name`));
  assert.ok(cell.coloured.includes('name'), cell.coloured.join());
  assert.match(JSON.stringify(documentSymbols(snapshot, uri, count)), /"name":"name"/);
  const [selected] = selectionRanges(snapshot, uri, [position]) ?? [];
  assert.equal(selected && cell.at(uri, selected.range), `${path}: name`);
  assert.match(codeLenses(snapshot, uri)[0]?.command?.title ?? '', / tok/);
}

function assertRenames({ scene, uri, path }: Cell, position: Position): void {
  const prepared = prepareRename(scene.snapshot, uri, position);
  assert.equal(prepared && scene.at(uri, prepared.range), `${path}: name`);
  const { changes = {} } = rename(scene.snapshot, uri, position, 'visitor') ?? {};
  const after = Object.entries(changes).map(([at, edits]) => edited(scene.text(pathOf(at)), edits));
  assert.equal(after.join('').split('visitor').length - 1, 2);
}

dialects.forEach((dialect, i) => {
  describe(dialect.id, () => {
    Object.entries(PLACES).forEach(([where, { path, isQuoted = false, fixture }], k) => {
      // Each text is tried in every place, and over the dialects in every combination.
      const [kind, eol, astral] = KINDS[(i + k) % KINDS.length] ?? KINDS[0];
      const { print } = dialect;
      const written = (tag: string): string => (isQuoted ? JSON.stringify(tag).slice(1, -1) : tag);
      const text = `Hi ${astral}${print('name')}, see ${print('wrong')}.\n\n## Tools\nSearch.\n<page>\n${print('page')}\n</page>\n`;
      const source = fixture(dialect.id, text).replaceAll('\n', eol);
      test(`${where}, ${kind}`, async () => {
        const cell = new Cell(await sceneOf(source), path);
        const offset = (name: string): number =>
          cell.text.indexOf(written(print(name))) + written(print(name)).indexOf(name);
        assertNavigates(cell, offset('name') + 1, where === 'a file with a head' ? path : 'strata.yaml');
        assertRenames(cell, cell.position(offset('name') + 1));
        if (!isQuoted) assert.ok((foldingRanges(cell.scene.snapshot, cell.uri) ?? []).length > 0);
        const unknown = cell.scene.snapshot.findings(cell.uri).filter(({ code }) => code === 'slot.unknown');
        assert.deepEqual(
          unknown.map(({ span }) => cell.text.slice(span.start, span.end)),
          [written(print('wrong'))],
        );
        const at = offset('wrong') + 1;
        for (const [kinds, title] of [
          ['quickfix', /^Declare/],
          ['quickfix.strata.level', /^Turn slot\.unknown off/],
        ] as const)
          assert.ok(!(await codesAfter(cell, at, kinds, title)).includes('slot.unknown'), String(title));
      });
      test(`${where}, ${kind}, half typed`, async () => {
        const full = written(print('name'));
        const half = full.slice(0, full.indexOf('name') + 2);
        const cell = new Cell(await sceneOf(source.replace(full, () => half)), path);
        const { snapshot, count } = cell.scene;
        const end = cell.text.indexOf(half, cell.text.indexOf('Hi ')) + half.length;
        const item = completion(snapshot, cell.uri, cell.position(end), undefined)?.items.find(
          ({ label }) => label === 'name',
        );
        const edit = item?.textEdit;
        assert.ok(edit && 'range' in edit);
        assert.ok(edited(cell.text, [edit]).includes(full), edit.newText);
        hover(snapshot, cell.uri, cell.position(end));
        documentSymbols(snapshot, cell.uri, count);
        assert.ok(cell.coloured.length > 0);
      });
    });
  });
});
