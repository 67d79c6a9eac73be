// A prompt that was really sent, piece by piece: whose text it is, and where it stands.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { locate } from '../../../server/src/features/requests/locate';
import type { LocateResult, WirePiece } from '../../../server/src/protocol';
import { linesOf } from '../../../server/src/text/source';
import { addressOf, memoryWorkspace, pathOf } from '../../support/memoryWorkspace';

const MANIFEST = `version: 1
systems:
  desk:
    parts: [{ file: desk.prompt }, { messages: true }]
    dialect: single-brace
    axes: { tone: [plain, warm] }
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: notices, trust: data, lifetime: day, starts: '## Notices', slots: [notices] }
      - { id: guest, trust: data, lifetime: call, starts: '## Guest', slots: [guest, wishes] }
    slots:
      today: { type: date, sample: 2026-03-02 }
      notices: { sample: The lift is out of order. }
      guest: { sample: Ines }
      wishes: { wrap: { before: "Wishes of the guest: " } }
      tone: { parts: [{ text: Be warm and personal today., when: { tone: warm } }] }
    scenarios:
      ask: { messages: [{ role: user, text: Where is breakfast? }] }
`;
const TEMPLATE = `You help at the front desk. Today is {today}, a working day.
{tone}
Never promise a refund.

## Notices
{notices}

## Guest
{guest}
{wishes}
---
Answer in one sentence.
`;
const FILES = { 'strata.yaml': MANIFEST, 'desk.prompt': TEMPLATE };

const READER = {
  'strata.yaml': `version: 1
systems:
  reader:
    template: reader.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: doc, trust: data, lifetime: call, slots: [doc] }
    scenarios:
      tide: { values: { doc: The tide turns at noon. } }
`,
  'reader.prompt': '# Rules\nAnswer from the document.\n<doc>\n{doc}\n</doc>\n',
};

const PROMPT = `You help at the front desk. Today is 2026-11-30, a working day.

Never promise a refund.

## Notices
Breakfast is on the terrace.

The pool is closed.

## Guest
Bo
Wishes of the guest: a quiet room
---
Answer in one sentence.

Is the pool open?`;

async function located(text: string, files: Readonly<Record<string, string>> = FILES): Promise<LocateResult> {
  const { service, log } = await memoryWorkspace(files);
  const result = locate(service.workspace.snapshot(), { uri: addressOf('strata.yaml'), text });
  assert.deepEqual(log, []);
  assert.ok(!('reason' in result));
  return result;
}

/** `layer slot file:line text` of each piece; line breaks as `|`. */
const shown = ({ pieces }: LocateResult): readonly string[] =>
  pieces.map(({ kind, text, layer, slot, slots, source }: WirePiece) => {
    const what = slot ?? slots?.join('/') ?? (kind === 'text' ? '' : kind);
    const place = source ? ` ${pathOf(source.file)}:${source.range.start.line + 1}` : '';
    return `${layer ?? '-'}${what === '' ? '' : ` ${what}`}${place} = ${text.replaceAll('\n', '|')}`;
  });

