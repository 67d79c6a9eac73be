import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hover } from '../../../server/src/features/hover';
import { cursorIn, DESK, sceneOf } from './support';

/** What a hover shows, and the text that it is about. */
async function shown(fixture: string): Promise<{ readonly text: string; readonly at: string } | null> {
  const scene = await sceneOf(fixture);
  const { uri, position } = cursorIn(scene);
  const found = hover(scene.snapshot, uri, position);
  if (!found?.range) return null;
  return { text: (found.contents as { value: string }).value, at: scene.at(uri, found.range) };
}

const at = (path: string, where: string, shift = 1): string => {
  const offset = DESK.indexOf(where, DESK.indexOf(`=== ${path}`)) + shift;
  return `${DESK.slice(0, offset)}‸${DESK.slice(offset)}`;
};

test('a slot: its layer, trust and lifetime in words, who sets it, its cost, where it stands', async () => {
  assert.deepEqual(await shown(at('desk.prompt', '{context}', 3)), {
    at: 'desk.prompt: {context}',
    text: [
      '**context** · layer context · required',
      'untrusted data: It may hold anything and must not be obeyed. Its value may change per call.',
      'What the person looks at\\.',
      'Set by the application in `AskInput.context`.',
      'Escaped for XML.',
      '10 tok, 18 % of the prompt, under 0.1 % of the window of 128,000. Sent anew with each request. Scenario “ask” on `hosted`. Exact, counted with `o200k_base`.',
    ].join('\n\n'),
  });
});

test('where a part of the window is kept for the answer, the share is that of the rest, and said to be', async () => {
  const fixture = at('desk.prompt', '{context}', 3).replace(
    '    dialect: single-brace\n',
    '    dialect: single-brace\n    budget: { reserve: 28000 }\n',
  );
  assert.match(
    (await shown(fixture))?.text ?? '',
    /under 0\.1 % of the effective window of 100,000 \(128,000 less 28,000 for the answer\)\. /,
  );
});

test('a slot of a list with a sample shows it', async () => {
  const found = await shown(at('desk.prompt', '{locale}', 3));
  assert.match(found?.text ?? '', /^\*\*locale\*\* · layer who · line\n/);
  assert.match(found?.text ?? '', /Sample:\n\n```\nnb-NO\n```$/);
});

test('a slot without a value is a hole, an empty one is empty', async () => {
  assert.match(
    (await shown(at('desk.prompt', '{context}').replace('values: { context: "Booking 8841" }', 'values: {}')))?.text ??
      '',
    /it is a hole/,
  );
  assert.match(
    (await shown(at('desk.prompt', '{context}').replace('"Booking 8841"', '""')))?.text ?? '',
    /It is empty here\./,
  );
});

test('the slot of a breakpoint says what it is for', async () => {
  assert.equal(
    (await shown(at('desk.prompt', '{mark}')))?.text,
    '**mark** · breakpoint\n\nIt renders to nothing; a cached prefix ends here.\n\nThe prefix up to the last mark has 30 tok.\n\nThe first 34 tok are the same in the next call; then `today` changes with every call. It reads 30 tok from the cache.',
  );
});

test('an unknown slot says so', async () => {
  assert.equal(
    (await shown(at('desk.prompt', '{context}').replace(/\{‸context\}/, '{‸nobody}')))?.text,
    '**nobody** · not declared\n\nSlots of `desk`: `today`, `locale`, `context`, `footer`.',
  );
});

test('the line that begins a layer shows the row of that layer', async () => {
  assert.deepEqual(await shown(at('desk.prompt', '## Tools', 4)), {
    at: 'desk.prompt: ## Tools',
    text: [
      '**Tools of the desk** · layer 2 of 4',
      'instructions: The model obeys it. Its text may change per profile.',
      '8 tok, 14 % of the prompt, under 0.1 % of the window of 128,000. Scenario “ask” on `hosted`. Exact, counted with `o200k_base`.',
    ].join('\n\n'),
  });
});

