// Makes texts for Handlebars: most of them render, some are refused by the library, and the values try to be read again.
import type { Value } from '../../../../server/src/syntax/piece';
import { type Random, TEXTS, VALUES } from '../support';

export interface Case {
  readonly text: string;
  readonly values: Record<string, Value>;
  readonly partials: Record<string, string>;
  readonly escapeHtml: boolean;
}

const NAMES = [
  ...['x', 'y', 'name', 'items', 'obj', 'obj.k', 'obj.in.z', 'items.[0]', 'items.length', 'flag', 'no', 'zero', 'num'],
  ...['missing', 'this', '.', '../x', '@index', '@key', '@first', '@last', '@root.x', 'this.k', './y', 'objs'],
  ...['[a b]', '名', '@../index', '../this', 'obj/k', 'v', 'k', '../../y', 'missing.deep.er', 'x.length', '@root'],
  ...['empty', 'constructorx', '@first.x', '@index.y'],
];

const LITERALS = ['"s"', "'q\"'", '1', '-2.5', 'true', 'false', 'null', 'undefined', '"k"', '"\\""', '0'];
const SECTIONS = ['x', 'items', 'obj', 'flag', 'missing', 'objs', 'obj.k', 'this', 'zero', 'empty', 'num'];

const FEEDS = ['\n', '\n', '\r\n', '  \n', '\n\n', '\n  '];

const COMMENTS = [
  ...['{{! c }}', '{{!-- a }} b --}}', '{{!}}', '{{!\nx}}', '{{~! c ~}}', '{{!--\n--}}', '{{!--~}}', '{{~!-- c --~}}'],
];

const ODD = [
  ...['\\{{x}}', '\\\\{{x}}', '\\{{x}} \\{{y}} {{name}}', '\\\\\\{{x}}', '\\{{{x}}}', '\\', '{{"x"}}', '{{true}}'],
  ...['{{1}}', '{{x.[a b]}}', '{{{{flag}}}} raw {{x}} {{{{/flag}}}}', '{{{{missing}}}}{{{{/missing}}}}', '{{log x}}'],
  ...['{{{{x}}}} {{{{y}}}} {{{{/y}}}} {{{{/x}}}}', '{{foo a=1}}', '{{this}}', '{{@root.obj.k}}', '{{null}}'],
  ...['{{undefined}}', '{{#if}}{{/if}}', "{{''}}", '{{[]}}', '{{lookup}}', '{{#lookup obj "k"}}{{/lookup}}'],
];

const BROKEN = [
  ...['{{', '}}', '{{x}}}', '{"a":{{x}}}', '{{x@y}}', '{{/if}}', '{{#if x}}', '{{foo bar}}', '{{x y}}', '{{else}}'],
  ...['{{ #if x}}{{/if}}', '{{.x}}', '{{items.0}}', '{{a..b}}', '{{x-y}}', '{{x?}}', '{{else-if}}', '\0', '{{{x}}'],
  ...['{{x', '{{!-- ', '{{{{x}}}}', '{{> }}', '{{#each items as |}}{{/each}}', '{{(x)}}', '{{foo.}}', '{{x/../y}}'],
  ...['{{&}}', '{{ if x}}', "{{'}}"],
];

export function makeCase(random: Random, mutated = false): Case {
  const text = new Template(random, false).write(0);
  const partials: Record<string, string> = {
    p: new Template(random, true).write(3),
    q: random.pick(PARTIALS),
    lay: random.pick(['<{{> @partial-block}}>\n', '  {{> @partial-block }}\n', '{{> slot}}|{{> @partial-block x=y}}']),
    'w/p': 'WP{{.}}',
  };
  return {
    text: mutated ? mutate(text, random) : text,
    values: makeValues(random),
    partials,
    escapeHtml: random.chance(0.5),
  };
}

const PARTIALS = [
  ...['Q{{x}}\n{{y}}', '{{#each items}}\n<{{.}}>\n{{/each}}\n', 'one\r\ntwo\r\n', '', '\n\n{{{x}}}\n', '[{{@root.x}}]'],
  ...['{{@index}}{{../x}}\n', '{{> @partial-block}}'],
];

function makeValues(random: Random): Record<string, Value> {
  return {
    x: random.pick(VALUES),
    y: random.pick(VALUES),
    name: random.pick(VALUES),
    items: random.pick<Value>([
      [],
      ['a', 'b<'],
      [{ name: 'N1', k: 1, v: 'iv' }, { name: 'N2' }],
      [1, 1, null, 'x', [2, 3]],
      [[1], [2, [3]]],
      ['x', 'x'],
      [0, '', false],
    ]),
    obj: random.pick<Value>([
      { k: 'K', in: { z: 'Z&' } },
      { k: null, 2: 'two', 1: 'one' },
      {},
      { k: 0, x: 'inner', in: 'str' },
      'text',
      7,
    ]),
    objs: random.pick<Value>([{ a: { k: 1 }, b: { k: 2 } }, {}, { z: 'q', y: null }]),
    flag: true,
    no: false,
    zero: 0,
    num: random.pick([5, 1.5, 1e21]),
    empty: '',
    'a b': 'AB',
    名: 'N',
    k: random.pick<Value>(['k', 'length', 0]),
    pn: { n: random.pick(['q', 'p', 'nope']) },
  };
}

