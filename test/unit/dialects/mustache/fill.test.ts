import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/mustache';
import type { FillContext, Filled, Value } from '../../../../server/src/syntax/piece';
import { assertTaint } from '../damage';
import { contextWith, uriOf } from '../partials';
import { textOf } from '../support';

type Values = Record<string, Value | undefined>;

const fill = (text: string, values: Values, partials: Record<string, string> = {}): Filled =>
  dialect.fill(dialect.scan(text), contextWith(dialect, values, partials), { escapeHtml: false });

/** Kind, text, and what else is known of each piece. */
const pieces = (text: string, values: Values, partials: Record<string, string> = {}): (string | undefined)[][] =>
  fill(text, values, partials).pieces.map(({ kind, text: printed, origins, whole, hole }) => [
    kind,
    printed,
    ...(origins ?? []),
    ...(whole === undefined ? [] : [`whole ${whole}`]),
    ...(hole === undefined ? [] : [`hole ${hole}`]),
  ]);

describe('pieces', () => {
  test('paths are named as they are resolved', () => {
    const users = [{ name: 'A' }, { name: 'B' }];
    assert.deepEqual(pieces('{{#users}}{{name}},{{/users}}{{users.1.name}}{{users.length}}', { users }), [
      ['value', 'A', 'users[0].name'],
      ['literal', ','],
      ['value', 'B', 'users[1].name'],
      ['literal', ','],
      ['value', 'B', 'users[1].name'],
      ['value', '2', 'users.length'],
    ]);
  });

  test('a value is whole when the whole text of a slot is printed unchanged', () => {
    assert.deepEqual(
      pieces('{{a}}{{#a}}{{.}}{{/a}}{{n}}{{t}}{{l}}{{m.k}}', { a: 'A', n: 5, t: true, l: ['x', 'y'], m: { k: 'K' } }),
      [
        ['value', 'A', 'a', 'whole a'],
        ['value', 'A', 'a', 'whole a'],
        ['value', '5', 'n', 'whole n'],
        ['value', 'true', 't', 'whole t'],
        ['value', 'x,y', 'l'],
        ['value', 'K', 'm.k'],
      ],
    );
  });

  test('an escaped value is whole only when nothing was escaped (R052)', () => {
    const { pieces: escaped } = dialect.fill(
      dialect.scan('{{a}}{{b}}{{{b}}}'),
      contextWith(dialect, { a: 'A', b: 'a < b' }, {}),
      {},
    );
    assert.deepEqual(
      escaped.map(({ text, origins, whole }) => [text, origins, whole]),
      [
        ['A', ['a'], 'a'],
        ['a &lt; b', ['b'], undefined],
        ['a < b', ['b'], 'b'],
      ],
    );
  });

  test('an empty slot keeps its place', () => {
    assert.deepEqual(pieces('a{{x}}b{{y}}{{z}}', { x: '', y: null, z: [] }), [
      ['literal', 'a'],
      ['value', '', 'x', 'whole x'],
      ['literal', 'b'],
      ['value', '', 'y', 'whole y'],
      ['value', '', 'z', 'whole z'],
    ]);
  });

  test('a slot without a value is seen, a missing field is not (R025)', () => {
    assert.deepEqual(pieces('{{x}} {{x.y}} {{#f}}{{x}}{{/f}}', { x: undefined, f: true }), [
      ['literal', '{{x}}', 'hole x'],
      ['literal', ' '],
      ['literal', '{{x.y}}', 'hole x'],
      ['literal', ' '],
      ['literal', '{{x}}', 'hole x'],
    ]);
    assert.deepEqual(pieces('{{unknown}}{{m.z}}{{#m}}{{x}}{{/m}}{{#x}}X{{/x}}', { x: undefined, m: { k: 1 } }), []);
  });

  test('what a rendering left out is named', () => {
    const text = '{{#a}}A{{/a}}{{^a}}B{{/a}}{{#xs}}{{#on}}C{{/on}}{{/xs}}{{#none}}D{{/none}}';
    const { skipped } = fill(text, { a: 'x', xs: [{ on: false }, { on: true }], none: [] });
    assert.deepEqual(
      skipped?.map(({ start, end }) => text.slice(start, end)),
      ['B', 'D'],
    );
  });

  test('values are never read again (R046)', () => {
    assert.equal(textOf(fill('{{#xs}}{{.}}{{/xs}}', { xs: ['{{key}}'], key: 's3' }).pieces), '{{key}}');
  });

  test('no value gets into the text without its slot being named', () => {
    assertTaint(dialect, {
      tags: [
        ...['{{x}}', '{{{y}}}', '{{#items}}{{.}}{{x}}{{/items}}', '{{#list}}{{k}}{{#sub}}{{.}}{{k}}{{/sub}}{{/list}}'],
        ...['{{#obj}}{{k}}{{in.z}}{{/obj}}', '{{obj.in.z}}', '  {{>p}}\n', '{{>p}}', '{{#x}}{{.}}{{/x}}', '{{items}}'],
        ...['{{items.0}}', '\n', 'text '],
      ],
      values: {
        x: 'V',
        y: 'W<',
        items: ['a', 'b'],
        list: [
          { k: 'L1', sub: ['s'] },
          { k: 'L2', sub: [] },
        ],
        obj: { k: 'K', in: { z: 'Z' } },
      },
      partials: { p: '[{{x}}{{k}}]\n{{#items}}\n<{{.}}>\n{{/items}}\n' },
    });
  });
});

