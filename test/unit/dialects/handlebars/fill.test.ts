import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/handlebars';
import type { Filled, Value } from '../../../../server/src/syntax/piece';
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

const printed = (text: string, values: Values, partials: Record<string, string> = {}): string =>
  textOf(fill(text, values, partials).pieces);

describe('pieces', () => {
  test('paths are named as they are resolved', () => {
    const values = { users: [{ name: 'A' }, { name: 'B' }], map: { 'a b': 'AB' }, key: 'a b' };
    assert.deepEqual(
      pieces('{{#each users}}{{name}},{{/each}}{{users.[1].name}}{{map.[a b]}}{{lookup map key}}', values),
      [
        ['value', 'A', 'users[0].name'],
        ['literal', ','],
        ['value', 'B', 'users[1].name'],
        ['literal', ','],
        ['value', 'B', 'users[1].name'],
        ['value', 'AB', 'map.a b'],
        ['value', 'AB', 'map.a b'],
      ],
    );
  });

  test('what a tag makes itself has no origin', () => {
    assert.deepEqual(pieces('{{#each m as |v k|}}{{@index}} {{@first}} {{@key}} {{k}}{{/each}}', { m: { a: 1 } }), [
      ['tag', '0'],
      ['literal', ' '],
      ['tag', 'true'],
      ['literal', ' '],
      ['tag', 'a'],
      ['literal', ' '],
      ['value', 'a', 'm'],
    ]);
  });

  test('a value is whole when the whole text of a slot is printed unchanged', () => {
    const values = { a: 'A', n: 5, t: true, l: ['x', 'y'], m: { k: 'K' } };
    assert.deepEqual(pieces('{{a}} {{#with a}}{{this}} {{/with}}{{n}} {{t}} {{l}} {{m.k}} {{@root.a}}', values), [
      ['value', 'A', 'a', 'whole a'],
      ['literal', ' '],
      ['value', 'A', 'a', 'whole a'],
      ['literal', ' '],
      ['value', '5', 'n', 'whole n'],
      ['literal', ' '],
      ['value', 'true', 't', 'whole t'],
      ['literal', ' '],
      ['value', 'x,y', 'l'],
      ['literal', ' '],
      ['value', 'K', 'm.k'],
      ['literal', ' '],
      ['value', 'A', 'a', 'whole a'],
    ]);
  });

  test('an escaped value is whole only when nothing was escaped (R052)', () => {
    const text = '{{a}}{{b}}{{{b}}}';
    const { pieces: escaped } = dialect.fill(
      dialect.scan(text),
      contextWith(dialect, { a: 'A', b: 'a < b && "c"' }, {}),
      {},
    );
    assert.deepEqual(
      escaped.map((piece) => [piece.text, piece.origins, piece.whole]),
      [
        ['A', ['a'], 'a'],
        ['a &lt; b &amp;&amp; &quot;c&quot;', ['b'], undefined],
        ['a < b && "c"', ['b'], 'b'],
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

  test('a slot without a value is seen, a missing field is not', () => {
    assert.deepEqual(
      pieces('{{x}} {{x.y}} {{#if f}}{{{x}}}{{/if}}{{#each l}}{{../x}}{{@root.x}}{{z}}{{/each}}', {
        x: undefined,
        f: true,
        l: [{}],
      }),
      [
        ['literal', '{{x}}', 'hole x'],
        ['literal', ' '],
        ['literal', '{{x.y}}', 'hole x'],
        ['literal', ' '],
        ['literal', '{{{x}}}', 'hole x'],
        ['literal', '{{../x}}', 'hole x'],
        ['literal', '{{@root.x}}', 'hole x'],
      ],
    );
    assert.deepEqual(pieces('{{unknown}}{{m.z}}{{#if x}}X{{/if}}', { x: undefined, m: { k: 1 } }), []);
  });

  test('numbers that are added belong to both slots', () => {
    assert.deepEqual(pieces('{{a}}{{b}}', { a: 1, b: 2 }), [['value', '3', 'a', 'b']]);
    assert.deepEqual(fill('{{a}}{{b}}', { a: 1, b: 2 }).pieces[0]?.span, { start: 0, end: 10 });
  });

  test('what a rendering left out is named', () => {
    const text =
      '{{#if a}}A{{else}}B{{/if}}{{#each xs}}{{#if on}}C{{else}}D{{/if}}{{/each}}{{#each none}}E{{else}}F{{/each}}';
    const { skipped } = fill(text, { a: 'x', xs: [{ on: true }], none: [] });
    assert.deepEqual(
      skipped?.map(({ start, end }) => text.slice(start, end)),
      ['B', 'D', 'E'],
    );
  });

  test('nested conditions leave no ends behind (R085)', () => {
    assert.equal(printed('A{{#if o}}{{#if i}}X{{/if}}{{/if}}B', { o: true, i: false }), 'AB');
  });

  test('values are never read again (R046)', () => {
    assert.equal(printed('{{#each xs}}{{this}}{{/each}}', { xs: ['{{key}}'], key: 's3' }), '{{key}}');
  });

  for (const escapeHtml of [true, false]) {
    test(`no value gets into the text without its slot being named${escapeHtml ? '' : ', unescaped'}`, () => {
      assertTaint(dialect, {
        tags: [
          ...['{{x}}', '{{{y}}}', '{{#each items}}{{this}}{{../x}}{{@index}}{{/each}}', '{{#obj}}{{k}}{{/obj}}', '\n'],
          ...['{{#each list}}{{k}}{{#each sub}}{{.}}{{../k}}{{@root.x}}{{/each}}{{/each}}', '{{#list}}{{k}}{{/list}}'],
          ...['{{#each objs}}{{@key}}{{k}}{{/each}}', '{{#with obj}}{{k}}{{in.z}}{{/with}}', '{{lookup obj "k"}}'],
          ...['{{> p}}', '  {{> p obj}}\n', '{{> p x=y}}', '{{#> lay}}{{x}}{{/lay}}', '{{items}}', 'text '],
          ...['{{#each list as |e i|}}{{e.k}}{{i}}{{/each}}', '{{#if x}}{{y}}{{else}}{{x}}{{/if}}'],
          ...['{{#*inline "q"}}{{x}}{{/inline}}{{> q}}', '{{#if (lookup obj "k")}}{{name}}{{/if}}'],
        ],
        values: {
          x: 'V',
          y: 'W',
          name: 'N',
          items: ['a', 'b'],
          objs: { p: { k: 'k1' }, q: { k: 'k2' } },
          list: [
            { k: 'L1', sub: ['s'] },
            { k: 'L2', sub: [] },
          ],
          obj: { k: 'K', in: { z: 'Z' } },
        },
        partials: { p: '[{{x}}{{k}}]\n', lay: '<{{> @partial-block}}{{y}}>' },
        options: { escapeHtml },
      });
    });
  }
});

describe('partials', () => {
  test('pieces of a partial say where they stand, and which tag brought them in', () => {
    const site = { start: 2, end: 9 };
    assert.deepEqual(fill('a {{> p}} {{x}}', { x: 'V' }, { p: 'P{{> q}}', q: 'Q{{x}}' }).pieces, [
      { kind: 'literal', text: 'a ', span: { start: 0, end: 2 } },
      { kind: 'literal', text: 'P', span: { start: 0, end: 1 }, file: uriOf('p'), site },
      { kind: 'literal', text: 'Q', span: { start: 0, end: 1 }, file: uriOf('q'), site },
      { kind: 'value', text: 'V', span: { start: 1, end: 6 }, origins: ['x'], whole: 'x', file: uriOf('q'), site },
      { kind: 'literal', text: ' ', span: { start: 9, end: 10 } },
      { kind: 'value', text: 'V', span: { start: 10, end: 15 }, origins: ['x'], whole: 'x' },
    ]);
  });

  test('the indentation is text of the tag, inside of values too', () => {
    const p = { file: uriOf('p'), site: { start: 2, end: 9 } };
    const indent = { kind: 'tag', text: '  ', span: { start: 2, end: 9 } };
    const value = { kind: 'value', span: { start: 2, end: 7 }, origins: ['x'], ...p };
    assert.deepEqual(fill('  {{> p}}\n', { x: 'b\nc' }, { p: 'a {{x}}\n' }).pieces, [
      indent,
      { kind: 'literal', text: 'a ', span: { start: 0, end: 2 }, ...p },
      { ...value, text: 'b\n' },
      indent,
      { ...value, text: 'c' },
      { kind: 'literal', text: '\n', span: { start: 7, end: 8 }, ...p },
    ]);
  });

  test('the body of a tag stands in the text of the tag', () => {
    assert.deepEqual(
      fill('{{#> lay}}b{{x}}{{/lay}}', { x: 'V' }, { lay: '<{{> @partial-block}}>' }).pieces.map(({ text, file }) => [
        text,
        file,
      ]),
      [
        ['<', uriOf('lay')],
        ['b', undefined],
        ['V', undefined],
        ['>', uriOf('lay')],
      ],
    );
  });

  test('pairs are laid over the context, argument and all', () => {
    assert.equal(
      printed('{{> p user x="y"}}', { user: { name: 'N', x: 'X' }, name: 'outer' }, { p: '{{name}}{{x}}' }),
      'Ny',
    );
    assert.deepEqual(pieces('{{> p x=a}}', { a: 'A', b: 'B' }, { p: '{{x}}{{b}}' }), [
      ['value', 'A', 'a', 'whole a'],
      ['value', 'B', 'b', 'whole b'],
    ]);
  });

  test('a broken one stops the rendering at its place in the partial, and what stands before is kept', () => {
    const filled = fill('a{{#each l}}{{this}}{{> p}}{{/each}}', { l: [1, 2] }, { p: 'b\n{{/x}}' });
    assert.equal(textOf(filled.pieces), 'a1b\n');
    assert.deepEqual(
      [filled.stopped?.file, filled.stopped?.span, filled.stopped?.engine],
      [uriOf('p'), { start: 2, end: 8 }, "Parse error on line 2: … got 'OPEN_ENDBLOCK'"],
    );
  });
});

describe('what only the program knows', () => {
  const why = (text: string, values: Values = {}): [string, string[] | undefined] => {
    const filled = fill(text, values);
    assert.equal(filled.stopped, undefined, text);
    return [textOf(filled.pieces), filled.gaps?.map(({ message }) => message)];
  };
  const helper = (name: string): string[] => [
    `The tag is shown as it is written: \`${name}\` is no helper of Handlebars itself, and only the program knows what it prints.`,
  ];

  test('a helper of its own stands as it is written, and the rest goes on', () => {
    assert.deepEqual(why('a {{json user}} {{x}}', { user: {}, x: 'V' }), ['a {{json user}} V', helper('json')]);
    assert.deepEqual(why('{{date format="short"}}'), ['{{date format="short"}}', helper('date')]);
    assert.deepEqual(why('{{lookup m (pick a)}}', { m: {} }), ['{{lookup m (pick a)}}', helper('pick')]);
  });

  test('a block of its own keeps its tags, and what is in it is filled', () => {
    const text = '{{#eq a "b"}}X{{x}}{{else if c}}Y{{else}}Z{{/eq}}';
    assert.deepEqual(why(text, { a: 1, x: 'V', c: 1 }), [
      '{{#eq a "b"}}XV{{else if c}}Y{{else}}Z{{/eq}}',
      helper('eq'),
    ]);
    assert.deepEqual(why('{{#if (gt n 5)}}many{{/if}}', { n: 9 }), ['{{#if (gt n 5)}}many{{/if}}', helper('gt')]);
    assert.deepEqual(why('{{^eq a}}n{{else}}y{{/eq}}'), ['{{^eq a}}n{{else}}y{{/eq}}', helper('eq')]);
  });

  test('a tag in a loop is one', () => {
    assert.deepEqual(why('{{#each l}}{{f this}}{{/each}}', { l: [1, 2] }), ['{{f this}}{{f this}}', helper('f')]);
  });

  test('a partial that nobody finds stands as it is written, and a body stands in for it', () => {
    const missing = ['The tag is shown as it is written: the partial `none` is not found.'];
    assert.deepEqual(why('a{{> none}}b'), ['a{{> none}}b', missing]);
    assert.deepEqual(why('a{{#> none}}c{{/none}}b'), ['acb', undefined]);
  });

  test('a loop through everything that the program passes', () => {
    const [text, gaps] = why('{{#each this}}{{@key}}{{/each}}', { a: 1 });
    assert.equal(text, '{{#each this}}{{/each}}');
    assert.match(gaps?.[0] ?? '', /everything that the program passes/);
  });

  test('a decorator', () => {
    assert.equal(why('{{* log "x"}}a')[0], '{{* log "x"}}a');
  });
});

describe('errors of the library', () => {
  const stop = (text: string, values: Values = {}): (string | undefined)[] => {
    const { stopped } = fill(text, values);
    return [stopped && text.slice(stopped.span.start, stopped.span.end), stopped?.engine];
  };

  test('have its words, where they are its own', () => {
    assert.deepEqual(stop('a{{#if}}{{/if}}'), ['{{#if}}', '#if requires exactly one argument']);
    assert.deepEqual(stop('{{#with a b}}{{/with}}'), ['{{#with a b}}', '#with requires exactly one argument']);
    assert.deepEqual(stop('{{#each}}{{/each}}'), ['{{#each}}', 'Must pass iterator to #each']);
    assert.deepEqual(stop('{{> (lookup a "b")}}', { a: {} }), [
      '{{> (lookup a "b")}}',
      'The partial undefined could not be found',
    ]);
    assert.deepEqual(stop('{{#if a as |b|}}{{b}}{{/if}}', { a: 1 }), ['b', undefined]);
  });
});

describe('limits', () => {
  test('partials that include each other end', () => {
    assert.match(fill('{{> a}}', {}, { a: 'x{{> a}}' }).stopped?.message ?? '', /includes itself/);
    const doubling: Record<string, string> = { p40: 'x' };
    for (let i = 0; i < 40; i++) doubling[`p${i}`] = `{{> p${i + 1}}}{{> p${i + 1}}}`;
    assert.match(fill('{{> p0}}', {}, doubling).stopped?.message ?? '', /10,000 texts/);
  });

  test('loops over nothing end', () => {
    const list = Array.from({ length: 1000 }, () => 1);
    const text = '{{#each l}}{{#each @root.l}}{{#each @root.l}}{{/each}}{{/each}}{{/each}}';
    assert.match(fill(text, { l: list }).stopped?.message ?? '', /too many tags/);
  });

  test('large values end the text, and what stands before is kept', () => {
    const list = Array.from({ length: 100 }, () => 1);
    const filled = fill('a{{#each l}}{{@root.x}}{{/each}}', { l: list, x: 'x'.repeat(1_000_000) });
    assert.match(filled.stopped?.message ?? '', /grown too long/);
    assert.equal(textOf(filled.pieces).length, 19_000_001);
  });

  test('large keys are work too', () => {
    const list = Array.from({ length: 1000 }, () => 1);
    const filled = fill('{{#each l}}{{lookup @root.l @root.x}}{{/each}}', { l: list, x: 'x'.repeat(1_000_000) });
    assert.match(filled.stopped?.message ?? '', /too many tags/);
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
      assert.equal(printed(`{{{${name}}}}{{#if ${name}}}!{{/if}}{{lookup o "constructor"}}`, values), '', name);
    }
    assert.equal(printed('{{#each o}}{{@root.o.constructor.constructor}}{{/each}}', values), '');
  });

  test('own properties of such names are data', () => {
    assert.equal(printed('{{constructor}}{{__proto__.evil}}', values), 'ownE');
    assert.equal(printed('{{m}}{{#with m}}{{toString}}{{/with}}', { m: { toString: 'text' } }), '[object Object]text');
    assert.equal(printed('{{> p __proto__=o x=1}}', values, { p: '{{x}}{{a}}{{evil}}' }), '1');
  });
});
