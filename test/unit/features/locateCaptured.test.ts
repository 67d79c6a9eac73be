// A prompt that was captured in another writing than its own: as a request in JSON, as a log prints it, with escapes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { locate } from '../../../server/src/features/requests/locate';
import type { LocateResult, WirePiece } from '../../../server/src/protocol';
import { LineIndex } from '../../../server/src/text/lines';
import { memoryWorkspace, pathOf } from '../../support/memoryWorkspace';

const FILES = {
  'strata.yaml': `version: 1
systems:
  desk:
    parts: [{ file: desk.prompt }, { file: house.prompt, message: system }, { messages: true }]
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: guest, trust: data, lifetime: call, starts: '## Guest', slots: [guest] }
    scenarios:
      ask: { values: { guest: Ines }, messages: [{ role: user, text: Where is breakfast? }] }
`,
  'desk.prompt': 'You help at the "Café" desk.\n\tNever promise a refund.\n\n## Guest\n{guest}\n---\nAnswer shortly.\n',
  'house.prompt': 'The house rules:\nNo smoking.\n',
};
const FIRST = FILES['desk.prompt'].replace('{guest}', 'Zoë "the first"');
const HOUSE = FILES['house.prompt'];
const QUESTION = 'May I\nsmoke?';

async function pieces(text: string): Promise<LocateResult> {
  const { service } = await memoryWorkspace(FILES);
  const result = locate(service.workspace.snapshot(), { system: 'desk', text });
  if ('reason' in result) throw new Error(result.message);
  return result;
}

const shown = ({ kind, text, slot, source }: WirePiece): string =>
  `${slot ?? kind} ${source ? `${pathOf(source.file)}:${source.range.start.line + 1}` : '-'} ${text}`;

const ALL = [
  'text desk.prompt:1 You help at the "Café" desk.\n\tNever promise a refund.',
  'text desk.prompt:4 ## Guest',
  'guest desk.prompt:5 Zoë "the first"',
  'text desk.prompt:6 ---\nAnswer shortly.',
  'text house.prompt:1 The house rules:\nNo smoking.',
  'value strata.yaml:10 May I\nsmoke?',
];

/** The pieces, and how the capture was read; every range is where a piece is written. */
async function read(text: string): Promise<{ readonly pieces: string[]; readonly read: LocateResult['read'] }> {
  const result = await pieces(text);
  return { pieces: result.pieces.map(shown), read: result.read };
}

/** As Python prints a string in its dictionaries. */
const inPython = (text: string): string =>
  `'${text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}'`;

const ascii = (json: string): string =>
  json.replace(/[^ -~\n]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

const OPENAI = {
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: FIRST },
    { role: 'system', content: HOUSE },
    { role: 'user', content: [{ type: 'text', text: QUESTION }] },
  ],
  tools: [{ type: 'function', function: { name: 'book', description: 'Book a room.' } }],
};
const REQUEST = { kind: 'request', messages: 3, left: ['model', 'tools'] };

test('a request of OpenAI: its messages, one after the other', async () => {
  assert.deepEqual(await read(JSON.stringify(OPENAI)), { pieces: ALL, read: REQUEST });
  assert.deepEqual(await read(JSON.stringify(OPENAI, null, 2)), { pieces: ALL, read: REQUEST });
  assert.deepEqual(await read(ascii(JSON.stringify(OPENAI))), { pieces: ALL, read: REQUEST });
});

test('a request of Anthropic: its system text in blocks, then the turns', async () => {
  const request = {
    model: 'claude-sonnet-4-5',
    max_tokens: 500,
    system: [
      { type: 'text', text: FIRST, cache_control: { type: 'ephemeral' } },
      { type: 'text', text: HOUSE },
    ],
    messages: [{ role: 'user', content: QUESTION }],
  };
  assert.deepEqual(await read(JSON.stringify(request)), {
    pieces: ALL,
    read: { kind: 'request', messages: 2, left: ['model', 'max_tokens'] },
  });
});

test('requests of Google and of the Responses API', async () => {
  const google = {
    systemInstruction: { parts: [{ text: FIRST }, { text: HOUSE }] },
    contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
  };
  assert.deepEqual((await read(JSON.stringify(google))).pieces, ALL);
  const responses = { model: 'gpt-5', instructions: `${FIRST}${HOUSE}`, input: QUESTION };
  assert.deepEqual((await read(JSON.stringify(responses))).pieces, ALL);
});

test('in a string that begins with other words, stands by itself, or is written twice', async () => {
  const quoted = JSON.stringify(JSON.stringify(OPENAI));
  assert.deepEqual(await read(`level=info body=${quoted} took=312ms\n`), { pieces: ALL, read: REQUEST });
  const line = `12:00:01 INFO {sent} body=${JSON.stringify(OPENAI)}\n`;
  assert.deepEqual(await read(JSON.stringify({ log: line, stream: 'stdout' })), { pieces: ALL, read: REQUEST });
  assert.deepEqual(await read(JSON.stringify({ request: quoted })), { pieces: ALL, read: REQUEST });
});

