// Liquid as programs set it: other delimiters, and errors for what is not there. Against the engine itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Dialect, DialectOptions } from '../../../../server/src/syntax/dialects/dialect';
import { dialect } from '../../../../server/src/syntax/dialects/liquid';
import { contextWith } from '../partials';
import { assertTree, Random } from '../support';
import { makeCase } from './cases';
import { type Answer, answerOf, askEngine, type Values } from './engine';

const COUNT = Number(process.env.FUZZ ?? 1500);
const SEED = Number(process.env.SEED ?? 1);

const DELIMITERS: readonly DialectOptions[] = [
  { delimiters: { slot: '[[ ]]', statement: '[% %]' } },
  { delimiters: { slot: '<%= %>', statement: '<$ $>' } },
  { delimiters: { slot: '$\x7b }' } },
  { delimiters: { slot: '{ }', statement: '<< >>' } },
  { delimiters: { statement: '@ @' } },
  { delimiters: { slot: '((( )))', statement: '((* *))' } },
];

const STRICT: readonly DialectOptions[] = [
  { missing: 'error' },
  { missing: 'error', lenientIf: true },
  { strictFilters: true },
  { strictFilters: true, missing: 'error', lenientIf: true, delimiters: { slot: '[[ ]]', statement: '[% %]' } },
];

function respelled(text: string, { delimiters = {} }: DialectOptions): string {
  const [open = '', close = ''] = (delimiters.slot ?? '{{ }}').split(' ');
  const [left = '', right = ''] = (delimiters.statement ?? '{% %}').split(' ');
  const marks = new Map([
    ['{{', open],
    ['}}', close],
    ['{%', left],
    ['%}', right],
  ]);
  return text.replace(/\{\{|\}\}|\{%|%\}/g, (mark) => marks.get(mark) ?? mark);
}

const configured = (options: DialectOptions): Dialect => dialect.configured?.(options) ?? dialect;

/** Whether the engine ends for a name that the program gives no value for. */
function isWithoutValue(answer: Answer, values: Values): boolean {
  const [, name] = 'error' in answer ? (/undefined variable: ([^.,]+)[.,]/.exec(answer.error) ?? []) : [];
  return name !== undefined && !Object.hasOwn(values, name);
}

interface Counts {
  rendered: number;
  refused: number;
  skipped: number;
  /** Of the refused ones, those that the engine without these options prints. */
  strict: number;
}

function compareAll(settings: readonly DialectOptions[], seed: number): Counts {
  const random = new Random(seed);
  const counts: Counts = { rendered: 0, refused: 0, skipped: 0, strict: 0 };
  for (let count = 0; count < COUNT; count++) {
    const options = settings[count % settings.length] ?? {};
    const one = makeCase(random, count % 5 === 0);
    const text = respelled(one.text, options);
    const partials = Object.fromEntries(
      Object.entries(one.partials).map(([name, other]) => [name, respelled(other, options)]),
    );
    const read = configured(options);
    const tree = read.scan(text);
    assertTree(tree);
    const filled = read.fill(tree, contextWith(read, one.values, partials), { ...options, escapeHtml: one.escapeHtml });
    const asked = { ...one, text, partials, options };
    const engine = askEngine(asked);
    const own = answerOf(filled);
    // What a text or a value is missing for is shown, and the preview goes on.
    if (filled.gaps || (!isDeepStrictEqual(own, engine) && isWithoutValue(engine, one.values))) {
      counts.skipped++;
      continue;
    }
    assert.deepEqual({ ...asked, ...own }, { ...asked, ...engine });
    counts[filled.stopped ? 'refused' : 'rendered']++;
    if (filled.stopped && /undefined (?:variable|filter)/.test(filled.stopped.engine ?? '')) counts.strict++;
  }
  return counts;
}

describe('liquid and the engine', () => {
  test('agree with other delimiters', () => {
    const counts = compareAll(DELIMITERS, SEED);
    assert.ok(counts.rendered > COUNT / 4 && counts.refused > COUNT / 20, JSON.stringify(counts));
  });

  test('agree about what is not there', () => {
    const counts = compareAll(STRICT, SEED + 100);
    assert.ok(counts.rendered > COUNT / 8 && counts.strict > COUNT / 20, JSON.stringify(counts));
  });
});
