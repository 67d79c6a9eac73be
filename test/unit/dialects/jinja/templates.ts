// Random texts of Jinja with the values to render them.
import type { Value } from '../../../../server/src/syntax/piece';
import { type Random, TEXTS, VALUES } from '../support';
import { Expressions } from './expressions';
import type { Case, Options } from './reference';

const PIECES = [
  ...['\n', '\n', '\r\n', ' ', '  \n  ', 'line\n', '- item\n', '\n\n', '\r', 'text ', '{', '}', '}}', '%}', '#}', '\\'],
  ...['"', '{ {', '}} '],
];
const COMMENTS = ['{# c #}', '{#- c -#}', '{# {{ x }} #}', '{#\n#}', '{#+ c #}', '{##}', '{#-#}', '{# c +#}'];
const RAW = ['{{ x }}', ' {% if %} ', '{#', '\n a \n', ''];

const INCLUDES = [
  ...["include 'inc'", "include 'inc' without context", "include 'nope' ignore missing", "include ['nope', 'inc']"],
  ...['include name', "from 'lib' import lm", "import 'lib' as lib", "from 'lib' import lm as q, lv with context"],
];

/** Whole statements that a grammar would seldom make. */
const IDIOMS = [
  '{% block bb %}B{{ x }}{% endblock %}',
  '{% set ns = namespace(v=1) %}{% for i in items %}{% set ns.v = ns.v + 1 %}{% endfor %}{{ ns.v }}{{ ns }}',
  '{% for i in nested recursive %}{{ i }}{% if i is iterable and i is not string %}({{ loop(i) }}){% endif %}{% endfor %}',
  '{% set l = [] %}{% for i in items %}{% set _ = l.append(i) %}{% endfor %}{{ l | join("/") }}{{ l }}',
  '{{ cycler("a", "b").next() }}',
  '{% set j = joiner("; ") %}{% for i in items %}{{ j() }}{{ i }}{% endfor %}',
  '{{ dict(a=1, b=x) }}',
  '{{ obj.items() | list }}{{ obj.keys() | list }}{{ obj.get("k", "none") }}',
  '{{ caller }}',
  '{{ loop }}',
  '{% print x, y %}',
  '{% set seen = [] %}{% for i in items if i not in seen %}{% set _ = seen.append(i) %}{{ loop.index }}{{ i }}{% endfor %}',
  '{% autoescape true %}{{ x }}{{ x | safe }}{{ "<b>" ~ x }}{% endautoescape %}{{ x }}',
  '{{ x | e | e }}{{ (x | tojson) + y }}{{ (x | e) ~ y }}{{ (x | safe).upper() }}',
  '{% if flag %}{% set q = 1 %}{% endif %}{{ q }}{% macro mq() %}{{ late }}{% endmacro %}{{ mq() }}{% set late = 2 %}{{ mq() }}',
];

const BROKEN = [
  ...[
    '{{',
    '{%',
    '{{ x',
    '{% if x %}',
    '{% endif %}',
    '{{ x }',
    '{{ }}',
    '{% %}',
    '{{ x y }}',
    '{{ x | }}',
    '{% foo %}',
  ],
  ...[
    '{#',
    '{% raw %}',
    '{{ x. }}',
    '{{ [1, 2 }}',
    '{{ "a }}',
    '{% for %}',
    '{% for i items %}',
    '{% set x %}',
    '{{ a! }}',
  ],
  ...['{{ 1abc }}', '{% endfor %}', '{% else %}', '{{ x[ }}', '{{ (x }}', '{% set 1 = 2 %}', '{% if %}a{% endif %}'],
  ...[
    '{{ x ?? y }}',
    '{% extends "base" %}',
    '{% elif x %}',
    '{{ {a} }}',
    '{{{x}}}',
    '{{ {"a":{"b":2}}}}',
    '{% set loop = 1 %}',
  ],
  ...[
    '{{ x if }}',
    "{{ '\\x4' }}",
    '{{ x | default( }}',
    '{% macro %}',
    '{% call x %}{% endcall %}',
    '{{ f(a=1, 2) }}',
  ],
  ...[
    '{{ x | nofilter }}',
    '{{ x is nosuch }}',
    '{% if x %}{{ y | nofilter }}{% endif %}',
    '{% for k, in pairs %}{% endfor %}',
  ],
];

