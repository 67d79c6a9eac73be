// Half-typed and hostile texts: every request is answered, inside the text, and nothing is logged as a failure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWhole, some } from '../support/effort';
import { answersEverything } from '../support/everything';
import { parseFixture, textsOf } from '../support/fixture';
import { type LspClient, memoryServer } from '../support/lspClient';
import { Random } from '../unit/dialects/support';
import { DESK } from '../unit/features/support';

const PIECES = [
  '{',
  '}',
  '{{',
  '}}',
  '{%',
  '%}',
  '{#',
  '${',
  '[',
  ']',
  ':',
  ': ',
  ' #',
  '- ',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '  ',
  '"',
  "'",
  '|',
  '>',
  '&a ',
  '*a',
  '---\n',
  '...\n',
  '## Tools\n',
  '<context>',
  '</context>',
  '```\n',
  '{context}',
  '{ context',
  'context',
  'strata:\n',
  'systems:\n',
  'layers:\n',
  '\ufeff',
  '\u200b',
  '\ud83d',
  '😀',
  '\0',
  'é',
  '<|im_start|>',
  'null',
  '~',
  '!!binary x',
  '{ file: ../x }',
  '{ file: desk.prompt }',
  'x'.repeat(300),
];

const STEPS = isWhole ? 60 : 20;

/** One edit as a hand, or an adversary, makes it: a piece put in, a stretch taken out or moved. */
function mutate(client: LspClient, path: string, random: Random): void {
  const { length } = client.text(path);
  const at = random.below(length + 1);
  const end = Math.min(length, at + random.below(random.chance(0.2) ? 80 : 4));
  if (random.chance(0.6)) client.edit(path, at, at, random.pick(PIECES));
  else if (random.chance(0.5)) client.edit(path, at, end, '');
  else client.edit(path, at, end, client.text(path).slice(end, end + random.below(40)));
}

for (const seed of some([1, 2, 3], 3)) {
  test(`a session of ${STEPS} mutations, seed ${seed}`, async () => {
    const random = new Random(seed);
    const texts = textsOf(parseFixture(DESK));
    const server = await memoryServer(texts);
    try {
      const { client } = server;
      for (const [path, text] of Object.entries(texts))
        client.open(path, text, path.endsWith('.yaml') ? 'yaml' : 'prompt-template');
      for (let step = 0; step < STEPS; step++) {
        const path = random.pick(Object.keys(texts));
        mutate(client, path, random);
        // Now and then everything is as it was, so that the mutations do not only ever pile up.
        if (random.chance(0.08)) client.replace(path, texts[path] ?? '');
        for (const other of Object.keys(texts)) await answersEverything(client, other, client.text(other));
        assert.deepEqual(client.errors, [], `step ${step}`);
      }
    } finally {
      server.dispose();
    }
  });
}
