// What a text may not do to a preview: reach into the program, run for ever, fill the memory, or end the process.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/jinja';
import type { Value } from '../../../../server/src/syntax/piece';
import { some } from '../../../support/effort';
import { contextOf } from '../support';
import { assertLaw, fillWith, output, printed } from './texts';

/** As JSON gives it: an own key that JavaScript would take for the prototype. */
const hostile = JSON.parse(
  '{"x": "V", "__proto__": {"evil": "E"}, "constructor": "own", "p": {"__proto__": {"evil": "E2"}}, "o": {}, "l": [1]}',
) as Record<string, Value>;

describe('danger', () => {
  test('nothing of JavaScript can be reached', () => {
    const reads: readonly (readonly [string, string])[] = [
      ['{{ x.constructor }}', ''],
      ['{{ l.push }}{{ l.constructor }}', ''],
      ['{{ o.toString }}{{ o.hasOwnProperty }}{{ o.__proto__ }}', ''],
      ['{{ x["constructor"] }}{{ o["constructor"] }}{{ x.length }}', ''],
      ["{{ 'constructor' is filter }}{{ '__proto__' is test }}", 'FalseFalse'],
      ['{{ o | attr("constructor") }}', ''],
    ];
    for (const [text, expected] of reads) assert.equal(output(text, hostile), expected, text);
  });

  test('keys that JavaScript has a meaning for are keys', () => {
    assert.equal(
      output('{{ constructor }} {{ __proto__.evil }} {{ p.__proto__.evil }} {{ p.evil }}', hostile),
      'own E E2 ',
    );
    assert.equal(output("{{ {'__proto__': 1, 'constructor': 2} }}"), "{'__proto__': 1, 'constructor': 2}");
    assert.equal(output('{% set toString = 1 %}{{ toString }}{{ {}.valueOf }}'), '1');
  });

  test('internals of Python are refused', () => {
    for (const text of [
      '{{ x.__class__ }}',
      "{{ ''.__class__.__mro__ }}",
      '{{ x | attr("__class__") }}',
      '{{ range.__init__ }}',
      '{{ x["__class__"] }}',
    ]) {
      const { stopped } = fillWith(text, hostile);
      assert.match(stopped?.message ?? '', /is an internal of Python/, text);
      assert.equal(stopped?.engine, undefined, text);
    }
    assert.equal(fillWith("{{ '{0.__class__}'.format(x) }}", hostile).stopped?.engine?.split(':')[0], 'AttributeError');
  });

  test('a value is never read as a template', () => {
    const value = '{{ 6 * 7 }}{% if x %}{# {{';
    assert.equal(output('{{ v }}{{ v | upper | lower }}', { v: value }), value + value);
    assert.equal(output('{% set w %}{{ v }}{% endset %}{{ w }}', { v: value }), value);
  });
});

