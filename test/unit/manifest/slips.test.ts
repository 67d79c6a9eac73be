// One slip of the hand is told once, where it happened, and everything is read as it was meant.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { marked, mended, plain, read, told } from './support';

const RIGHT = `version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    model: gpt-4o
    layers:
      - id: policy
        trust: instructions
        lifetime: static
      - id: context
        trust: data
        lifetime: call
        slots: [context, kb]
    slots:
      context:
        type: text
        sample: A page.
      kb:
        type: list
        item: "- {title}"
        sample: [{ title: One }]
    budget:
      prompt: 2000
      reserve: 500
    scenarios:
      first:
        description: The first one
        values: { context: A note. }
      second:
        values:
          context: Another note.
          kb: []
    rules:
      trust.unfenced: off
  help:
    template: help.prompt
    dialect: single-brace
`;

const LINES = RIGHT.split('\n').slice(0, -1);
const indent = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;
const moved = (line: string, by: number): string => ' '.repeat(Math.max(0, indent(line) + by)) + line.trimStart();

/** The text with some of its lines in another form. */
const changed = (i: number, count: number, form: (line: string) => string): string =>
  [...LINES.slice(0, i), ...LINES.slice(i, i + count).map(form), ...LINES.slice(i + count), ''].join('\n');

/** How many lines belong to a line. */
function block(i: number): number {
  const own = indent(LINES[i] ?? '');
  const end = LINES.findIndex((line, k) => k > i && indent(line) <= own);
  return (end < 0 ? LINES.length : end) - i;
}

/** Every line with a slip in it, where the slip is one there. */
function* everywhere(slip: (line: string, i: number) => string | undefined): Generator<[string, string]> {
  for (const [i, line] of LINES.entries()) {
    const text = slip(line, i);
    if (text !== undefined && text !== RIGHT) yield [`${line.trim()} in line ${i + 1}`, text];
  }
}

/** What is told of a text is one thing, none when it says the same as the right one, and mending it makes it right. */
function isOne(name: string, text: string): void {
  const { faults, data } = read(text);
  assert.deepEqual(plain(data), plain(read(RIGHT).data), name);
  if (faults.length === 0) return;
  assert.equal(faults.length, 1, `${name}: ${faults.map(({ message }) => message).join('\n')}`);
  const better = read(mended(text, faults));
  assert.deepEqual(better.faults, [], name);
  assert.deepEqual(plain(better.data), plain(read(RIGHT).data), name);
}

describe('one slip on any line is told once, and all is read as it was meant', () => {
  for (const by of [-4, -2, -1, 1, 2, 4]) {
    test(`a line indented by ${by}`, () => {
      const slips = everywhere((line, i) =>
        indent(line) + by < 0 ? undefined : changed(i, 1, (own) => moved(own, by)),
      );
      for (const [name, text] of slips) isOne(name, text);
    });
    test(`a block indented by ${by}`, () => {
      const slips = everywhere((line, i) =>
        indent(line) + by < 0 || block(i) === 1 ? undefined : changed(i, block(i), (own) => moved(own, by)),
      );
      for (const [name, text] of slips) isOne(name, text);
    });
  }

  test('a dash too many', () => {
    const dashed = (line: string, by: number): string => `${' '.repeat(indent(line) - by)}- ${line.trimStart()}`;
    for (const by of [0, 2]) {
      const slips = everywhere((line, i) =>
        indent(line) < by || line.includes('- id') ? undefined : changed(i, 1, (own) => dashed(own, by)),
      );
      for (const [name, text] of slips) isOne(name, text);
    }
    for (const [name, text] of everywhere((_, i) => changed(i, 1, (line) => line.replace('- id', '- - id'))))
      isOne(name, text);
  });

  test('a dash that is missing, or has no space behind it', () => {
    for (const form of ['id', '  id', '-id'])
      for (const [name, text] of everywhere((_, i) => changed(i, 1, (line) => line.replace('- id', form))))
        isOne(name, text);
  });

  test('a colon that is missing', () => {
    for (const [name, text] of everywhere((_, i) => changed(i, 1, (line) => line.replace(':', '')))) isOne(name, text);
  });

  test('something behind the colon of a key that has its entries below', () => {
    for (const more of [' word', 'x', '"', ','])
      for (const [name, text] of everywhere((line, i) =>
        line.endsWith(':') ? changed(i, 1, (own) => own + more) : undefined,
      ))
        isOne(name, text);
  });

  test('a line that stands twice', () => {
    const slips = everywhere((line, i) => (line.endsWith(':') ? changed(i, 1, (own) => `${own}\n${own}`) : undefined));
    for (const [name, text] of slips) isOne(name, text);
  });
});

