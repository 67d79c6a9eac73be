// What is found in a text without rendering it: slots, faults, other texts and blocks.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/jinja';
import type { SlotUse } from '../../../../server/src/syntax/tree';
import { assertTree, contextOf, Random } from '../support';
import { JUNK, Templates } from './templates';

const paths = (text: string): string[] => dialect.scan(text).slots.map(({ path }) => path);

const slot = (text: string, path: string): SlotUse | undefined =>
  dialect.scan(text).slots.find((one) => one.path === path);

describe('slots', () => {
  test('are the names that only the program can fill', () => {
    assert.deepEqual(paths('{% macro m(x) %}{{ x }}{% endmacro %}'), []);
    assert.deepEqual(paths('{% for k, v in rows %}{{ k }}{{ v.a }}{{ loop.index }}{% endfor %}'), ['rows']);
    assert.deepEqual(paths('{% set y = x %}{{ y }}{% set z %}{{ w }}{% endset %}{{ z }}'), ['x', 'w']);
    assert.deepEqual(paths('{% with a = b %}{{ a }}{% endwith %}{{ a }}'), ['b', 'a']);
    assert.deepEqual(paths("{% import 'l' as l %}{% from 'l' import m as n %}{{ l.a }}{{ n(x) }}{{ m }}"), ['x', 'm']);
    assert.deepEqual(paths('{{ range(3) }}{{ dict(a=x) }}{{ namespace() }}{{ self.b() }}{{ super() }}'), ['x']);
    assert.deepEqual(paths('{% call(a) m(x) %}{{ a }}{% endcall %}'), ['x']);
  });

  test('a variable that every branch of a condition sets is none', () => {
    const text =
      '{% if d %}{% set n = d|length %}{% else %}{% set n = 0 %}{% endif %}{% for x in xs %}{{ loop.index + n }}: {{ x.t }}{% endfor %}';
    assert.deepEqual([...new Set(paths(text))], ['d', 'xs']);
  });

  test('a function that is called is none, but what it is given is', () => {
    assert.deepEqual(paths('{{ now() }}{{ render(x, y=z) }}{{ user.name() }}'), ['x', 'z', 'user']);
  });

  test('a name that is read before it is set is one', () => {
    assert.deepEqual(paths('{{ y }}{% set y = 1 %}{{ y }}'), ['y']);
    // A macro above the first set never sees what the program gives.
    assert.deepEqual(paths('{% macro m() %}{{ y }}{% endmacro %}{% set y = 1 %}'), []);
  });

  test('a block sees what the top of the text sets, and no loop round it', () => {
    assert.deepEqual(paths('{% set t = 1 %}{% for i in x %}{% block b %}{{ t }}{{ i }}{% endblock %}{% endfor %}'), [
      'x',
      'i',
    ]);
    assert.deepEqual(paths('{% for i in x %}{% block b scoped %}{{ i }}{% endblock %}{% endfor %}'), ['x']);
  });

  test('have the path as far as it is written down', () => {
    assert.deepEqual(paths("{{ a.b['c d'][0].e }} {{ a['k'] }} {{ a.0 }}"), ["a.b['c d'][0].e", "a['k']", 'a[0]']);
    assert.deepEqual(paths('{{ a.b[i].c }}'), ['a.b', 'i']);
    assert.deepEqual(paths('{{ a.items() }}{{ (a ~ b).c }}'), ['a', 'a', 'b']);
  });

  test('have their tag and their name in it', () => {
    assert.deepEqual(dialect.scan('a {{ x | default(y.z) }}').slots, [
      {
        name: 'x',
        path: 'x',
        span: { start: 2, end: 24 },
        nameSpan: { start: 5, end: 6 },
        role: 'value',
        guarded: true,
      },
      { name: 'y', path: 'y.z', span: { start: 2, end: 24 }, nameSpan: { start: 17, end: 18 }, role: 'value' },
    ]);
  });

  test('are printed, decide, or say how', () => {
    const roles = (text: string): string[] => dialect.scan(text).slots.map(({ name, role }) => `${name} ${role}`);
    assert.deepEqual(roles('{{ a }}{{ b | truncate(c) }}{{ d if e else f }}'), [
      'a value',
      'b value',
      'c spec',
      'd value',
      'e control',
      'f value',
    ]);
    assert.deepEqual(roles('{% if a %}{% endif %}{% for i in b if c %}{% endfor %}{% set x = d %}{% include e %}'), [
      'a control',
      'b control',
      'c control',
      'd control',
      'e control',
    ]);
    assert.deepEqual(roles('{{ 1 if a is eq(b) }}{% print c %}'), ['a control', 'b control', 'c value']);
  });

  test('are guarded by a default, a test, or a condition on them', () => {
    const guarded = (text: string): string[] =>
      dialect
        .scan(text)
        .slots.filter((one) => one.guarded)
        .map(({ nameSpan }) => text.slice(nameSpan.start, nameSpan.end + 3));
    assert.deepEqual(guarded("{{ a | default('') }}{{ b | d(1) }}{{ c or 'x' }}{{ d }}"), ['a | ', 'b | ', 'c or']);
    assert.deepEqual(
      guarded('{% if a %}{{ a.b }}{{ c }}{% else %}{{ a }}{% endif %}{{ a }}'),
      ['a %}', 'a.b}', 'a }}'].map((one, at) => (at === 1 ? 'a.b ' : one)),
    );
    assert.deepEqual(guarded('{{ a.b if a is defined }}{{ x and x.y }}'), ['a.b ', 'a is', 'x an', 'x.y ']);
  });

  test('in branches that exclude each other say so', () => {
    const text =
      '{% if a %}{{ x }}{% elif b %}{{ x }}{% else %}{% for i in l %}{{ x }}{% else %}{{ x }}{% endfor %}{% endif %}{{ x }}';
    assert.deepEqual(
      dialect
        .scan(text)
        .slots.filter(({ name }) => name === 'x')
        .map(({ branch }) => branch),
      [['if:0/0'], ['if:0/1'], ['if:0/2', 'for:46/0'], ['if:0/2', 'for:46/1'], undefined],
    );
    assert.deepEqual(slot(text, 'b')?.branch, ['if:0/1']);
  });
});

