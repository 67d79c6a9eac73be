// What every dialect of the registry must hold, whoever adds it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DIALECT } from '../../../server/src/model/dialects.generated';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import { areRelated, isReadBy } from '../../../server/src/syntax/dialects/reads';
import type { Value } from '../../../server/src/syntax/piece';
import { howMany, some } from '../../support/effort';
import { assertPieces, assertTree, BRACES, contextOf, fill, Random, render, TEXTS, textOf, VALUES } from './support';

const NAMES = [
  'a',
  'name',
  'max_steps',
  'Name2',
  '_x',
  '名',
  'a.b',
  'a-b',
  '$x',
  'constructor',
  '__proto__',
  'toString',
];

/** Engines that print nothing for a name that they do not know. */
const SILENT: ReadonlySet<string> = new Set(['mustache', 'handlebars', 'dotprompt', 'semantic-kernel']);

test('ids are unique', () => {
  const ids = dialects.map(({ id }) => id);
  assert.deepEqual([...new Set(ids)], ids);
});

test('a manifest may name each of them, and no other', () => {
  assert.deepEqual(dialects.map(({ id }) => id).sort(), [...DIALECT].sort());
});

test('who reads another dialect reads what that one reads, and nobody reads himself in a circle', () => {
  assert.equal(isReadBy('double-brace', 'dotprompt'), true);
  assert.equal(isReadBy('double-brace', 'liquid'), true);
  assert.equal(isReadBy('handlebars', 'mustache'), false);
  assert.equal(areRelated('handlebars', 'mustache'), true);
  assert.equal(areRelated('jinja', 'handlebars'), false);
  for (const { id, reads = [] } of dialects)
    for (const other of reads) assert.equal(isReadBy(id, other), false, `${id} and ${other}`);
});