describe('partials', () => {
  test('pieces of a partial say where they stand, and which tag brought them in', () => {
    const filled = fill('a {{>p}} {{x}}', { x: 'V' }, { p: 'P{{>q}}', q: 'Q{{x}}' });
    const site = { start: 2, end: 8 };
    assert.deepEqual(filled.pieces, [
      { kind: 'literal', text: 'a ', span: { start: 0, end: 2 } },
      { kind: 'literal', text: 'P', span: { start: 0, end: 1 }, file: uriOf('p'), site },
      { kind: 'literal', text: 'Q', span: { start: 0, end: 1 }, file: uriOf('q'), site },
      { kind: 'value', text: 'V', span: { start: 1, end: 6 }, origins: ['x'], whole: 'x', file: uriOf('q'), site },
      { kind: 'literal', text: ' ', span: { start: 8, end: 9 } },
      { kind: 'value', text: 'V', span: { start: 9, end: 14 }, origins: ['x'], whole: 'x' },
    ]);
  });

  test('the indentation is text of the tag, and everything else stays at its place in the partial', () => {
    const filled = fill('  {{>p}}\n', { x: 'V' }, { p: 'a{{\nx}}\n\nb' });
    const p = { file: uriOf('p'), site: { start: 2, end: 8 } };
    const tag = { start: 2, end: 8 };
    assert.deepEqual(filled.pieces, [
      { kind: 'tag', text: '  ', span: tag },
      { kind: 'literal', text: 'a', span: { start: 0, end: 1 }, ...p },
      { kind: 'value', text: 'V', span: { start: 1, end: 7 }, origins: ['x'], whole: 'x', ...p },
      { kind: 'literal', text: '\n\n', span: { start: 7, end: 9 }, ...p },
      { kind: 'tag', text: '  ', span: tag },
      { kind: 'literal', text: 'b', span: { start: 9, end: 10 }, ...p },
    ]);
  });

  test('indentations add up, each at the tag that makes it', () => {
    const filled = fill(' {{>p}}\n', {}, { p: 'x\n  {{>q}}\n', q: 'Q' });
    assert.deepEqual(
      filled.pieces.map(({ kind, text, span, file }) => [kind, text, span.start, file]),
      [
        ['tag', ' ', 1, undefined],
        ['literal', 'x\n', 0, uriOf('p')],
        ['tag', '   ', 4, uriOf('p')],
        ['literal', 'Q', 0, uriOf('q')],
      ],
    );
  });

  test('one that nobody finds is seen (R086)', () => {
    const { pieces: printed, gaps } = fill('a{{> none }}b', {});
    assert.deepEqual(
      printed.map(({ kind, text }) => [kind, text]),
      [
        ['literal', 'a'],
        ['tag', '{{> none }}'],
        ['literal', 'b'],
      ],
    );
    assert.deepEqual(gaps, [
      {
        message:
          'The partial `none` is not found, so its tag is shown as it is written; mustache would print nothing for it.',
        span: { start: 1, end: 12 },
      },
    ]);
  });

  test('a broken one stops the rendering at its place in the partial', () => {
    for (const [text, start] of [
      ['a{{>p}}', 5],
      ['  {{>p}}', 5],
    ] as const) {
      const { stopped } = fill(text, {}, { p: 'b\n  c{{/x}}' });
      assert.deepEqual([stopped?.file, stopped?.span.start, stopped?.span.end], [uriOf('p'), start, start + 6]);
    }
  });

  test('they are asked for by the name and the text that names them', () => {
    const asked: (string | undefined)[][] = [];
    const context: FillContext = {
      ...contextWith(dialect, {}, {}),
      include(path, from) {
        asked.push([path, from]);
        return path === 'p' ? { uri: 'memory:///p', tree: dialect.scan('{{>q}}') } : undefined;
      },
    };
    dialect.fill(dialect.scan('{{> p }}'), context, {});
    assert.deepEqual(asked, [
      ['p', undefined],
      ['q', 'memory:///p'],
    ]);
  });
});