describe('limits', () => {
  const doubled = (): Record<string, string> => {
    const texts: Record<string, string> = { p40: 'x' };
    for (let n = 0; n < 40; n++) texts[`p${n}`] = `{% include 'p${n + 1}' %}{% include 'p${n + 1}' %}`;
    return texts;
  };

  const many = (part: string): string => Array.from({ length: 1000 }, (_, n) => part.replaceAll('#', `${n}`)).join('');
  const forEver = (body: string): string => `{% for i in range(9999999) %}${body}{% endfor %}`;

  /** Texts that would take for ever or all memory, with what is told. */
  const endless: readonly (readonly [string, RegExp])[] = [
    ['{% for i in range(999999999) %}a{% endfor %}', /run for too long/],
    [`${'{% for i in range(1000) %}'.repeat(3)}${'{% endfor %}'.repeat(3)}`, /run for too long/],
    ['{% for i in l %}{% set _ = l.append(i) %}{% endfor %}', /run for too long|list so long/],
    ["{% include 'p0' %}", /more than 10,000 texts/],
    ['{{ "x" * 999999999 }}', /text so long/],
    ['{{ [1] * 999999999 }}', /list so long/],
    ['{{ range(999999999) | list }}', /list so long/],
    ['{{ 9 ** 99999999 }}{{ (9 ** 999) ** 999 }}', /number so large/],
    ['{{ x | center(999999999) }}', /field wider/],
    ['{{ "%999999999d" % 1 }}', /field wider/],
    ['{{ "{:999999999}".format(1) }}', /field wider/],
    ['{{ x.ljust(999999999) }}', /field wider/],
    [
      '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = n.l + n.l %}{% endfor %}',
      /list so long|run for too long/,
    ],
    ['{% for i in range(60) %}{% set _ = l.extend(l) %}{% endfor %}', /list so long/],
    ['{% set n = namespace(s="xxxx") %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}', /text so long/],
    [
      '{% set n = namespace(s="xx") %}{% for i in range(60) %}{% set n.s = n.s | replace("x", "xxxx") %}{% endfor %}',
      /text so long/,
    ],
    [
      '{% set n = namespace(l=[]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l }}',
      /run for too long/,
    ],
    [
      '{% set n = namespace(l=[], m=[]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% set n.m = [n.m, n.m] %}{% endfor %}{{ n.l == n.m }}',
      /run for too long/,
    ],
    [
      '{% set n = namespace(l=[]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l | tojson }}',
      /run for too long/,
    ],
    [
      `{% macro m() %}${'{% if true %}'.repeat(90)}{{ m() }}${'{% endif %}'.repeat(90)}{% endmacro %}{{ m() }}`,
      /nests so deeply/,
    ],
    ['{% for i in [[1]] recursive %}{{ loop([[1]]) }}{% endfor %}', /nests so deeply/],
    // What takes long for one step counts as many: large values, long texts, frames with many names.
    ...[
      '{% set _ = long | wordwrap(1) %}',
      '{% set _ = long | replace("a", "b") | title %}',
      '{% set _ = long[5] %}',
      '{% set _ = long.split() %}',
      '{% set _ = long | striptags | escape %}',
      '{% set _ = "%s" % long | tojson %}',
      '{% set _ = many | sort %}',
      '{% set _ = many | join %}',
      '{% set _ = [many] == [many | list] %}',
      '{% set _ = many.index(9999) %}',
      '{% set _ = 3 ** 9000 ~ "" %}',
    ].map((body): readonly [string, RegExp] => [
      `{% set long = "a b😀 " * 20000 %}{% set many = range(10000) | list %}${forEver(body)}`,
      /run for too long/,
    ]),
    [forEver(`{% if i == -1 %}${many('{% set a# = 1 %}')}{% endif %}`), /run for too long/],
    [`${many('{% set a# = 1 %}')}${forEver("{% include 'p40' %}")}`, /run for too long/],
    [`${many('{% set a# = 1 %}')}${forEver("{% import 'p40' as p with context %}")}`, /run for too long/],
    [`${many('{% block a# %}{% endblock %}')}${forEver('{% block b scoped %}{% endblock %}')}`, /run for too long/],
  ];

  for (const [text, told] of some(endless, 5)) {
    test(`${text.length < 70 ? text : `${text.slice(0, 30)} … ${text.slice(-60)}`} ends`, () => {
      const texts = doubled();
      const filled = fillWith(text, { x: 'V', l: ['a'] }, texts);
      assertLaw(text, texts, filled);
      assert.match(filled.stopped?.message ?? '', told);
      assert.equal(filled.stopped?.engine, undefined);
    });
  }

  test('what Python ends itself is told in its words', () => {
    const fails = (text: string): string | undefined =>
      fillWith(text, { l: ['a'] }, { self: "{% include 'self' %}" }).stopped?.engine;
    const deep = 'RecursionError: maximum recursion depth exceeded';
    assert.equal(fails('{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'), deep);
    assert.equal(fails("{% include 'self' %}"), deep);
    assert.equal(fails('{% set _ = l.append(l) %}{{ l }}'), deep);
    assert.equal(
      fails('{{ (10 ** 4400) | string }}'),
      'ValueError: Exceeds the limit (4300 digits) for integer string conversion',
    );
  });

  test('a text that nests too deeply is read up to there', () => {
    const deep: readonly string[] = [
      `{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`,
      `{{ ${'not '.repeat(20000)}x }}`,
      `{{ ${'-'.repeat(5000)}1 }}`,
      `{{ x${'|upper'.repeat(5000)} }}`,
      `{{ 1${' + 1'.repeat(20000)} }}`,
      `{{ x${'.a'.repeat(20000)} }}`,
      `{{ ${'[1, '.repeat(5000)}]${']'.repeat(4999)} }}`,
      `${'{% if x %}'.repeat(3000)}${'{% endif %}'.repeat(3000)}`,
    ];
    for (const text of deep) {
      const tree = dialect.scan(`{{ x }}${text}`);
      assert.match(tree.faults[0]?.message ?? '', /it reads no (?:expression|blocks)/, text.slice(0, 40));
      const { stopped, pieces } = dialect.fill(tree, contextOf({ x: 'V' }), {});
      assert.equal(pieces[0]?.text, 'V');
      assert.ok(stopped && stopped.engine === undefined);
    }
  });

  test('what is just within is rendered', () => {
    assert.equal(output(`{{ ${'('.repeat(180)}1${')'.repeat(180)} }}`), '1');
    assert.equal(output(`{{ 1${' + 1'.repeat(490)} }}`), '491');
    const blocks = `${'{% if true %}'.repeat(95)}{{ 1${' + 1'.repeat(450)} }}${'{% endif %}'.repeat(95)}`;
    assert.equal(output(blocks), '451');
  });

  test('a long value is no trouble', () => {
    const long = 'word '.repeat(400_000);
    assert.equal(output('{{ v | trim | upper | length }} {{ v }}', { v: long }).length, long.length + 8);
    assert.equal(printed(fillWith('{{ l | length }}', { l: Array.from({ length: 50_000 }, (_, n) => n) })), '50000');
  });
});

