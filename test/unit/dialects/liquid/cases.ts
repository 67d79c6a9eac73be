// Makes texts for Liquid: most of them render, some are refused by the engine, and the values try to be read again.
import type { Value } from '../../../../server/src/syntax/piece';
import { type Random, TEXTS, VALUES } from '../support';
import { filterChain } from './filters';

export interface Case {
  readonly text: string;
  readonly values: Record<string, Value>;
  readonly partials: Record<string, string>;
  readonly escapeHtml: boolean;
}

const NAMES = [
  ...[
    'x',
    'y',
    'name',
    'items',
    'obj',
    'obj.k',
    'obj.in.z',
    'items[0]',
    'items.size',
    'items.first',
    'flag',
    'no',
    'zero',
  ],
  ...[
    'num',
    'missing',
    'missing.deep',
    'x.size',
    'items[-1]',
    'items.last.k',
    'objs',
    'objs[0].k',
    'obj["k"]',
    'obj[key]',
  ],
  ...['名', 'a-b', 'v', 'i', 'forloop.index', 'forloop.last', 'forloop', 'empty', 'nothing', 'x.first', 'obj.size'],
  ...[
    'size',
    '["x"]',
    'obj.first',
    'items.first.k',
    'x[0]',
    'objs.last',
    'float',
    'cap',
    'n',
    'constructor',
    'x.length',
  ],
  ...['items["size"]', 'obj.constructor', 'tablerowloop.col', 'forloop.parentloop', 'block.super', 'p', 'items[num]'],
];

const LITERALS = [
  ...['"s"', "'q\"'", '1', '-2.5', 'true', 'false', 'nil', 'null', 'empty', 'blank', '"k"', '"\\""', '0', '""', "' '"],
  ...[
    '"a\\nb"',
    '"\\u0041\\x"',
    '(1..3)',
    '(num..5)',
    '(2..1)',
    '"a,b,c"',
    '"V"',
    '3.',
    '+4',
    '"<b>&"',
    "'2024-03-05'",
  ],
];

const OPERATORS = ['==', '!=', '<', '>', '<=', '>=', 'contains', 'and', 'or', 'and not', '== not'];
const FEEDS = ['\n', '\n', '\r\n', '  \n', '\n\n', '\n  ', ' ', '\u00a0'];

const ODD = [
  ...[
    '{{ "}}" }}',
    "{{ '{{' }}",
    '{% raw %}{{ x }}{% endraw %}',
    '{% raw %}{% if %}{%- endraw %}x{% endraw %}',
    '{{x}}}',
  ],
  ...[
    '{%- # a comment -%}',
    '{% comment %}{{ x }}{% raw %}{% endcomment %}{% endraw %}{% endcomment %}',
    '{{{}',
    '{"a":{{x}}}',
  ],
  ...['{{ x y }}', '{{ x, y }}', '{{ x | }}', '{{x|upcase|}}', '{{ x | unknown: y }}', '{{> p}}', '{{ (1..3) }}'],
  ...[
    '{% increment n %}',
    '{% decrement n %}',
    '{% increment num %}{{ num }}',
    '{% raw %}{% endraw %}',
    '{{ not flag }}',
  ],
  ...[
    '{% liquid\n  assign q = x | upcase\n  echo q\n# c\n  if flag\n  echo "y"\n  endif %}',
    '{% liquid %}',
    '{% echo %}',
  ],
  ...[
    '{% echo x | append: "!" %}',
    '{% cycle "a", "b" %}',
    '{% cycle g: x, y %}',
    '{% cycle 0, 1 %}',
    '{% assign z = %}',
  ],
  ...[
    '{% break %}',
    '{% continue %}',
    '{% capture cap %}<{{ x }}>{% endcapture %}',
    '{% assign v = x %}',
    '{% #\n# b\n %}',
  ],
  ...[
    '{%- raw -%} {{ a }} {%- endraw -%}',
    '{%- raw -%} b {% endraw -%}',
    '{{- x -}}',
    '{{ "a" "b" }}',
    '{% #\nb\n %}',
  ],
  ...[
    '{% liquid\n raw\n {{ x }}\n endraw\n for i in items\n echo i\n endfor %}',
    '{% liquid echo x\n',
    '{% echo "%}" %}',
  ],
  ...[
    '{% assign forloop = 1 %}',
    '{% assign num = num | plus: 1 %}',
    '{{ forloop.next }}',
    "{{ it's }}",
    '{{-}}',
    '{{ - }}',
  ],
];

