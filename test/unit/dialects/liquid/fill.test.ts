import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/liquid';
import type { Filled, Value } from '../../../../server/src/syntax/piece';
import { assertTaint } from '../damage';
import { contextWith, uriOf } from '../partials';
import { textOf } from '../support';

type Values = Record<string, Value | undefined>;

const fill = (text: string, values: Values, partials: Record<string, string> = {}): Filled =>
  dialect.fill(dialect.scan(text), contextWith(dialect, values, partials), {});

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
      pieces(
        '{% for u in users %}{{ u.name }},{% endfor %}{{ users[1].name }}{{ map[key] }}{{ users.last.name }}',
        values,
      ),
      [
        ['value', 'A', 'users[0].name'],
        ['literal', ','],
        ['value', 'B', 'users[1].name'],
        ['literal', ','],
        ['value', 'B', 'users[1].name'],
        ['value', 'AB', 'map.a b'],
        ['value', 'B', 'users[1].name'],
      ],
    );
  });

  test('a value is whole when the whole text of a slot is printed unchanged', () => {
    const values = { a: 'A', n: 5, t: true, l: ['x', 'y'], m: { k: 'K' }, e: '', z: null };
    assert.deepEqual(
      pieces(
        '{{ a }}{{ a | upcase }}{{ a | downcase }}{{ n }}{{ t }}{{ l }}{{ m.k }}{{ e }}{{ z }}{% assign b = a %}{{ b }}',
        values,
      ),
      [
        ['value', 'A', 'a', 'whole a'],
        ['value', 'A', 'a', 'whole a'],
        ['value', 'a', 'a'],
        ['value', '5', 'n', 'whole n'],
        ['value', 'true', 't', 'whole t'],
        ['value', 'xy', 'l'],
        ['value', 'K', 'm.k'],
        ['value', '', 'e', 'whole e'],
        ['value', '', 'z', 'whole z'],
        ['value', 'A', 'a', 'whole a'],
      ],
    );
  });

  test('what was put together stays in its parts', () => {
    const values = { a: 'A', l: ['x', 'y'], s: '-' };
    assert.deepEqual(pieces('{{ a | append: "!" | prepend: l.first }}|{{ l | join: s }}', values), [
      ['value', 'x', 'l[0]'],
      ['value', 'A', 'a', 'whole a'],
      ['tag', '!'],
      ['literal', '|'],
      ['value', 'x', 'l[0]'],
      ['value', '-', 's', 'whole s'],
      ['value', 'y', 'l[1]'],
    ]);
    assert.deepEqual(
      pieces('{% capture c %}<{{ a }}>{% endcapture %}{{ c | strip }}{{ c | upcase | slice: 1, 9 }}', values),
      [
        ['literal', '<'],
        ['value', 'A', 'a', 'whole a'],
        ['literal', '>'],
        ['value', 'A', 'a', 'whole a'],
        ['literal', '>'],
      ],
    );
  });

  test('what a tag makes itself has no origin, and a count has one', () => {
    assert.deepEqual(
      pieces('{% for i in l %}{{ forloop.index }}{% endfor %}{{ l.size }}{% cycle "a" %}', { l: ['x'] }),
      [
        ['tag', '1'],
        ['value', '1', 'l'],
        ['tag', 'a'],
      ],
    );
  });

  test('a literal of a captured text stands where it is written', () => {
    const { pieces: all } = fill('{% capture c %}abc{% endcapture %}{{ c | slice: 1, 2 }}', {});
    assert.deepEqual(all, [{ kind: 'literal', text: 'bc', span: { start: 16, end: 18 } }]);
  });

  test('of a line of a liquid tag, the line is the place', () => {
    const text = '{% liquid\n echo a\n echo b %}';
    assert.deepEqual(
      fill(text, { a: 'A', b: 'B' }).pieces.map(({ span }) => text.slice(span.start, span.end)),
      ['echo a\n', 'echo b '],
    );
  });

  test('another text has its own places, and the tag that brought it in', () => {
    const { pieces: all } = fill('-{% include "p" %}', { a: 'A' }, { p: 'x{% render "q", b: a %}', q: '<{{ b }}>' });
    const site = { start: 1, end: 18 };
    assert.deepEqual(all, [
      { kind: 'literal', text: '-', span: { start: 0, end: 1 } },
      { kind: 'literal', text: 'x', span: { start: 0, end: 1 }, file: uriOf('p'), site },
      { kind: 'literal', text: '<', span: { start: 0, end: 1 }, file: uriOf('q'), site },
      { kind: 'value', text: 'A', span: { start: 1, end: 8 }, origins: ['a'], whole: 'a', file: uriOf('q'), site },
      { kind: 'literal', text: '>', span: { start: 8, end: 9 }, file: uriOf('q'), site },
    ]);
  });

  test('no value gets into the text without its slot being named', () => {
    const tags = [
      ...[
        '{{ x }}',
        '{{ o.k }}',
        '{{ l }}',
        '{{ l | join: x }}',
        '{% for i in l %}{{ i }}{% endfor %}',
        '{{ x | append: y }}',
      ],
      ...[
        '{% capture c %}{{ x }}-{{ l.first }}{% endcapture %}',
        '{{ c }}',
        '{{ c | replace: "-", y }}',
        '{{ c | split: "-" | last }}',
      ],
      ...[
        '{{ m | map: "k" | join }}',
        '{{ m | sort: "k" | first | json }}',
        '{{ o | json }}',
        '{{ x | truncate: 3, y }}',
        '{{ l | concat: m }}',
      ],
      ...[
        '{% assign v = x | prepend: y %}{{ v | slice: 1, 2 }}',
        '{% include "p" %}',
        '{% render "p", x: o.k, l: l %}',
        '{{ q | default: x }}',
      ],
      ...[
        '{{ l | array_to_sentence_string: y }}',
        '{{ m | group_by: "k" | map: "name" }}',
        '{{ m | where: "k", m[0].k | map: "k" }}',
        '{{ x | escape }}',
      ],
      ...[
        '{% for p in o %}{{ p }}{% endfor %}',
        '{{ l | push: x | reverse | uniq }}',
        '{% cycle x, y %}',
        '{{ c | strip | upcase }}',
        '{{ x[0] }}',
      ],
    ];
    const values = { x: 'V', y: 'W', l: ['a', 'b'], o: { k: 'K', in: { z: 'Z' } }, m: [{ k: 'b' }, { k: 'a' }] };
    assertTaint(dialect, { tags, values, partials: { p: '[{{ x }}{% for i in l %}{{ i | append: x }}{% endfor %}]' } });
  });
});