for (const dialect of dialects) {
  describe(dialect.id, () => {
    test('its engine reads the slots of the dialects that it is said to read', () => {
      for (const other of dialects.filter(({ id }) => isReadBy(id, dialect.id))) {
        const tag = other.print('name');
        assert.deepEqual(
          dialect.scan(tag).slots.map(({ name, span }) => [name, span]),
          [['name', { start: 0, end: tag.length }]],
          other.id,
        );
        assert.deepEqual(dialect.lookalikes(dialect.scan(tag)), [], other.id);
      }
    });

    test('its examples hold', () => {
      assert.ok(dialect.examples.length > 0);
      for (const { text, values, output } of dialect.examples) {
        assert.equal(render(dialect, text, values as Record<string, Value>), output);
        assert.deepEqual(dialect.scan(text).faults, []);
      }
    });

    test('scan reads what print writes', () => {
      for (const name of NAMES.filter((n) => dialect.holds(n))) {
        const text = `before ${dialect.print(name)} after`;
        const { slots, faults } = dialect.scan(text);
        assert.deepEqual(
          slots.map((slot) => [slot.name, slot.path, slot.span, slot.role]),
          [[name, name, { start: 7, end: text.length - 6 }, 'value']],
        );
        assert.deepEqual(faults, []);
      }
      for (const name of ['', ' ', 'a b', '"a"', 'a\n', '1', '{', 'a}']) assert.equal(dialect.holds(name), false, name);
      assert.equal(dialect.holds('name'), true);
    });

    test('a value is printed as it is, with the tag as its source', () => {
      const tag = dialect.print('name');
      for (const value of VALUES) {
        // Engines that write HTML entities for some characters are told not to.
        assert.deepEqual(fill(dialect, `x${tag}y`, { name: value }, { escapeHtml: false }).pieces, [
          { kind: 'literal', text: 'x', span: { start: 0, end: 1 } },
          { kind: 'value', text: value, span: { start: 1, end: 1 + tag.length }, origins: ['name'], whole: 'name' },
          { kind: 'literal', text: 'y', span: { start: 1 + tag.length, end: 2 + tag.length } },
        ]);
      }
    });

    test('a slot without a value stands as it is written', () => {
      const tag = dialect.print('name');
      assert.deepEqual(fill(dialect, `x${tag}`, { name: undefined }).pieces, [
        { kind: 'literal', text: 'x', span: { start: 0, end: 1 } },
        { kind: 'literal', text: tag, span: { start: 1, end: 1 + tag.length }, hole: 'name' },
      ]);
    });

    test('an unknown name does not stop the rest', () => {
      const text = `${dialect.print('unknown')} ${dialect.print('name')}`;
      const unknown = SILENT.has(dialect.id) ? '' : dialect.print('unknown');
      assert.equal(render(dialect, text, { name: 'V' }), `${unknown} V`);
    });

    test('escaped text renders to the text', () => {
      const random = new Random(11);
      for (let i = 0; i < howMany(400); i++) {
        const text = random.join(random.chance(0.5) ? TEXTS : [...TEXTS, ...BRACES], 10);
        const { pieces, stopped } = fill(dialect, dialect.escape(text), {});
        assert.equal(stopped, undefined, text);
        assert.equal(textOf(pieces), text);
      }
    });

    test('any text can be scanned, filled and searched', () => {
      const random = new Random(12);
      const values = { a: 'V', w: 3, name: undefined };
      for (let i = 0; i < howMany(5000); i++) {
        const tree = dialect.scan(
          random.join([...BRACES, ...TEXTS, dialect.print('name'), dialect.open, dialect.close], 12),
        );
        assertTree(tree);
        const { pieces, stopped } = dialect.fill(tree, contextOf(values), {});
        assertPieces(tree.text, pieces);
        if (stopped) assert.ok(stopped.span.start <= stopped.span.end && stopped.span.end <= tree.text.length);
        for (const { name, span } of dialect.lookalikes(tree)) {
          assert.ok(tree.text.slice(span.start, span.end).includes(name), `${name} in ${tree.text}`);
        }
      }
    });

    test('text without a fault is never refused, whatever the text', () => {
      const random = new Random(13);
      const values = { a: ['V'], w: 3, name: undefined };
      for (let i = 0; i < howMany(5000); i++) {
        const tree = dialect.scan(random.join([...TEXTS, ...BRACES.filter((b) => !/[:.!]/.test(b))], 8));
        const { stopped } = dialect.fill(tree, contextOf(values), {});
        // A name without a value may stop an engine in what it computes, and no text could say so before.
        const refusal = /^UndefinedError: /.test(stopped?.engine ?? '') ? undefined : stopped?.engine;
        if (tree.faults.length === 0) assert.equal(refusal, undefined, tree.text);
      }
    });

    test('slots before the damage keep their ranges', () => {
      const random = new Random(14);
      const tag = (): string => dialect.print(random.pick(['a', 'b', 'name']));
      for (let i = 0; i < howMany(500); i++) {
        let text = '';
        for (let count = 2 + random.below(8); count > 0; count--) {
          text += random.chance(0.5) ? tag() : random.pick(TEXTS.filter((t) => !t.includes('$')));
        }
        const cut = random.below(text.length + 1);
        const damaged =
          text.slice(0, cut) + random.pick(['', ' ', 'x', dialect.open, '"', '\n']) + text.slice(cut + random.below(3));
        const after = new Set(dialect.scan(damaged).slots.map(({ span }) => `${span.start} ${span.end}`));
        for (const { span } of dialect.scan(text).slots) {
          if (span.end <= cut)
            assert.ok(after.has(`${span.start} ${span.end}`), JSON.stringify({ text, damaged, span }));
        }
      }
    });

    test('no value gets into the text without its slot being named', () => {
      const random = new Random(15);
      const list = [
        dialect.print('x'),
        dialect.print('y'),
        '{x}',
        '{y!r}',
        '{x:>20}',
        '{items}',
        '{items[0]}',
        '{map[k]}',
        '{x:.4}',
        '{y:{n}}',
      ];
      for (let i = 0; i < howMany(500); i++) {
        const { values, paths } = marked({ x: 'V', y: 'W', items: ['a', 'b'], map: { k: 'K' }, n: 7 });
        const { pieces } = fill(dialect, random.join([...list, ...TEXTS], 8), values);
        for (const piece of pieces) {
          for (const character of piece.text) {
            const path = paths.get(character);
            if (path === undefined) continue;
            assert.equal(piece.kind, 'value');
            assert.ok(
              piece.origins?.some((origin) => path === origin || path.startsWith(`${origin}[`)),
              `${path}: ${JSON.stringify(piece)}`,
            );
          }
        }
      }
    });

    test('long pathological texts are no trouble', () => {
      for (const unit of some(UNITS, 12)) {
        for (const size of SIZES) {
          const tree = dialect.scan(unit.repeat(Math.ceil(size / unit.length)));
          dialect.fill(tree, contextOf({ a: 'x' }), {});
          dialect.lookalikes(tree);
        }
      }
    });
  });
}