const BROKEN = [
  ...[
    '{{',
    '}}',
    '{{ }}',
    '{{}}',
    '{%',
    '{% %}',
    '{% foo %}',
    '{% endif %}',
    '{% if x %}',
    '{% for x %}',
    '{{ x | }',
    '{%}',
  ],
  ...[
    '{{ x | upcase: }}',
    '{{ x | date y }}',
    '{{ x ! }}',
    '{{ (1..) }}',
    '{{ (1.2) }}',
    '{{ a[1 }}',
    '{% else %}',
    '{% raw %}',
  ],
  ...[
    '{% comment %}',
    '{% assign = 1 %}',
    '{% assign a 1 %}',
    '{% capture %}x{% endcapture %}',
    '{% cycle %}',
    '{% include %}',
  ],
  ...[
    '{% if x %}a{% else %}b{% else %}c{% endif %}',
    '{% if x %}{% else x %}{% endif %}',
    '{% case x %}{% when %}{% endcase %}',
  ],
  ...[
    '{% when 1 %}',
    '{% if %}{% endif %}',
    '{% unless x %}',
    '{% tablerow i %}{% endtablerow %}',
    "{{ '",
    '{{ "\\u',
    '{{.x}}',
  ],
  ...[
    '{% if x %}{% elsif %}{% endif %}',
    '{% render p with %}',
    '{% layout %}',
    '{% block b %}',
    '{% liquid\n = 1\n %}',
    '{{ 。x }}',
  ],
  ...[
    '{% case x %}{% when 1 or %}{% endcase %}',
    '{% for i in items %}{% else z %}{% endfor %}',
    '{{ x | append }}',
    '{{ {{ x }} }}',
  ],
  ...[
    '{% if x %}{% else %}{% elsif y %}{% endif %}',
    '{% assign x = "a" | %}',
    '{{ x | where: "[" }}',
    '{{ "%zz" | url_decode }}',
  ],
];

const PARTIALS = [
  ...[
    'Q{{x}}\n{{y}}',
    '{% for i in items %}<{{i}}>{% endfor %}',
    'one\r\ntwo\r\n',
    '',
    '\n\n{{ v }}\n',
    '[{{ p }}{{ q }}]',
  ],
  ...[
    '{{ forloop.index }}{{ v }};',
    '{% increment n %}{{ n }}',
    '{% if %}',
    '{% assign x = "set" %}',
    '{% break %}after',
    '{{ undefined }}',
  ],
];

const LAYOUTS = [
  ...[
    '<{% block a %}A{% endblock %}|{% block %}anon{% endblock %}>',
    'L{{ title }}{% block a %}{{ x }}{% endblock %}',
    'plain',
  ],
  ...[
    '{% layout "base" %}{% block a %}mid {{ block.super }}{% endblock %}',
    '{% block a %}{% block b %}B{% endblock %}{% endblock %}',
  ],
];

export function makeCase(random: Random, mutated = false): Case {
  const text = new Template(random, false).write(0);
  const partials: Record<string, string> = {
    p: new Template(random, true).write(3),
    q: random.pick(PARTIALS),
    'a/b': 'AB{{ x }}',
    lay: random.pick(LAYOUTS),
    base: '({% block a %}base{% endblock %}{% block b %}{% endblock %})',
    '2': 'two',
  };
  return {
    text: mutated ? mutate(text, random) : text,
    values: makeValues(random),
    partials,
    escapeHtml: random.chance(0.3),
  };
}

