// Texts and values for the comparison with str.format: typed fields, wild fields, numbers where rounding turns over.
import type { Value } from '../../../server/src/syntax/piece';
import { type Random, TEXTS, VALUES } from './support';

export interface Case {
  readonly text: string;
  readonly values: Record<string, Value>;
}

const NUMBERS = [
  0, 1, -5, 42, 1234567, 1e15, 0.5, -2.25, 1e-7, 1.5e300, 3.25, 123456.789, 0.1, 12.25, 2.5, 0.125, 99999.5,
];
const TIES = [
  0.5, 1.5, 2.5, 0.125, 0.375, 2.675, 1.005, 12.25, 12.35, 1e16, 1e-5, 1e-4, 123456789.5, 9.995, 99.5, 5e-324,
  1.7976931348623157e308,
];
const SPECS = [
  ...[
    '.0f',
    '.1f',
    '.2f',
    '.0e',
    '.1e',
    '.3e',
    'e',
    'f',
    'g',
    '.3g',
    '#g',
    '#.0f',
    '#.0e',
    '.0%',
    '.1%',
    '%',
    '',
    '.3',
    '.1',
    '.17',
    'n',
  ],
  ...[
    '012.3f',
    '+.1f',
    ' .1f',
    ',.2f',
    '_.2f',
    '020,.2f',
    '<12.1f',
    '^12',
    '*>12',
    '=+12.1f',
    'z.0f',
    'E',
    'G',
    '.10',
    '.17g',
    '015',
    '15_',
  ],
];

/** Every spec with every value where rounding, exponents or padding turn over. */
export const HARD_NUMBERS: readonly Case[] = [...TIES, ...TIES.map((n) => -n), 0, 7, -1234567, 999999, 1000000].flatMap(
  (value) => SPECS.map((spec) => ({ text: `{n:${spec}}|{n!r}`, values: { n: value } })),
);

const SOUND = [
  ...[
    '{x}',
    '{y}',
    '{name!r}',
    '{name!a}',
    '{a_b:>12}',
    '{名}',
    '{items[0]}',
    '{items}',
    '{map[k]}',
    '{map[a b]!r:^20}',
    '{n:05d}',
  ],
  ...[
    '{f:.2f}',
    '{flag}',
    '{none}',
    '{x:{n}}',
    '{y:*^{n}}',
    '{f}',
    '{map}',
    '{n:,}',
    '{f:+.3e}',
    '{f:g}',
    '{f:10.4}',
    '{name:.2}',
    '{f:{n}.{k}f}',
  ],
];
const NAMES = [
  'x',
  'y',
  'name',
  'a_b',
  '名',
  'items',
  'map',
  'n',
  'f',
  'flag',
  'none',
  ' x',
  'x ',
  '"a"',
  '0',
  '٣',
  '',
  'x-y',
  '99999999999999999999',
];
const STEPS = [
  '[0]',
  '[1]',
  '[k]',
  '[a b]',
  '.y',
  '[',
  ']',
  '[]',
  '.',
  '[0}',
  '[99]',
  '[-1]',
  '[名]',
  '[٠]',
  '.__class__',
];
const CONVERSIONS = ['r', 's', 'a', 'x', '', ' ', 'r!', 'é', '🙂'];
const TAILS = [
  ...[
    '',
    '>8',
    '<8',
    '^9',
    '*^12',
    '05',
    'd',
    '.2f',
    's',
    '.3',
    '10.2',
    ',',
    '_',
    '+',
    ' ',
    '#x',
    'x',
    'X',
    'b',
    'o',
    'e',
    'g',
    '%',
    '>{n}',
    '{f}',
  ],
  ...[
    '.{n}f',
    '{{',
    '}}',
    'é<6',
    '🙂>6',
    'q',
    '08.3f',
    '+,.1f',
    '_x',
    '=+9',
    'c',
    '.0',
    '.1',
    '#.0f',
    'z.1f',
    '{n:{n}}',
    '{n:{n:{n}}}',
    '#g',
  ],
  ...['010,', '\n', ',_', '_,', ',d', ',x', ',s', '-d', '<05', '=5', '٣', '.', '..', 'é', '🙂', '#_x', '{x', '{"a"}'],
];

/** A text of a few fields and pieces of text: half of them sound, so that they render. */
export function makeCase(random: Random): Case {
  const sound = random.chance(0.5);
  const broken = !sound && random.chance(0.3);
  let text = '';
  for (let count = 1 + random.below(6); count > 0; count--) {
    if (random.chance(0.5)) text += sound ? random.pick(SOUND) : field(random);
    else
      text += random
        .pick(broken ? [...TEXTS, '{', '}', '{{', '}}', '{"a": 1}'] : [...TEXTS, '{{', '}}'])
        .replace('\ud83d', '');
  }
  return { text, values: valuesFor(random, sound) };
}

function field(random: Random): string {
  let text = `{${random.pick(NAMES)}`;
  while (random.chance(0.25)) text += random.pick(STEPS);
  if (random.chance(0.25)) text += `!${random.pick(CONVERSIONS)}`;
  if (random.chance(0.4)) text += `:${random.pick(TAILS)}`;
  return random.chance(0.97) ? `${text}}` : text;
}

function valuesFor(random: Random, sound: boolean): Record<string, Value> {
  const values: Record<string, Value> = {
    x: random.pick(VALUES),
    y: random.pick(VALUES),
    name: random.pick(VALUES),
    a_b: random.pick(VALUES),
    名: 'N',
    ' x': 'front',
    'x ': 'back',
    '"a"': 'quoted',
    'x-y': 'hyphen',
    items: [1, 'two', null, 2.5],
    map: { k: 'K', 'a b': 'AB', 名: [1] },
    n: random.pick([3, 7, 12]),
    k: 2,
    f: random.pick(NUMBERS.filter((n) => !Number.isInteger(n))),
    flag: true,
    none: null,
  };
  if (!sound) for (const key of Object.keys(values)) if (random.chance(0.3)) values[key] = anyValue(random, 0);
  return values;
}

function anyValue(random: Random, depth: number): Value {
  const kind = random.below(depth > 1 ? 6 : 8);
  if (kind < 3) return random.pick(VALUES);
  if (kind < 5) return random.pick(NUMBERS);
  if (kind === 5) return random.pick([true, false, null]);
  const length = random.below(4);
  if (kind === 6) return Array.from({ length }, () => anyValue(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length }, () => [random.pick(['k', 'a b', '0', '名']), anyValue(random, depth + 1)]),
  );
}
