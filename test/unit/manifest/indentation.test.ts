// A line that stands too far to the left or to the right is told once, with where it belongs; the rest is read as meant.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { marked, mended, plain, read, told } from './support';

const RIGHT = `version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    layers:
      - id: policy
        trust: instructions
        lifetime: static
      - id: context
        trust: data
        lifetime: call
        slots: [context]
    slots:
      context:
        type: text
        sample: A page.
    scenarios:
      first:
        values: { context: A note. }
`;

const misplaced = (is: number, to: number): string =>
  `This line is indented by ${is}, but the lines that it belongs to by ${to}.`;

/** The whole manifest with one line moved, which is marked. */
function moved(line: string, indent: string, mark: (text: string) => string): string {
  const at = RIGHT.indexOf(`${line}\n`);
  const start = RIGHT.lastIndexOf('\n', at) + 1;
  assert.ok(at > 0 && RIGHT.slice(start, at).trim() === '');
  return `${RIGHT.slice(0, start)}${indent}${mark(line)}\n${RIGHT.slice(at + line.length + 1)}`;
}

function isToldOnce(source: string, message: string): void {
  const { text, document } = marked(source);
  assert.deepEqual(told(text, document.faults), { marked: source, messages: [message] });
  assert.deepEqual(plain(document.data), plain(read(RIGHT).data));
  assert.deepEqual(read(mended(text, document.faults)).faults, []);
  assert.deepEqual(plain(read(mended(text, document.faults)).data), plain(read(RIGHT).data));
}

describe('a line that YAML cannot read where it stands', () => {
  const cases: readonly [string, number, number][] = [
    ['dialect: single-brace', 3, 4],
    ['dialect: single-brace', 2, 4],
    ['dialect: single-brace', 1, 4],
    ['layers:', 3, 4],
    ['trust: instructions', 7, 8],
    ['trust: instructions', 6, 8],
    ['trust: instructions', 4, 8],
    ['lifetime: static', 5, 8],
    ['lifetime: static', 4, 8],
    ['lifetime: static', 2, 8],
    ['lifetime: static', 0, 8],
    ['- id: context', 5, 6],
    ['- id: context', 4, 6],
    ['- id: context', 2, 6],
    ['slots:', 3, 4],
    ['sample: A page.', 7, 8],
  ];
  for (const [line, is, to] of cases) {
    test(`${line} at ${is}`, () => {
      const source = moved(line, ' '.repeat(is), (text) => `⟦syntax⟧${text}⟦/⟧`);
      isToldOnce(source, misplaced(is, to));
    });
  }

  test('with CRLF and texts over several lines around it', () => {
    const source = `version: 1\r\nsystems:\r\n  a:\r\n    template: a.md\r\n    description: |\r\n      - id: x\r\n     no: 1\r\n   ⟦syntax⟧dialect: jinja⟦/⟧\r\n    title: "one:\r\n      two"\r\n`;
    const { text, document } = marked(source.replace('     no: 1\r\n', ''));
    assert.deepEqual(told(text, document.faults).messages, [misplaced(3, 4)]);
    assert.deepEqual(plain(document.data.systems), {
      a: { template: 'a.md', description: '- id: x\n', dialect: 'jinja', title: 'one: two' },
    });
  });

  test('two of them', () => {
    const source = moved('trust: instructions', '       ', (text) => `⟦syntax⟧${text}⟦/⟧`).replace(
      '        sample: A page.',
      '       ⟦syntax⟧sample: A page.⟦/⟧',
    );
    const { text, document } = marked(source);
    assert.deepEqual(told(text, document.faults), { marked: source, messages: [misplaced(7, 8), misplaced(7, 8)] });
    assert.deepEqual(plain(document.data), plain(read(RIGHT).data));
  });

  test('a block that is moved as a whole', () => {
    const block = RIGHT.slice(RIGHT.indexOf('      - id: context'), RIGHT.indexOf('    slots:\n'));
    const left = block.replace(/^ {3}/gm, '').replace('- id: context', '⟦syntax⟧- id: context⟦/⟧');
    isToldOnce(RIGHT.replace(block, left), misplaced(3, 6));
  });
});

