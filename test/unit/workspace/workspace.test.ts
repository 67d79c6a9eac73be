import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from '../../../server/src/model/lookup';
import { Service } from '../../../server/src/service';
import { Counter } from '../../../server/src/tokens/counter';
import { Workspace } from '../../../server/src/workspace/workspace';
import { MemoryFiles, memoryCounter, memoryWorkspace, pathOf } from '../../support/memoryWorkspace';

const ROOT = 'file:///w';

/** A workspace over a map of texts that counts what is read from the disk. */
async function workspaceOf(files: Record<string, string | null>, folders: readonly string[] = [ROOT]) {
  const reads: string[] = [];
  const log: string[] = [];
  const at = (uri: string): string => decodeURIComponent(uri.slice(ROOT.length + 1));
  const workspace = new Workspace({
    reader: {
      async read(uri): Promise<Found> {
        reads.push(at(uri));
        const text = files[at(uri)];
        if (text === undefined) return { kind: 'missing' };
        return text === null ? { kind: 'folder' } : { kind: 'file', file: { uri, text } };
      },
      async all(folder) {
        return Object.keys(files)
          .map((path) => `${ROOT}/${path}`)
          .filter((uri) => uri.startsWith(`${folder}/`));
      },
      async list(folder) {
        return Object.keys(files)
          .map((path) => `${ROOT}/${path}`)
          .filter((uri) => uri.startsWith(`${folder}/`) && /strata\.yaml$|\.prompt$/.test(uri));
      },
    },
    counter: new Counter({ vocabulary: () => undefined, changed() {} }),
    log: (message) => log.push(message),
  });
  await workspace.setFolders(folders);
  await workspace.ready();
  const shown = (path: string): string[] => {
    const snapshot = workspace.snapshot();
    const uri = `${ROOT}/${path}`;
    return snapshot.systemsOf(uri).map((system) => snapshot.rendered(system, snapshot.shown(system)).texts.join('|'));
  };
  return { workspace, reads, log, shown, files };
}

const manifest = (template: string, sample: string): string =>
  `version: 1\nsystems:\n  chat:\n    template: ${template}\n    dialect: single-brace\n    slots: { v: { sample: ${sample} } }\n`;

test('open text wins over the disk, and closing gives the disk back', async () => {
  const { workspace, shown } = await workspaceOf({ 'strata.yaml': manifest('a.txt', 'S'), 'a.txt': 'disk {v}' });
  assert.deepEqual(shown('a.txt'), ['disk S']);
  workspace.open(`${ROOT}/a.txt`, 'plaintext', 1, 'open {v}');
  assert.deepEqual(shown('a.txt'), ['open S']);
  workspace.change(`${ROOT}/a.txt`, 2, 'typed {v}');
  assert.deepEqual(shown('a.txt'), ['typed S']);
  workspace.close(`${ROOT}/a.txt`);
  await workspace.ready();
  assert.deepEqual(shown('a.txt'), ['disk S']);
});

test('an unsaved manifest governs at once, and a broken one keeps what can be read', async () => {
  const { workspace, shown } = await workspaceOf({ 'strata.yaml': manifest('a.txt', 'S'), 'a.txt': '{v}' });
  workspace.open(`${ROOT}/strata.yaml`, 'yaml', 1, manifest('a.txt', 'T'));
  assert.deepEqual(shown('a.txt'), ['T']);
  workspace.change(`${ROOT}/strata.yaml`, 2, `${manifest('a.txt', 'U')}    cache: { breakpoints: [`);
  assert.deepEqual(shown('a.txt'), ['U']);
});

test('a template edit reads no other file again', async () => {
  const { workspace, reads, shown } = await workspaceOf({
    'strata.yaml': manifest('a.txt', '{ file: v.txt }'),
    'a.txt': '{v}',
    'v.txt': 'V',
  });
  assert.deepEqual(reads.toSorted(), ['a.txt', 'strata.yaml', 'v.txt']);
  workspace.open(`${ROOT}/a.txt`, 'plaintext', 1, 'x{v}');
  for (let version = 2; version < 10; version++) {
    workspace.change(`${ROOT}/a.txt`, version, `${'x'.repeat(version)}{v}`);
    await workspace.ready();
  }
  assert.deepEqual(shown('a.txt'), ['xxxxxxxxxV']);
  assert.equal(reads.length, 3);
});

