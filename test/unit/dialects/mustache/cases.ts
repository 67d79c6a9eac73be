// Makes texts for mustache: most of them render, some are refused by the engine, and the values try to be read again.
import type { Value } from '../../../../server/src/syntax/piece';
import { type Random, TEXTS, VALUES } from '../support';

export interface Case {
  readonly text: string;
  readonly values: Record<string, Value>;
  readonly partials: Record<string, string>;
  readonly escapeHtml: boolean;
}

const NAMES = [
  ...['x', 'y', 'name', 'items', 'obj', 'obj.k', 'obj.in.z', 'items.0', 'items.length', 'flag', 'no', 'zero', 'num'],
  ...['missing', '.', 'a b', 'x.length', 'obj.missing', 'k', 'z', 'empty', '名', 'list2', ''],
];

export function makeCase(random: Random): Case {
  const text = new Template(random, ['p', 'q', 'nop', 'rec']).write(0);
  const partials = {
    p: new Template(random, ['q', 'nop']).write(3),
    q: random.pick(PARTIALS),
    nop: '',
    rec: '{{#list2}}[{{>q}}]{{/list2}}',
  };
  return { text, values: makeValues(random), partials, escapeHtml: random.chance(0.5) };
}

const PARTIALS = [
  ...['Q{{x}}\n{{y}}', '{{#items}}\n<{{.}}>\n{{/items}}\n', 'one\r\ntwo\r\n', '', '\n\n{{x}}\n', '  {{{y}}}\n{{>nop}}'],
  ...['{{#items}}\n  a\n\n  {{\nx\n}}b\n{{/items}}\nlast', 'a\n{{! c\nd }}\n b{{^no}}\n{{/no}}'],
];

function makeValues(random: Random): Record<string, Value> {
  return {
    x: random.pick(VALUES),
    y: random.pick(VALUES),
    name: random.pick(VALUES),
    items: random.pick<Value>([
      [],
      ['a', 'b'],
      [{ name: 'N1', k: 1 }, { name: 'N2' }],
      [1, null, 'x', [2, 3]],
      [[1], [2, [3]]],
    ]),
    obj: random.pick<Value>([{ k: 'K', in: { z: 'Z&' } }, { k: null }, {}, { k: 0, x: 'inner' }]),
    flag: true,
    no: false,
    zero: 0,
    num: random.pick([5, 1.5, -0, 1e21]),
    empty: '',
    'a b': 'AB',
    名: 'N',
    list2: [{ items: [1, 2] }, { items: [] }],
    z: null,
  };
}

class Template {
  readonly #random: Random;
  readonly #partials: readonly string[];

  constructor(random: Random, partials: readonly string[]) {
    this.#random = random;
    this.#partials = partials;
  }

  write(depth: number): string {
    let text = '';
    for (let count = 1 + this.#random.below(6); count > 0; count--) text += this.#part(depth);
    return text;
  }

  #part(depth: number): string {
    const random = this.#random;
    const share = random.next();
    if (share < 0.3) return random.pick(random.chance(0.1) ? [...TEXTS, ...['{', '}', '{{', '}}']] : TEXTS);
    if (share < 0.45) return random.pick(['\n', '\n', '  ', '\r\n', 'line\n']);
    if (share < 0.65) return this.#value();
    if (share < 0.83 && depth < 4) return this.#section(depth);
    if (share < 0.88) return `{{!${random.pick([' c ', '', '\n', 'a\nb', '{{x'])}}}${random.chance(0.5) ? '\n' : ''}`;
    if (share < 0.94) return this.#partial();
    if (share < 0.96) return this.#delimiters();
    if (share < 0.98) return random.pick(['{{', '}}', '{{{', '}}}', '{{/x}}', '{{#x}}', '{{=', '{']);
    return '';
  }

  #value(): string {
    const name = `${this.#white()}${this.#random.pick(NAMES)}${this.#white()}`;
    if (this.#random.chance(0.7)) return `{{${name}}}`;
    return this.#random.chance(0.5) ? `{{{${name}}}}` : `{{&${name}}}`;
  }

  #section(depth: number): string {
    const random = this.#random;
    const name = random.pick(NAMES);
    const open = `{{${this.#white()}${random.pick(['#', '#', '^'])}${this.#white()}${name}${this.#white()}}}`;
    const close = `{{/${this.#white()}${random.chance(0.97) ? name : 'x'}${this.#white()}}}`;
    const feed = random.chance(0.5) ? random.pick(['\n', '\r\n', '  \n']) : '';
    const indent = random.chance(0.3) ? '  ' : '';
    return `${indent}${open}${feed}${this.write(depth + 1)}${feed}${indent}${close}${feed}`;
  }

  #partial(): string {
    const random = this.#random;
    const before = random.chance(0.5) ? random.pick(['  ', '\t', ' x ', '> ', '\u00a0 ', '🙂']) : '';
    const behind = random.chance(0.6) ? random.pick(['\n', '\r\n', ' \n']) : '';
    return `${before}{{>${this.#white()}${random.pick(this.#partials)}${this.#white()}}}${behind}`;
  }

  #delimiters(): string {
    if (this.#random.chance(0.5)) return '{{=<% %>=}}<% x %><%{y}%><%={{ }}=%>';
    return `{{=${this.#random.pick(['| |', '<% %>', '', '<<', '{{ }}', 'a b c', '@ @'])}=}}`;
  }

  #white(): string {
    return this.#random.chance(0.8) ? '' : this.#random.pick([' ', '  ', '\n', '\t', ' \r\n']);
  }
}
