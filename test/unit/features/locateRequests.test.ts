// What was captured holds several requests, or a request in which texts of their own stand in one message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locate } from '../../../server/src/features/requests/locate';
import type { LocateResult, WirePiece } from '../../../server/src/protocol';
import { memoryWorkspace, pathOf } from '../../support/memoryWorkspace';

const FILES = {
  'strata.yaml': `version: 1
systems:
  desk:
    parts:
      - { file: desk.prompt }
      - { file: house.prompt, message: system }
      - { messages: true }
      - { slot: reminder, message: user }
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: guest, trust: data, lifetime: call, starts: '## Guest', slots: [guest] }
      - { id: reminder, trust: facts, lifetime: call, slots: [reminder] }
    scenarios:
      ask: { values: { guest: Ines, reminder: It is late. }, messages: [{ role: user, text: Where is breakfast? }] }
`,
  'desk.prompt': 'You help at the desk.\n\n## Guest\n{guest}\n',
  'house.prompt': 'The house rules:\nNo smoking.',
};

const system = (guest: string): string => FILES['desk.prompt'].replace('{guest}', guest);
const house = FILES['house.prompt'];

async function located(text: string, request?: number): Promise<LocateResult> {
  const { service } = await memoryWorkspace(FILES);
  const params = { system: 'desk', text, ...(request === undefined ? {} : { request }) };
  const result = locate(service.workspace.snapshot(), params);
  if ('reason' in result) throw new Error(result.message);
  return result;
}

const shown = ({ kind, text, slot, source }: WirePiece): string =>
  `${slot ?? kind} ${source ? `${pathOf(source.file)}:${source.range.start.line + 1}` : '-'} ${text}`;

const valuesOf = ({ pieces }: LocateResult): Record<string, string> =>
  Object.fromEntries(pieces.flatMap(({ slot, text }) => (slot === undefined ? [] : [[slot, text]])));

const sent = (guest: string, question: string) => ({
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: system(guest) },
    { role: 'system', content: house },
    { role: 'user', content: question },
    { role: 'user', content: 'It is night.' },
  ],
});
const answer = { role: 'assistant', content: [{ type: 'text', text: 'At seven.' }] };

const LOG = [
  `12:00:01 INFO {sent} body=${JSON.stringify(sent('Zoë', 'Where is   breakfast?\nAnd when?'))}`,
  `12:00:02 INFO {received} body=${JSON.stringify(answer)}`,
  `12:00:03 INFO {sent} body=${JSON.stringify(sent('Bo', 'May I smoke?'))}`,
  `12:00:09 INFO {sent} body=${JSON.stringify(sent('Ada', 'Q'.repeat(90)))}`,
].join('\n');

test('a log with several requests says how many, tells them apart, and reads the one that is chosen', async () => {
  const all = [0, 2, 3].map((line) => ({ line, messages: 4, says: 'It is night.' }));
  const first = await located(LOG);
  assert.deepEqual(first.requests, { shown: 0, count: 3, all });
  assert.equal(valuesOf(first).guest, 'Zoë');
  for (const [request, guest] of ['Zoë', 'Bo', 'Ada'].entries()) {
    const one = await located(LOG, request);
    assert.deepEqual(one.requests, { shown: request, count: 3, all });
    assert.equal(valuesOf(one).guest, guest);
    assert.deepEqual([...new Set(one.pieces.map(({ range }) => range.start.line))], [all[request]?.line]);
  }
  // One that is not there is the last one.
  assert.equal((await located(LOG, 7)).requests?.shown, 2);
});

test('an answer is no request, and of one request nothing is said', async () => {
  const [one = '', other = ''] = LOG.split('\n');
  assert.equal((await located(`${one}\n${other}`)).requests, undefined);
  assert.equal((await located(`${other}\n${one}`)).requests, undefined);
  assert.equal(valuesOf(await located(`${other}\n${one}`)).guest, 'Zoë');
});

test('requests in a list of JSON, in strings, and with what is asked last in a text of several lines', async () => {
  const entries = ['Zoë', 'Bo'].map((guest, i) => ({
    at: i,
    request: JSON.stringify({
      model: 'm',
      system: `${system(guest)}${house}`,
      messages: [{ role: 'user', content: `A\n  b ${guest}` }],
    }),
  }));
  const result = await located(JSON.stringify(entries, null, 2), 1);
  assert.deepEqual(result.requests, {
    shown: 1,
    count: 2,
    all: [
      { line: 3, messages: 2, says: 'A b Zoë' },
      { line: 7, messages: 2, says: 'A b Bo' },
    ],
  });
  assert.equal(valuesOf(result).guest, 'Bo');
  const quoted = entries.map(({ request }) => `body=${JSON.stringify(request)}`).join('\n');
  assert.equal((await located(quoted)).requests?.count, 2);
  assert.equal(valuesOf(await located(quoted, 1)).guest, 'Bo');
});

const PIECES = [
  'text desk.prompt:1 You help at the desk.',
  'text desk.prompt:3 ## Guest',
  'guest desk.prompt:4 Zoë',
  'text house.prompt:1 The house rules:\nNo smoking.',
  'value strata.yaml:15 Where is breakfast?',
  'reminder strata.yaml:8 It is night.',
];

test('a request of Anthropic: messages that a program has merged into blocks of one stay apart', async () => {
  const block = (text: string) => ({ type: 'text', text });
  const request = {
    model: 'claude-sonnet-4-5',
    system: [block(system('Zoë')), block(house)],
    messages: [{ role: 'user', content: [block('Where is breakfast?'), block('It is night.')] }],
  };
  const apart = sent('Zoë', 'Where is breakfast?');
  for (const captured of [apart, request])
    assert.deepEqual((await located(JSON.stringify(captured))).pieces.map(shown), PIECES);
});

test('a text that was cut into blocks for the cache is one text again', async () => {
  const whole = system('Zoë');
  for (let cut = 1; cut < whole.length; cut++) {
    const blocks = [whole.slice(0, cut), whole.slice(cut), `\n${house}`].map((text) => ({ type: 'text', text }));
    const request = { system: blocks, messages: [{ role: 'user', content: 'Where is breakfast?' }] };
    const { pieces } = await located(JSON.stringify(request));
    assert.deepEqual(pieces.map(shown).slice(0, 3), PIECES.slice(0, 3), `cut at ${cut}`);
  }
});