test('the nearest manifest upwards is listed first', async () => {
  const { workspace } = await workspaceOf({
    'strata.yaml': manifest('sub/a.txt', 'far'),
    'sub/strata.yaml': manifest('a.txt', 'near'),
    'other/strata.yaml': manifest('../sub/a.txt', 'aside'),
    'sub/a.txt': '{v}',
  });
  const systems = workspace.snapshot().systemsOf(`${ROOT}/sub/a.txt`);
  assert.deepEqual(
    systems.map((s) => s.manifest.file.uri.slice(ROOT.length + 1)),
    ['sub/strata.yaml', 'strata.yaml', 'other/strata.yaml'],
  );
});

test('nothing outside the workspace folder is read', async () => {
  const { workspace, reads } = await workspaceOf(
    { 'in/strata.yaml': manifest('../secret.txt', 'S'), 'secret.txt': 'secret {v}' },
    [`${ROOT}/in`],
  );
  // Whether a copy lies in the folder is asked; what lies outside is not.
  assert.deepEqual(reads, ['in/strata.yaml', 'in/secret.txt']);
  const snapshot = workspace.snapshot();
  const [system] = snapshot.systems;
  assert.ok(system);
  const rendered = snapshot.rendered(system, snapshot.shown(system));
  assert.deepEqual(
    rendered.problems.map((p) => p.message),
    ['../secret.txt lies outside the workspace folder, so its text is left out.'],
  );
  assert.equal(snapshot.file(`${ROOT}/secret.txt`), undefined);
});

test('asking what would be leaves nothing behind with the files', async () => {
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest('a.md', 'S'), 'a.md': 'Say {v}\n' });
  const snapshot = service.workspace.snapshot();
  const [system] = snapshot.systems;
  assert.ok(system);
  /** How much is kept with an object, whatever it is. */
  const kept = (object: object): number =>
    Object.getOwnPropertySymbols(object).reduce((sum, key) => {
      const carried = (object as Record<symbol, unknown>)[key];
      return sum + (carried instanceof Map ? carried.size : 0);
    }, 0);
  const amounts: number[] = [];
  for (let n = 0; n < 4; n++) {
    const other = await service.whatIf(snapshot, `${ROOT}/a.md`, `Say {v} ${n}\n`);
    other.findings(`${ROOT}/a.md`);
    amounts.push(kept(system.manifest) + kept(system.manifest.file));
  }
  assert.ok((amounts[0] ?? 0) > 0);
  assert.deepEqual(new Set(amounts.slice(1)), new Set([amounts[1]]));
});

test('a text outside of the folder is no text that is missing, and no file is made in its place', async () => {
  const { workspace } = await workspaceOf(
    {
      'in/strata.yaml': 'version: 1\nsystems:\n  s: { template: a.md, dialect: jinja }\n',
      'in/a.md': '{% include "../secret.txt" %}{% include "gone.txt" %}',
      'secret.txt': 'secret',
    },
    [`${ROOT}/in`],
  );
  const found = workspace.snapshot().findings(`${ROOT}/in/a.md`);
  assert.deepEqual(
    found.map(({ code, message, fixes = [] }) => [code, message.split(',')[0], fixes.map(({ title }) => title)]),
    [
      ['file.outside', '../secret.txt lies outside of the workspace folder', []],
      ['file.missing', 'gone.txt does not exist', ['Create gone.txt']],
    ],
  );
});