describe('tabs', () => {
  test('one line', () => {
    isToldOnce(RIGHT.replace('    dialect', '⟦syntax⟧\t⟦/⟧dialect'), 'YAML is indented with spaces, not with tabs.');
    isToldOnce(
      RIGHT.replace('        lifetime: static', '⟦syntax⟧\t    ⟦/⟧lifetime: static'),
      'YAML is indented with spaces, not with tabs.',
    );
  });

  test('any line, with one tab for all of its blanks, where YAML would take it for a key of something else', () => {
    const lines = RIGHT.split('\n').filter((line) => line.startsWith(' '));
    for (const line of new Set(lines)) {
      const source = RIGHT.replace(`\n${line}\n`, `\n⟦syntax⟧\t⟦/⟧${line.trimStart()}\n`);
      isToldOnce(source, 'YAML is indented with spaces, not with tabs.');
    }
  });

  test('the last line of a manifest', () => {
    for (const to of [
      'dialect: single-brace',
      'template: chat.prompt',
      'layers:',
      '- id: context',
      'slots: [context]',
    ]) {
      const end = RIGHT.indexOf(to) + to.length + 1;
      const right = RIGHT.slice(0, end);
      const { text, document } = marked(right.replace(/ +(?=[^ \n].*\n$)/, '⟦syntax⟧\t⟦/⟧'));
      assert.equal(mended(text, document.faults), right, to);
      assert.deepEqual(plain(document.data), plain(read(right).data), to);
    }
  });

  test('all lines', () => {
    const source = RIGHT.replace(/^ +/gm, (blanks) => '\t'.repeat(blanks.length / 2)).replace(
      '\tchat:',
      '⟦syntax⟧\t⟦/⟧chat:',
    );
    const lines = RIGHT.split('\n').filter((line) => line.startsWith(' ')).length;
    isToldOnce(source, `YAML is indented with spaces, not with tabs; ${lines} lines here begin with one.`);
  });
});

describe('a line that YAML reads as something else where it stands', () => {
  const tells = (bad: string, message: string, right: string): void => {
    const { text, document } = marked(bad);
    assert.deepEqual(told(text, document.faults), { marked: bad, messages: [message] });
    assert.deepEqual(plain(document.data), plain(read(right).data));
    assert.equal(mended(text, document.faults), right);
    assert.deepEqual(read(right).faults, []);
  };

  test('a key of a system among the systems', () => {
    const right = 'version: 1\nsystems:\n  chat:\n    template: a\n    dialect: jinja\n';
    tells(
      right.replace('    dialect', '  ⟦schema⟧dialect⟦/⟧'),
      '`dialect` is a key of a prompt system, but stands beside `chat` instead of in it. Indent it by 4.',
      right,
    );
  });

  test('a list of layers among the systems, with its lines', () => {
    const right = RIGHT.slice(0, RIGHT.indexOf('    slots:\n'));
    const block = right.slice(right.indexOf('    layers:'));
    tells(
      right.replace(block, block.replace(/^ {2}/gm, '').replace('layers', '⟦schema⟧layers⟦/⟧')),
      '`layers` is a key of a prompt system, but stands beside `chat` instead of in it. Indent it by 4.',
      right,
    );
  });

  test('a key of the last layer', () => {
    const right = RIGHT.slice(0, RIGHT.indexOf('    slots:\n'));
    tells(
      right.replace('        slots', '    ⟦schema⟧slots⟦/⟧'),
      '`slots` is a key of a layer, but stands beside the layer above it instead of in it. Indent it by 8.',
      right,
    );
  });

  test('a key of a slot, and one of a scenario', () => {
    const slots = RIGHT.slice(0, RIGHT.indexOf('    scenarios:\n'));
    tells(
      slots.replace('        sample', '      ⟦schema⟧sample⟦/⟧'),
      '`sample` is a key of a slot, but stands beside `context` instead of in it. Indent it by 8.',
      slots,
    );
    tells(
      RIGHT.replace('        values', '      ⟦schema⟧values⟦/⟧'),
      '`values` is a key of a scenario, but stands beside `first` instead of in it. Indent it by 8.',
      RIGHT,
    );
  });

  test('systems beside the key `systems`', () => {
    const right =
      'version: 1\nsystems:\n  a:\n    template: a\n    dialect: jinja\n  b:\n    template: b\n    dialect: jinja\n';
    tells(
      right.replace(/^ {2}/gm, '').replace('a:\n', '⟦schema⟧a⟦/⟧:\n'),
      '`a` stands beside `systems` instead of in it. Indent it by 2. The same holds for 1 more below it.',
      right,
    );
  });

  test('a slot, a system and an axis may have the name of a key', () => {
    const text = `version: 1
systems:
  chat:
    template: a
    dialect: jinja
  slots:
    template: b
    dialect: jinja
    slots:
      text: { sample: a }
      sample: { type: text }
      values:
      type: {}
    scenarios:
      one: {}
      values: { values: { text: x } }
`;
    assert.deepEqual(read(text).faults, []);
  });
});
