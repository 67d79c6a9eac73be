// What the tests of engines with blocks share: broken texts, and values that are followed through a rendering.
import assert from 'node:assert/strict';
import type { Dialect, DialectOptions } from '../../../server/src/syntax/dialects/dialect';
import type { Value } from '../../../server/src/syntax/piece';
import type { TemplateTree } from '../../../server/src/syntax/tree';
import { assertLaw, contextWith } from './partials';
import { assertTree, Random, TEXTS } from './support';

const PROSE = TEXTS.filter((text) => !/[{}\\]/.test(text));

/** Texts that are cut, lose characters or get junk: nothing throws, and slots before the damage stay where they were. */
export function assertSurvivesDamage(dialect: Dialect, tags: readonly string[], junk: readonly string[]): void {
  const random = new Random(31);
  let kept = 0;
  for (let count = 0; count < 1500; count++) {
    let text = '';
    for (let parts = 2 + random.below(8); parts > 0; parts--) text += random.pick(random.chance(0.55) ? tags : PROSE);
    const at = random.below(text.length + 1);
    const share = random.next();
    const behind =
      share < 0.4 ? '' : share < 0.7 ? random.pick(junk) + text.slice(at) : text.slice(at + 1 + random.below(3));
    const damaged = text.slice(0, at) + behind;
    const tree = dialect.scan(damaged);
    assertTree(tree);
    assertLaw(damaged, {}, dialect.fill(tree, contextWith(dialect, { x: 'V' }, {}), {}));
    const after = new Set(placesOf(tree));
    for (const place of placesOf(dialect.scan(text), at, text[at] === damaged[at])) {
      assert.ok(after.has(place), JSON.stringify({ text, damaged, place }));
      kept++;
    }
  }
  assert.ok(kept > 500, `${kept} slots stood before the damage`);
}

/** Slots that end before an offset. A tag that ends right there may have got another brace, and is another tag then. */
function placesOf({ slots }: TemplateTree, limit = Number.POSITIVE_INFINITY, isSame = true): string[] {
  return slots
    .filter(({ span }) => span.end < limit || (span.end === limit && isSame))
    .map(({ name, nameSpan, span }) => `${name} ${nameSpan.start} ${span.start} ${span.end}`);
}

/** Every text in the values stands between two copies of a character of its own: wherever that turns up, its path must be named. */
export function assertTaint(
  dialect: Dialect,
  {
    tags,
    values,
    partials,
    options = {},
  }: {
    readonly tags: readonly string[];
    readonly values: Readonly<Record<string, Value>>;
    readonly partials: Readonly<Record<string, string>>;
    readonly options?: DialectOptions;
  },
): void {
  const random = new Random(32);
  let seen = 0;
  for (let count = 0; count < 1000; count++) {
    const { marked, paths } = mark(values);
    const text = random.join(tags, 6);
    const filled = dialect.fill(dialect.scan(text), contextWith(dialect, marked, partials), options);
    assert.equal(filled.stopped, undefined, text);
    assertLaw(text, partials, filled);
    for (const piece of filled.pieces) {
      for (const character of piece.text) {
        const path = paths.get(character);
        if (path === undefined) continue;
        seen++;
        const isNamed = piece.origins?.some((origin) => isPart(path, origin) || isPart(origin, path));
        assert.ok(piece.kind === 'value' && isNamed, JSON.stringify({ text, path, piece }));
      }
    }
  }
  assert.ok(seen > 2000, `${seen} characters were followed`);
}

const isPart = (path: string, of: string): boolean =>
  path === of || path.startsWith(`${of}.`) || path.startsWith(`${of}[`);

function mark(values: Readonly<Record<string, Value>>): { marked: Record<string, Value>; paths: Map<string, string> } {
  const paths = new Map<string, string>();
  const markOne = (value: Value, path: string): Value => {
    if (typeof value === 'string') {
      const character = String.fromCharCode(0xe000 + paths.size);
      paths.set(character, path);
      return character + value + character;
    }
    if (Array.isArray(value)) return value.map((item, index) => markOne(item, `${path}[${index}]`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, markOne(item, `${path}.${key}`)]));
  };
  const marked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, markOne(value, name)]));
  return { marked, paths };
}
