// The committed versions of texts in a workspace: when they are asked for, kept, and asked for again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Service } from '../../../server/src/service';
import { addressOf, MemoryFiles, memoryCounter, ROOT } from '../../support/memoryWorkspace';

const MANIFEST =
  'version: 1\nsystems:\n  a: { template: a.prompt, dialect: single-brace, slots: { x: {} } }\n  b: { template: b.prompt, dialect: single-brace }\n';

/** Files whose committed versions are counted as they are asked for. */
class CountedFiles extends MemoryFiles {
  readonly asked: string[] = [];

  override committed(uri: string): Promise<string | undefined> {
    this.asked.push(uri.slice(ROOT.length + 1));
    return super.committed(uri);
  }
}

async function opened(committed: string | undefined, now = 'Say it\n', trusted = true) {
  const files = new CountedFiles({
    'strata.yaml': MANIFEST,
    'a.prompt': now,
    'b.prompt': 'Say {x}\n',
    ...(committed === undefined ? {} : { 'HEAD:a.prompt': committed }),
  });
  const told: (readonly string[])[] = [];
  const service = new Service({ files, counter: memoryCounter, log: assert.fail, trusted: () => trusted });
  await service.setFolders([ROOT]);
  const { workspace } = service;
  workspace.onDidChange((uris) => told.push(uris));
  const codes = (): readonly string[] =>
    workspace
      .snapshot()
      .findings(addressOf('a.prompt'))
      .map(({ code }) => code)
      .filter((code) => code === 'slot.lost');
  return { files, workspace, told, codes };
}

describe('committed versions', () => {
  test('nobody waits for them: the finding comes when they have been read, and is told of', async () => {
    const { workspace, files, told, codes } = await opened('Say {x}\n');
    assert.deepEqual([codes(), files.asked], [[], ['a.prompt']]);
    await workspace.readCommitted();
    assert.deepEqual([codes(), told], [['slot.lost'], [[addressOf('a.prompt')]]]);
    workspace.change(addressOf('a.prompt'), 2, 'Say what\n');
    assert.deepEqual(codes(), ['slot.lost']);
    workspace.change(addressOf('a.prompt'), 3, 'Say {x}\n');
    assert.deepEqual([codes(), files.asked], [[], ['a.prompt']]);
  });

  test('a text that is as it was committed, or never was, changes nothing for anybody', async () => {
    for (const committed of ['Say it\n', undefined]) {
      const { workspace, told, codes } = await opened(committed);
      const before = workspace.snapshot();
      assert.deepEqual(codes(), []);
      await workspace.readCommitted();
      assert.deepEqual([codes(), told], [[], []]);
      assert.equal(workspace.snapshot(), before);
    }
  });

  test('a commit is noticed, and only what has another text then is told of', async () => {
    const { workspace, files, told, codes } = await opened('Say {x}\n');
    await workspace.readCommitted();
    files.contents.set('HEAD:a.prompt', 'Say it\n');
    workspace.filesChanged([{ uri: addressOf('.git/logs/HEAD'), kind: 'changed' }]);
    // Until it has been read again, what was known stands.
    assert.deepEqual(codes(), ['slot.lost']);
    await workspace.readCommitted();
    assert.deepEqual(codes(), []);
    assert.deepEqual(told.slice(1), [[addressOf('.git/logs/HEAD')], [addressOf('a.prompt')]]);
    assert.deepEqual(files.asked, ['a.prompt', 'a.prompt']);
  });

  test('where no commit is noticed, opening the file reads it again', async () => {
    const { workspace, files, codes } = await opened('Say it\n');
    await workspace.readCommitted();
    files.contents.set('HEAD:a.prompt', 'Say {x}\n');
    assert.deepEqual(codes(), []);
    workspace.open(addressOf('a.prompt'), 'prompt-template', 1, 'Say it\n');
    await workspace.readCommitted();
    assert.deepEqual(codes(), ['slot.lost']);
  });

  test('in folders that are not trusted nothing is asked', async () => {
    const { workspace, files, codes } = await opened('Say {x}\n', 'Say it\n', false);
    await workspace.readCommitted();
    assert.deepEqual([codes(), files.asked], [[], []]);
  });
});