/** Every text in the values between two copies of a character of its own, with the path of each. */
function marked(values: Record<string, Value>): { values: Record<string, Value>; paths: Map<string, string> } {
  const paths = new Map<string, string>();
  const mark = (value: Value, path: string): Value => {
    if (typeof value === 'string') {
      const character = String.fromCharCode(0xe000 + paths.size);
      paths.set(character, path);
      return character + value + character;
    }
    if (Array.isArray(value)) return value.map((item, index) => mark(item, `${path}[${index}]`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mark(item, `${path}[${key}]`)]));
  };
  return {
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mark(value, name)])),
    paths,
  };
}

/** With LONG set, the sizes at which anything quadratic takes minutes; else one that keeps the suite quick. */
const SIZES = process.env.LONG ? [50_000, 400_000] : [40_000];

/** Each was slow in some scanner that a text like this was tried on: what is never closed must not be looked for again and again. */
const UNITS = [
  ...[
    '{',
    '}',
    '{{',
    '}}',
    '{{a',
    '{{a ',
    '{{a}',
    '{{ ',
    '{a',
    '{a:',
    '{a:{',
    '{a:{a:',
    '{a[',
    '{a[a',
    '{a!',
    '{a.',
    'a.',
    'a-',
    '{a.b',
    '{ ',
  ],
  ...[
    '{%',
    '{% if a %}',
    '{% if',
    '{#',
    '{{{',
    '{{{a',
    '{{#a}}',
    '{{/a}}',
    '{{#',
    '{{>a}}',
    '{{!--',
    '{{{{a}}}}',
    '\\{{',
    "{{'",
    '{{[',
  ],
  ...[
    ' ',
    '\n',
    '\r\n',
    ' \n',
    `\${`,
    `\${a`,
    '$',
    '$a',
    'a{{a}}',
    '{"a": ',
    '{"a": 1}',
    '{"a": {',
    '}{',
    '} ',
    '}}{{',
    '`',
    '```\n',
    '{a}',
  ],
  ...['{{a}}', '{{ a }}', `\${a}`, '{a\n', '{{a\n', `\${a\n`, '{{a {', '{a:>{a', '{\n'],
  // Sections, partials, comments, arguments, strings and delimiters that are not closed, or closed too often.
  ...[
    '{{#a}}{{/a}}',
    '{{#a}} \n',
    '{{#if a}}',
    '{{#if a}}{{else}}',
    '{{else}}',
    '{{else if a}}',
    '{{/',
    '{{#a}}x{{/b}}',
  ],
  ...[
    '{{!',
    '{{!-- a --}}',
    '{{!--\n',
    '{{#> a}}',
    '{{#*inline "a"}}',
    '  {{>a}}\n',
    '{{{{/a}}}}',
    '{{{{a}}}}{{{{/b}}}}',
  ],
  ...[
    '{{a.b',
    '{{a..',
    '{{.',
    '{{(',
    '{{a (b',
    '{{"',
    '{{"\\"',
    '{{[\\]',
    '{{a b=',
    '{{a as |',
    '{{#a|}}',
    '{{x/../y}}',
  ],
  ...[
    '{{~',
    '{{~a~}} ',
    '\\\\{{',
    '{{=<% %>=}}',
    '{{= =}}',
    '{{=',
    '{{a}}}',
    '{{ #a}}',
    '{{ /a}}',
    '{"a":{{a}}}',
    '\0',
  ],
];
