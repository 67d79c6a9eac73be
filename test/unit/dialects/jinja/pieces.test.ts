// Where what is printed comes from.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/jinja';
import type { Piece, Value } from '../../../../server/src/syntax/piece';
import { Random } from '../support';
import { Templates } from './templates';
import { assertLaw, fillWith, uriOf } from './texts';

type Values = Readonly<Record<string, Value | undefined>>;

const pieces = (text: string, values: Values = {}, texts: Record<string, string> = {}): readonly Piece[] => {
  const filled = fillWith(text, values, texts);
  assert.equal(filled.stopped, undefined, text);
  assertLaw(text, texts, filled);
  return filled.pieces;
};

/** Kind, text and origins of each piece. */
const told = (text: string, values: Values = {}, texts: Record<string, string> = {}): unknown[] =>
  pieces(text, values, texts).map(({ kind, text: shown, origins }) =>
    origins ? [kind, shown, origins] : [kind, shown],
  );

describe('values', () => {
  test('are named by their paths, with the tag as their place', () => {
    assert.deepEqual(pieces('a {{ issue.comments[1].author }}', { issue: { comments: [{}, { author: 'Ada' }] } }), [
      { kind: 'literal', text: 'a ', span: { start: 0, end: 2 } },
      { kind: 'value', text: 'Ada', span: { start: 2, end: 32 }, origins: ['issue.comments[1].author'] },
    ]);
  });

  test('paths are those that were resolved, however they were written', () => {
    const values = { m: { 'a b': ['x'] }, k: 'a b', i: 0 };
    for (const text of [
      "{{ m['a b'][0] }}",
      '{{ m[k][i] }}',
      "{{ m['a' ~ ' b'] | first }}",
      '{% for r in m.values() %}{{ r[-1] }}{% endfor %}',
    ]) {
      assert.deepEqual(told(text, values), [['value', 'x', ["m['a b'][0]"]]], text);
    }
  });

  test('a slot that is printed as it is, is whole', () => {
    const wholes = (text: string, x: Value): (string | undefined)[] => pieces(text, { x }).map(({ whole }) => whole);
    assert.deepEqual(wholes('{{ x }}{{ x | safe }}{{ x or "d" }}{{ x | trim }}', 'V'), ['x', 'x', 'x', 'x']);
    assert.deepEqual(wholes('{{ x | upper }}{{ x ~ "" }}{{ x[:1] }}', 'vw'), [undefined, 'x', undefined]);
    assert.deepEqual(wholes('{% set y = x %}{{ y }}{% macro m(a) %}{{ a }}{% endmacro %}{{ m(x) }}', 'V'), ['x', 'x']);
    assert.deepEqual(wholes('{{ x }}', 5), ['x']);
    assert.deepEqual(wholes('{{ x }}', 1.5), ['x']);
    // What Python prints for these is not the text that other dialects would print.
    assert.deepEqual(wholes('{{ x }}', true), [undefined]);
    assert.deepEqual(wholes('{{ x }}', ['a']), [undefined]);
  });

  test('an empty value keeps its place', () => {
    assert.deepEqual(pieces('{{ x }}', { x: '' }), [
      { kind: 'value', text: '', span: { start: 0, end: 7 }, origins: ['x'], whole: 'x' },
    ]);
    assert.deepEqual(pieces('{{ x | trim }}', { x: ' ' }), []);
  });

  test('what is put together stays in its parts', () => {
    assert.deepEqual(told('{{ a ~ "-" ~ b }}', { a: 'A', b: 'B' }), [
      ['value', 'A', ['a']],
      ['tag', '-'],
      ['value', 'B', ['b']],
    ]);
    assert.deepEqual(told('{{ l | join(s) }}', { l: ['x', 'y'], s: ', ' }), [
      ['value', 'x', ['l[0]']],
      ['value', ', ', ['s']],
      ['value', 'y', ['l[1]']],
    ]);
    assert.deepEqual(told('{{ "%s: %s" % (a, b) }}', { a: 'A', b: 'B' }), [['value', 'A: B', ['a', 'b']]]);
  });

  test('a filter that changes a text as a whole names everything in it', () => {
    assert.deepEqual(told('{{ (a ~ b) | upper }}', { a: 'x', b: 'y' }), [['value', 'XY', ['a', 'b']]]);
    assert.deepEqual(told('{{ a | replace("x", b) }}', { a: 'xz', b: 'y' }), [['value', 'yz', ['a', 'b']]]);
    assert.deepEqual(told('{{ l | length }}{{ l | tojson }}', { l: ['a', 'b'] }), [
      ['value', '2', ['l']],
      ['value', '["a", "b"]', ['l']],
    ]);
  });

  test('what a condition only decides about is no origin', () => {
    assert.deepEqual(told('{% if a %}{{ "x" if b else "y" }}{% endif %}', { a: 1, b: 0 }), [['tag', 'y']]);
    assert.deepEqual(told('{{ a or b }}', { a: '', b: 'B' }), [['value', 'B', ['b']]]);
  });

  test('a list that a value was put into is not that of its slot any more', () => {
    const text = '{% set _ = l.append(x) %}{{ l }}';
    assert.deepEqual(told(text, { l: ['a'], x: 'X' }), [['value', "['a', 'X']", ['l', 'l[0]', 'x']]]);
  });

  test('a text made of constants is a tag', () => {
    assert.deepEqual(told('{% for i in l %}{{ loop.index }}{% endfor %}', { l: ['a', 'b'] }), [
      ['tag', '1'],
      ['tag', '2'],
    ]);
  });
});

