// Random expressions of Jinja, typed so that about half of them can be evaluated.
import type { Random } from '../support';

const TEXT_FILTERS = [
  ...['upper', 'lower', 'trim', 'title', 'capitalize', 'string', 'safe', 'e', 'escape', 'forceescape', 'reverse'],
  ...['replace("a", "bb")', "replace('', '-', 2)", 'replace("l", "", 1)', 'default("d")', "default('d', true)", 'd(x)'],
  ...['truncate(5)', 'truncate(3, true, "")', 'truncate(9, leeway=0)', 'indent', 'indent(2, true)', "indent('> ')"],
  ...['indent(2, blank=true)', 'urlencode', 'center(9)', 'striptags', 'first', 'last', 'wordcount', 'length'],
  ...['list | join("-")', 'trim("a ")', 'tojson', 'int', 'float', 'format(1)', 'sort | join', 'batch(2) | list'],
  ...['unique | join', "map('upper') | join", 'wordwrap(6)', "wordwrap(4, break_long_words=false, wrapstring='|')"],
];

const METHODS = [
  ...['upper()', 'lower()', 'strip()', 'title()', 'capitalize()', 'swapcase()', 'casefold()', "split(',')[0]"],
  ...["split() | join('+')", "replace('a', 'z')", "startswith('a')", "endswith(('a', 'V'))", "lstrip('x')", 'rstrip()'],
  ...['splitlines() | length', "rsplit(' ', 1)[-1]", "join(['p', 'q'])", 'isdigit()', "find('a')", "count('a')"],
  ...["partition('a')[0]", "rpartition('a') | list", 'zfill(4)', "ljust(5, '.')", 'rjust(6)', 'center(7)', 'isupper()'],
  ...[
    'islower()',
    'isalpha()',
    'isspace()',
    "removeprefix('V')",
    "removesuffix('V')",
    'expandtabs(4)',
    'istitle()',
    'foo',
  ],
  ...["rfind('a', 1)", "index('V')", 'encode()', 'isidentifier()', 'isprintable()'],
];

const LIST_FILTERS = [
  ...['list', 'sort', 'sort(reverse=true)', 'sort(case_sensitive=true)', 'reverse | list', 'unique | list'],
  ...[
    "map('upper') | list",
    "map(attribute='k') | list",
    "map(attribute='k', default='z') | list",
    "map('default', 'q') | list",
  ],
  ...[
    "selectattr('k') | list",
    "selectattr('k', 'defined') | list",
    "selectattr('n', 'gt', 1) | list",
    "rejectattr('k', 'none') | list",
  ],
  ...[
    "select('string') | list",
    "select('odd') | list",
    "select('in', [1, 'a']) | list",
    'reject | list',
    'select | list',
  ],
  ...['batch(2) | list', "batch(2, 'z') | list", 'slice(2) | list', "slice(2, 'z') | list", "groupby('k') | list"],
  ...["groupby('k', default='-') | list", "sort(attribute='k')", "sort(attribute='n,k')", 'list | reverse | list'],
];

const TESTS = [
  ...[
    'defined',
    'undefined',
    'none',
    'string',
    'number',
    'mapping',
    'iterable',
    'sequence',
    'true',
    'false',
    'boolean',
  ],
  ...[
    'integer',
    'float',
    'odd',
    'even',
    'divisibleby(2)',
    'divisibleby 3',
    "eq 'a'",
    "in ['a', 'b']",
    'lower',
    'upper',
  ],
  ...['sameas(none)', 'callable', "equalto('x')", 'gt 1', 'escaped', 'filter', 'ne 1', 'lt 3', 'ge 0', 'le 2'],
];

const FORMATS = ['%s', '[%s]', '%r', '%5s|', '%-5s|', '%d', '%05.1f', '%%', '%x', '%+d', '%.2s', '%e', '%g', '%i%%'];
const NEW_FORMATS = [
  '{}',
  '{0}-{0}',
  '{:>6}',
  '{!r}',
  '{0:*^9}',
  '{:.1f}',
  '{:,}',
  '{:05d}',
  '{a}',
  '{{}}',
  '{0[0]}',
  '{:{}}',
];

/** Makes expressions. `names` are the variables of the scopes round it, `macros` what can be called. */
export class Expressions {
  readonly random: Random;
  names: readonly string[] = [];
  macros: string[] = [];
  /** Without method calls, formats and slices: what nearly every prompt makes do with. */
  readonly plain: boolean;

