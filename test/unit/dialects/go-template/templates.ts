// Random Go templates: about half of them render, the others are refused or fail while they run.
import type { Value } from '../../../../server/src/syntax/piece';
import type { Random } from '../support';
import type { Case } from './reference';

type Values = Readonly<Record<string, Value>>;

const PROSE = [
  ...[
    'a',
    'b c',
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    'é',
    '名',
    '🙂',
    '$&',
    '"a": 1',
    '<b>',
    '{',
    '}',
    '}}',
    '# H\n',
    '- x\n',
  ],
  ...['\n\n', ' - ', '-', '{"a": 1}', "it's", '\\', '%', '\u00a0', '\u2028', ' \n ', '*/', '/*', '.'],
];

const TEXTS: readonly string[] = [
  '',
  'V',
  'a < b & "c"',
  "it's\n",
  '名前 é',
  '🙂',
  '%d {{.S}}',
  ' pad ',
  '0',
  'a\tb',
  'é',
];
const NUMBERS: readonly number[] = [
  0, 1, 2, 3, -1, 42, 1.5, -0.25, 1e21, 1e-7, 123456789, 0.1, 1234567.5, 255, 100000.5,
];

/** Fields with the kinds of their values. */
const KINDS = {
  text: ['.S', '.E', '.W', '.M.k', '$.S', '(index .L 0)', '.H.a.b'],
  number: ['.N', '.Z', '.F', '.M.n', '$.N', '(len .L)', '(index .I 1)'],
  truth: ['.T', '.B', '(not .S)', '(eq .N 3)', 'true', 'false'],
  list: ['.L', '.I', '.X', '.P', '.H.l', '(slice .L 1)'],
  map: ['.M', '.D', '.H', '.H.a'],
  any: ['.U', '.M.missing', '.S.x', '.N.x', '.L.x', '.H.a.none.x', 'nil', '(index .P 0).Name', '.M.u', '.M.u.x'],
} as const;

type Kind = keyof typeof KINDS;

const CONSTANTS: Readonly<Record<'text' | 'number', readonly string[]>> = {
  text: ['"x"', '""', '`r"\\n`', '"a\\n\\u00e9\\x41"', '"{{"', '"}}"', '"V"', '"%v"', '"\\x80"', '`a\nb`'],
  number: [
    ...['0', '1', '2', '3', '-1', '+4', '0x1F', '0b101', '0o17', '017', '1_000', '1.5', '1e3', '-2.5e-3', '.5', '1i'],
    ...["'a'", "'\\n'", "'名'", '1+2i', '0x1p-2', '9223372036854775807', '9223372036854775808', '1e400', '08', '1.'],
  ],
};

const VERBS = [
  ...'vvvddsssqqxXoObcUeEfFgGtT',
  '#v',
  '+v',
  '5d',
  '-5d|',
  '05d',
  '+d',
  ' d',
  '#x',
  '%',
  '.2f',
  '8.3f',
  '.1s',
  '5s',
  '-5s|',
];
const RARE_VERBS = [
  '#q',
  '+q',
  '#U',
  '*d',
  '.*f',
  '[1]d',
  '[2]v',
  '[9]d',
  '[x]d',
  '06s',
  '# x',
  '#o',
  '#b',
  'z',
  '!',
  '.0d',
  '10.4v',
  '#g',
  '.3x',
  '[1]*d',
  'w',
  '+.3e',
  '.3g',
  '08.3f',
  '#.3x',
];

/** Makes cases, one after the other. */
export class Templates {
  readonly #random: Random;
  #variables: string[] = [];
  #loops = 0;
  #defined: string[] = [];
  /** Whether the dot is an item or a part: then fields of the whole lead to errors. */
  #inside = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  case(): Case {
    const text = this.text();
    const texts: Record<string, string> = {};
    if (this.#random.chance(0.2)) texts['part.tmpl'] = this.#small();
    return { text, values: this.values(), texts };
  }

  values(): Values {
    const random = this.#random;
    const text = (): string => random.pick(TEXTS);
    const number = (): number => random.pick(NUMBERS);
    const list = (most: number): Value[] =>
      Array.from({ length: random.below(most) }, () =>
        random.pick<Value>([text(), number(), true, null, text(), [1, 'a']]),
      );
    return {
      S: text(),
      E: '',
      W: random.pick(['wide 名 é 🙂', 'x']),
      N: random.pick([3, number()]),
      Z: 0,
      F: random.pick([1.5, number()]),
      T: true,
      B: false,
      L: ['a', text(), ...list(3)],
      I: [1, 2, 3, number()],
      X: random.chance(0.5) ? [] : list(4),
      P: Array.from({ length: random.below(4) }, () => ({ Name: text(), Tags: list(3), n: number() })),
      M: { k: text(), n: number(), u: null, 'a-b': 1, 名: 'N', B: [1, text()] },
      D: {},
      H: { a: { b: text() }, l: list(4) },
      U: null,
    };
  }

