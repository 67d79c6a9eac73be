// Marks that lie too far apart for the provider, or are too many: the render model and the request say so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anthropicRequest, marksTold } from '../../../server/src/cli/formats/requests';
import { inlayHints } from '../../../server/src/features/inlayHints';
import { render } from '../../../server/src/features/requests/render';
import type { RenderResult } from '../../../server/src/protocol';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

async function resultFor(cache: string, system: string): Promise<RenderResult> {
  const { service } = await memoryWorkspace({
    'strata.yaml': `version: 1\nmodels:\n  house: { tokenizer: o200k_base, cache: { minimum: 1, ${cache} } }\nsystems:\n  s:\n    model: house\n    dialect: double-brace\n${system}`,
  });
  const result = render(service.workspace.snapshot(), { system: 's' });
  assert.ok('messages' in result);
  return result;
}

const marksOf = ({ messages }: RenderResult) =>
  messages.flatMap(({ blocks }) =>
    blocks.flatMap(({ mark }) => (mark ? [[mark.name, mark.since, mark.far, mark.refused]] : [])),
  );

const FIVE = `    parts: [{ text: "one {{a}} two {{b}} three {{c}} four {{d}} five {{e}} six" }]
    cache: { breakpoints: [{ slot: a }, { slot: b }, { slot: c }, { slot: d }, { slot: e }] }
`;

const talk = (turns: number, marks: string): string =>
  `    parts: [{ text: Help. }, { messages: true }]
    cache: { breakpoints: [${marks}] }
    scenarios:
      x:
        messages:
${Array.from({ length: turns }, (_, i) => `          - { role: ${i % 2 === 0 ? 'user' : 'assistant'}, text: t${i} }\n`).join('')}`;

test('a mark beyond the look-back of the one before it is told, one just within it is not', async () => {
  assert.deepEqual(marksOf(await resultFor('breakpoints: 4, lookback: 3', talk(3, 'system, tail'))), [
    ['system', undefined, undefined, undefined],
    ['tail', 3, undefined, undefined],
  ]);
  const far = '5 blocks after the mark before: the provider looks back over 3, so it may be written again';
  const result = await resultFor('breakpoints: 4, lookback: 3', talk(5, 'system, tail'));
  assert.deepEqual(marksOf(result)[1], ['tail', 5, far, undefined]);
  assert.deepEqual([result.model.marks, result.model.lookback], [4, 3]);
  assert.deepEqual(marksTold(result), [
    'cache marks: system, tail (5 blocks on); the provider takes 4 and looks back over 3 blocks from each',
    `cache mark tail: ${far}`,
  ]);
});

test('from the tools to the first mark is a distance too, and they take one of the marks', async () => {
  const result = await resultFor('breakpoints: 1, lookback: 20', talk(1, 'tools, tail'));
  assert.deepEqual(marksOf(result), [
    [
      'tail',
      2,
      undefined,
      'mark 2, but the provider takes 1, counted over tools, system and messages: it refuses the request',
    ],
  ]);
});

test('marks over the limit are told by name; the request holds what the program sends', async () => {
  const result = await resultFor('breakpoints: 4', FIVE);
  const refused = 'mark 5, but the provider takes 4, counted over tools, system and messages: it refuses the request';
  assert.deepEqual(
    marksOf(result).map(([name, , , words]) => [name, words]),
    [
      ['{{a}}', undefined],
      ['{{b}}', undefined],
      ['{{c}}', undefined],
      ['{{d}}', undefined],
      ['{{e}}', refused],
    ],
  );
  assert.equal(marksTold(result)[1], `cache mark {{e}}: ${refused}`);
  assert.equal(JSON.stringify(anthropicRequest(result)).split('cache_control').length - 1, 5);
});

test('the tooltip where a cached prefix ends says it too', async () => {
  const { service } = await memoryWorkspace({
    'strata.yaml': `version: 1\nmodels:\n  house: { tokenizer: o200k_base, cache: { minimum: 1, breakpoints: 1 } }\nsystems:\n  s:\n    model: house\n    dialect: double-brace\n    template: a.md\n    cache: { breakpoints: [{ slot: a }, { slot: b }] }\n`,
    'a.md': 'One {{a}} two {{b}} three.',
  });
  const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const hints = inlayHints(service.workspace.snapshot(), addressOf('a.md'), whole, service.count);
  const told = hints.map(({ tooltip }) =>
    JSON.stringify(tooltip).includes('Mark 2, but the provider takes 1, counted'),
  );
  assert.deepEqual(told, [false, false, true]);
});

test('a provider without marks, or a prompt without any, has nothing to tell', async () => {
  assert.deepEqual(marksTold(await resultFor('breakpoints: 0', FIVE)), []);
  assert.deepEqual(marksTold(await resultFor('breakpoints: 4', '    parts: [{ text: Help. }]\n')), []);
});