export function makeValues(random: Random): Record<string, Value> {
  return {
    x: random.pick(VALUES),
    y: random.pick<Value>([...VALUES, 'a,b;c', 3, true]),
    name: random.pick(VALUES),
    items: random.pick<Value>([
      [],
      ['a', 'b<', 'a'],
      [
        { name: 'N1', k: 1, v: 'iv', ok: true },
        { name: 'N2', k: 1 },
        { name: 'N0', k: null },
      ],
      [1, 1, null, 'x', [2, 3]],
      [[1], [2, [3]], false],
      ['b', 'A', 'c', 'B'],
      [0, '', false, 10, 9, '8'],
      [3, 1, 2],
    ]),
    obj: random.pick<Value>([
      { k: 'K', in: { z: 'Z&' }, size: 'own' },
      { k: null, 2: 'two', 1: 'one' },
      {},
      { k: 0, x: 'inner', in: 'str', first: 'F', length: 2 },
      'text',
      7,
    ]),
    objs: random.pick<Value>([[{ k: 'a' }, { k: 'b', z: [1] }], { a: { k: 1 }, b: { k: 2 } }, {}, [{ k: true }]]),
    flag: true,
    no: false,
    zero: 0,
    num: random.pick([2, 5, 1.5, -1]),
    float: random.pick([0.1, 2.5, -3.75, 1e-7, 1e21]),
    nothing: null,
    名: 'N',
    'a-b': 'AB',
    key: random.pick<Value>(['k', 'size', 0, 'in']),
    pn: random.pick<Value>(['p', 'q', 'nope', 2, '']),
  };
}

const JUNK = [
  ...['{', '}', '{{', '}}', '{%', '%}', '"', "'", '|', '(', ')', '.', '=', '-', ' ', ':', '[', ']', ',', '\\', 'else'],
  ...['\n', '<', '#', ' or ', '%', '..', 'if'],
];

function mutate(text: string, random: Random): string {
  let mutated = text;
  for (let count = 1 + random.below(2); count > 0; count--) {
    const at = random.below(mutated.length + 1);
    mutated = random.chance(0.5)
      ? mutated.slice(0, at) + mutated.slice(at + 1 + random.below(3))
      : mutated.slice(0, at) + random.pick(JUNK) + mutated.slice(at);
  }
  return mutated;
}

class Template {
  readonly #random: Random;
  readonly #isPartial: boolean;

  constructor(random: Random, isPartial: boolean) {
    this.#random = random;
    this.#isPartial = isPartial;
  }

  write(depth: number): string {
    let text = '';
    for (let count = (depth ? 0 : 1) + this.#random.below(depth ? 4 : 6); count > 0; count--) text += this.#part(depth);
    return text;
  }

  #part(depth: number): string {
    const random = this.#random;
    const share = random.next();
    if (share < 0.22) return random.pick(random.chance(0.05) ? [...TEXTS, '{', '}}'] : TEXTS);
    if (share < 0.32) return random.pick(FEEDS);
    if (share < 0.6) return this.#output();
    if (share < 0.65)
      return this.#tag(`assign ${random.pick(['v', 'x', 'z', 'i', '名', 'num'])} = ${this.#filtered()}`);
    if (share < 0.84 && depth < 4) return this.#block(depth);
    if (share < 0.9) return random.pick(ODD);
    if (share < 0.96 && !this.#isPartial) return this.#inclusion(depth);
    return random.chance(0.25) ? random.pick(BROKEN) : '';
  }

  #output(): string {
    return `{{${this.#dash()}${this.#white()}${this.#filtered()}${this.#white()}${this.#dash()}}}`;
  }

  #filtered(): string {
    const random = this.#random;
    const base = random.chance(0.85) ? this.#operand() : this.#condition();
    return base + (random.chance(0.55) ? filterChain(random, () => this.#operand()) : '');
  }

  #operand(): string {
    const random = this.#random;
    return random.chance(0.72) ? random.pick(NAMES) : random.pick(LITERALS);
  }