describe('what is told of a slip', () => {
  const tells = (line: string, form: string, message: string): void => {
    const source = RIGHT.replace(`${line}\n`, `${form}\n`);
    const { text, document } = marked(source);
    assert.deepEqual(told(text, document.faults), { marked: source, messages: [message] });
  };

  test('a line that YAML accepts where it stands', () => {
    tells('    slots:', '⟦syntax⟧slots:⟦/⟧', 'This line is indented by 0, but the lines that it belongs to by 4.');
    tells(
      '      second:',
      '    ⟦syntax⟧second:⟦/⟧',
      'This line is indented by 4, but the lines that it belongs to by 6.',
    );
    tells('  chat:', '   ⟦syntax⟧chat:⟦/⟧', 'This line is indented by 3, but the lines that it belongs to by 2.');
  });

  test('a dash, a colon, a value', () => {
    tells('    model: gpt-4o', '    ⟦syntax⟧- model: gpt-4o⟦/⟧', 'No item of a list is wanted here, so no dash.');
    tells(
      '      - id: context',
      '      ⟦syntax⟧id: context⟦/⟧',
      'An item of a list begins with a dash, which is missing here.',
    );
    tells('      - id: context', '      ⟦syntax⟧-id: context⟦/⟧', 'A space is missing behind the dash.');
    tells(
      '    layers:',
      '    ⟦syntax⟧layers: two⟦/⟧',
      '`layers` has its entries on the lines below, so `two` cannot stand behind its colon.',
    );
  });

  test('a bracket that is missing', () => {
    tells(
      '        sample: [{ title: One }]',
      '        sample: [ title: One ⟦syntax⟧}⟦/⟧]',
      'This `}` closes nothing: the `{` before it is missing.',
    );
    tells('        sample: [{ title: One }]', '        sample: [⟦syntax⟧{⟦/⟧ title: One ]', 'This `{` is not closed.');
  });

  test('a name that is missing above what it names', () => {
    const source = RIGHT.replace('  chat:\n    template', '    ⟦syntax⟧template').replace(
      'template: chat.prompt',
      'template: chat.prompt⟦/⟧',
    );
    const { text, document } = marked(source);
    assert.deepEqual(told(text, document.faults).messages, [
      'These lines describe something, but the line above them with its name and a colon is missing.',
    ]);
    assert.deepEqual(Object.keys(document.data.systems), ['name', 'help']);
  });
});

describe('what is no slip stays what it is', () => {
  const messages = (text: string): readonly string[] => read(text).faults.map(({ message }) => message);

  test('a key that is no key, though it would be one elsewhere', () => {
    assert.deepEqual(messages(RIGHT.replace('    rules:', '    temperature: 1\n    rules:')), [
      '`temperature` is no key of prompt system chat. Its keys are title, description, model, dialect, options, includes, trim, template, parts, join, axes, layers, slots, cache, budget, strip, scenarios and rules.',
    ]);
  });

  test('two faults that have nothing to do with each other', () => {
    const text = RIGHT.replace('reserve: 500', 'reserve: much').replace('trust: data', 'trust: none');
    assert.deepEqual(messages(text), [
      '`trust` is one of instructions, request, facts, data, not `none`.',
      '`reserve` is a number, not text.',
    ]);
  });

  test('a line that is half typed', () => {
    assert.deepEqual(messages(RIGHT.replace('    model: gpt-4o', '    mod')), [
      '`mod` has no value. A key is followed by a colon and its value.',
    ]);
  });
});