describe('captured text', () => {
  test('of a set block keeps its places', () => {
    const text = '{% set y %}a {{ x }}{% endset %}{{ y }}|{{ y | trim }}|{{ y | indent(2, true) }}';
    const y: unknown[] = [
      ['literal', 'a ', 11],
      ['value', 'V', 13],
    ];
    const found = pieces(text, { x: 'V' }).map(({ kind, text: shown, span }) => [kind, shown, span.start]);
    assert.deepEqual(found, [...y, ['literal', '|', 39], ...y, ['literal', '|', 54], ['tag', '  ', 55], ...y]);
  });

  test('of a macro and its caller does too', () => {
    const text = '{% macro m(a) %}[{{ a }}{{ caller() }}]{% endmacro %}{% call m(x) %}c{% endcall %}';
    assert.deepEqual(
      pieces(text, { x: 'V' }).map(({ kind, text: shown, span }) => [kind, shown, text.slice(span.start, span.end)]),
      [
        ['literal', '[', '['],
        ['value', 'V', '{{ a }}'],
        ['literal', 'c', 'c'],
        ['literal', ']', ']'],
      ],
    );
  });

  test('that is escaped becomes the text of a tag where it changes', () => {
    assert.deepEqual(told('{% set y %}<{{ x }}{% endset %}{{ y | e }}', { x: '&' }), [
      ['tag', '&lt;'],
      ['value', '&amp;', ['x']],
    ]);
  });

  test('stays small when it grows in a loop', () => {
    const text =
      '{% set n = namespace(s="") %}{% for i in range(3000) %}{% set n.s = n.s ~ "x" %}{% endfor %}{{ n.s }}';
    assert.deepEqual(
      pieces(text).map(({ kind, text: shown }) => [kind, shown.length]),
      [['tag', 3000]],
    );
  });
});

describe('literals', () => {
  test('are cut where a line break is written otherwise', () => {
    assert.deepEqual(pieces('a\r\nb\rc\nd'), [
      { kind: 'literal', text: 'a', span: { start: 0, end: 1 } },
      { kind: 'literal', text: '\n', span: { start: 1, end: 3 } },
      { kind: 'literal', text: 'b', span: { start: 3, end: 4 } },
      { kind: 'literal', text: '\n', span: { start: 4, end: 5 } },
      { kind: 'literal', text: 'c\nd', span: { start: 5, end: 8 } },
    ]);
  });

  test('of a raw block point into it', () => {
    assert.deepEqual(pieces('{% raw %}{{ x }}{% endraw %}'), [
      { kind: 'literal', text: '{{ x }}', span: { start: 9, end: 16 } },
    ]);
  });

  test('of a loop come again and again', () => {
    assert.deepEqual(told('{% for i in [1, 2] %}a{% endfor %}'), [
      ['literal', 'a'],
      ['literal', 'a'],
    ]);
  });
});