describe('what nobody gives', () => {
  test('a slot without a value stands as it is written, wherever it went', () => {
    const text =
      '{{ a }}{{ a.b | upcase }}{% assign c = a %}{{ c }}{% capture d %}<{{ a }}>{% endcapture %}{{ d }}{{ a | default: "x" }}';
    assert.deepEqual(pieces(text, { a: undefined }), [
      ['literal', '{{ a }}', 'hole a'],
      ['literal', '{{ a.b | upcase }}', 'hole a'],
      ['literal', '{{ c }}', 'hole a'],
      ['literal', '<'],
      ['literal', '{{ a }}', 'hole a'],
      ['literal', '>'],
      ['tag', 'x'],
    ]);
  });

  test('a field that is not there prints nothing', () => {
    assert.deepEqual(pieces('{{ a.b }}{{ a.b.c | upcase }}', { a: { x: 1 } }), []);
  });

  test('what only the program knows stands as it is written, with a word why', () => {
    const {
      pieces: all,
      gaps,
      stopped,
    } = fill('{{ "now" | date: "%Y" }}{{ l | sample }}{% include "p" %}!', { l: [1] });
    assert.equal(textOf(all), '{{ "now" | date: "%Y" }}{{ l | sample }}{% include "p" %}!');
    assert.equal(stopped, undefined);
    assert.deepEqual(gaps, [
      {
        message: 'The tag is shown as it is written: only the program knows what time it is.',
        span: { start: 0, end: 24 },
      },
      {
        message: 'The tag is shown as it is written: chance decides what the filter `sample` gives.',
        span: { start: 24, end: 40 },
      },
      { message: 'The tag is shown as it is written: the text `p` is not found.', span: { start: 40, end: 57 } },
    ]);
  });

  test('a condition on the time is off, and says so', () => {
    const { pieces: all, gaps } = fill(
      '{% assign h = "now" | date: "%H" %}{% if h == "12" %}noon{% else %}{{ h }}{% endif %}',
      {},
    );
    assert.equal(textOf(all), '{{ h }}');
    assert.deepEqual(
      gaps?.map(({ span }) => span.start),
      [35, 67],
    );
  });
});