  #condition(): string {
    const random = this.#random;
    let text = this.#operand();
    for (let count = random.below(3); count > 0; count--) text += ` ${random.pick(OPERATORS)} ${this.#operand()}`;
    return text;
  }

  #block(depth: number): string {
    const random = this.#random;
    const body = (): string => this.#feed() + this.write(depth + 1);
    const share = random.next();
    const end = (word: string): string => this.#tag(random.chance(0.015) ? 'endzz' : word);
    if (share < 0.4) {
      const word = random.pick(['if', 'if', 'unless']);
      const arms = random.below(3);
      let text = this.#tag(`${word} ${this.#condition()}`) + body();
      for (let arm = 0; arm < arms; arm++) text += this.#tag(`elsif ${this.#filtered()}`) + body();
      if (random.chance(0.5)) text += this.#tag('else') + body();
      return text + end(`end${word}`);
    }
    if (share < 0.5) return this.#case(body, end('endcase'));
    if (share < 0.82) return this.#tag(`for ${this.#loop()}`) + body() + this.#otherwise(body) + end('endfor');
    if (share < 0.88) {
      const cols = random.pick(['', ' cols: 2', ' cols: num', ' limit:2 cols:"2"', ' offset: 1, limit: "1"']);
      return this.#tag(`tablerow ${this.#loop(false)}${cols}`) + body() + end('endtablerow');
    }
    if (share < 0.96) return this.#tag(`capture ${random.pick(['v', 'x', '"cap"', 'i'])}`) + body() + end('endcapture');
    return this.#tag(random.pick(['block a', 'block', 'block b'])) + body() + end('endblock');
  }

  #case(body: () => string, end: string): string {
    const random = this.#random;
    let text = this.#tag(`case ${this.#operand()}`) + this.#feed();
    for (let count = random.below(4); count > 0; count--) {
      const values = [this.#operand(), random.pick([`, ${this.#operand()}`, ` or ${this.#operand()}`, '', ''])].join(
        '',
      );
      text += this.#tag(`when ${values}`) + body();
      if (random.chance(0.1)) text += this.#tag('else') + body();
    }
    return text + (random.chance(0.4) ? this.#tag('else') + body() : '') + end;
  }

  #loop(hasModifiers = true): string {
    const random = this.#random;
    const lists = [
      'items',
      'items',
      'objs',
      'obj',
      'missing',
      'x',
      '(1..3)',
      '(zero..num)',
      'empty',
      'items.first',
      this.#operand(),
    ];
    let text = `${random.pick(['i', 'i', 'v', 'x', 'forloop'])} in ${random.pick(lists)}`;
    for (let count = hasModifiers ? random.below(3) : 0; count > 0; count--) {
      text += random.pick([
        ' reversed',
        ' limit: 2',
        ' offset: 1',
        ' offset: continue',
        ', limit: num',
        ' limit: "1"',
        ' limit',
        ' offset: nil',
        ' offset: "1"',
        ' reversed: no',
        ' limit: missing',
      ]);
    }
    return text;
  }

  #otherwise(body: () => string): string {
    return this.#random.chance(0.25) ? this.#tag('else') + body() : '';
  }

  #inclusion(depth: number): string {
    const random = this.#random;
    const names = [
      '"p"',
      '"q"',
      "'q'",
      'pn',
      '"{{ pn }}"',
      '"a/{{ "b" }}"',
      '"nope"',
      'missing',
      'none',
      '"a/b"',
      '"{% if %}"',
      '2',
    ];
    const word = random.pick(['include', 'render']);
    const pairs = [
      '',
      ', v: x',
      ' with x',
      ', x: 1 y: items',
      ' for items as v',
      ' for items',
      ' with items as v, q: 2',
      ' with: 3',
      ' for objs as x',
      ' for (1..2) as forloop',
      ' v',
    ];
    if (random.chance(0.8)) return this.#tag(`${word} ${random.pick(names)}${random.pick(pairs)}`);
    const layout = this.#tag(`layout ${random.pick(['"lay"', '"lay", title: x', '"base"', 'none', '"q"'])}`);
    const block =
      this.#tag('block a') + this.write(depth + 2) + random.pick(['', '{{ block.super }}']) + this.#tag('endblock');
    return layout + this.write(depth + 2) + (random.chance(0.8) ? block : '');
  }

  #tag(words: string): string {
    return `{%${this.#dash()}${this.#white() || ' '}${words}${this.#white() || ' '}${this.#dash()}%}${this.#feed()}`;
  }

  #dash(): string {
    return this.#random.chance(0.9) ? '' : '-';
  }

  #white(): string {
    return this.#random.chance(0.85) ? '' : this.#random.pick([' ', '\n', '\t ', '']);
  }

  #feed(): string {
    return this.#random.chance(0.3) ? this.#random.pick(FEEDS) : '';
  }
}