describe('other texts and blocks', () => {
  test('includes, extends and imports', () => {
    const text =
      "{% extends 'base' %}{% include 'a' ignore missing %}{% include ['b', c] %}{% import 'l' as l %}{% from d import e %}{% include 'x' 'y' %}";
    assert.deepEqual(
      dialect
        .scan(text)
        .references?.map(({ kind, path, span, pathSpan, optional }) => [
          kind,
          path,
          text.slice(span.start, span.start + 6),
          pathSpan && text.slice(pathSpan.start, pathSpan.end),
          optional,
        ]),
      [
        ['extends', 'base', '{% ext', 'base', undefined],
        ['include', 'a', '{% inc', 'a', true],
        ['include', 'b', '{% inc', 'b', true],
        ['include', undefined, '{% inc', undefined, true],
        ['import', 'l', '{% imp', 'l', undefined],
        ['import', undefined, '{% fro', undefined, undefined],
        ['include', 'xy', '{% inc', undefined, undefined],
      ],
    );
  });

  test('blocks from their opening to their closing tag', () => {
    const text =
      '{% if a %}{% for i in b %}x{% endfor %}{% endif %}{% macro m() %}{% endmacro %}{% set s %}y{% endset %}{% block k %}{% endblock %}';
    assert.deepEqual(
      dialect
        .scan(text)
        .blocks?.map(({ keyword, name, span, open }) => [
          keyword,
          name,
          text.slice(span.start, span.end),
          text.slice(open.start, open.end),
        ]),
      [
        ['if', undefined, '{% if a %}{% for i in b %}x{% endfor %}{% endif %}', '{% if a %}'],
        ['for', undefined, '{% for i in b %}x{% endfor %}', '{% for i in b %}'],
        ['macro', 'm', '{% macro m() %}{% endmacro %}', '{% macro m() %}'],
        ['set', 's', '{% set s %}y{% endset %}', '{% set s %}'],
        ['block', 'k', '{% block k %}{% endblock %}', '{% block k %}'],
      ],
    );
  });

  test('comments and raw blocks', () => {
    const text = 'a{# c #}{% raw %}{{ x }}{% endraw %}';
    assert.deepEqual(
      dialect.scan(text).stretches.map(({ kind, span }) => [kind, text.slice(span.start, span.end)]),
      [
        ['comment', '{# c #}'],
        ['raw', '{% raw %}{{ x }}{% endraw %}'],
      ],
    );
  });
});

describe('damaged texts', () => {
  const templates = new Templates(new Random(41));
  const random = new Random(42);

  test('are read all the same, and nothing points outside', () => {
    for (let count = 0; count < 2000; count++) {
      const text = templates.broken(templates.broken(templates.text(true)));
      const tree = dialect.scan(text);
      assertTree(tree);
      for (const { span, pathSpan } of tree.references ?? []) {
        for (const one of [span, ...(pathSpan ? [pathSpan] : [])])
          assert.ok(one.start <= one.end && one.end <= text.length);
      }
      for (const { span, open } of tree.blocks ?? [])
        assert.ok(span.start === open.start && open.end <= span.end && span.end <= text.length);
      dialect.fill(tree, contextOf({ x: 'V' }), {});
    }
  });

  test('keep every slot that stands before the damage', () => {
    let kept = 0;
    for (let count = 0; count < 2000; count++) {
      const text = templates.text();
      const cut = random.below(text.length + 1);
      const damaged =
        text.slice(0, cut) +
        random.pick(['', ...JUNK]) +
        text.slice(random.chance(0.4) ? text.length : cut + random.below(4));
      const after = new Set(dialect.scan(damaged).slots.map(({ nameSpan }) => nameSpan.start));
      for (const { span, nameSpan } of dialect.scan(text).slots) {
        if (span.end > cut) continue;
        assert.ok(after.has(nameSpan.start), JSON.stringify({ text, damaged, nameSpan }));
        kept++;
      }
    }
    assert.ok(kept > 2000, `${kept} slots`);
  });

  test('are rendered up to the first fault', () => {
    const { pieces, stopped } = dialect.fill(
      dialect.scan('a {{ x }} {% if x %}b {{ x y }} c{% endif %} d'),
      contextOf({ x: 'V' }),
      {},
    );
    assert.equal(pieces.map(({ text }) => text).join(''), 'a V b ');
    assert.deepEqual(stopped?.span, { start: 27, end: 28 });
  });
});