describe('holes and gaps', () => {
  test('a slot without a value stands as it is written', () => {
    assert.deepEqual(pieces('a {{ x }}', { x: undefined }), [
      { kind: 'literal', text: 'a ', span: { start: 0, end: 2 } },
      { kind: 'literal', text: '{{ x }}', span: { start: 2, end: 9 }, hole: 'x' },
    ]);
  });

  test('so does what is read in it, and what a filter would make nothing of', () => {
    for (const tag of [
      '{{ x.y }}',
      '{{ x[0].y }}',
      '{{ x | upper }}',
      '{{ x.y | join(", ") }}',
      '{{ x + 1 }}',
      '{{ x.f() }}',
    ]) {
      assert.deepEqual(
        pieces(`${tag}b`, { x: undefined }).map(({ text, hole }) => [text, hole]),
        [
          [tag, 'x'],
          ['b', undefined],
        ],
        tag,
      );
    }
  });

  test('a default fills it', () => {
    assert.deepEqual(told("{{ x | default('d') }}{{ x | default('') }}{{ x or 'e' }}", { x: undefined }), [
      ['tag', 'd'],
      ['tag', 'e'],
    ]);
  });

  test('a variable that is set to a hole is one', () => {
    assert.deepEqual(
      pieces('{% set y = x.z %}{{ y }}', { x: undefined }).map(({ text, hole }) => [text, hole]),
      [['{{ y }}', 'x']],
    );
  });

  test('a loop over a hole has no turn', () => {
    assert.deepEqual(told('{% for i in x %}{{ i }}{% else %}none{% endfor %}', { x: undefined }), [
      ['literal', 'none'],
    ]);
  });

  test('an attribute of a name that nobody knows is the error of Jinja', () => {
    const { stopped } = fillWith('{{ x.y }}', {});
    assert.equal(stopped?.engine, "UndefinedError: 'x' is undefined");
  });

  test('a function and a filter of the program leave a gap, and the rest goes on', () => {
    const text = 'a {{ now() }} {{ x | markdown }} {{ 1 if x is fancy }} b';
    const filled = fillWith(text, { x: 'V' });
    assert.equal(filled.stopped, undefined);
    assert.equal(filled.pieces.map((piece) => piece.text).join(''), text);
    assert.deepEqual(
      filled.gaps?.map(({ message, span }) => [text.slice(span.start, span.end), message]),
      [
        ['{{ now() }}', '`now` is a function of the program, and a preview cannot call it'],
        ['{{ x | markdown }}', "`markdown` is no filter of Jinja's own, and a preview cannot run the program's"],
        ['{{ 1 if x is fancy }}', "`fancy` is no test of Jinja's own, and a preview cannot run the program's"],
      ],
    );
    assert.deepEqual(filled.pieces[1], { kind: 'tag', text: '{{ now() }}', span: { start: 2, end: 13 } });
  });

  test('a variable that the program computes is a gap where it is printed', () => {
    const filled = fillWith('{% set d = now() %}[{{ d }}]', {});
    assert.equal(filled.pieces.map((piece) => piece.text).join(''), '[{{ d }}]');
    assert.deepEqual(
      filled.gaps?.map(({ span }) => span.start),
      [0, 20],
    );
  });

  test('a condition that only the program can decide ends the preview', () => {
    const { stopped } = fillWith('a{% if now() %}b{% endif %}', {});
    assert.deepEqual(stopped, {
      message: 'The preview stops here: `now` is a function of the program, and a preview cannot call it.',
      span: { start: 7, end: 12 },
      refusal: "'now' is undefined.",
    });
  });

  test('a method without its brackets is told apart from the key', () => {
    const { stopped } = fillWith('{{ d.items }}', { d: { items: 1 } });
    assert.equal(
      stopped?.message,
      "The preview stops here: `items` is a method of Python here; the key is written `['items']`.",
    );
  });
});

