// The dialect go-template against text/template itself, on random texts: sound ones, ones that fail, and damaged ones.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/go-template';
import { howMany, SEED } from '../../../support/effort';
import { assertLaw } from '../partials';
import { assertTree, Random } from '../support';
import { type Answer, askGo, type Case, missing } from './reference';
import { Templates } from './templates';
import { fillCase, isNewer, isOfPart, isUnknown, ownWords, wordsOf } from './texts';

const COUNT = howMany(5000);

if (missing) console.log(`SKIPPED: ${missing}. What it said before is compared in recorded.test.ts.`);

interface Tally {
  rendered: number;
  failed: number;
  refused: number;
  placed: number;
}

function compareAll(cases: readonly Case[]): Tally {
  const tally: Tally = { rendered: 0, failed: 0, refused: 0, placed: 0 };
  const answers = missing ? [] : askGo(cases);
  for (const [index, one] of cases.entries()) {
    assertTree(dialect.scan(one.text));
    assertLaw(one.text, one.texts, fillCase(one));
    const answer = answers[index];
    const own = ownWords(one);
    if (!answer || !own || isNewer(answer) || isOfPart(answer) || isUnknown(answer)) continue;
    assert.deepEqual({ ...one, ...own }, { ...one, ...wordsOf(answer) });
    if (answer.error === undefined) tally.rendered++;
    else if (answer.parsed) tally.failed++;
    else tally.refused++;
    if (isPlaced(one, answer)) tally.placed++;
  }
  return tally;
}

/** Whether the place that Go tells of lies in the tag that is found wrong here. */
function isPlaced(one: Case, { error = '', parsed }: Answer): boolean {
  const [, line, column] = /^template: main:(\d+)(?::(\d+))?: /.exec(error) ?? [];
  const { stopped } = fillCase(one);
  if (line === undefined || !stopped || stopped.file !== undefined) return false;
  const { text } = one;
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const start = starts[Number(line) - 1] ?? text.length;
  if (!parsed) return start <= stopped.span.end && stopped.span.start <= (starts[Number(line)] ?? text.length);
  // Columns are counted in bytes.
  const bytes = new TextEncoder().encode(text.slice(start)).slice(0, Number(column));
  const offset = start + new TextDecoder().decode(bytes).length;
  return text.lastIndexOf('{{', offset) === text.lastIndexOf('{{', stopped.span.start);
}

/** Which of two definitions counts depends on what the program reads first; a text that none names is not read here. */
const asRead = (one: Case): Case => ({ ...one, texts: one.text.includes('part.tmpl') ? one.texts : {} });

describe('go-template and Go', () => {
  const skip = missing;

  test('print the same, or fail with the same words', () => {
    const templates = new Templates(new Random(SEED));
    const { rendered, failed, placed } = compareAll(Array.from({ length: COUNT }, () => asRead(templates.case())));
    if (skip) return;
    assert.ok(rendered > COUNT / 3 && failed > COUNT / 6, JSON.stringify({ rendered, failed }));
    assert.ok(placed > failed * 0.97, `${placed} of ${failed} in the right tag`);
  });

  test('refuse damaged texts with the same words', () => {
    const templates = new Templates(new Random(SEED + 1000));
    const all = Array.from({ length: COUNT }, () => {
      const one = templates.case();
      const text = templates.broken(one.text);
      return asRead({ ...one, text });
    });
    // What functions make of all the data, which a cut off name becomes, a preview does not know.
    const cases = all.filter(({ text }) => !/[\s(][.$](?=[\s)}|])/.test(text));
    const { refused, rendered } = compareAll(cases);
    if (skip) return;
    assert.ok(refused > COUNT / 4 && rendered > COUNT / 8, JSON.stringify({ refused, rendered }));
  });
});