/** What is put into a text to break it. */
export const JUNK = [
  ...[
    '{',
    '}',
    '{{',
    '}}',
    '{%',
    '%}',
    '#',
    '|',
    "'",
    '"',
    '(',
    ')',
    '[',
    ']',
    '.',
    ',',
    '-',
    '~',
    ' is ',
    ' if ',
    ' else ',
  ],
  ...['=', ':', '!', '\n', 'end', ' in ', 'not ', '\\', '{#', '#}', '0', '+', 'for'],
];

export class Templates {
  readonly random: Random;
  readonly expressions: Expressions;
  readonly #plain: boolean;

  constructor(random: Random, { plain = false } = {}) {
    this.random = random;
    this.#plain = plain;
    this.expressions = new Expressions(random, plain);
  }

  case(): Case {
    const { random } = this;
    const text = this.text(random.chance(0.08));
    const options = {
      ...(random.chance(0.3) ? { trimBlocks: true } : {}),
      ...(random.chance(0.3) ? { lstripBlocks: true } : {}),
      ...(random.chance(0.3) ? { keepFinalNewline: true } : {}),
      ...(random.chance(0.15) ? { escapeHtml: true } : {}),
    } satisfies Options;
    const inc = random.pick(['I{{ x }}\n', '{% for i in items %}{{ i }},{% endfor %}', '{{ s }}|{{ loop }}', '\n\n']);
    return { text, values: this.values(), options, texts: { inc, lib: LIBRARY, base: BASE } };
  }

  text(broken = false): string {
    this.expressions.macros = [];
    this.expressions.names = [];
    const text = this.#body(0);
    if (!broken) return text;
    const piece = this.random.pick(BROKEN);
    return this.random.chance(0.5) ? text + piece : piece + text;
  }

  /** The text with one or two characters taken out or put in. */
  broken(text: string): string {
    const { random } = this;
    let result = text;
    for (let times = 1 + random.below(2); times > 0; times--) {
      const at = random.below(result.length + 1);
      result = random.chance(0.5)
        ? result.slice(0, at) + result.slice(at + 1 + random.below(3))
        : result.slice(0, at) + random.pick(JUNK) + result.slice(at);
    }
    // Half of a pair of surrogates cannot be sent to another program.
    return /[\ud800-\udfff]/u.test(result) ? text : result;
  }

  values(): Record<string, Value> {
    const { random } = this;
    return {
      x: random.pick(VALUES),
      y: random.pick(VALUES),
      name: random.pick(VALUES),
      empty: '',
      名: '名N',
      items: random.pick([[], ['a', 'b', 'c'], ['b', 'A', 'c', 'a'], ['x'], ['a\nb', '<i>', '']]),
      nums: random.pick([[3, 1, 2], [1.5, 2, 0], []]),
      mixed: [1, 'two', null, true, 2.5, ['n']],
      objs: random.pick<Value>([[{ k: 'v1', n: 1 }, { k: 'V2', n: 2 }, { k: 'v1' }], [], [{ k: null }, { j: 1 }]]),
      obj: random.pick<Value>([
        { k: 'K', 'a b': 'AB', name: 'NM', n: 4, list: ['l1', 'l2'] },
        {},
        { b: 1, a: 2, k: '' },
      ]),
      nested: [1, [2, [3]], 'q'],
      pairs: [
        ['p', 1],
        ['q', 2],
      ],
      n: random.pick([0, 1, 2, 3, 7]),
      f: random.pick([0.5, 2.25, -1.75, 100.125]),
      flag: true,
      no: false,
      none_: null,
    };
  }

