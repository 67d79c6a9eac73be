// What Go made of 5,000 random texts, sound and damaged: recorded from go1.19.8, so that the line is held where there is
// no Go. Of each answer a digest is kept; with Go at hand and RECORD=1 the file is written anew.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { howMany } from '../../../support/effort';
import { Random } from '../support';
import { askGo, type Case, missing } from './reference';
import { Templates } from './templates';
import { isNewer, isOfPart, isUnknown, ownWords, wordsOf } from './texts';

const PATH = 'test/unit/dialects/go-template/recorded.txt';
const COUNT = 5000;
const PER_LINE = 14;

/** What stands for an answer that says nothing of a preview. */
const NOTHING = '--------';

function makeCases(): readonly Case[] {
  const templates = new Templates(new Random(2024));
  return Array.from({ length: COUNT }, (_, index) => {
    const one = templates.case();
    return index % 3 === 0 ? { ...one, text: templates.broken(one.text) } : one;
  });
}

const digest = (words: object): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, NOTHING.length);

/** What Go says today, or said then. */
function answersOf(cases: readonly Case[]): readonly string[] {
  if (missing || process.env.RECORD === undefined) return readFileSync(PATH, 'utf8').trim().split(/\s+/);
  const digests = askGo(cases).map((answer) =>
    isNewer(answer) || isOfPart(answer) || isUnknown(answer) ? NOTHING : digest(wordsOf(answer)),
  );
  const lines: string[] = [];
  for (let at = 0; at < digests.length; at += PER_LINE) lines.push(digests.slice(at, at + PER_LINE).join(' '));
  writeFileSync(PATH, `${lines.join('\n')}\n`);
  return digests;
}

test('what was recorded from Go', () => {
  const cases = makeCases();
  const answers = answersOf(cases);
  assert.equal(answers.length, COUNT);
  let compared = 0;
  for (const [index, one] of cases.slice(0, howMany(COUNT)).entries()) {
    const own = answers[index] === NOTHING ? undefined : ownWords(one);
    if (!own) continue;
    compared++;
    assert.equal(digest(own), answers[index], JSON.stringify({ index, ...one, ...own }));
  }
  assert.ok(compared > howMany(COUNT) * 0.8, `${compared} were compared`);
});