const JUNK = [
  ...['{', '}', '{{', '}}', '#', '/', '"', "'", '|', '(', ')', '.', '=', '~', ' ', '@', '[', ']', '!', '\\', 'else'],
  ...['\n', '>', '^'],
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
    if (share < 0.3) return random.pick(random.chance(0.05) ? [...TEXTS, '{', '{{'] : TEXTS);
    if (share < 0.42) return random.pick(['\n', '\n', '  ', '\r\n', 'line\n', ' \n']);
    if (share < 0.62) return this.#value();
    if (share < 0.64) return `{{lookup ${this.#expression()} ${this.#expression()}}}`;
    if (share < 0.84 && depth < 4) return this.#block(depth);
    if (share < 0.88) return this.#indent() + random.pick(COMMENTS) + this.#feed();
    if (share < 0.92) return this.#partial();
    if (share < 0.945 && !this.#isPartial) return this.#partialBlock(depth);
    if (share < 0.965) return random.pick(ODD);
    if (share < 0.975) return random.pick(BROKEN);
    return '';
  }

  #value(): string {
    const random = this.#random;
    const [open, close] = [this.#tilde(), this.#tilde()];
    if (random.chance(0.7)) {
      const name = random.chance(0.85) ? random.pick(NAMES) : this.#expression();
      return `{{${open}${this.#white()}${name}${this.#white()}${close}}}`;
    }
    const name = random.pick(NAMES);
    if (random.chance(0.5)) return `{{${open}{${this.#white()}${name}${this.#white()}}${close}}}`;
    return `{{${open}&${this.#white()}${name}${close}}}`;
  }

  #expression(depth = 0): string {
    const random = this.#random;
    const share = random.next();
    if (share < 0.6) return random.pick(NAMES);
    if (share < 0.8) return random.pick(LITERALS);
    if (depth < 2) return `(lookup ${this.#expression(depth + 1)} ${this.#expression(depth + 1)})`;
    return random.pick(NAMES);
  }

  #block(depth: number): string {
    const random = this.#random;
    const { head, close } = this.#head();
    const sigil = random.chance(0.93) ? '#' : '^';
    const otherwise = this.#otherwise(depth, sigil === '^');
    const open = `{{${this.#tilde()}${sigil}${this.#white()}${head}${this.#white()}${this.#tilde()}}}`;
    const end = `{{${this.#tilde()}/${close}${this.#white()}${this.#tilde()}}}`;
    const body = this.#feed() + this.write(depth + 1) + otherwise;
    return this.#indent() + open + body + this.#indent() + end + this.#feed();
  }

  #head(): { readonly head: string; readonly close: string } {
    const random = this.#random;
    const params = random.chance(0.15) ? ` as |${random.pick(['v', 'v k', 'x'])}|` : '';
    const share = random.next();
    const end = (close: string): string => (random.chance(0.02) ? 'zz' : close);
    if (share < 0.3) {
      const zero = random.chance(0.1) ? ' includeZero=true' : '';
      return { head: `if ${this.#expression()}${zero}`, close: end('if') };
    }
    if (share < 0.4) return { head: `unless ${this.#expression()}`, close: end('unless') };
    if (share < 0.65) {
      const lists = ['items', 'objs', 'obj', 'missing', 'x', 'items.[3]', '../items', this.#expression()];
      return { head: `each ${random.pick(lists)}${params}`, close: end('each') };
    }
    if (share < 0.78) return { head: `with ${this.#expression()}${params}`, close: end('with') };
    const name = random.pick(SECTIONS);
    return { head: `${name}${params}${random.chance(0.03) ? ' 1' : ''}`, close: end(name) };
  }

  #otherwise(depth: number, isInverted: boolean): string {
    const random = this.#random;
    const share = random.next();
    const plain = (): string => {
      const word = random.pick(['else', '^', ' else ']);
      return `${this.#indent()}{{${this.#tilde()}${word}${this.#tilde()}}}${this.#feed()}${this.write(depth + 1)}`;
    };
    if (share < 0.25) return plain();
    if (share >= 0.4 || isInverted) return '';
    let text = '';
    for (let links = 1 + random.below(3); links > 0; links--) {
      const head = random.pick([`if ${this.#expression()}`, 'each items', `with ${this.#expression()}`, 'x']);
      text += `${this.#indent()}{{${this.#tilde()}else ${head}${this.#tilde()}}}${this.#feed()}${this.write(depth + 1)}`;
    }
    return text + (random.chance(0.5) ? plain() : '');
  }

  #partial(): string {
    const random = this.#random;
    const names = this.#isPartial
      ? ['q', 'q items', 'missingp']
      : [
          ...['p', 'q', 'q', 'p obj', 'q x=1', 'p y="h" name=x', 'q obj.in', '(lookup pn "n")', '"q"', 'missingp'],
          ...['il', 'w/p', 'p items x=1', 'p name k=2'],
        ];
    const tag = `{{${this.#tilde()}>${this.#white()}${random.pick(names)}${this.#tilde()}}}`;
    return this.#indent() + tag + this.#feed();
  }

  #partialBlock(depth: number): string {
    const random = this.#random;
    const body = this.write(depth + 2);
    if (random.chance(0.4)) return `{{#*inline "il"}}${this.#feed()}${body}{{/inline}}${this.#feed()}`;
    const tags = [
      `{{#>q}}${body}{{/q}}`,
      `{{#> lay}}\n${body}\n{{/lay}}`,
      `{{#> nop}}fallback ${body}{{/nop}}`,
      '{{#> lay}}{{#*inline "slot"}}\n IN{{x}}\n{{/inline}}{{/lay}}',
    ];
    return this.#indent() + random.pick(tags) + this.#feed();
  }

  #tilde(): string {
    return this.#random.chance(0.9) ? '' : '~';
  }

  #white(): string {
    return this.#random.chance(0.85) ? '' : this.#random.pick([' ', '\n', '\t ']);
  }

  #feed(): string {
    return this.#random.chance(0.5) ? this.#random.pick(FEEDS) : '';
  }

  #indent(): string {
    return this.#random.chance(0.3) ? this.#random.pick(['  ', '\t', ' ']) : '';
  }
}