describe('branches', () => {
  test('what is off is known', () => {
    const text =
      '{% if a %}A{% elsif b %}B{% else %}C{% endif %}{% for i in l %}L{% else %}N{% endfor %}{% case a %}{% when 1 %}W{% endcase %}';
    const { skipped = [] } = fill(text, { a: '', b: 1, l: [] });
    assert.deepEqual(
      skipped.map(({ start, end }) => text.slice(start, end)),
      ['B', 'C', 'L', 'W'],
    );
  });

  test('what ran once is not off', () => {
    assert.equal(fill('{% for i in l %}{% if i %}x{% endif %}{% endfor %}', { l: [false, 1] }).skipped, undefined);
  });
});

describe('where it ends', () => {
  test('a refused text is shown up to the tag', () => {
    const { pieces: all, stopped } = fill('a{{ x }}{% if x %}b{% foo %}c{% endif %}d', { x: 'V' });
    assert.equal(textOf(all), 'aVb');
    assert.deepEqual(stopped, {
      message: 'Liquid has no tag `foo`, so it refuses the whole text at `{% foo %}`; write `for`.',
      engine: 'ParseError: tag "foo" not found, line:1, col:20',
      span: { start: 22, end: 25 },
    });
  });

  test('an error says which tag, and what the engine says', () => {
    const { stopped } = fill('a\n{{ "%" | url_decode }}', {});
    assert.deepEqual(stopped, {
      message: 'Liquid fails at `{{ "%" | url_decode }}`: URI malformed.',
      engine: 'RenderError: URI malformed, line:2, col:1',
      span: { start: 2, end: 24 },
    });
  });

  const endless = [
    ['{% for i in (1..100000000) %}{% endfor %}', {}],
    ['{% for a in l %}{% for b in l %}{% for c in l %}{% endfor %}{% endfor %}{% endfor %}', {}],
    ['{% assign s = "xxxxxxxx" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}', {}],
    [
      '{% capture s %}x{% endcapture %}{% for i in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}',
      {},
    ],
    ['{{ big | replace: "", big }}', {}],
    [`{% assign e = "l | where_exp: 'i', e" %}{{ l | where_exp: "i", e }}`, {}],
    ['{% include "p" %}', { p: 'x{% include "p" %}' }],
    ['{% render "p" %}', { p: '{% render "p" %}{% render "p" %}' }],
    ['{% layout "p" %}', { p: '{% layout "p" %}{% block a %}{{ block.super }}{% endblock %}' }],
    [
      '{% include "p" %}',
      { p: '{% for i in l %}{% include "q" %}{% endfor %}', q: '{% for i in l %}{% include "p" %}{% endfor %}' },
    ],
    ['{% for i in l %}{{ l | join: big }}{% endfor %}', {}],
  ] as const;

  for (const [text, partials] of endless) {
    test(`a preview gives up: ${text.slice(0, 60)}`, () => {
      const values = { l: Array.from({ length: 400 }, (_, i) => i), big: 'y'.repeat(50_000) };
      const { stopped } = fill(text, values, partials);
      assert.match(stopped?.message ?? '', /^The preview stops here: /);
      assert.equal(stopped?.engine, undefined);
    });
  }
});

describe('danger', () => {
  test('values are never read again', () => {
    assert.equal(
      printed('{{ a }}{{ a | append: "" }}{% capture c %}{{ a }}{% endcapture %}{{ c }}', {
        a: '{{ b }}{% if %}',
        b: 'B',
      }),
      '{{ b }}{% if %}'.repeat(3),
    );
  });

  test('names of prototypes are names like any other', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
    for (const name of names) {
      assert.equal(printed(`{{ ${name} }}{{ m.${name} }}{{ l["${name}"] }}`, { [name]: 'V', m: {}, l: [] }), 'V', name);
      assert.equal(printed(`{% assign ${name} = 1 %}{{ ${name} }}{% increment ${name}2 %}`, {}), '10', name);
      assert.equal(
        printed(`{{ "x" | ${name} }}{{ m | map: "${name}" }}{{ forloop.${name} }}`, { m: [{}], forloop: 1 }),
        'x',
        name,
      );
      assert.equal(printed(`{% block ${name} %}b{% endblock %}{% cycle ${name}: 1 %}`, { [name]: 'g' }), 'b1', name);
    }
  });
});
