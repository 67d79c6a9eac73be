// One slip of the hand in a YAML head is told once, and everything is read as it was meant, whatever its lines end with.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ManifestDocument, readHead } from '../../../server/src/model/manifest/manifest';
import { headOf } from '../../../server/src/syntax/head';
import { chat, mended, plain, read, spansOutside } from './support';

const LINES = `---
title: Of somebody else
strata:
  model: gpt-4o
  dialect: single-brace
  layers:
    - id: policy
      trust: instructions
      lifetime: static
    - id: context
      trust: data
      lifetime: call
      slots: [context, kb]
  slots:
    context:
      type: text
      sample: A page.
    kb:
      type: list
      item: "- {title}"
      sample: [{ title: One }]
  scenarios:
    first:
      values: { context: A note. }
tags: [a, b]
---
Be brief.
`.split('\n');
/** The lines of our own, below the key. */
const OURS = LINES.flatMap((line, i) => (line.startsWith('  ') ? [i] : []));

function head(text: string): ManifestDocument {
  const found = headOf(text);
  assert.ok(found);
  const document = readHead({ uri: 'file:///w/a.prompt', text }, found.yamlSpan);
  assert.ok(document);
  return document;
}

/** What is told is one thing, which mends the text, and what is read is what was meant. */
function isOne(eol: string, i: number, form: (line: string) => string): void {
  const right = LINES.join(eol);
  const text = LINES.with(i, form(LINES[i] ?? '')).join(eol);
  const { faults, data } = head(text);
  const name = `${eol === '\n' ? 'LF' : 'CRLF'} ${i + 1}: ${faults.map(({ message }) => message).join(' ')}`;
  assert.deepEqual(plain(data), plain(head(right).data), name);
  if (text === right || faults.length === 0) return;
  assert.equal(faults.length, 1, name);
  assert.deepEqual(plain(head(mended(text, faults)).data), plain(head(right).data), name);
  assert.deepEqual(head(mended(text, faults)).faults, [], name);
}

describe('one slip on a line of a head', () => {
  const moved = (line: string, by: number): string =>
    ' '.repeat(Math.max(0, /^ */.exec(line)?.[0].length ?? 0) + by) + line.trimStart();
  for (const eol of ['\n', '\r\n']) {
    for (const by of [-1, 1])
      test(`indented by ${by}, lines end with ${JSON.stringify(eol)}`, () => {
        for (const i of OURS) isOne(eol, i, (line) => moved(line, by));
      });
    test(`marks that are missing, lines end with ${JSON.stringify(eol)}`, () => {
      for (const i of OURS) {
        isOne(eol, i, (line) => line.replace(': ', ':'));
        isOne(eol, i, (line) => line.replace('- id', 'id'));
      }
    });
  }
});

describe('lines that end as Windows ends them', () => {
  const TEXT = chat(
    'layers:\n  - id: context\n    trust: data\n    lifetime: call\nslots:\n  context:\n    type: text\n',
  );

  test('are read as the others, in offsets of the text as it is', () => {
    const text = TEXT.replaceAll('\n', '\r\n');
    const document = read(text);
    assert.deepEqual(plain(document.data), plain(read(TEXT).data));
    assert.deepEqual(document.faults, []);
    const { key, value } = document.place(['systems', 'chat', 'layers', 0, 'trust']) ?? {};
    assert.equal(text.slice(key?.start, key?.end), 'trust');
    assert.equal(text.slice(value?.start, value?.end), 'data');
    assert.deepEqual(document.at(text.indexOf('type: text') + 1), {
      path: ['systems', 'chat', 'slots', 'context', 'type'],
      part: 'key',
      span: { start: text.indexOf('type: text'), end: text.indexOf('type: text') + 4 },
    });
  });

  test('have the same slips, and what a fix writes ends its lines so too', () => {
    for (const [right, wrong] of [
      ['    trust: data', '     trust: data'],
      ['type: text', 'type text'],
      ['  - id: context', '    id: context'],
      ['version: 1\n', ''],
    ] as const) {
      const plainly = TEXT.replace(right, wrong);
      const text = plainly.replaceAll('\n', '\r\n');
      const { faults } = read(text);
      assert.equal(faults.length, 1, wrong);
      assert.deepEqual(
        faults.map(({ message }) => message),
        read(plainly).faults.map(({ message }) => message),
      );
      assert.deepEqual(spansOutside(read(text)), []);
      assert.equal(mended(text, faults), mended(plainly, read(plainly).faults).replaceAll('\n', '\r\n'));
    }
  });
});
