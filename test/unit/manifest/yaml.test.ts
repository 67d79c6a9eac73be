import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseData, parseYaml } from '../../../server/src/syntax/yaml';
import { plain } from './support';

const dataOf = (text: string): unknown => plain(parseYaml(text).value);
const messagesOf = (text: string): string[] => parseYaml(text).faults.map((fault) => fault.message);

describe('reading YAML', () => {
  test('reads YAML 1.2: words and dates are text, 1.1 directives change nothing', () => {
    assert.deepEqual(dataOf('[on, off, yes, no, 2026-11-30, 0o17, 0x1F, true, ~, 1.0, "1"]'), [
      'on',
      'off',
      'yes',
      'no',
      '2026-11-30',
      15,
      31,
      true,
      null,
      1,
      '1',
    ]);
    assert.deepEqual(dataOf('%YAML 1.1\n---\na: yes\n'), { a: 'yes' });
  });

  test('an empty text, and one of comments, have no root and no fault', () => {
    for (const text of ['', '\n\n', '# only a comment\n', '\uFEFF']) {
      const yaml = parseYaml(text);
      assert.equal(yaml.root, undefined);
      assert.deepEqual(yaml.faults, []);
      assert.equal(yaml.value, null);
    }
  });

  test('keys are named as they are written, and none is special', () => {
    const { value } = parseYaml('1.0: a\nnull: b\n"c d": c\n__proto__: d\nconstructor: e\n');
    assert.deepEqual(Object.entries(value as object), [
      ['1.0', 'a'],
      ['null', 'b'],
      ['c d', 'c'],
      ['__proto__', 'd'],
      ['constructor', 'e'],
    ]);
    assert.equal(Object.getPrototypeOf(value), null);
  });

  test('an alias is what its anchor is, and has its place there', () => {
    const text = 'a: &x [1, two]\nb: *x\n';
    const yaml = parseYaml(text);
    assert.deepEqual(plain(yaml.value), { a: [1, 'two'], b: [1, 'two'] });
    assert.deepEqual(yaml.place(['b', 1]), { value: { start: 10, end: 13 } });
    assert.deepEqual(yaml.place(['b']), {
      key: { start: 15, end: 16 },
      value: { start: 18, end: 20 },
      target: { start: 6, end: 14 },
    });
  });

  test('<< is a key, and is not merged', () => {
    assert.deepEqual(dataOf('a: &x { k: 1 }\nb: { <<: *x }\n'), { a: { k: 1 }, b: { '<<': { k: 1 } } });
  });

  test('of two equal keys the first counts', () => {
    const text = 'a: 1\nb: 2\na: 3\n';
    const { value, faults } = parseYaml(text);
    assert.deepEqual(plain(value), { a: 1, b: 2 });
    assert.deepEqual(faults, [
      {
        kind: 'syntax',
        message: '`a` stands twice here. The first one counts; remove one of them.',
        span: { start: 10, end: 11 },
        related: { span: { start: 0, end: 1 }, message: 'the first one' },
      },
    ]);
  });

  test('only the first document is read', () => {
    assert.deepEqual(dataOf('a: 1\n---\nb: 2\n'), { a: 1 });
    assert.deepEqual(messagesOf('a: 1\n---\nb: 2: 3\n'), [
      'A second document begins here. Only the first one is read; put everything into it.',
    ]);
  });
});

describe('places', () => {
  const at = (text: string, path: (string | number)[]): { key?: string; value?: string } => {
    const place = parseYaml(text).place(path);
    const slice = (s?: { start: number; end: number }) => (s ? { s: text.slice(s.start, s.end) }.s : undefined);
    const [key, value] = [slice(place?.key), slice(place?.value)];
    return { ...(key === undefined ? {} : { key }), ...(value === undefined ? {} : { value }) };
  };

  test('count UTF-16 units of the whole file, with a byte order mark, CRLF and astral characters', () => {
    const text = '\uFEFFa: "😀"\r\nb:\r\n  - c: x\r\n    d: yy\r\n';
    assert.deepEqual(parseYaml(text).place(['a']), { key: { start: 1, end: 2 }, value: { start: 4, end: 8 } });
    assert.deepEqual(at(text, ['b', 0, 'd']), { key: 'd', value: 'yy' });
    assert.deepEqual(at(text, ['b', 0]), { value: 'c: x\r\n    d: yy' });
  });

  test('of a head are offsets of the file that it stands in', () => {
    const text = 'éé\n---\na: [x, yy]\n---\nbody: [';
    const yaml = parseYaml(text, { start: 7, end: 18 });
    assert.deepEqual(plain(yaml.value), { a: ['x', 'yy'] });
    assert.deepEqual(yaml.place(['a', 1]), { value: { start: 14, end: 16 } });
    assert.deepEqual(yaml.at(14), { path: ['a', 1], part: 'value', span: { start: 14, end: 16 } });
  });

  test('faults of a head, and their fixes, are offsets of the file', () => {
    const text = '---\na: b: c\n---\n';
    const [fault] = parseYaml(text, { start: 4, end: 12 }).faults;
    assert.deepEqual(fault?.span, { start: 7, end: 11 });
    assert.deepEqual(fault?.fix?.edits, [{ span: { start: 7, end: 11 }, text: '"b: c"' }]);
  });

  test('a value that is not written stands behind its colon', () => {
    const yaml = parseYaml('a:   \nb: 1\nc:\n');
    assert.deepEqual(yaml.place(['a']), { key: { start: 0, end: 1 }, value: { start: 3, end: 3 } });
    assert.deepEqual(yaml.at(5), { path: ['a'], part: 'value', span: { start: 3, end: 3 } });
    assert.deepEqual(yaml.place(['c'])?.value, { start: 13, end: 13 });
  });

  test('the innermost entry at an offset', () => {
    const text = 'a: { b: [x, y] }\nc: |\n  text\nd: 1\n';
    const yaml = parseYaml(text);
    const found = (offset: number) => {
      const position = yaml.at(offset);
      return position && [position.path.join('.'), position.part];
    };
    assert.deepEqual(found(0), ['a', 'key']);
    assert.deepEqual(found(3), ['a', 'value']);
    assert.deepEqual(found(5), ['a.b', 'key']);
    assert.deepEqual(found(text.indexOf('y')), ['a.b.1', 'value']);
    assert.deepEqual(found(text.indexOf('text')), ['c', 'value']);
    assert.deepEqual(found(text.length - 1), ['d', 'value']);
    assert.equal(found(text.length), undefined);
  });

  test('a path that leads nowhere has none', () => {
    const yaml = parseYaml('a: [1]\n');
    for (const path of [['b'], ['a', 1], ['a', 'x'], ['a', 0, 'x']]) assert.equal(yaml.place(path), undefined);
  });
});