  constructor(random: Random, plain: boolean) {
    this.random = random;
    this.plain = plain;
  }

  any(depth = 0): string {
    const kind = this.random.next();
    if (kind < 0.5) return this.text(depth);
    if (kind < 0.65) return this.number(depth);
    if (kind < 0.75) return this.list(depth);
    if (kind < 0.85) return this.boolean(depth);
    if (kind < 0.9)
      return this.#pick(['none', 'missing', 'obj', 'missing.y', 'none_', '{}', "{'k': x, 'n': 1}", '(1,)', '()']);
    return this.literal();
  }

  /** An expression that is mostly a text. */
  text(depth = 0): string {
    const { random } = this;
    const kind = random.next();
    if (depth > 2 || kind < 0.3) return random.chance(0.75) ? this.#name() : this.literal();
    if (kind < 0.36) return `obj.${this.#pick(['k', 'name', 'none', 'zz'])}`;
    if (kind < 0.4) return `obj[${this.#quote(this.#pick(['k', 'a b', 'name']))}]`;
    if (kind < 0.44) return `items[${this.#integer()}]`;
    if (kind < 0.6) return `${this.text(depth + 1)} | ${this.#pick(TEXT_FILTERS)}`;
    if (kind < 0.66) return `${this.text(depth + 1)} ~ ${this.any(depth + 1)}`;
    if (kind < 0.7) return `${this.text(depth + 1)} + ${this.text(depth + 1)}`;
    if (kind < 0.76) return this.#choice(depth);
    if (kind < 0.82) return this.#joined(depth);
    if (kind < 0.92 && !this.plain) return this.#special(depth, kind);
    if (kind < 0.94) return `(${this.text(depth + 1)} or ${this.text(depth + 1)})`;
    if (kind < 0.95) return `(${this.text(depth + 1)} and ${this.text(depth + 1)})`;
    return kind < 0.98 && this.macros.length > 0 ? this.#call(depth) : this.literal();
  }