test('a head carries a system of its own, unless a manifest names the file', async () => {
  const head = '---\nstrata:\n  dialect: single-brace\n  slots: { v: { sample: H } }\n---\n{v}';
  const alone = await workspaceOf({ 'a.prompt': head });
  assert.deepEqual(alone.shown('a.prompt'), ['H']);
  const named = await workspaceOf({ 'a.prompt': head, 'strata.yaml': manifest('a.prompt', 'M') });
  assert.deepEqual(named.shown('a.prompt'), ['M']);
  named.files['strata.yaml'] = 'version: 1\n';
  named.workspace.filesChanged([{ uri: `${ROOT}/strata.yaml`, kind: 'changed' }]);
  await named.workspace.ready();
  assert.deepEqual(named.shown('a.prompt'), ['H']);
});

test('typing below a head keeps its system and follows its text', async () => {
  const head = '---\nstrata:\n  dialect: single-brace\n  slots: { v: { sample: H } }\n---\n';
  const { workspace, shown } = await workspaceOf({ 'a.prompt': `${head}{v}` });
  workspace.open(`${ROOT}/a.prompt`, 'prompt-template', 1, `${head}one {v}`);
  workspace.change(`${ROOT}/a.prompt`, 2, `${head}two {v}`);
  assert.deepEqual(shown('a.prompt'), ['two H']);
  workspace.change(`${ROOT}/a.prompt`, 3, `${head.replace('H', 'J')}two {v}`);
  assert.deepEqual(shown('a.prompt'), ['two J']);
});

test('a created, changed and deleted file is followed', async () => {
  const { workspace, shown, files } = await workspaceOf({ 'strata.yaml': manifest('a.txt', 'S') });
  const told: string[][] = [];
  workspace.onDidChange((uris) => told.push([...uris]));
  assert.deepEqual(shown('a.txt'), ['']);
  files['a.txt'] = 'new {v}';
  workspace.filesChanged([{ uri: `${ROOT}/a.txt`, kind: 'created' }]);
  await workspace.ready();
  assert.deepEqual(shown('a.txt'), ['new S']);
  delete files['a.txt'];
  workspace.filesChanged([{ uri: `${ROOT}/a.txt`, kind: 'deleted' }]);
  await workspace.ready();
  assert.deepEqual(shown('a.txt'), ['']);
  assert.deepEqual(told, [[`${ROOT}/a.txt`], [`${ROOT}/a.txt`]]);
});

test('a deleted folder takes its manifests with it', async () => {
  const { workspace, files } = await workspaceOf({ 'sub/strata.yaml': manifest('a.txt', 'S'), 'sub/a.txt': '{v}' });
  assert.equal(workspace.snapshot().systems.length, 1);
  for (const path of Object.keys(files)) delete files[path];
  workspace.filesChanged([{ uri: `${ROOT}/sub`, kind: 'deleted' }]);
  await workspace.ready();
  assert.equal(workspace.snapshot().systems.length, 0);
});

test('addresses are one file whatever their spelling', async () => {
  const { workspace, shown } = await workspaceOf({ 'strata.yaml': manifest('å b(1).txt', 'S'), 'å b(1).txt': '{v}' });
  assert.deepEqual(
    shown(
      'å b(1).txt'
        .split('')
        .map((c) => (c === 'å' ? '%C3%A5' : c === ' ' ? '%20' : c === '(' ? '%28' : c === ')' ? '%29' : c))
        .join(''),
    ),
    ['S'],
  );
  workspace.open(`${ROOT}/å b(1).txt`, 'plaintext', 1, 'open {v}');
  assert.deepEqual(shown('%C3%A5%20b%281%29.txt'), ['open S']);
});

test('the chosen scenario is the one shown, and an unknown one falls back to the first', async () => {
  const text = `${manifest('a.txt', 'S')}    scenarios: { one: {}, two: { values: { v: T } } }\n`;
  const { workspace, shown } = await workspaceOf({ 'strata.yaml': text, 'a.txt': '{v}' });
  assert.deepEqual(shown('a.txt'), ['S']);
  workspace.choose(`${ROOT}/strata.yaml#chat`, 'two');
  assert.deepEqual(shown('a.txt'), ['T']);
  workspace.choose(`${ROOT}/strata.yaml#chat`, 'gone');
  assert.deepEqual(shown('a.txt'), ['S']);
});

