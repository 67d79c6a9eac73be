// Jinja as programs set it: other delimiters, statements and comments that are lines, what is missing shown. Against
// Jinja2 itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Dialect } from '../../../../server/src/syntax/dialects/dialect';
import { dialect } from '../../../../server/src/syntax/dialects/jinja';
import { contextWith } from '../partials';
import { assertTree, contextOf, Random, textOf } from '../support';
import { makeCases } from './delimiters';
import { askJinja, type Case, missing, type Options } from './reference';
import { Templates } from './templates';
import { printed } from './texts';

const COUNT = Number(process.env.FUZZ ?? 1200);
const SEED = Number(process.env.SEED ?? 1);

/** What Python prints as an address, another one each time. */
const UNSTABLE = / at 0x|<built-in|<bound method|<generator|<class |<function|reverseiterator|<slot|<method/;

const configured = (options: Options): Dialect => dialect.configured?.(options) ?? dialect;

/** The case with a value for every name that is asked for: one without would be shown as it is written. */
function withValues(one: Case): Case {
  const texts = [one.text, ...Object.values(one.texts)];
  const names = texts.flatMap((text) => dialect.scan(text).slots.map(({ name }) => name));
  return { ...one, values: { ...Object.fromEntries(names.map((name) => [name, 'given'])), ...one.values } };
}

interface Tally {
  rendered: number;
  refused: number;
}

function compareAll(cases: readonly Case[]): Tally {
  const tally: Tally = { rendered: 0, refused: 0 };
  for (const [index, answer] of askJinja(cases).entries()) {
    const one = cases[index];
    assert.ok(one);
    const read = configured(one.options);
    const tree = read.scan(one.text);
    if (tree.faults.length === 0) assertTree(tree);
    const filled = read.fill(tree, contextWith(read, one.values, one.texts), one.options);
    const { stopped, gaps } = filled;
    if (gaps || (stopped && stopped.engine === undefined)) continue;
    const told = JSON.stringify({ ...one, stopped, answer });
    if ('output' in answer) {
      if (UNSTABLE.test(answer.output)) continue;
      assert.deepEqual([printed(filled), stopped], [answer.output, undefined], told);
      tally.rendered++;
    } else if (!/^No (?:filter|test) named/.test(answer.message)) {
      assert.ok(stopped, told);
      if (answer.syntax && answer.error.startsWith('Template'))
        assert.equal(stopped.engine, `${answer.error}: ${answer.message}`, told);
      tally.refused++;
    }
  }
  return tally;
}

describe('jinja and Jinja2', { skip: missing }, () => {
  test('agree with other delimiters and with lines', () => {
    const { rendered, refused } = compareAll(makeCases(SEED, COUNT));
    assert.ok(rendered > COUNT / 4 && refused > COUNT / 8, `${rendered} ${refused}`);
  });

  test('agree where what is missing is shown', () => {
    const templates = new Templates(new Random(SEED + 5));
    const cases = Array.from({ length: COUNT }, () => {
      const one = templates.case();
      return withValues({ ...one, options: { ...one.options, missing: 'show' as const } });
    });
    const { rendered, refused } = compareAll(cases);
    assert.ok(rendered > COUNT / 3 && refused > COUNT / 8, `${rendered} ${refused}`);
  });

  test('print what is escaped as it was', () => {
    const random = new Random(SEED + 9);
    const options: readonly Options[] = [
      { delimiters: { slot: '[[ ]]', statement: '[% %]', comment: '[# #]' }, lineStatement: '#', lineComment: '##' },
      { delimiters: { slot: '<%= %>', statement: '<% %>', comment: '<%# %>' } },
      { delimiters: { slot: '{ }', statement: "' '", comment: '\\ \\' } },
    ];
    const parts = [
      '[',
      '[',
      '%',
      '#',
      '##',
      ' ',
      '\n',
      '\r\n',
      '<',
      '<%',
      '<%=',
      '{',
      "'",
      '\\',
      'a',
      ' # b',
      '=',
      '\n',
    ];
    const cases = Array.from({ length: 300 }, (_, index): Case => {
      const set = options[index % options.length] ?? {};
      const text = configured(set).escape(random.join(parts, 8));
      return { text, values: {}, texts: {}, options: { ...set, trimBlocks: true, lstripBlocks: true } };
    });
    const again = new Random(SEED + 9);
    for (const answer of askJinja(cases)) assert.deepEqual(answer, { output: again.join(parts, 8) });
  });
});

describe('a jinja with other delimiters', () => {
  const read = configured({
    delimiters: { slot: '<< >>', statement: '<% %>', comment: '<# #>' },
    lineStatement: '%',
    lineComment: '##',
  });

  test('is the same dialect with a key of its own', () => {
    assert.deepEqual([read.id, read.title, read.open, read.close], ['jinja', 'Jinja2', '<<', '>>']);
    assert.notEqual(read.key, configured({ lineStatement: '%' }).key);
    assert.equal(configured({ trimBlocks: true, missing: 'error' }), dialect);
  });

  test('reads slots, lines and comments where they stand, and leaves braces alone', () => {
    const text = 'a << x >> {{ y }}\n  % for i in items\n<< i.k >> ## no\n  % endfor\n<# c #>';
    const tree = read.scan(text);
    assert.deepEqual(
      tree.slots.map(({ name, span, role }) => [name, text.slice(span.start, span.end), role]),
      [
        ['x', '<< x >>', 'value'],
        ['items', '% for i in items', 'control'],
      ],
    );
    assert.deepEqual(
      tree.stretches.map(({ kind, span }) => [kind, text.slice(span.start, span.end)]),
      [
        ['comment', '## no'],
        ['comment', '<# c #>'],
      ],
    );
    const [block] = tree.blocks ?? [];
    assert.equal(
      block && text.slice(block.span.start, block.span.end),
      '% for i in items\n<< i.k >> ## no\n  % endfor',
    );
    const filled = read.fill(tree, contextOf({ x: 'X', items: [{ k: 1 }, { k: 2 }] }), {});
    assert.equal(textOf(filled.pieces), 'a X {{ y }}\n1\n2\n');
  });

  test('mends faults in its own delimiters', () => {
    const fixes = (text: string): unknown => read.scan(text).faults.map(({ fix }) => [fix?.span.start, fix?.text]);
    assert.deepEqual(fixes('Dear << name, hi'), [[12, ' >>']]);
    assert.deepEqual(fixes('<% if x %>a'), [[11, '<% endif %>']]);
    assert.deepEqual(fixes('% if x\na'), [[8, '\n% endif']]);
    assert.deepEqual(fixes('a <# b'), [[2, "<< '<#' >>"]]);
  });

  test('says what a tag in braces would be', () => {
    assert.deepEqual(read.lookalikes(read.scan('<< a >> {{ b }} {c} $\x7bd} {% if %}')), [
      { name: 'b', span: { start: 8, end: 15 }, writtenIn: 'double-brace' },
      { name: 'c', span: { start: 16, end: 19 }, writtenIn: 'single-brace' },
      { name: 'd', span: { start: 20, end: 24 }, writtenIn: 'dollar-brace' },
    ]);
  });

  test('completes tags and lines with what closes them', () => {
    const first = (text: string): unknown => {
      const [word] = read.complete?.(read.scan(text), text.length)?.words ?? [];
      return [word?.label, word?.insert];
    };
    assert.deepEqual(first('<% if x %>a<% '), ['endif', 'endif %>']);
    assert.deepEqual(first('% if x\na\n% '), ['endif', 'endif']);
    assert.deepEqual(first('<< x | '), ['abs', undefined]);
  });
});