  literal(): string {
    return this.#quote(
      this.#pick([
        'a',
        '',
        'b c',
        ', ',
        'x',
        '}}',
        '{{',
        '%}',
        '名',
        '🙂',
        '\\n',
        '\n',
        "it's",
        '- ',
        'A',
        '<',
        ' pad ',
        '\\',
        'ǆ',
        'ß',
        'ΑΣ',
      ]),
    );
  }

  number(depth = 0): string {
    const { random } = this;
    const kind = random.next();
    if (depth > 2 || kind < 0.35)
      return random.chance(0.5) ? this.#integer() : this.#pick(['n', 'f', 'obj.n', '1.5', '2.0', '1e3']);
    if (kind < 0.6) return this.#sum(depth);
    if (kind < 0.7) return `(${this.number(depth + 1)})`;
    if (kind < 0.8) return `${this.list(depth + 1)} | length`;
    if (kind < 0.88) {
      return `(${this.number(depth + 1)}) | ${this.#pick(['abs', 'round', 'round(1)', "round(1, 'floor')", 'round(-1)', 'int', 'float', 'string', 'filesizeformat', 'filesizeformat(true)'])}`;
    }
    if (kind < 0.92) return `-${this.number(depth + 1)}`;
    return `${this.list(depth + 1)} | ${this.#pick(['sum', 'max', 'min', 'first', 'last', 'count', "sum(attribute='n')", "max(attribute='n')"])}`;
  }

  list(depth = 0): string {
    const { random } = this;
    const kind = random.next();
    if (depth > 2 || kind < 0.35)
      return this.#pick(['items', 'items', 'nums', 'mixed', 'objs', 'missing', 'obj.list', 'nested']);
    if (kind < 0.5) return `[${Array.from({ length: random.below(4) }, () => this.any(depth + 1)).join(', ')}]`;
    if (kind < 0.56) return `range(${this.#pick(['3', '1, 4', '0', 'n', '5, 1, -2'])})`;
    if (kind < 0.6) return `(${this.any(depth + 1)}, ${this.any(depth + 1)})`;
    if (kind < 0.85) return `${this.list(depth + 1)} | ${this.#pick(LIST_FILTERS)}`;
    if (kind < 0.92) return `(${this.list(depth + 1)} | list)[${this.#pick(['1:', ':2', '::-1', ':'])}]`;
    return `obj | ${this.#pick(['list', 'dictsort', "dictsort(by='key')", 'dictsort(reverse=true)', 'items | list'])}`;
  }

  boolean(depth = 0): string {
    const kind = this.random.next();
    if (depth > 2 || kind < 0.25) {
      return this.#pick([
        'flag',
        'no',
        'true',
        'false',
        'missing',
        'x',
        'items',
        'none',
        'obj.k',
        'empty',
        'loop.first',
        'loop.last',
        'loop',
      ]);
    }
    if (kind < 0.4) return `${this.any(depth + 1)} ${this.#pick(['==', '!='])} ${this.any(depth + 1)}`;
    if (kind < 0.48) return `${this.number(depth + 1)} ${this.#pick(['<', '>', '<=', '>='])} ${this.number(depth + 1)}`;
    if (kind < 0.56) {
      const container = this.random.chance(0.5) ? this.list(depth + 1) : this.text(depth + 1);
      return `${this.text(depth + 1)} ${this.#pick(['in', 'not in'])} ${container}`;
    }
    if (kind < 0.64) return `not ${this.boolean(depth + 1)}`;
    if (kind < 0.76) return `(${this.boolean(depth + 1)} ${this.#pick(['and', 'or'])} ${this.boolean(depth + 1)})`;
    if (kind < 0.94) return this.#test(depth);
    return '1 < n <= 3';
  }

  #sum(depth: number): string {
    const operator = this.#pick(['+', '-', '*', '/', '//', '%', '**']);
    // A power that is no whole number has another last digit in C than in JavaScript.
    const right = operator === '**' ? this.#pick([this.#integer(), 'n', '-1', '2.0']) : this.number(depth + 1);
    return `${this.number(depth + 1)} ${operator} ${right}`;
  }

  #test(depth: number): string {
    const { random } = this;
    const subject = random.chance(0.6)
      ? this.#pick(['x', 'missing', 'obj.k', 'obj.zz', 'items', 'n', 'none_', 'f', 'flag', 'obj'])
      : `(${this.any(depth + 1)})`;
    return `${subject} is ${random.chance(0.2) ? 'not ' : ''}${this.#pick(TESTS)}`;
  }

  #choice(depth: number): string {
    const otherwise = this.random.chance(0.8) ? ` else ${this.text(depth + 1)}` : '';
    return `(${this.text(depth + 1)} if ${this.boolean(depth + 1)}${otherwise})`;
  }

  #joined(depth: number): string {
    const separator = this.random.chance(0.7) ? this.literal() : this.#name();
    return `${this.list(depth + 1)} | join(${separator}${this.random.chance(0.1) ? ", attribute='k'" : ''})`;
  }

  #special(depth: number, kind: number): string {
    if (kind < 0.86) return `${this.#operand(depth)}.${this.#pick(METHODS)}`;
    if (kind < 0.88)
      return `${this.#name()}[${this.#pick(['0', '-1', '1:3', ':2', '::-1', '1:', '::2', '99', '-2:'])}]`;
    if (kind < 0.9) {
      const values = this.random.chance(0.5) ? this.any(depth + 1) : `(${this.any(depth + 1)},)`;
      return `(${this.#quote(this.#pick(FORMATS))} % ${values})`;
    }
    return `${this.#quote(this.#pick(NEW_FORMATS))}.format(${this.any(depth + 1)}, a=${this.#name()})`;
  }

  #call(depth: number): string {
    const { random } = this;
    const first = random.chance(0.8) ? this.any(depth + 1) : '';
    const second = random.chance(0.2) ? (random.chance(0.5) ? ', b=' : ', ') + this.any(depth + 1) : '';
    return `${this.#pick(this.macros)}(${first}${second})`;
  }

  #operand(depth: number): string {
    if (this.random.chance(0.6)) return this.#name();
    return this.random.chance(0.5) ? this.literal() : `(${this.text(depth + 1)})`;
  }

  #name(): string {
    if (this.names.length > 0 && this.random.chance(0.5)) return this.#pick(this.names);
    return this.#pick(['x', 'y', 'name', 'empty', '名']);
  }

  #integer(): string {
    return this.#pick(['0', '1', '2', '3', '-1', '10', '1_000', '0x1f']);
  }

  #quote(text: string): string {
    const quote = this.random.chance(0.7) ? "'" : '"';
    return quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\r', '\\r') + quote;
  }

  #pick<T>(list: readonly T[]): T {
    return this.random.pick(list);
  }
}