describe('a text that the engine refuses', () => {
  test('is shown up to what it refuses', () => {
    const { pieces: printed, stopped } = fill('{{a}} b {{/c}} d', { a: 'A' });
    assert.equal(textOf(printed), 'A b ');
    assert.deepEqual(stopped, {
      message:
        '`{{/c}}` closes a section that is not open, so mustache refuses the whole text; remove it, or open the section with `{{#c}}`.',
      span: { start: 8, end: 14 },
      engine: 'Unopened section "c" at 8',
    });
  });
});

describe('limits', () => {
  test('partials that include each other end', () => {
    assert.match(fill('{{>a}}', {}, { a: 'x{{>a}}' }).stopped?.message ?? '', /includes itself/);
    const doubling: Record<string, string> = { p40: 'x' };
    for (let i = 0; i < 40; i++) doubling[`p${i}`] = `{{>p${i + 1}}}{{>p${i + 1}}}`;
    assert.match(fill('{{>p0}}', {}, doubling).stopped?.message ?? '', /10,000 texts/);
  });

  test('loops over nothing end', () => {
    const list = Array.from({ length: 1000 }, () => 1);
    const text = '{{#l}}{{#l}}{{#l}}{{/l}}{{/l}}{{/l}}';
    assert.match(fill(text, { l: list }).stopped?.message ?? '', /too many tags/);
  });

  test('large values end the text, and what stands before is kept', () => {
    const { pieces: printed, stopped } = fill('a{{#l}}{{x}}{{/l}}', {
      l: Array.from({ length: 100 }, () => 1),
      x: 'x'.repeat(1_000_000),
    });
    assert.match(stopped?.message ?? '', /grown too long/);
    assert.equal(printed.length, 20);
  });
});

describe('danger', () => {
  const values = {
    x: 'V',
    o: { a: 1 },
    items: [1, 2],
    ...JSON.parse('{"__proto__":{"evil":"E"},"constructor":"own"}'),
  };

  test('prototypes do not exist', () => {
    for (const name of [
      'toString',
      'o.constructor',
      'hasOwnProperty',
      'items.push',
      'evil',
      'x.constructor',
      'o.__proto__',
    ]) {
      assert.equal(textOf(fill(`{{{${name}}}}{{#${name}}}!{{/${name}}}`, values).pieces), '', name);
    }
  });

  test('own properties of such names are data', () => {
    assert.equal(textOf(fill('{{constructor}}{{__proto__.evil}}', values).pieces), 'ownE');
    assert.equal(
      textOf(fill('{{m}}{{#m}}{{toString}}{{/m}}', { m: { toString: 'text' } }).pieces),
      '[object Object]text',
    );
  });
});
