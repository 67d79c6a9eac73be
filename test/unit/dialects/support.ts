// What the tests of dialects share: a seeded generator, hostile texts and values, and the law of pieces.
import assert from 'node:assert/strict';
import type { Dialect, DialectOptions } from '../../../server/src/syntax/dialects/dialect';
import type { FillContext, Filled, Piece, Value } from '../../../server/src/syntax/piece';
import type { TemplateTree } from '../../../server/src/syntax/tree';

/** Seeded, so that every run makes the same cases (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** One to `most` picks, joined. */
  join(list: readonly string[], most: number): string {
    let text = '';
    for (let count = 1 + this.below(most); count > 0; count--) text += this.pick(list);
    return text;
  }
}

/** Pieces of text that bite: line breaks of every kind, emoji, replacement patterns, braces. */
export const TEXTS = [
  ...[
    'a',
    'b c',
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    'é',
    '名',
    '🙂',
    '\ud83d',
    '$&',
    '$1',
    '$$',
    '$`',
    '"a": 1',
    '<b>',
  ],
  ...["it's", '\\', '# H\n', '- x\n', '\u00a0', '\u2028', '\u200b', '%', '|', '`', '```\n', '\n\n', '---\n', '\ufeff'],
];

export const BRACES = [
  ...[
    '{',
    '}',
    '{{',
    '}}',
    '{{{',
    '}}}',
    '{a',
    '{{a',
    `\${`,
    `\${a`,
    '{a}',
    '{{a}}',
    '{{ a }}',
    `\${a}`,
    '{a:',
    '{a!r}',
    '{a[',
  ],
  ...[
    '{a.b}',
    '{a[0]}',
    '{a:>{w}}',
    '{"a": 1}',
    '{% if a %}',
    '{%',
    '{#',
    '{{#if a}}',
    '{{/if}}',
    '{{> p}}',
    '{0}',
    '{}',
    ':',
    '!',
    '[',
    ']',
  ],
];

/** Values that try to be read again: template text, replacement patterns, markup. */
export const VALUES = [
  ...[
    'V',
    '',
    '$&',
    '$1$`',
    '{x}',
    '{{x}}',
    `\${x}`,
    '}}',
    '{',
    '}',
    'a\nb',
    'a\r\nb',
    '名前',
    '🙂é',
    '<b>&"\'`=/',
    '  pad  ',
  ],
  ...['{% if x %}', "it's", 'say "hi"', '\\n', '\t', '\u2028', '0', 'user:\nhi', 'a=b'],
];

/** The names of `values` are the slots; `undefined` is a hole. */
export function contextOf(values: Readonly<Record<string, Value | undefined>>): FillContext {
  return {
    known: (name) => Object.hasOwn(values, name),
    value: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
  };
}

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

export const fill = (
  dialect: Dialect,
  text: string,
  values: Readonly<Record<string, Value | undefined>>,
  options: DialectOptions = {},
): Filled => dialect.fill(dialect.scan(text), contextOf(values), options);

export const render = (dialect: Dialect, text: string, values: Readonly<Record<string, Value | undefined>>): string =>
  textOf(fill(dialect, text, values).pieces);

/** What every piece of every engine must satisfy, given the text that it was made from. */
export function assertPieces(source: string, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    const fault = faultOf(source, piece);
    if (fault) assert.fail(`${fault}: ${JSON.stringify({ piece, source })}`);
  }
}

function faultOf(source: string, { kind, text, span, origins }: Piece): string | undefined {
  const { start, end } = span;
  if (!(start >= 0 && start < end && end <= source.length)) return 'a span outside the text';
  if (kind === 'tag') return text === '' ? 'an empty tag' : undefined;
  if (kind === 'value') return origins === undefined || origins.length === 0 ? 'a value without an origin' : undefined;
  if (origins) return 'a literal with an origin';
  const written = source.slice(start, end);
  const escaped = (text === '{' || text === '}') && written === text + text;
  const lineBreak = text === '\n' && (written === '\r\n' || written === '\r');
  return text !== '' && (written === text || escaped || lineBreak) ? undefined : 'a literal that is not its source';
}

/** What every scan must satisfy: nothing outside the text, the name where it is said to be, an order. */
export function assertTree(tree: TemplateTree): void {
  const { text } = tree;
  const inside = ({ start, end }: { start: number; end: number }): void =>
    assert.ok(start >= 0 && start <= end && end <= text.length, `${start}..${end} is outside ${JSON.stringify(text)}`);
  for (const slot of tree.slots) {
    inside(slot.span);
    assert.equal(text.slice(slot.nameSpan.start, slot.nameSpan.end), slot.name);
    assert.ok(slot.path.startsWith(slot.name));
    // A statement that is a line ends with it.
    const endsLine = /^\s?$/.test(text.slice(slot.span.end, slot.span.end + 1));
    assert.ok(slot.span.start < slot.nameSpan.start);
    assert.ok(slot.nameSpan.end < slot.span.end || (endsLine && slot.nameSpan.end === slot.span.end));
  }
  for (const fault of tree.faults) {
    inside(fault.span);
    assert.ok(fault.span.start < fault.span.end);
    if (fault.related) inside(fault.related.span);
    if (fault.fix) inside(fault.fix.span);
  }
  for (const { span } of tree.stretches) inside(span);
  const starts = tree.faults.map(({ span }) => span.start);
  assert.deepEqual(
    starts,
    [...starts].sort((a, b) => a - b),
  );
}