  #body(depth: number): string {
    let text = '';
    for (let count = 1 + this.random.below(depth > 0 ? 3 : 6); count > 0; count--) text += this.#piece(depth);
    return text;
  }

  #piece(depth: number): string {
    const { random } = this;
    const kind = random.next();
    if (kind < 0.34) return this.#literal();
    if (kind < 0.6) return this.#output(random.chance(0.7) ? this.expressions.text() : this.expressions.any());
    if (kind < 0.63) return random.pick(COMMENTS) + (random.chance(0.5) ? '\n' : '');
    if (kind < 0.66) return this.#raw();
    if (depth >= 3) return this.#output(this.expressions.text());
    if (kind < 0.78) return this.#if(depth);
    if (kind < 0.9) return this.#for(depth);
    if (kind < 0.94) return this.#set(depth);
    if (this.#plain) return this.#output(this.expressions.text());
    return this.#special(depth, kind);
  }

  #special(depth: number, kind: number): string {
    const { random } = this;
    if (kind < 0.955) return this.#with(depth);
    if (kind < 0.97) return this.#macro(depth);
    if (kind < 0.98) {
      const filter = random.pick([
        'upper',
        'trim',
        'indent(2)',
        "replace('a','b')",
        'lower | title',
        'length',
        'wordcount',
      ]);
      return `${this.#tag(`filter ${filter}`)}${this.#break()}${this.#body(depth + 1)}${this.#tag('endfilter')}`;
    }
    if (kind < 0.987) {
      const use = random.pick(['', this.#output("lib.lm('z')"), this.#output('lm(x)'), this.#output('lib.lv ~ lib')]);
      return this.#tag(random.pick(INCLUDES)) + this.#break() + use;
    }
    if (kind < 0.99)
      return `{% extends "base" %}${this.#body(depth + 1)}{% block body %}${this.#body(depth + 1)}{{ super() }}{% endblock %}`;
    return random.pick(IDIOMS);
  }

  #literal(): string {
    const text = this.random.pick(this.random.chance(0.6) ? TEXTS : PIECES).replaceAll('{{', '{ {');
    return text === '\ud83d' ? '' : text;
  }

  #raw(): string {
    const { random } = this;
    const head = `{%${random.pick(['', '', '-'])} raw ${this.#end()}%}`;
    return `${head}${random.pick(RAW)}{%${this.#sign()} endraw ${this.#end()}%}${random.chance(0.5) ? '\n' : ''}`;
  }

  #if(depth: number): string {
    const { random, expressions } = this;
    const arm = (head: string): string => this.#indent() + this.#tag(head) + this.#break() + this.#body(depth + 1);
    let text = arm(`if ${expressions.boolean()}`);
    if (random.chance(0.25)) text += arm(`elif ${expressions.boolean()}`);
    if (random.chance(0.35)) text += arm('else');
    return text + this.#indent() + this.#tag('endif') + this.#break();
  }

  #for(depth: number): string {
    const { random, expressions } = this;
    const two = random.chance(0.12);
    const names = two ? ['k', 'v'] : [random.pick(['i', 'x', 'item'])];
    const items = two
      ? random.pick(['obj.items()', 'obj | dictsort', 'obj|items', 'pairs', "objs | groupby('k')"])
      : random.chance(0.85)
        ? expressions.list()
        : random.pick(['obj', 'x', "name.split(' ')", 'missing', 'obj.keys()', 'obj.values()']);
    const test = random.chance(0.12)
      ? ` if ${random.pick([names[0] ?? '', expressions.boolean(), `${names[0]} is string`])}`
      : '';
    const loop = [
      ...['loop.index', 'loop.index0', 'loop.last', 'loop.length', 'loop.revindex', "loop.cycle('a','b')"],
      ...['loop.previtem', 'loop.nextitem', 'loop.changed(x)', 'loop.depth'],
    ];
    const body = this.#within([...names, ...loop], depth);
    const head = this.#indent() + this.#tag(`for ${names.join(', ')} in ${items}${test}`) + this.#break();
    const otherwise = random.chance(0.15) ? this.#tag('else') + this.#break() + this.#body(depth + 1) : '';
    return head + body + otherwise + this.#indent() + this.#tag('endfor') + this.#break();
  }

  #set(depth: number): string {
    const { random, expressions } = this;
    const target = random.pick(['s', 'x', 'y', 's, t', 'ns.v']);
    if (random.chance(0.8)) {
      const value = target === 's, t' ? `${expressions.any()}, ${expressions.any()}` : expressions.any();
      return this.#tag(`set ${target} = ${value}`) + this.#break() + (target === 'ns.v' ? '' : this.#output('s'));
    }
    const head = this.#tag(`set s${random.chance(0.2) ? ' | upper' : ''}`) + this.#break();
    const uses = [
      's',
      's | trim',
      's | length',
      's ~ x',
      's | upper',
      's | indent(2)',
      "s | replace('a', 'b')",
      's[1:4]',
      's | e',
    ];
    return head + this.#body(depth + 1) + this.#tag('endset') + this.#output(random.pick(uses));
  }

  #with(depth: number): string {
    const head = `with ${this.random.pick(['w', 'x'])} = ${this.expressions.any()}`;
    return this.#tag(head) + this.#break() + this.#within(['w'], depth) + this.#tag('endwith') + this.#break();
  }

  #macro(depth: number): string {
    const { random, expressions } = this;
    const name = random.pick(['m', 'mm']);
    const special =
      (random.chance(0.2) ? this.#output('caller()') : '') +
      (random.chance(0.1) ? this.#output(random.pick(['varargs', 'kwargs'])) : '');
    const body = this.#within(['a', 'b'], depth) + special;
    const second = random.chance(0.5) ? `, b=${expressions.any(2)}` : '';
    const macro = this.#tag(`macro ${name}(a${second})`) + this.#break() + body + this.#tag('endmacro') + this.#break();
    if (!expressions.macros.includes(name)) expressions.macros.push(name);
    if (random.chance(0.8)) return macro + this.#output(`${name}(${expressions.any()})`);
    return `${macro}${this.#tag(`call ${name}(${expressions.any()})`)}${this.#body(depth + 1)}${this.#tag('endcall')}`;
  }

  #within(names: readonly string[], depth: number): string {
    const { expressions } = this;
    const before = expressions.names;
    expressions.names = [...before, ...names];
    const body = this.#body(depth + 1);
    expressions.names = before;
    return body;
  }

  #output(expression: string): string {
    return `{{${this.#sign()}${this.#blank()}${expression}${this.#blank()}${this.#end()}}}`;
  }

  #tag(statement: string): string {
    const end = this.random.chance(0.9) ? this.#end() : this.random.pick(['', '+']);
    return `{%${this.#sign()}${this.#blank()}${statement}${this.#blank()}${end}%}`;
  }

  #sign(): string {
    return this.random.chance(0.85) ? '' : this.random.pick(['-', '-', '+']);
  }

  #end(): string {
    return this.random.chance(0.85) ? '' : '-';
  }

  #blank(): string {
    return this.random.chance(0.9) ? ' ' : this.random.pick(['', '  ', '\n', '\t ']);
  }

  #break(): string {
    return this.random.chance(0.5) ? this.random.pick(['\n', '\n', '\r\n', '  \n', ' ']) : '';
  }

  #indent(): string {
    return this.random.chance(0.3) ? this.random.pick(['  ', '\t']) : '';
  }
}

const LIBRARY = '{% macro lm(a) %}<{{ a }}|{{ x }}>{% endmacro %}{% set lv = 5 %}L';
const BASE = '[{% block body %}base {{ x }}{% endblock %}]{{ s }}';
