// A prompt beside another one of its system: another scenario, or itself as it was committed last.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparison } from '../../../server/src/features/requests/comparison';
import { render } from '../../../server/src/features/requests/render';
import type { CompareResult, RenderParams } from '../../../server/src/protocol';
import type { Snapshot } from '../../../server/src/workspace/snapshot';
import { memoryWorkspace } from '../../support/memoryWorkspace';

const KEY = 'file:///w/strata.yaml#ask';

const manifest = (slots: string): string => `version: 1
models:
  hosted: { tokenizer: o200k_base, window: 8000, cache: { breakpoints: 4 } }
systems:
  ask:
    template: ask.prompt
    dialect: single-brace
    model: hosted
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: input, trust: data, lifetime: call, slots: [note] }
    slots: ${slots}
    cache: { breakpoints: [{ slot: mark, reuse: tenant }] }
    scenarios:
      first: { values: { note: One page. } }
      second: { values: { note: One pager. } }
`;

const files = {
  'strata.yaml': manifest('{ note: { wrap: { before: "Data: " } } }'),
  'ask.prompt': 'Be brief.\n{mark}{note}\n',
};

/** The workspace once everything that was committed is known. */
async function snapshotOf(contents: Readonly<Record<string, string>>): Promise<Snapshot> {
  const { service } = await memoryWorkspace(contents);
  render(service.workspace.snapshot(), { system: KEY });
  await service.workspace.readCommitted();
  return service.workspace.snapshot();
}

function compared(snapshot: Snapshot, after: RenderParams): CompareResult {
  const answer = comparison(snapshot, { before: { system: KEY, scenario: 'first' }, after: { system: KEY, ...after } });
  assert.ok('other' in answer, JSON.stringify(answer));
  return answer;
}

const textOf = ({ other }: CompareResult): string =>
  other.messages.flatMap((m) => m.blocks.flatMap((b) => b.segments.map((s) => s.text))).join('');

test('another scenario: the first token that differs, and what the cache keeps', async () => {
  const answer = compared(await snapshotOf(files), { scenario: 'second' });
  assert.equal(textOf(answer), 'Be brief.\nData: One pager.\n');
  assert.deepEqual(answer.comparison, { firstToken: 7, cache: { kept: 3, of: 3 }, exact: true, cost: null });
});

test('nothing was committed: there is nothing that has changed', async () => {
  const snapshot = await snapshotOf(files);
  const now = render(snapshot, { system: KEY });
  assert.ok('messages' in now);
  assert.equal(now.changed, undefined);
  const answer = compared(snapshot, { scenario: 'first', committed: true });
  assert.deepEqual(answer.comparison, { firstToken: null, cache: { kept: 3, of: 3 }, exact: true, cost: null });
});

test('the last commit: its texts and its manifest', async () => {
  const snapshot = await snapshotOf({
    ...files,
    'HEAD:ask.prompt': 'Be very brief.\n{mark}{note}\n',
    'HEAD:strata.yaml': manifest('{ note: { wrap: { before: "Text: " } } }'),
  });
  const now = render(snapshot, { system: KEY });
  assert.ok('messages' in now);
  assert.equal(now.changed, true);
  const answer = compared(snapshot, { scenario: 'first', committed: true });
  assert.equal(textOf(answer), 'Be very brief.\nText: One page.\n');
  assert.equal(answer.comparison.firstToken, 2);
  assert.deepEqual(answer.comparison.cache, { kept: 0, of: 3 });
});

test('a system that the last commit did not have says so', async () => {
  const snapshot = await snapshotOf({ ...files, 'HEAD:strata.yaml': 'version: 1\nsystems: {}\n' });
  const answer = render(snapshot, { system: KEY, committed: true });
  assert.deepEqual(answer, {
    version: 1,
    reason: 'unknown-system',
    message: 'The last commit has no system called ask.',
  });
});

test('another text in the place of a file, and another manifest', async () => {
  const snapshot = await snapshotOf(files);
  const [template, yaml] = ['file:///w/ask.prompt', 'file:///w/strata.yaml'];
  const other = compared(snapshot, { scenario: 'first', texts: { [template]: 'Be short.\n{mark}{note}\n' } });
  assert.equal(textOf(other), 'Be short.\nData: One page.\n');
  assert.equal(other.comparison.firstToken, 2);
  const texts = { [template]: 'Be brief.\n{note}\n', [yaml]: manifest('{ note: { wrap: { before: "Text: " } } }') };
  assert.equal(textOf(compared(snapshot, { scenario: 'first', texts })), 'Be brief.\nText: One page.\n');
  assert.deepEqual(render(snapshot, { system: KEY, texts: { [yaml]: 'version: 1\nsystems: {}\n' } }), {
    version: 1,
    reason: 'unknown-system',
    message: 'The other manifest has no system called ask.',
  });
});