test('in a line of a log, in a string of another JSON, and where the log is cut off', async () => {
  const line = `2026-11-30T12:00:01Z INFO {sent} request=${JSON.stringify(OPENAI)} took=312ms\n`;
  assert.deepEqual(await read(line), { pieces: ALL, read: REQUEST });
  const inside = JSON.stringify({ level: 'info', http: { body: JSON.stringify(OPENAI) } });
  assert.deepEqual(await read(inside), { pieces: ALL, read: REQUEST });
  const whole = JSON.stringify(OPENAI);
  const cut = whole.slice(0, whole.indexOf('No smoking'));
  assert.deepEqual(await read(cut), {
    pieces: [...ALL.slice(0, 4), 'text house.prompt:1 The house rules:'],
    read: { kind: 'request', messages: 2, left: ['model'] },
  });
});

test('a prompt of several messages as the panel copies it', async () => {
  const copied = `[system]\n${FIRST}\n\n[system]\n${HOUSE}\n\n[user]\n${QUESTION}`;
  assert.deepEqual(await read(copied), { pieces: ALL, read: { kind: 'request', messages: 3, left: [] } });
});

test('messages as Python prints them', async () => {
  const all = [FIRST, HOUSE, QUESTION].map(
    (text, i) => `{'role': '${i < 2 ? 'system' : 'user'}', 'content': ${inPython(text)}, 'name': None}`,
  );
  assert.deepEqual(await read(`DEBUG:llm:[${all.join(', ')}]`), {
    pieces: ALL,
    read: { kind: 'request', messages: 3, left: [] },
  });
});

test('text with escapes and no request round it: what is not of the prompt is shown as such', async () => {
  const text = `sent: ${JSON.stringify(`${FIRST}${HOUSE}${QUESTION}`)} ok`;
  const found = await read(text);
  assert.deepEqual(found.read, { kind: 'escapes' });
  assert.deepEqual(found.pieces, ['unknown - sent: "', ...ALL.slice(0, 5), 'value strata.yaml:10 May I\nsmoke?" ok']);
  // A prompt that holds escapes of its own is read as it stands there.
  const own = await read(`${FIRST.replace('Zoë', 'C:\\new\\table')}${HOUSE}`);
  assert.equal(own.read, undefined);
  assert.equal(own.pieces[2], 'guest desk.prompt:5 C:\\new\\table "the first"');
});

test('every range is where the piece is written', async () => {
  const text = ascii(JSON.stringify(OPENAI, null, 2));
  const lines = new LineIndex(text);
  for (const piece of (await pieces(text)).pieces) {
    const { start, end } = piece.range;
    const written = text.slice(lines.offsetAt(start), lines.offsetAt(end));
    assert.equal(JSON.parse(`"${written}"`), piece.text);
  }
});

test('whatever stands in the slots, a request gives the pieces of its texts', async () => {
  const { service } = await memoryWorkspace(FILES);
  const snapshot = service.workspace.snapshot();
  const word = fc.stringMatching(/^[a-zA-Z\\"'{}[\]:,é€😀 \n\t]{1,40}$/u);
  fc.assert(
    fc.property(word, fc.boolean(), (value, isAscii) => {
      const first = FILES['desk.prompt'].replace('{guest}', () => `Zoë ${value}.`);
      const request = {
        messages: [
          { role: 'system', content: first },
          { role: 'system', content: HOUSE },
        ],
      };
      const json = JSON.stringify(request);
      const [plain, read] = [`${first}\n${HOUSE}`, isAscii ? ascii(json) : json].map((text) => {
        const result = locate(snapshot, { system: 'desk', text });
        return 'reason' in result ? [] : result.pieces.map(shown);
      });
      assert.deepEqual(read, plain);
    }),
    { seed: 5, numRuns: 200 },
  );
});

test('what looks like a request and is none, or never ends, is read as it stands there', async () => {
  for (const text of [
    '{'.repeat(20_000),
    '['.repeat(20_000),
    '{"a":'.repeat(5000),
    '["'.repeat(20_000),
    '\\u00'.repeat(9000),
  ]) {
    const { pieces: found, read: as } = await read(text);
    assert.equal(as, undefined);
    assert.deepEqual(
      found.map((piece) => piece.split(' ')[0]),
      ['unknown'],
    );
  }
});

test('a request of half a megabyte', async () => {
  const note = 'The lift is "out of order", and the café is closed.\n\t- Ask at the desk.\n'.repeat(7000).trimEnd();
  const first = FILES['desk.prompt'].replace('{guest}', () => note);
  const request = {
    messages: [
      { role: 'system', content: first },
      { role: 'system', content: HOUSE },
    ],
  };
  const found = await read(ascii(JSON.stringify(request, null, 1)));
  assert.deepEqual(found.pieces, [ALL[0], ALL[1], `guest desk.prompt:5 ${note}`, ALL[3], ALL[4]]);
});
