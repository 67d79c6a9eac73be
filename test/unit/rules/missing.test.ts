// A file that is not there: which one was meant, however the path to it is written.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const manifest = (path: string): string =>
  `version: 1\nsystems:\n  a:\n    dialect: double-brace\n    parts: [{ file: ${path} }]\n`;

/** What is written in place of a path in `prompts/strata.yaml`; undefined when no file is proposed. */
async function meant(path: string, files: Readonly<Record<string, string>>): Promise<string | undefined> {
  const text = manifest(path);
  const { service } = await memoryWorkspace({ ...files, 'prompts/strata.yaml': text });
  const found = service.workspace.snapshot().findings(addressOf('prompts/strata.yaml'));
  assert.deepEqual(
    found.map(({ code, span }) => [code, text.slice(span.start, span.end)]),
    [['file.missing', path]],
  );
  const fix = found[0]?.fixes?.find(({ title }) => title.startsWith('Use '));
  if (!fix) return undefined;
  const [, written] = /file: (.*) \}\]/.exec(applyEdits(text, fix.edits)) ?? [];
  assert.equal(fix.title, `Use ${written}`);
  assert.ok(found[0]?.message.endsWith(`Did you mean ${written}?`));
  return written;
}

describe('the file that was meant', () => {
  const files = { 'prompts/safety.md': 'S', 'prompts/parts/role.md': 'R', 'shared/tone.md': 'T' };

  test('beside the manifest, and below it', async () => {
    assert.equal(await meant('saftey.md', files), 'safety.md');
    assert.equal(await meant('./saftey.md', files), './safety.md');
    assert.equal(await meant('parts/rol.md', files), 'parts/role.md');
    assert.equal(await meant('role.md', files), 'parts/role.md');
  });
  test('on a way up', async () => {
    assert.equal(await meant('../shared/ton.md', files), '../shared/tone.md');
  });
  test('on a way up and back down into the same folder', async () => {
    assert.equal(await meant('../prompts/saftey.md', files), '../prompts/safety.md');
    assert.equal(await meant('../prompts/parts/rol.md', files), '../prompts/parts/role.md');
    assert.equal(await meant('parts/../saftey.md', files), 'parts/../safety.md');
    assert.equal(await meant('../prompts/role.md', files), 'parts/role.md');
    assert.equal(await meant('../shared/../prompts/saftey.md', files), '../shared/../prompts/safety.md');
  });
  test('nothing near', async () => {
    assert.equal(await meant('../prompts/weather.md', files), undefined);
    assert.equal(await meant('../nowhere/saftey.md', files), undefined);
  });
});

test('a pattern may go up and back down as well', async () => {
  const { service } = await memoryWorkspace({
    'prompts/strata.yaml':
      'version: 1\nsystems:\n  a: { template: ../prompts/*.md, dialect: double-brace }\n  b: { template: "../shared/*.md", dialect: double-brace }\n',
    'prompts/one.md': 'One',
    'shared/two.md': 'Two',
  });
  assert.deepEqual(
    service.workspace.snapshot().systems.map(({ id }) => id),
    ['a:one.md', 'b:../shared/two.md'],
  );
});
