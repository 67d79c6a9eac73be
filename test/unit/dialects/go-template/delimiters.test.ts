// Go templates with the delimiters that a program sets (`Delims`), against text/template itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/go-template';
import { assertTree, Random } from '../support';
import { askGo, type Case, missing } from './reference';
import { Templates } from './templates';
import { dialectOf, isNewer, isOfPart, isUnknown, ownWords, wordsOf } from './texts';

const COUNT = Number(process.env.FUZZ ?? 1200);
const SEED = Number(process.env.SEED ?? 1);

const PAIRS = ['[[ ]]', '<% %>', '<< >>', '{ }', '((( )))', '@ @', '$( )$', '{{ ]]', '«« »»'];

function respelled(text: string, delimiters: string): string {
  const [open = '', close = ''] = delimiters.split(' ');
  return text.replace(/\{\{|\}\}/g, (mark) => (mark === '{{' ? open : close));
}

function makeCases(): readonly Case[] {
  const random = new Random(SEED);
  const templates = new Templates(random);
  return Array.from({ length: COUNT }, (_, index) => {
    const one = templates.case();
    const delimiters = PAIRS[index % PAIRS.length] ?? '';
    const text = random.chance(0.2) ? templates.broken(one.text) : one.text;
    const named = text.includes('part.tmpl') ? Object.entries(one.texts) : [];
    return {
      values: one.values,
      text: respelled(text, delimiters),
      texts: Object.fromEntries(named.map(([name, other]) => [name, respelled(other, delimiters)])),
      delimiters,
    };
  });
}

/** What functions make of all the data, which a cut off name becomes, a preview does not know. */
const readsAll = (text: string): boolean => /[\s(][.$](?=[\s)}|\]>])/.test(text);

describe('go-template with other delimiters', () => {
  test('prints what Go prints, and fails with its words', () => {
    const cases = makeCases();
    const answers = missing ? [] : askGo(cases);
    let rendered = 0;
    let failed = 0;
    for (const [index, one] of cases.entries()) {
      assertTree(dialectOf(one).scan(one.text));
      const answer = answers[index];
      const own = ownWords(one);
      if (!answer || !own || isNewer(answer) || isOfPart(answer) || isUnknown(answer) || readsAll(one.text)) continue;
      assert.deepEqual({ ...one, ...own }, { ...one, ...wordsOf(answer) });
      if (answer.error === undefined) rendered++;
      else failed++;
    }
    if (missing) return;
    assert.ok(rendered > COUNT / 4 && failed > COUNT / 8, JSON.stringify({ rendered, failed }));
  });

  test('prints slots, escapes text and closes what is open with them', () => {
    const read = dialect.configured?.({ delimiters: { slot: '[[ ]]' } }) ?? dialect;
    assert.equal(read.id, 'go-template');
    assert.equal(read.print('Name'), '[[ .Name ]]');
    assert.equal(read.escape('a [[ .b ]] {{ .c }} ['), 'a [["[["]] .b ]] {{ .c }} [["["]]');
    const [fault] = read.scan('Dear [[ .Name, {{ .x }}').faults;
    assert.equal(fault?.fix?.text, ' ]]');
    assert.match(read.scan('[[ if .a ]]x').faults[0]?.message ?? '', /close the `if` with `\[\[end\]\]`/);
    assert.deepEqual(
      read.complete?.(read.scan('[[ if .a ]][[ '), 15)?.words.find(({ kind }) => kind === 'closing'),
      { kind: 'closing', detail: 'of if', label: 'end', insert: 'end ]]', snippet: true },
    );
  });

  test('is itself without any', () => {
    assert.equal(dialect.configured?.({ missing: 'error' }), dialect);
  });
});