test('a result id stays while nothing that is shown changes', async () => {
  const { workspace } = await workspaceOf({ 'strata.yaml': manifest('a.txt', 'S'), 'a.txt': '{v} {w}' });
  const uri = `${ROOT}/a.txt`;
  const before = workspace.snapshot().resultId(uri);
  workspace.open(uri, 'plaintext', 1, '{v} {w}\nmore text below');
  assert.equal(workspace.snapshot().resultId(uri), before);
  workspace.change(uri, 2, '\n{v} {w}');
  assert.notEqual(workspace.snapshot().resultId(uri), before);
});

test('a pattern makes one system of each file, and follows files that come and go', async () => {
  const { workspace, shown, files } = await workspaceOf({
    'strata.yaml': manifest('p/*.md', 'S'),
    'p/a.md': 'A {v}',
    'p/x/b.md': 'B',
    'c.md': 'C',
  });
  const ids = (): string[] => workspace.snapshot().systems.map((system) => system.id);
  assert.deepEqual(ids(), ['chat:p/a.md']);
  assert.deepEqual(shown('p/a.md'), ['A S']);
  files['p/d.md'] = 'D';
  workspace.filesChanged([{ uri: `${ROOT}/p/d.md`, kind: 'created' }]);
  await workspace.ready();
  assert.deepEqual(ids(), ['chat:p/a.md', 'chat:p/d.md']);
  delete files['p/a.md'];
  workspace.filesChanged([{ uri: `${ROOT}/p/a.md`, kind: 'deleted' }]);
  await workspace.ready();
  assert.deepEqual(ids(), ['chat:p/d.md']);
});

test('a template inside a JSON or YAML file is read, checked and placed in that file', async () => {
  for (const [name, text] of [
    ['p.json', '{ "chat": { "system": "A {v}\\nB {w}" } }'],
    ['p.yaml', 'chat:\n  system: |-\n    A {v}\n    B {w}\n'],
  ] as const) {
    const { workspace, shown } = await workspaceOf({
      'strata.yaml': manifest(`"${name}#chat.system"`, 'S'),
      [name]: text,
    });
    assert.deepEqual(shown(name), ['A S\nB {w}']);
    const snapshot = workspace.snapshot();
    const findings = snapshot.findings(`${ROOT}/${name}`);
    assert.deepEqual(
      findings.map((f) => [f.code, text.slice(f.span.start, f.span.end)]),
      [['slot.unknown', '{w}']],
    );
    const [context] = snapshot.textsOf(`${ROOT}/${name}`);
    assert.deepEqual(
      context?.tree?.slots.map((use) => text.slice(use.nameSpan.start, use.nameSpan.end)),
      ['v', 'w'],
    );
    const [system] = snapshot.systems;
    assert.ok(system);
    const places = snapshot
      .rendered(system, snapshot.shown(system))
      .appearances.map((a) => text.slice(a.place.span.start, a.place.span.end));
    assert.deepEqual(places, ['{v}']);
  }
});

test('a key that is not there is a file that is not there', async () => {
  const { shown } = await workspaceOf({ 'strata.yaml': manifest('"p.json#gone"', 'S'), 'p.json': '{}' });
  assert.deepEqual(shown('p.json'), ['']);
});

test('a text that stands in the manifest is checked and placed there', async () => {
  const text = `version: 1\nsystems:\n  s:\n    dialect: single-brace\n    slots: { v: { sample: S } }\n    parts:\n      - text: |\n          A {v}\n          B {w}\n      - text: "C\\t{v}"\n`;
  const { workspace } = await workspaceOf({ 'strata.yaml': text });
  const snapshot = workspace.snapshot();
  const [system] = snapshot.systems;
  assert.ok(system);
  const rendered = snapshot.rendered(system, snapshot.shown(system));
  assert.deepEqual(rendered.texts, ['A S\nB {w}\n\n\nC\tS']);
  assert.deepEqual(
    rendered.appearances.map((a) => [a.place.uri, text.slice(a.place.span.start, a.place.span.end)]),
    [
      [`${ROOT}/strata.yaml`, '{v}'],
      [`${ROOT}/strata.yaml`, '{v}'],
    ],
  );
  const findings = snapshot.findings(`${ROOT}/strata.yaml`);
  assert.deepEqual(
    findings.map((f) => [f.code, text.slice(f.span.start, f.span.end)]),
    [['slot.unknown', '{w}']],
  );
});