  text(): string {
    this.#variables = [];
    this.#loops = 0;
    this.#inside = 0;
    this.#defined = [];
    let text = '';
    const count = this.#random.chance(0.15) ? 1 + this.#random.below(2) : 0;
    for (let at = 0; at < count; at++) text += this.#definition();
    return text + this.#body(3);
  }

  /** Text of another file: plain, so that nothing is defined twice. */
  #small(): string {
    this.#variables = [];
    this.#defined = [];
    return this.#body(1);
  }

  #definition(): string {
    const name = this.#random.pick(['one', 'two', 'part']);
    const { tag } = this;
    const body = this.#scoped(() => this.#body(1), 0);
    if (!this.#defined.includes(name)) this.#defined.push(name);
    return `${tag(`define "${name}"`)}${body}${tag('end')}`;
  }

  readonly tag = (inner: string): string => {
    const random = this.#random;
    const open = random.chance(0.12) ? '{{- ' : random.chance(0.5) ? '{{ ' : '{{';
    const close = random.chance(0.12) ? ' -}}' : random.chance(0.5) ? ' }}' : '}}';
    return open + inner + close;
  };

  #body(depth: number): string {
    const random = this.#random;
    let text = '';
    for (let count = 1 + random.below(4); count > 0; count--) {
      text += random.chance(0.35) ? random.pick(PROSE) : this.#statement(depth);
    }
    return text;
  }

  #statement(depth: number): string {
    const random = this.#random;
    const { tag } = this;
    const share = random.next();
    if (share < 0.4 || depth === 0) return tag(this.#pipeline(2));
    if (share < 0.46) return this.#variable();
    if (share < 0.5) return random.pick(['{{/* c */}}', '{{- /* {{ }} */ -}}', '{{/*\n*/}}']);
    if (share < 0.55) return this.#call();
    if (share < 0.57 && this.#loops > 0) return `${tag('if .')}${tag(random.pick(['break', 'continue']))}${tag('end')}`;
    if (share < 0.72) return this.#control('if', depth);
    if (share < 0.82) return this.#control('with', depth);
    return this.#control('range', depth);
  }

  #variable(): string {
    const random = this.#random;
    if (this.#variables.length > 0 && random.chance(0.4)) {
      return this.tag(`${random.pick(this.#variables)} = ${this.#pipeline(1)}`);
    }
    const name = random.pick(['$a', '$b', '$c1']);
    const tag = this.tag(`${name} := ${this.#pipeline(1)}`);
    this.#variables.push(name);
    return tag;
  }

  #call(): string {
    const random = this.#random;
    const name = random.pick(this.#defined.length > 0 && random.chance(0.8) ? this.#defined : ['part.tmpl', 'none']);
    if (random.chance(0.15)) {
      const own = random.pick(['b1', 'b2', 'b3']);
      const head = this.tag(`block "${own}" ${this.#pipeline(0)}`);
      return `${head}${this.#scoped(() => this.#body(1), 1)}${this.tag('end')}`;
    }
    return this.tag(
      `template "${name}"${random.chance(0.8) ? ` ${random.pick(['.', '$', '.M', '.P', this.#pipeline(0)])}` : ''}`,
    );
  }

  /** Something with variables and a dot of its own. */
  #scoped(make: () => string, inside: number): string {
    const [variables, loops, outer] = [this.#variables, this.#loops, this.#inside];
    this.#variables = [];
    this.#loops = 0;
    this.#inside = inside;
    const text = make();
    [this.#variables, this.#loops, this.#inside] = [variables, loops, outer];
    return text;
  }

  #control(kind: 'if' | 'with' | 'range', depth: number): string {
    const random = this.#random;
    const { tag } = this;
    const before = [...this.#variables];
    let head = kind === 'range' ? this.#value(random.chance(0.8) ? 'list' : 'map') : this.#pipeline(1);
    if (kind === 'range' && random.chance(0.4)) {
      const two = random.chance(0.5);
      this.#variables.push(...(two ? ['$i', '$v'] : ['$v']));
      head = `${two ? '$i, $v' : '$v'} := ${head}`;
    } else if (kind !== 'range' && random.chance(0.2)) {
      this.#variables.push('$w');
      head = `$w := ${head}`;
    }
    let text = tag(`${kind} ${head}`);
    const changesDot = kind === 'if' ? 0 : 1;
    this.#inside += changesDot;
    if (kind === 'range') this.#loops++;
    text += this.#body(depth - 1);
    if (kind === 'range') this.#loops--;
    this.#inside -= changesDot;
    if (random.chance(0.3)) {
      if (kind === 'if' && random.chance(0.5)) text += tag(`else if ${this.#pipeline(1)}`) + this.#body(depth - 1);
      text += tag('else') + this.#body(depth - 1);
    }
    this.#variables = before;
    return text + tag('end');
  }

  #pipeline(depth: number): string {
    const random = this.#random;
    let text = this.#command(depth);
    while (random.chance(0.15)) text += random.pick([' | ', '|', ' |\n ']) + this.#filter();
    return text;
  }

  #filter(): string {
    const random = this.#random;
    const verb = random.pick(VERBS);
    return random.pick([
      'len',
      'print',
      'html',
      'js',
      'urlquery',
      'not',
      `printf "%${verb}"`,
      'eq 3',
      'println',
      'index .L',
      'and 1',
      'or ""',
      'printf',
      'le 2',
    ]);
  }

  #command(depth: number): string {
    const random = this.#random;
    if (depth === 0 || random.chance(0.5))
      return this.#value(random.pick(['text', 'number', 'truth', 'list', 'map', 'any', 'text', 'number']));
    const share = random.next();
    if (share < 0.25) return this.#printing();
    if (share < 0.5) return this.#comparison();
    if (share < 0.6) return `index ${this.#value('list')} ${this.#value('number')}`;
    if (share < 0.66) return `index ${this.#value('map')} ${this.#value('text')}`;
    if (share < 0.76) return `slice ${this.#value(random.pick(['text', 'list']))}${this.#numbers(3)}`;
    if (share < 0.82) return `len ${this.#any()}`;
    if (share < 0.88) return `${random.pick(['html', 'js', 'urlquery'])} ${this.#any()}`;
    if (share < 0.94) return `${random.pick(['and', 'or'])} ${this.#any()} ${this.#any()}`;
    return `not ${this.#any()}`;
  }

  #numbers(most: number): string {
    let text = '';
    for (let count = this.#random.below(most + 1); count > 0; count--)
      text += ` ${this.#random.pick(['0', '1', '2', '3', '.Z', '1'])}`;
    return text;
  }

  #printing(): string {
    const random = this.#random;
    const args = Array.from({ length: random.below(4) }, () => this.#any());
    if (random.chance(0.4)) return [random.pick(['print', 'println']), ...args].join(' ');
    const verbs = args.map(() => `%${random.pick(random.chance(0.85) ? VERBS : RARE_VERBS)}`);
    if (random.chance(0.1)) verbs.push('%d');
    if (random.chance(0.1)) verbs.pop();
    return ['printf', `"${verbs.join(random.pick([' ', ',', 'é']))}"`, ...args].join(' ');
  }

  #comparison(): string {
    const random = this.#random;
    const kind = random.pick(['text', 'number', 'truth', 'any'] as const);
    const [first, second] = random.chance(0.8) ? [this.#value(kind), this.#value(kind)] : [this.#any(), this.#any()];
    const name = random.pick(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'eq']);
    return `${name} ${first} ${second}${name === 'eq' && random.chance(0.2) ? ` ${this.#value(kind)}` : ''}`;
  }

  #any(): string {
    return this.#value(this.#random.pick(['text', 'number', 'truth', 'list', 'map', 'any', 'text']));
  }

  #value(kind: Kind): string {
    const random = this.#random;
    if (this.#variables.length > 0 && random.chance(0.15))
      return random.pick(this.#variables) + (random.chance(0.1) ? '.k' : '');
    if ((kind === 'text' || kind === 'number') && random.chance(0.3)) return random.pick(CONSTANTS[kind]);
    if (random.chance(0.06)) return `(${this.#pipeline(1)})`;
    if (random.chance(0.01)) return random.pick(['nofunction', 'None', '.None', '$undefined', 'nofunction 1']);
    const written = random.pick<string>(KINDS[kind]);
    // In a block with another dot, most fields are those of the whole.
    if (this.#inside > 0 && random.chance(0.75)) return written.replaceAll(/(^|[( ])\.(?=[A-Z])/g, '$1$.');
    return this.#inside > 0 && random.chance(0.3) ? random.pick(['.', '.Name', '.k']) : written;
  }

  /** A text that is cut, loses characters, or gets junk. */
  broken(text: string): string {
    return wellFormed(this.#broken(text));
  }

  #broken(text: string): string {
    const random = this.#random;
    const at = random.below(text.length + 1);
    const junk = [
      '{{',
      '}}',
      '{{.',
      '"',
      '`',
      "'",
      '(',
      ')',
      '|',
      '{{end}}',
      '{{else}}',
      '{{if .N}}',
      ' ',
      '\n',
      '.',
      '$',
      ':=',
      '=',
      ',',
      '-',
      '{{/*',
      '*/',
      '{{break}}',
      '{{define "x"}}',
      '&',
      '\\',
      '{',
      '}',
      '5',
      'x',
      '名',
      '\u0007',
      '{{else if .T}}',
      '{{template "x"}}',
      '{{end',
      '{{ .N . }}',
      '{{range $i, $v := .L}}',
      '{{$q}}',
      '1i',
      "'ab'",
    ];
    const share = random.next();
    if (share < 0.25) return text.slice(0, at);
    if (share < 0.7) return text.slice(0, at) + random.pick(junk) + text.slice(at);
    return text.slice(0, at) + text.slice(at + 1 + random.below(3));
  }
}

/** A half of a pair of surrogates is no text to Go. */
const wellFormed = (text: string): string =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