test('long pathological texts are no trouble', () => {
  for (const unit of some(UNITS, 10)) {
    for (const size of SIZES) {
      const count = Math.ceil(size / unit.length);
      const tree = dialect.scan(Array.from({ length: count }, (_, n) => unit.replaceAll('#', `${n}`)).join(''));
      dialect.fill(tree, contextOf({ a: 'x' }), {});
      dialect.lookalikes(tree);
    }
  }
});

/** With LONG set, the sizes at which anything quadratic takes minutes; else one that keeps the suite quick. */
const SIZES = process.env.LONG ? [50_000, 400_000] : [30_000];

/** What is never closed must not be looked for again and again, and a tree must not be as deep as a text is long. */
const UNITS: readonly string[] = [
  ...[
    '{% if a %}',
    '{% if a %}{% endif %}',
    '{% for i in a %}',
    '{% for i in a %}{% endfor %}',
    '{% raw %}',
    '{% endraw %}',
  ],
  ...[
    '{% endif %}',
    '{% else %}',
    '{% elif',
    '{% elif a %}',
    '{% if',
    '{% set a %}',
    '{% set a = 1 %}',
    '{% macro a() %}',
  ],
  ...[
    '{% block a %}',
    '{% include "a" %}',
    '{% if a %}{% set a = 1 %}{% endif %}',
    '{% macro a() %}{{ b }}{% endmacro %}',
  ],
  ...[
    '{{ a |',
    '{{ (',
    '{{ [',
    '{{ {',
    "{{ '",
    '{{ "a',
    '{{ "\\',
    '{{ a and ',
    '{{ -',
    '{{ not ',
    '{{ a.b',
    '{{ a(',
    '{{ a if ',
  ],
  ...['{{ a ~ ', '{{ 1+', '{{ a[', '{{ "{{', '{{- a -}} ', '{# a', '{# #}', '{%- -%}', "{{ '' }}", '\r', '{{ a }}\r\n'],
  // Each with names of its own.
  ...[
    '{% if a# %}{{ b# }}{% endif %}',
    '{% if a# %}{% set b# = 1 %}{% endif %}',
    '{% for a# in b# %}{{ c# }}{% endfor %}',
  ],
  ...['{% if a# %}{% elif b# %}', '{% block a# %}{{ b# }}{% endblock %}{% set c# = 1 %}', '{{ a# and b# or '],
  ...['{% macro a#(b#) %}{{ c# }}{% endmacro %}{{ a#() }}', '{% set a# %}{{ b# }}{% endset %}', '{% include "a#" %}'],
  ...['{{ 1_', '{{ 1.', '{{ 0x', '{{ é', '{% for a in b %}{% else %}', '{{ a is ', '{{ a is not b '],
];