test('a folder that goes takes what lies in it, and one that comes brings it, with nobody naming the files', async () => {
  const files = new MemoryFiles({
    'here/strata.yaml': manifest('a.md', 'S'),
    'here/a.md': 'a {v}',
    'v1.2/b.prompt': '{x}\u202e',
  });
  const log: string[] = [];
  const service = new Service({ files, counter: memoryCounter, log: (message) => log.push(message) });
  await service.setFolders([ROOT]);
  const ids = (): string[] => service.workspace.snapshot().systems.map(({ key }) => key);
  const listed = (): string[] => [...service.listed].sort();
  assert.deepEqual(ids(), [`${ROOT}/here/strata.yaml#chat`]);
  for (const path of ['strata.yaml', 'a.md']) {
    files.contents.set(`there/${path}`, files.contents.get(`here/${path}`) ?? null);
    files.contents.delete(`here/${path}`);
  }
  files.contents.delete('v1.2/b.prompt');
  service.filesChanged([
    { uri: `${ROOT}/here`, kind: 'deleted' },
    { uri: `${ROOT}/there`, kind: 'created' },
    { uri: `${ROOT}/v1.2`, kind: 'deleted' },
  ]);
  await new Promise((resolve) => setImmediate(resolve));
  await service.workspace.ready();
  assert.deepEqual(ids(), [`${ROOT}/there/strata.yaml#chat`]);
  assert.deepEqual(listed(), [`${ROOT}/there/strata.yaml`]);
  const snapshot = service.workspace.snapshot();
  const [system] = snapshot.systems;
  assert.ok(system);
  assert.deepEqual(snapshot.rendered(system, snapshot.shown(system)).texts, ['a S']);
  assert.deepEqual(log, []);
});

test('files that nobody names may come and go without a new moment', async () => {
  const { workspace } = await workspaceOf({ 'strata.yaml': manifest('a.txt', 'S'), 'a.txt': '{v}' });
  const told: (readonly string[])[] = [];
  workspace.onDidChange((uris) => told.push(uris));
  const before = workspace.snapshot();
  workspace.filesChanged([
    { uri: `${ROOT}/build.log`, kind: 'created' },
    { uri: `${ROOT}/old`, kind: 'deleted' },
    { uri: `${ROOT}/notes.md`, kind: 'changed' },
  ]);
  assert.equal(workspace.snapshot(), before);
  assert.deepEqual(told, []);
});

test('a file that changes while it is read is read again', async () => {
  const files = new MemoryFiles({ 'strata.yaml': manifest('a.md', 'S'), 'a.md': 'old {v}' });
  let arrive = (): void => undefined;
  files.slow.set('a.md', new Promise((resolve) => (arrive = resolve)));
  // The reader answers with what stood there when it began.
  const read = files.read.bind(files);
  files.read = async (uri) => {
    const content = files.contents.get(pathOf(uri));
    await read(uri);
    return typeof content === 'string' ? { kind: 'file', file: { uri, text: content } } : { kind: 'missing' };
  };
  const service = new Service({ files, counter: memoryCounter, log: () => undefined });
  const started = service.setFolders([ROOT]);
  while (!files.reads.includes('a.md')) await new Promise((resolve) => setImmediate(resolve));
  files.contents.set('a.md', 'new {v}');
  service.filesChanged([{ uri: `${ROOT}/a.md`, kind: 'changed' }]);
  arrive();
  await started;
  await service.workspace.ready();
  assert.equal(service.workspace.snapshot().file(`${ROOT}/a.md`)?.text, 'new {v}');
});

