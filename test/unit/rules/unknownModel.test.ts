// A model that nobody knows is counted with an assumed tokenizer, and no limit is called broken by such a count.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const TEXT = 'Hello to all of you, be kind and brief and good.\n';

async function said(model: string, limits: string): Promise<readonly string[]> {
  const manifest = `version: 1
systems:
  a:
    template: a.prompt
    dialect: jinja
    model: ${model}
${limits}
`;
  const { service, log } = await memoryWorkspace({ 'strata.yaml': manifest, 'a.prompt': TEXT });
  assert.deepEqual(log, []);
  const snapshot = service.workspace.snapshot();
  const all = ['a.prompt', 'strata.yaml'].flatMap((path) => [...snapshot.findings(addressOf(path))]);
  return all.filter(({ code }) => code.startsWith('budget.')).map(({ level, message }) => `${level} ${message}`);
}

test('a budget of the prompt: unclear, and why', async () => {
  assert.deepEqual(await said('house-model-1', '    budget: { prompt: 3 }'), [
    'info The prompt has about 13 tokens and its budget is 3: it cannot be said whether it is over, because the tokenizer of `house-model-1` is not known.',
  ]);
  assert.deepEqual(await said('house-model-1', '    budget: { prompt: 30 }'), []);
  assert.match(
    (await said('gpt-4o', '    budget: { prompt: 3 }')).join(),
    /^warning The prompt has 13 tokens, 10 more/,
  );
});

test('a budget of a layer: unclear, and why', async () => {
  const layers = '    layers:\n      - { id: base, trust: instructions, lifetime: static, budget: { max: 5 } }';
  assert.deepEqual(await said('house-model-1', layers), [
    'info Layer base has about 13 tokens and its budget is 5: it cannot be said whether it is over, because the tokenizer of `house-model-1` is not known.',
  ]);
});
