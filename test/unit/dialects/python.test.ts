// The dialect py-format against the engine itself: one python3 child process, fed JSON lines.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, describe, test } from 'node:test';
import { dialect } from '../../../server/src/syntax/dialects/py-format';
import { howMany, SEED } from '../../support/effort';
import { type Case, HARD_NUMBERS, makeCase } from './python-cases';
import { assertPieces, contextOf, Random, textOf } from './support';

type Reference = { readonly output: string } | { readonly error: string; readonly message: string };

const PROGRAM = `
import sys, json
for line in sys.stdin.buffer:
    case = json.loads(line)
    try:
        answer = {'output': case['text'].format(**case['values'])}
    except Exception as error:
        answer = {'error': type(error).__name__, 'message': str(error)}
    print(json.dumps(answer))
`;

const COUNT = howMany(5000);

const python = spawnSync('python3', ['-c', 'import sys; print(sys.version_info[1])'], { encoding: 'utf8' });
const minor = Number(python.stdout?.trim() || 0);
const missing = minor < 11;
if (missing) console.log('SKIPPED: no python3 (3.11 or later), so str.format itself was not asked.');

test('python3 is there where nothing may be skipped', () => {
  assert.ok(!(missing && process.env.CI), 'python3 3.11 or later is needed in CI');
});

describe('py-format and str.format', { skip: missing }, () => {
  let cases: readonly Case[] = [];
  let answers: readonly Reference[] = [];

  before(() => {
    const random = new Random(SEED);
    cases = [...HARD_NUMBERS, ...Array.from({ length: COUNT }, () => makeCase(random))];
    const input = cases.map((c) => JSON.stringify(c)).join('\n');
    const { stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], { input, encoding: 'utf8', maxBuffer: 1 << 30 });
    answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Reference);
    assert.equal(answers.length, cases.length, stderr);
  });

  test('give the same text, or refuse both with the same words', () => {
    let rendered = 0;
    let refused = 0;
    for (const [index, { text, values }] of cases.entries()) {
      const answer = answers[index];
      assert.ok(answer);
      const { pieces, stopped } = dialect.fill(dialect.scan(text), contextOf(values), {});
      assertPieces(text, pieces);
      // What an attribute of a Python value prints is an address or a class: ours always refuses it.
      // Very wide fields are refused by the preview alone.
      if (stopped?.engine?.startsWith('AttributeError') || (stopped && !stopped.engine)) continue;
      if ('output' in answer) {
        assert.deepEqual(
          { text, values, output: textOf(pieces), stopped },
          { text, values, output: answer.output, stopped: undefined },
        );
        rendered++;
      } else if (answer.error === 'KeyError' && pieces.some(({ hole }) => hole !== undefined)) continue;
      else {
        // Later versions word some errors otherwise.
        const engine = minor === 11 ? `${answer.error}: ${answer.message}` : stopped?.engine;
        assert.deepEqual(
          { text, values, stopped: stopped !== undefined, engine: stopped?.engine },
          { text, values, stopped: true, engine },
        );
        refused++;
      }
    }
    assert.ok(rendered > cases.length / 3 && refused > COUNT / 10, `${rendered} rendered, ${refused} refused`);
  });

  test('a text that str.format refuses whatever the values has a fault, and its first fault says so', () => {
    for (const [index, { text }] of cases.entries()) {
      const answer = answers[index];
      const [fault] = dialect.scan(text).faults;
      if (answer && 'error' in answer && BY_TEXT.test(answer.message))
        assert.ok(fault, JSON.stringify({ text, answer }));
      if (fault?.engine?.startsWith('ValueError') && answer) {
        assert.ok('error' in answer, JSON.stringify({ text, fault, answer }));
      }
    }
  });
});

/** Errors that no value can avert. */
const BY_TEXT =
  /^(Single|expected|unexpected|unmatched|end of string|Replacement index|Empty attribute|Missing|Max string)/;