describe('what the values switch off', () => {
  const skipped = (text: string, values: Values = {}, texts: Record<string, string> = {}): string[] =>
    (fillWith(text, values, texts).skipped ?? []).map(({ start, end }) => text.slice(start, end));

  test('the arms of a condition that do not hold', () => {
    const text = '{% if a %}A{% elif b %}B{% else %}C{% endif %}';
    assert.deepEqual(skipped(text, { a: 1 }), ['B', 'C']);
    assert.deepEqual(skipped(text, { b: 1 }), ['A', 'C']);
    assert.deepEqual(skipped(text, {}), ['A', 'B']);
  });

  test('a loop over nothing, or its else', () => {
    const text = '{% for i in l %}A{% else %}B{% endfor %}';
    assert.deepEqual(skipped(text, { l: [] }), ['A']);
    assert.deepEqual(skipped(text, { l: ['x'] }), ['B']);
  });

  test('not what one turn of a loop switched off and another ran', () => {
    assert.deepEqual(skipped('{% for i in [0, 1] %}{% if i %}A{% else %}B{% endif %}{% endfor %}'), []);
  });

  test('only the outermost of several', () => {
    assert.deepEqual(skipped('{% if a %}x{% if b %}y{% endif %}{% endif %}'), ['x{% if b %}y{% endif %}']);
  });

  test('macros that nobody calls, and text that an extends puts another text in the place of', () => {
    assert.deepEqual(skipped('{% macro m() %}A{% endmacro %}{% macro n() %}B{% endmacro %}{{ n() }}'), ['A']);
    const text = '{% extends "base" %}lost{% block b %}B{% endblock %}{% block c %}C{% endblock %}';
    assert.deepEqual(skipped(text, {}, { base: '{% block b %}{% endblock %}' }), ['lost', 'C']);
  });
});

