// Whatever is typed, there is a document: it never throws, points into the text, and its data passes the schema.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readManifest } from '../../../server/src/model/manifest/manifest';
import { manifest } from '../../../server/src/model/schema';
import { applyEdits } from '../../../server/src/text/edit';
import { howMany, isWhole, some } from '../../support/effort';
import { spansOutside } from './support';
import { WHOLE } from './whole';

function check(text: string): ReturnType<typeof readManifest> {
  const document = readManifest({ uri: 'file:///w/strata.yaml', text });
  assert.deepEqual(spansOutside(document), [], text);
  if (Object.keys(document.data.systems).length > 0) {
    assert.deepEqual(manifest.safeParse(document.data).error?.issues ?? [], [], text);
  }
  return document;
}

/** A manifest as people write it: block and flow style, comments, quotes, a block scalar. */
const REAL = `version: 1   # the only one
systems:
  review:
    description: >
      Reviews one change: what is wrong, and where.
    template: review.prompt
    dialect: double-brace
    axes: { depth: [short, full] }
    layers:
      - { id: task, trust: instructions, lifetime: static }
      - id: change
        trust: data
        lifetime: call
        starts: ["<diff>", '## Change']
        slots: [diff]
    slots:
      diff: { escape: xml, required: true, max: { tokens: 6000 }, sample: "- a < b\\n+ a <= b" }
      notes:
        when: { depth: full }
        item: "- {name}: {text}"
    cache:
      breakpoints: [system, { after: task, reuse: profile }]
    scenarios:
      small: {}
      full: { select: { depth: full }, values: { diff: "" } }
`;

function beginning(text: string, end: number): void {
  const document = check(text.slice(0, end));
  // One place is half typed: there may be a fault in it, and one in each entry round it that misses something yet.
  assert.equal(document.faults.length <= 5, true, `${end}: ${document.faults.map((f) => f.message).join(' | ')}`);
}

test('every beginning of a manifest', () => {
  assert.deepEqual(check(REAL).faults, []);
  for (let end = 0; end <= REAL.length; end += isWhole ? 1 : 11) beginning(REAL, end);
});

test('beginnings of a manifest with every key', () => {
  for (let end = 0; end <= WHOLE.length; end += isWhole ? 13 : 131) beginning(WHOLE, end);
});

/** A small generator of numbers with a seed, so that every run tries the same texts. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % below;
  };
}

const BITS = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ': ',
  ' ',
  '\n',
  '"',
  "'",
  '#',
  '- ',
  '*',
  '&',
  '!',
  '|',
  '>',
  '%',
  '@',
  '`',
  '\t',
  '\r\n',
  '\r',
  '{{ x }}',
  '{x}',
  '😀',
  'a: b',
  '<<: *a',
  '&a ',
  '*a',
  '? ',
  ', ',
  '\\',
  '\u0000',
  '\ud800',
  '\uFEFF',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
];

test('a manifest with random slips, and what their fixes make of it', () => {
  const next = numbers(20261130);
  for (let round = 0; round < howMany(150); round++) {
    let text = WHOLE;
    for (let slip = next(4); slip >= 0; slip--) {
      const at = next(text.length + 1);
      const bit = next(3) > 0 ? (BITS[next(BITS.length)] ?? '') : '';
      text = text.slice(0, at) + bit + text.slice(at + next(2) * next(12));
    }
    for (const fault of check(text).faults.slice(0, 3)) {
      for (const fix of fault.fixes ?? []) check(applyEdits(text, fix.edits));
    }
  }
});

test('a line of dashes that goes deeper than anybody can follow', () => {
  for (const bit of some(['- ', '[', '{a: ', '? '], 3)) assert.ok(check(bit.repeat(60_000)).faults.length > 0);
});

test('lines with random indentation, and what their fixes make of it', () => {
  const next = numbers(7);
  for (let round = 0; round < howMany(150); round++) {
    const lines = WHOLE.split('\n').map((line) =>
      next(20) > 0 ? line : (next(4) === 0 ? '\t' : ' ').repeat(next(9)) + line.trimStart(),
    );
    for (const fault of check(lines.join('\n')).faults.slice(0, 3))
      for (const fix of fault.fixes ?? []) check(applyEdits(lines.join('\n'), fix.edits));
  }
});

test('texts that are all signs', () => {
  for (const bit of some(BITS, 4)) check(bit.repeat(2000));
  for (const bit of BITS) check(`version: 1\nsystems:\n  a:\n    title: ${bit.repeat(500)}\n    dialect: jinja\n`);
  for (const a of BITS) for (const b of some(BITS, 12)) check(`version: 1\nsystems: ${a}${b}\n  a: ${b}${a}x\n`);
});