describe('marks within a line', () => {
  test('an equals sign in the place of a colon', () => {
    const slips = everywhere((line, i) =>
      /^ {4,}[a-z]\w*: [\w.-]+$/.test(line) ? changed(i, 1, (own) => own.replace(': ', ' = ')) : undefined,
    );
    for (const [name, text] of slips) isOne(name, text);
  });
  test('a comma that is missing in braces', () => {
    const flow = RIGHT.replace(
      /- id: policy\n +trust: instructions\n +lifetime: static/,
      '- { id: policy, trust: instructions, lifetime: static }',
    );
    for (const text of [
      flow.replace('policy, trust', 'policy trust'),
      flow.replace('instructions, lifetime', 'instructions lifetime'),
    ]) {
      isOne(text, text);
      const { faults } = read(text);
      assert.deepEqual(
        faults.map(({ message }) => message),
        ['A comma is missing before this.'],
      );
      assert.equal(mended(text, faults), flow);
    }
  });
  test('a colon, or the space behind one, that is missing in braces', () => {
    const flow = RIGHT.replace(
      /- id: policy\n +trust: instructions\n +lifetime: static/,
      '- { id: policy, trust: instructions, lifetime: static }',
    );
    for (const [right, wrong, message] of [
      ['{ id: policy', '{ id:policy', 'A space is missing behind the colon of `id`.'],
      ['{ id: policy', '{ id policy', 'A colon is missing behind `id`.'],
      ['trust: instructions,', 'trust:instructions,', 'A space is missing behind the colon of `trust`.'],
      ['trust: instructions,', 'trust instructions,', 'A colon is missing behind `trust`.'],
      ['values: { context', 'values:{ context', 'A space is missing behind the colon of `values`.'],
    ] as const) {
      const text = flow.replace(right, wrong);
      isOne(wrong, text);
      const { faults } = read(text);
      assert.deepEqual(
        faults.map((fault) => fault.message),
        [message],
      );
    }
  });
});

describe('a text over several lines', () => {
  const LONG = RIGHT.replace(
    '        sample: A page.\n',
    '        description: >-\n          What is on the page, in\n          words: all of it, and\n          nothing else.\n        sample: A page.\n',
  );
  test('one of its lines further left is told once', () => {
    for (const line of ['What is on the page, in', 'words: all of it, and'])
      for (const by of [4, 6]) {
        const { faults } = read(LONG.replace(`          ${line}`, `${' '.repeat(10 - by)}${line}`));
        assert.deepEqual(
          faults.map(({ message }) => message),
          [`This line is indented by ${10 - by}, but the lines that it belongs to by 10.`],
        );
        assert.equal(mended(LONG.replace(`          ${line}`, `${' '.repeat(10 - by)}${line}`), faults), LONG);
      }
  });
});

describe('braces and brackets that are being written', () => {
  test('are told once, whatever stands at their end', () => {
    for (const [line, begun, bracket] of [
      ['        sample: [{ title: One }]', '        max: { ch', '{'],
      ['        sample: [{ title: One }]', '        max: { chars', '{'],
      ['        sample: [{ title: One }]', '        max: { chars:', '{'],
      ['        slots: [context, kb]', '        slots: [con', '['],
    ] as const)
      assert.deepEqual(
        read(RIGHT.replace(line, begun)).faults.map(({ message }) => message),
        [`This \`${bracket}\` is not closed.`],
        begun,
      );
  });
});

test('what is told of a short manifest is told of a long one, for a system among many', () => {
  const [head = '', rest = ''] = RIGHT.split('  chat:\n');
  const chat = `  chat:\n${rest.split('  help:\n')[0]}`;
  const many = (own: string): string =>
    head +
    Array.from({ length: 40 }, (_, i) => (i === 20 ? own : chat.replace('chat:', `chat-${i}:`))).join('') +
    'rules: { trust.unfenced: off }\n';
  assert.ok(many(chat).length > 24_000);
  assert.deepEqual(read(many(chat)).faults, []);
  for (const [right, wrong] of [
    ['trust: data', 'trust data'],
    ['        type: text', '         type: text'],
    ['    slots:\n', 'slots:\n'],
    ['      - id: context', '        id: context'],
    ['lifetime: call', 'lifetme: call'],
    ['{ context: A note. }', '{ context:A note. }'],
    ['    scenarios:', '    scenarios'],
    ['"- {title}"', '- {title}'],
  ] as const) {
    const own = chat.replace(right, wrong);
    const short = read(head + own);
    const long = read(many(own));
    const from = many(own).indexOf(own) - head.length;
    assert.deepEqual(
      long.faults.map(({ message, span }) => [message, span.start]),
      short.faults.map(({ message, span }) => [message, span.start + from]),
      wrong,
    );
    assert.deepEqual(plain(long.data.systems.chat), plain(short.data.systems.chat), wrong);
    assert.equal(Object.keys(long.data.systems).length, 40, wrong);
    assert.deepEqual(
      long.place(['systems', 'chat-30', 'model'])?.value?.start,
      many(own).indexOf('gpt-4o', many(own).indexOf('chat-30:')),
    );
  }
});