describe('other texts', () => {
  test('have their pieces in their own file, with the tag that brought them in', () => {
    const text = "a{% include 'i' %}";
    assert.deepEqual(pieces(text, { x: 'V' }, { i: 'b{{ x }}' }), [
      { kind: 'literal', text: 'a', span: { start: 0, end: 1 } },
      { kind: 'literal', text: 'b', span: { start: 0, end: 1 }, file: uriOf('i'), site: { start: 1, end: 18 } },
      {
        kind: 'value',
        text: 'V',
        span: { start: 1, end: 8 },
        origins: ['x'],
        whole: 'x',
        file: uriOf('i'),
        site: { start: 1, end: 18 },
      },
    ]);
  });

  test('the tag is the outermost one', () => {
    const found = pieces("{% include 'i' %}", {}, { i: "{% include 'j' %}", j: 'J' });
    assert.deepEqual(
      found.map(({ text, file, site }) => [text, file, site]),
      [['J', uriOf('j'), { start: 0, end: 17 }]],
    );
  });

  test('a macro of another text stands where it is printed', () => {
    const text = "{% from 'l' import m %}{{ m(x) }}";
    const site = { start: 23, end: 33 };
    assert.deepEqual(pieces(text, { x: 'V' }, { l: '{% macro m(a) %}<{{ a }}{% endmacro %}' }), [
      { kind: 'literal', text: '<', span: { start: 16, end: 17 }, file: uriOf('l'), site },
      { kind: 'value', text: 'V', span: { start: 17, end: 24 }, origins: ['x'], whole: 'x', file: uriOf('l'), site },
    ]);
  });

  test('a block of the text itself is its own, in a base that is not', () => {
    const text = "{% extends 'base' %}{% block b %}own {{ super() }}{% endblock %}";
    const found = pieces(text, {}, { base: 'A{% block b %}base{% endblock %}Z' });
    assert.deepEqual(
      found.map((piece) => [piece.text, piece.file, piece.site?.start]),
      [
        ['A', uriOf('base'), 0],
        ['own ', undefined, undefined],
        ['base', uriOf('base'), 37],
        ['Z', uriOf('base'), 0],
      ],
    );
  });

  test('are asked for by their path, with the text that names them', () => {
    const asked: unknown[] = [];
    const trees = new Map([
      ['i', { uri: uriOf('dir/i'), tree: dialect.scan("{% include 'j' %}") }],
      ['j', { uri: uriOf('j'), tree: dialect.scan('J') }],
    ]);
    dialect.fill(
      dialect.scan("{% include 'i' %}"),
      {
        known: () => false,
        value: () => undefined,
        include: (path, from) => {
          asked.push([path, from]);
          return trees.get(path);
        },
      },
      {},
    );
    assert.deepEqual(asked, [
      ['i', undefined],
      ['j', uriOf('dir/i')],
    ]);
  });

  test('a missing one stops the rendering where it is named', () => {
    const { stopped, pieces: before } = fillWith("a{% include 'i' %}b", {}, { i: "I{% include 'nope' %}" });
    assert.deepEqual(
      before.map(({ text }) => text),
      ['a', 'I'],
    );
    assert.deepEqual(stopped, {
      message: "The text that `'nope'` names is not there, so Jinja stops: TemplateNotFound: nope.",
      span: { start: 12, end: 18 },
      file: uriOf('i'),
      engine: 'TemplateNotFound: nope',
    });
  });

  test('one that Jinja refuses stops it inside of that text', () => {
    const { stopped } = fillWith("{% include 'i' %}", {}, { i: 'a {{ x y }}' });
    assert.deepEqual(
      [stopped?.span, stopped?.file, stopped?.engine],
      [{ start: 7, end: 8 }, uriOf('i'), "TemplateSyntaxError: expected token 'end of print statement', got 'y'"],
    );
  });

  test('texts that bring each other in are told by their chain', () => {
    const { stopped } = fillWith("{% include 'a' %}", {}, { a: "{% include 'b' %}", b: "{% include 'a' %}" });
    assert.equal(
      stopped?.message,
      '`b` → `a` → `b`: these texts bring each other in without end, so Jinja fails: RecursionError: maximum recursion depth exceeded.',
    );
  });
});

test('no value gets into the text without its slot being named', () => {
  const templates = new Templates(new Random(31));
  let found = 0;
  for (let count = 0; count < 1500; count++) {
    const { text, texts, options } = templates.case();
    const { values, paths } = marked(templates.values());
    for (const piece of fillWith(text, values, texts, options).pieces) {
      for (const character of piece.text) {
        const path = paths.get(character);
        if (path === undefined) continue;
        found++;
        const named = piece.origins?.some((origin) => isWithin(path, origin) || isWithin(origin, path));
        assert.ok(named, JSON.stringify({ path, piece, text }));
      }
    }
  }
  assert.ok(found > 2000, `${found} characters`);
});

const isWithin = (path: string, outer: string): boolean =>
  path === outer || (/^[.[]/.test(path.slice(outer.length)) && path.startsWith(outer));

/** Every text in the values between two copies of a character of its own, with the path of each. */
function marked(values: Readonly<Record<string, Value>>): {
  values: Record<string, Value>;
  paths: Map<string, string>;
} {
  const paths = new Map<string, string>();
  const mark = (value: Value, path: string): Value => {
    if (typeof value === 'string') {
      const character = String.fromCharCode(0xe000 + paths.size);
      paths.set(character, path);
      return character + value + character;
    }
    if (Array.isArray(value)) return value.map((item, index) => mark(item, `${path}[${index}]`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        mark(item, /^\w+$/.test(key) ? `${path}.${key}` : `${path}['${key}']`),
      ]),
    );
  };
  return {
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mark(value, name)])),
    paths,
  };
}