test('nothing is said of a prompt while a file of it is unread, and everything once it is there', async () => {
  const files = new MemoryFiles({
    'strata.yaml': `version: 1
systems:
  chat:
    dialect: single-brace
    parts: [{ file: a.md }, { file: b.md }]
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page], starts: "## Page" }
    slots:
      page: { required: true, sample: { file: page.txt } }
      note: { required: true }
    scenarios: { one: { values: { note: { file: note.txt }, extra: x } } }
`,
    'a.md': 'Trust the following.\n{note}\n',
    'b.md': '## Page\nData: {page} {extra}\n',
    'page.txt': 'a page',
    'note.txt': '',
  });
  const arrive: Record<string, () => void> = {};
  for (const path of ['b.md', 'page.txt', 'note.txt'])
    files.slow.set(path, new Promise((resolve) => (arrive[path] = resolve)));
  const service = new Service({ files, counter: memoryCounter, log: () => undefined });
  const started = service.setFolders([ROOT]);
  const codes = (): string[] =>
    ['strata.yaml', 'a.md', 'b.md'].flatMap((path) =>
      service.workspace
        .snapshot()
        .findings(`${ROOT}/${path}`)
        .map(({ code }) => `${path} ${code}`),
    );
  while (!files.reads.includes('note.txt')) await new Promise((resolve) => setImmediate(resolve));
  const seen: (readonly string[])[] = [codes()];
  for (const path of ['page.txt', 'note.txt', 'b.md']) {
    arrive[path]?.();
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(codes());
  }
  await started;
  const last = codes();
  assert.deepEqual(last, [
    'a.md slot.unfilled',
    'b.md trust.raised',
    'b.md trust.unfenced',
    'b.md slot.unknown',
    'b.md trust.raised',
    'b.md trust.unfenced',
  ]);
  for (const earlier of seen)
    assert.deepEqual(
      earlier.filter((code) => !last.includes(code)),
      [],
    );
  assert.deepEqual(seen[0], []);
});

test('what lay outside is read once its folder is opened too', async () => {
  const files = new MemoryFiles({ 'in/strata.yaml': manifest('../b/a.md', 'S'), 'b/a.md': 'a {v}' });
  const service = new Service({ files, counter: memoryCounter, log: () => undefined });
  const codes = (): string[] =>
    service.workspace
      .snapshot()
      .findings(`${ROOT}/in/strata.yaml`)
      .map(({ code }) => code);
  await service.setFolders([`${ROOT}/in`]);
  assert.deepEqual(codes(), ['file.outside']);
  await service.setFolders([ROOT]);
  assert.deepEqual(codes(), []);
  await service.setFolders([`${ROOT}/in`]);
  assert.deepEqual(codes(), ['file.outside']);
});

test('a manifest that came while its folder was not open is read once it is', async () => {
  const { workspace, shown } = await workspaceOf({ 'b/strata.yaml': manifest('a.txt', 'S'), 'b/a.txt': 'a {v}' }, [
    `${ROOT}/in`,
  ]);
  workspace.filesChanged([{ uri: `${ROOT}/b/strata.yaml`, kind: 'created' }]);
  await workspace.ready();
  assert.deepEqual(shown('b/a.txt'), []);
  await workspace.setFolders([`${ROOT}/in`, `${ROOT}/b`]);
  await workspace.ready();
  assert.deepEqual(shown('b/a.txt'), ['a S']);
});

test('an included text belongs to no system any more when the manifest goes', async () => {
  const { workspace, files } = await workspaceOf({
    'strata.yaml': manifest('a.hbs', 'S').replace('single-brace', 'handlebars'),
    'a.hbs': '{{> part}}',
    'part.hbs': '{{v}} {{w}}',
  });
  const codes = (): string[] =>
    workspace
      .snapshot()
      .findings(`${ROOT}/part.hbs`)
      .map(({ code }) => code);
  assert.deepEqual(
    codes().filter((code) => code === 'slot.unknown'),
    ['slot.unknown'],
  );
  delete files['strata.yaml'];
  workspace.filesChanged([{ uri: `${ROOT}/strata.yaml`, kind: 'deleted' }]);
  await workspace.ready();
  assert.deepEqual(workspace.snapshot().systemsOf(`${ROOT}/part.hbs`), []);
  assert.deepEqual(codes(), []);
});
