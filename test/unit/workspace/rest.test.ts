// What is forgotten about texts that nobody looks at, and that every answer is the same all the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedFiles } from '../../../server/src/features/places/texts';
import { Kept, letGo } from '../../../server/src/text/kept';
import type { Snapshot } from '../../../server/src/workspace/snapshot';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const manifest = (template: string): string =>
  `version: 1\nsystems:\n  chat:\n    template: ${template}\n    dialect: jinja\n    slots: { page: {}, pag: {} }\n`;

const FILES = {
  'a/strata.yaml': manifest('chat.prompt'),
  'a/chat.prompt': 'Read {{ pge }}.\n{% include "../shared.txt" %}\n',
  'b/strata.yaml': manifest('talk.prompt'),
  'b/talk.prompt': 'Write {{ page }} to {{ pag }}.\n{% include "../shared.txt" %}\n',
  'shared.txt': 'Be brief, {{ nam }}.\n',
};

const told = (snapshot: Snapshot, files: readonly string[]): readonly string[] =>
  files.flatMap((uri) => [
    `${uri} ${snapshot.resultId(uri)}`,
    ...snapshot.findings(uri).map(({ code, message, span }) => `${code} ${span.start} ${message}`),
  ]);

test('an answer is the same after its text has been let go, in this moment and in the next', async () => {
  const { service, log } = await memoryWorkspace(FILES);
  const { workspace } = service;
  const first = workspace.snapshot();
  const files = checkedFiles(first, service.listed);
  const before = told(first, files);
  assert.equal(
    before.some((line) => line.startsWith('slot.')),
    true,
  );
  for (const uri of files) first.rest(uri);
  assert.deepEqual(told(first, files), before);
  workspace.choose(first.systems[0]?.key ?? '', null);
  assert.notEqual(workspace.snapshot(), first);
  assert.deepEqual(told(workspace.snapshot(), files), before);
  assert.deepEqual(log, []);
});

test('what is forgotten is what was worked out about a text that is not open and is used by none that is', async () => {
  const { service } = await memoryWorkspace(FILES);
  const { workspace } = service;
  const mark = new Kept<object, string>();
  const kept = (path: string): boolean => {
    const file = workspace.snapshot().file(addressOf(path));
    assert.ok(file);
    mark.set(file, path);
    workspace.snapshot().rest(addressOf(path));
    return mark.has(file);
  };
  assert.equal(kept('a/chat.prompt'), false);
  assert.equal(kept('shared.txt'), false);
  assert.equal(kept('a/strata.yaml'), true, 'a manifest is known by what was read from it');
  workspace.open(addressOf('a/chat.prompt'), 'prompt-template', 1, FILES['a/chat.prompt']);
  assert.equal(kept('a/chat.prompt'), true);
  assert.equal(kept('shared.txt'), true, 'an open text includes it');
  assert.equal(kept('b/talk.prompt'), false);
});

test('a check finds all files, included texts too', async () => {
  const { service } = await memoryWorkspace(FILES);
  const files = checkedFiles(service.workspace.snapshot(), service.listed);
  assert.deepEqual(files, Object.keys(FILES).map(addressOf).sort());
});

test('a manifest that changes leaves alone what the systems of the others include', async () => {
  const { service, files } = await memoryWorkspace({ ...FILES, 'other.txt': 'Be kind.\n' });
  const { workspace } = service;
  const included = (): readonly string[][] =>
    workspace.snapshot().systems.map((system) => [system.key, ...workspace.snapshot().includedBy(system)]);
  const key = (folder: string): string => `${addressOf(`${folder}/strata.yaml`)}#chat`;
  const shared = addressOf('shared.txt');
  assert.deepEqual(included(), [
    [key('a'), shared],
    [key('b'), shared],
  ]);
  files.contents.set('b/strata.yaml', manifest('next.prompt'));
  files.contents.set('b/next.prompt', '{% include "../other.txt" %}\n');
  service.filesChanged([
    { uri: addressOf('b/strata.yaml'), kind: 'changed' },
    { uri: addressOf('b/next.prompt'), kind: 'created' },
  ]);
  await workspace.ready();
  assert.deepEqual(included(), [
    [key('a'), shared],
    [key('b'), addressOf('other.txt')],
  ]);
  assert.deepEqual(
    workspace
      .snapshot()
      .systemsOf(shared)
      .map((system) => system.key),
    [key('a')],
  );
});

test('letting go takes everything that is kept with an object', () => {
  const [one, two] = [new Kept<object, number>(), new Kept<object, number>()];
  const key = {};
  one.set(key, 1);
  two.set(key, 2);
  letGo(key);
  assert.deepEqual([one.get(key), two.get(key)], [undefined, undefined]);
  one.set(key, 3);
  assert.equal(one.get(key), 3);
});