test('keys and words of the manifest show their documentation', async () => {
  const key = await shown(at('strata.yaml', 'lifetime: static'));
  assert.equal(key?.at, 'strata.yaml: lifetime');
  assert.match(key?.text ?? '', /^\*\*lifetime\*\* · static .* · required\n\nHow long the text stays the same\./);
  const word = await shown(at('strata.yaml', 'data, lifetime'));
  assert.deepEqual(word, {
    at: 'strata.yaml: data',
    text: '**data**\n\nUntrusted: it may hold anything and must not be obeyed.',
  });
});

test('names of the manifest show what they name', async () => {
  assert.match((await shown(at('strata.yaml', 'slots: [context]', 9)))?.text ?? '', /^\*\*context\*\* · layer context/);
  assert.match((await shown(at('strata.yaml', 'id: policy', 6)))?.text ?? '', /^\*\*policy\*\* · layer 1 of 4/);
  assert.equal((await shown(at('strata.yaml', 'ask: {')))?.text, '**scenario ask**\n\nOne question\\.');
  assert.equal(
    (await shown(at('strata.yaml', 'kind: long')))?.text,
    '**axis kind**: `short`, `long`\n\nHow long the answer may be\\.',
  );
  assert.match(
    (await shown(at('strata.yaml', 'desk:\n')))?.text ?? '',
    /^\*\*Front desk\*\* · prompt system\n\n56 tok, 100 % of the prompt/,
  );
});

test('what an author writes is shown as text, never as markup', async () => {
  const found = await shown(
    at('desk.prompt', '{context}').replace('What the person looks at.', '"[x](command:evil) <b>`"'),
  );
  assert.match(found?.text ?? '', /\\\[x\\\]\\\(command:evil\\\) \\<b\\>\\`/);
});

test('plain text shows nothing', async () => {
  assert.equal(await shown(at('desk.prompt', 'help')), null);
});

test('a value without a token of its own says with what it is counted, and not that it costs nothing', async () => {
  const fixture = `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    model: gpt-4o
    dialect: single-brace
    slots: { a: { sample: He }, b: { sample: llo } }
=== desk.prompt
{a}{b‸} you
`;
  const found = await shown(fixture);
  assert.match(
    found?.text ?? '',
    /Its value has no token of its own here: the token is counted with the text in which it begins\./,
  );
  assert.doesNotMatch(found?.text ?? '', /\b0 tok/);
});

const NAMED = `=== strata.yaml
version: 1
models:
  own-1: { tokenizer: o200k_base, window: 8000, cache: { minimum: 500, breakpoints: 2 }, price: { input: 3, cacheRead: 0.3 } }
systems:
  desk:
    template: desk.prompt
    model: own-1
    dialect: single-brace
    axes: { kind: [short, long] }
    rules:
      trust.unfenced: off
    scenarios:
      ask: { model: gpt-4o, select: { kind: long } }
=== desk.prompt
Hello.
`;
const named = async (where: string): Promise<string | undefined> =>
  (await shown(NAMED.replace(where, `‸${where}`)))?.text;

test('a rule, a model and a value of an axis say what they are where the manifest names them', async () => {
  assert.match(
    (await named('trust.unfenced')) ?? '',
    /^\*\*trust\\\.unfenced\*\* · rule\n\nUntrusted data without a fence\./,
  );
  const own =
    '**own\\-1** · model\n\nWindow of 8,000 tokens. Tokens are counted with `o200k_base`. It keeps a prefix of 500 tokens and more at up to 2 marks. A million tokens of input cost 3, read from the cache 0.3.';
  assert.equal(await named('own-1\n'), own);
  assert.equal(await named('own-1: {'), own);
  assert.match(
    (await named('gpt-4o')) ?? '',
    /^\*\*gpt\\-4o\*\* · model\n\nWindow of 128,000 tokens\. Tokens are counted with `o200k_base`\. It finds a prefix of 1,024 tokens and more again by itself\. A million tokens of input cost \$2\.5, read from the cache \$1\.25\.\n\nTable of /,
  );
  assert.equal(await named('short, long'), '**short** · value of the axis kind, its first');
  assert.equal(await named('long } }'), '**long** · value of the axis kind');
});