describe('limits', () => {
  test('an alias inside of its own anchor is left out', () => {
    assert.deepEqual(dataOf('a: &x { b: *x, c: 1 }\n'), { a: { b: null, c: 1 } });
    assert.deepEqual(messagesOf('a: &x { b: *x, c: 1 }\n'), [
      'This alias stands inside of what it stands for. It is left out.',
    ]);
  });

  test('aliases that stand for too much are left out, the others stay', () => {
    const lines = ['l0: &l0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 20; i++)
      lines.push(
        `l${i}: &l${i} [${Array(10)
          .fill(`*l${i - 1}`)
          .join(', ')}]`,
      );
    const { value, faults } = parseYaml(`${lines.join('\n')}\n`);
    const data = value as Record<string, unknown[]>;
    assert.equal(JSON.stringify(data).length < 1_000_000, true);
    assert.deepEqual(plain(data.l1?.[9]), Array(10).fill('x'));
    assert.equal(data.l9?.[9], null);
    assert.equal(faults.length, 100);
    assert.equal(
      faults[0]?.message,
      'The aliases of this text stand for more than 100,000 entries. This one is left out.',
    );
  });

  test('a chain of anchors is no deeper than it may be', () => {
    const lines = ['k0: &k0 [x]'];
    for (let i = 1; i <= 5000; i++) lines.push(`k${i}: &k${i} [*k${i - 1}]`);
    const { value } = parseYaml(lines.join('\n'));
    let depth = 0;
    for (let at = (value as Record<string, unknown>).k99; Array.isArray(at); at = at[0]) depth++;
    assert.equal(depth, 100);
    assert.deepEqual(plain((value as Record<string, unknown>).k100), [null]);
  });

  test('what is nested too deep is not read, whatever it is nested in', () => {
    const deep: [string, string][] = [
      ['['.repeat(5000), ']'.repeat(5000)],
      ['{a: '.repeat(5000), '}'.repeat(5000)],
      ['- '.repeat(5000), ''],
      [Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''), ''],
    ];
    for (const [open, close] of deep) {
      const { value, faults } = parseYaml(`${open}${close}`);
      assert.ok(
        faults.some((f) => f.message === 'This is nested deeper than 100 levels. What lies deeper is not read.'),
      );
      let depth = 0;
      for (let at: unknown = value; at !== null && typeof at === 'object'; at = Object.values(at)[0]) depth++;
      assert.equal(depth, 101);
    }
  });

  test('a text of more than two million characters is not read', () => {
    const { root, faults } = parseYaml(`a: ${'x'.repeat(2_000_000)}`);
    assert.equal(root, undefined);
    assert.deepEqual(faults, [
      {
        kind: 'syntax',
        message: 'This text is longer than 2 million characters and is not read.',
        span: { start: 0, end: 0 },
      },
    ]);
  });

  test('lists of any length are walked without a stack', () => {
    const { value, faults } = parseYaml('- x\n'.repeat(200_000));
    assert.equal((value as unknown[]).length, 200_000);
    assert.deepEqual(faults, []);
  });
});

describe('value files', () => {
  const data = (text: string) => parseData({ uri: 'file:///w/x', text });

  test('JSON and YAML give the same data', () => {
    const expected = { a: [1, null, 'x'], b: { c: true } };
    assert.deepEqual(plain(data('\uFEFF{"a": [1, null, "x"],\n\t"b": {"c": true}}').value), expected);
    assert.deepEqual(plain(data('a: [1, null, x]\nb: { c: true }\n').value), expected);
  });

  test('a key __proto__ of JSON is a key', () => {
    const { value } = data('{"__proto__": {"a": 1}}');
    assert.deepEqual(Object.keys(value as object), ['__proto__']);
    assert.equal(Object.getPrototypeOf(value), null);
  });

  test('places are known in both', () => {
    assert.deepEqual(data('[{"a": 1}]').place([0, 'a']), { key: { start: 2, end: 5 }, value: { start: 7, end: 8 } });
    assert.deepEqual(data('- a: 1\n').place([0, 'a']), { key: { start: 2, end: 3 }, value: { start: 5, end: 6 } });
  });

  test('JSON with a slip is read as far as it goes, and says so', () => {
    const { value, faults } = data('{"a": [1, 2, "b": 3}');
    assert.deepEqual((value as { a: unknown[] }).a.slice(0, 2), [1, 2]);
    assert.equal(faults.length > 0, true);
  });

  test('JSON that is nested too deep is read as YAML is', () => {
    const { faults } = data('['.repeat(3000) + ']'.repeat(3000));
    assert.equal(faults[0]?.message, 'This is nested deeper than 100 levels. What lies deeper is not read.');
  });
});