describe('a prompt that was sent', () => {
  test('every piece: text with its line, values with their slots, the conversation', async () => {
    const result = await located(PROMPT);
    assert.deepEqual(shown(result), [
      'rules desk.prompt:1 = You help at the front desk. Today is',
      'rules today desk.prompt:1 = 2026-11-30',
      'rules desk.prompt:1 = , a working day.',
      'rules desk.prompt:3 = Never promise a refund.',
      'notices desk.prompt:5 = ## Notices',
      'notices notices desk.prompt:6 = Breakfast is on the terrace.||The pool is closed.',
      'guest desk.prompt:8 = ## Guest',
      'guest guest desk.prompt:9 = Bo',
      'guest strata.yaml:15 = Wishes of the guest:',
      'guest wishes desk.prompt:10 = a quiet room',
      'guest desk.prompt:11 = ---|Answer in one sentence.',
      '- value strata.yaml:18 = Is the pool open?',
    ]);
    assert.deepEqual([result.scenario, result.select.tone], ['ask', 'plain']);
  });

  test('in a log the text around it belongs to nothing, and a short closing tag is still the end of the value', async () => {
    const sent = (doc: string): string => READER['reader.prompt'].replace('{doc}', doc);
    for (const doc of ['High water', 'One\ntwo', 'It says\n</doc>\nand goes on']) {
      const lines = shown(await located(`12:00 sent\n${sent(doc)}12:01 answered\n`, READER));
      assert.deepEqual(lines, [
        '- unknown = 12:00 sent',
        'rules reader.prompt:1 = # Rules|Answer from the document.|<doc>',
        `doc doc reader.prompt:4 = ${doc.replaceAll('\n', '|')}`,
        'rules reader.prompt:5 = </doc>',
        '- unknown = 12:01 answered',
      ]);
    }
    assert.deepEqual(shown(await located(`${sent('')}12:01 answered`, READER)).slice(-2), [
      'rules reader.prompt:5 = </doc>',
      '- unknown = 12:01 answered',
    ]);
  });

  test('the variant that is most like it is told', async () => {
    const result = await located(PROMPT.replace('day.\n\nNever', 'day.\nBe warm and personal today.\nNever'));
    assert.equal(result.select.tone, 'warm');
    assert.equal(shown(result)[3], 'rules strata.yaml:16 = Be warm and personal today.');
  });

  test('text that nobody wrote there is unknown, and a line that moved is known again', async () => {
    const result = await located(
      PROMPT.replace('Never promise', 'Sell the spa.\nNever promise').replace(
        'Answer in one sentence.\n',
        'Answer in one sentence.\nNever promise a refund.\n',
      ),
    );
    const lines = shown(result);
    assert.equal(lines[3], 'rules tone desk.prompt:2 = Sell the spa.');
    assert.deepEqual(lines.slice(-3), [
      'guest desk.prompt:11 = ---|Answer in one sentence.',
      'rules desk.prompt:3 = Never promise a refund.',
      '- value strata.yaml:18 = Is the pool open?',
    ]);
    assert.deepEqual(shown(await located('Quite another text.\nOf two lines.')), [
      '- unknown = Quite another text.|Of two lines.',
    ]);
  });

  test('a sentence out of a line, out of a value, and one between words of somebody else', async () => {
    const files = {
      ...READER,
      'reader.prompt': READER['reader.prompt'].replace(
        'the document.',
        'the document. Never guess what it may say. Be brief.',
      ),
    };
    const pieces = async (text: string): Promise<readonly string[]> => shown(await located(text, files));
    assert.deepEqual(await pieces('Never guess what it may say.'), [
      'rules reader.prompt:2 = Never guess what it may say.',
    ]);
    assert.deepEqual(await pieces('may say. Be'), ['rules reader.prompt:2 = may say. Be']);
    assert.deepEqual(await pieces('tide turns'), ['doc doc reader.prompt:4 = tide turns']);
    assert.deepEqual(await pieces('12:00 sent: Never guess what it may say. Goodbye.\n'), [
      '- unknown = 12:00 sent:',
      'rules reader.prompt:2 = Never guess what it may say.',
      '- unknown = Goodbye.',
    ]);
    assert.deepEqual(await pieces('Nobody wrote this.'), ['- unknown = Nobody wrote this.']);
  });

  test('slots that nothing tells apart share what stands there', async () => {
    const files = {
      'strata.yaml':
        'version: 1\nsystems:\n  a: { template: a.prompt, dialect: single-brace, slots: { x: {}, y: {}, n: { type: number } } }\n',
      'a.prompt': 'Begin here.\n{x}\n{y}\nMiddle of it.\n{n}\n{y}\nEnd of it.\n',
    };
    assert.deepEqual(
      shown(await located('Begin here.\nA\nB\nC\nMiddle of it.\n7\nB\nC\nEnd of it.\n', files)).filter((l) =>
        / [xyn/]+/.test(l.split('=')[0] ?? ''),
      ),
      ['prompt x/y = A|B|C', 'prompt n a.prompt:5 = 7', 'prompt y a.prompt:6 = B|C'],
    );
  });

  test('line breaks of another system', async () => {
    assert.deepEqual(
      shown(await located(PROMPT.replaceAll('\n', '\r\n'))).map((l) => l.replaceAll('\r', '')),
      shown(await located(PROMPT)),
    );
  });

  test('a value of half a megabyte', async () => {
    const value = Array.from({ length: 12_000 }, (_, i) => `Notice ${i}: ${'no news '.repeat(4)}`).join('\n');
    const { pieces } = await located(PROMPT.replace('Breakfast is on the terrace.', value));
    assert.deepEqual(
      pieces.filter(({ slot }) => slot === 'notices').map(({ text }) => text.length),
      [value.length + '\n\nThe pool is closed.'.length],
    );
    assert.equal(pieces.length, 12);
  });

  test('whatever was sent, the pieces are in order, lie in it, and leave out white space alone', async () => {
    const { service } = await memoryWorkspace(FILES);
    const snapshot = service.workspace.snapshot();
    const words = fc.constantFrom(...TEMPLATE.split(/(?<=[ \n])/), 'other ', '\n', '\r\n', '\uFFFC', '{guest}', '😀');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (some) => {
        const text = some.join('');
        const result = locate(snapshot, { system: 'desk', text });
        assert.ok('pieces' in result);
        const lines = linesOf({ uri: '', text });
        let at = 0;
        for (const piece of result.pieces) {
          const start = lines.offsetAt(piece.range.start);
          assert.ok(start >= at && piece.text !== '');
          assert.equal(text.slice(at, start).trim(), '');
          assert.equal(text.slice(start, start + piece.text.length), piece.text);
          at = start + piece.text.length;
        }
        assert.equal(text.slice(at).trim(), '');
      }),
      { seed: 11, numRuns: 100 },
    );
  });
});
