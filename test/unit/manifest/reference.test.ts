// What `manifest.reference` finds, beyond the examples on its page.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { parseFixture, textsOf, withMarks } from '../../support/fixture';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const CODE = 'manifest.reference';

/** Checks a fixture whose marks have no names: the findings of the rule are there, exactly, with these messages. */
async function finds(fixture: string, messages: readonly string[], mended?: string): Promise<void> {
  const files = parseFixture(fixture.replaceAll('⟦⟧', `⟦${CODE}⟧`), 'strata.yaml');
  const { service, log } = await memoryWorkspace({ 'chat.prompt': 'Hello.\n', ...textsOf(files) });
  const file = files.find(({ path }) => path === 'strata.yaml');
  assert.ok(file);
  const found = service.workspace
    .snapshot()
    .findings(addressOf('strata.yaml'))
    .filter(({ code }) => code === CODE);
  assert.deepEqual(log, []);
  assert.equal(
    withMarks(
      file.text,
      found.map(({ code, span }) => ({ code, ...span })),
    ),
    withMarks(file.text, file.marks),
  );
  assert.deepEqual(
    found.map(({ message }) => message),
    messages,
  );
  if (mended === undefined) return;
  const edits = found.flatMap(({ fixes }) => fixes?.[0]?.edits ?? []);
  assert.equal(applyEdits(file.text, edits), mended);
}

const chat = (keys: string): string =>
  `version: 1\nsystems:\n  chat:\n    template: chat.prompt\n    dialect: single-brace\n${keys.replace(/^(?=.)/gm, '    ')}`;

describe('names that nothing has', () => {
  test('axes and values in every condition', () =>
    finds(
      chat(`axes: { kind: [main, sub], on: [true, false] }
slots:
  a:
    when: { kind: [main, ⟦⟧sob⟦/⟧] }
    redact: { text: x, when: { ⟦⟧kin⟦/⟧: main } }
    parts: [{ text: x, when: { kind: ⟦⟧mian⟦/⟧ } }]
    variants: [{ when: { on: true }, item: x }, { when: { on: ⟦⟧yes⟦/⟧ }, item: y }]
    fields: { f: { when: { ⟦⟧mode⟦/⟧: large } } }
cache: { breakpoints: [system], when: { kind: ⟦⟧Main⟦/⟧ }, scope: { line: x, when: { ⟦⟧knd⟦/⟧: main } } }
strip: { from: "X", when: { kind: ⟦⟧x⟦/⟧ } }
scenarios:
  s: { select: { ⟦⟧kinds⟦/⟧: main, on: ⟦⟧maybe⟦/⟧ } }
`),
      [
        '`sob` is not a value of the axis `kind` of chat. Did you mean `sub`?',
        '`kin` is not an axis of chat. Did you mean `kind`?',
        '`mian` is not a value of the axis `kind` of chat. Did you mean `main`?',
        '`yes` is not a value of the axis `on` of chat.',
        '`mode` is not an axis of chat.',
        '`Main` is not a value of the axis `kind` of chat. Did you mean `main`?',
        '`knd` is not an axis of chat. Did you mean `kind`?',
        '`x` is not a value of the axis `kind` of chat.',
        '`kinds` is not an axis of chat. Did you mean `kind`?',
        '`maybe` is not a value of the axis `on` of chat.',
      ],
    ));

  test('layers and slots in parts, breakpoints and rules', () =>
    finds(
      `version: 1
rules: { order.trust: { layers: [core, ⟦⟧cor⟦/⟧], slots: [a], why: x } }
systems:
  chat:
    dialect: single-brace
    layers: [{ id: core, trust: instructions, lifetime: static, slots: [a] }]
    slots: { b: { parts: [{ slot: ⟦⟧c⟦/⟧, unlessEmpty: ⟦⟧aa⟦/⟧ }] } }
    parts:
      - { file: chat.prompt, layer: ⟦⟧base⟦/⟧, unlessEmpty: ⟦⟧d⟦/⟧ }
      - { slot: ⟦⟧e⟦/⟧ }
    cache: { breakpoints: [{ after: ⟦⟧corr⟦/⟧ }, { slot: mark }] }
    rules: { slot.unused: { slots: [b, ⟦⟧f⟦/⟧], layers: [⟦⟧x⟦/⟧], why: y } }
  other:
    template: chat.prompt
    dialect: single-brace
`,
      [
        '`cor` is not a layer of any system of this manifest. Did you mean `core`?',
        '`c` is not a slot of chat.',
        '`aa` is not a slot of chat.',
        '`base` is not a layer of chat.',
        '`d` is not a slot of chat.',
        '`e` is not a slot of chat.',
        '`corr` is not a layer of chat. Did you mean `core`?',
        '`f` is not a slot of chat.',
        '`x` is not a layer of chat.',
      ],
    ));

  test('a layer where none is declared, but no slot', () =>
    finds(
      `version: 1
systems:
  chat:
    dialect: single-brace
    parts: [{ file: chat.prompt, layer: ⟦⟧core⟦/⟧ }, { slot: a, unlessEmpty: b }]
`,
      ['`core` is not a layer of chat.'],
    ));

  test('models: a known one mistyped or one of a family that is not listed, never a dated one or a name of one’s own', () =>
    finds(
      `version: 1
models: { house: { tokenizer: o200k_base } }
systems:
  a: { template: chat.prompt, dialect: single-brace, model: ⟦⟧huose⟦/⟧ }
  b: { template: chat.prompt, dialect: single-brace, model: house }
  c: { template: chat.prompt, dialect: single-brace, model: gpt-4o-2099-01-01 }
  d: { template: chat.prompt, dialect: single-brace, model: ⟦⟧gpt-97⟦/⟧ }
  g: { template: chat.prompt, dialect: single-brace, model: ⟦⟧clade-sonnet⟦/⟧ }
  h: { template: chat.prompt, dialect: single-brace, model: ⟦⟧gpt-4oo⟦/⟧ }
  i: { template: chat.prompt, dialect: single-brace, model: claude-opus-9 }
  e: { template: chat.prompt, dialect: single-brace, model: our-own-7b }
  f: { template: chat.prompt, dialect: single-brace, scenarios: { s: { model: ⟦⟧gtp-4o⟦/⟧ } } }
`,
      [
        'Nothing is known of a model `huose`, so its window, cache and tokens are a guess. Did you mean `house`?',
        'Nothing is known of a model `gpt-97`, so its window, cache and tokens are a guess. Correct the id, or say under `models` what is known of it.',
        'Nothing is known of a model `clade-sonnet`, so its window, cache and tokens are a guess. Is it a claude model? Correct the id, or say under `models` what is known of it.',
        'Nothing is known of a model `gpt-4oo`, so its window, cache and tokens are a guess. Did you mean `gpt-4o`?',
        'Nothing is known of a model `gtp-4o`, so its window, cache and tokens are a guess. Did you mean `gpt-4o`?',
      ],
    ));
});

describe('declarations that contradict each other', () => {
  test('layers, starts and slots twice', () =>
    finds(
      chat(`layers:
  - { id: a, trust: data, lifetime: call, starts: "# A", slots: [s, ⟦⟧s⟦/⟧] }
  - { id: b, trust: data, lifetime: call, starts: ["# B", ⟦⟧"# A"⟦/⟧], slots: [⟦⟧s⟦/⟧] }
  - { id: ⟦⟧a⟦/⟧, trust: data, lifetime: call, starts: "# A " }
`),
      [
        'The slot `s` is listed twice in the layer `a`, but its value is one layer. Remove it from one of them.',
        '`# A` begins the layers `a` and `b`, but a line can begin only one. Give one of them another beginning.',
        'The slot `s` is listed in the layers `a` and `b`, but its value is one layer. Remove it from one of them.',
        'Two layers are called `a`, so nobody can say which one is meant. Give one of them another id.',
      ],
    ));

  test('defaults of axes', () =>
    finds(
      chat(`axes:
  a: { values: [x, y], default: ⟦⟧z⟦/⟧ }
  b: { values: [p, q], default: { by: a, ⟦⟧map⟦/⟧: { x: p } } }
  c: { values: [p, q], default: { by: a, map: { x: p, y: ⟦⟧r⟦/⟧, ⟦⟧yy⟦/⟧: q } } }
  d: { values: [p], default: { by: ⟦⟧aa⟦/⟧, map: {} } }
  e: { values: [1], default: { by: ⟦⟧f⟦/⟧, map: { 1: 1 } } }
  f: { values: [1], default: { by: g, map: { 1: 1 } } }
  g: { values: [1], default: { by: e, map: { 1: 1 } } }
  h: { values: [1], default: { by: g, map: { 1: 1 } } }
  i: { values: [1], default: { by: ⟦⟧i⟦/⟧, map: { 1: 1 } } }
strip: { from: x, when: { b: p, c: p, d: p, h: 1 } }
`),
      [
        '`z` is no value of the axis `a`, which has x, y.',
        '`b` has no default where `a` is y. Add it to the map.',
        '`r` is no value of the axis `c`, which has p, q.',
        '`yy` is no value of the axis `a`, which has x, y.',
        'There is no axis `aa`, by which the default of `d` should be chosen.',
        'The default of `e` goes round in a circle: `e` follows `f` follows `g` follows `e`. Give one of them a value.',
        'The default of `i` goes round in a circle: `i` follows `i`. Give one of them a value.',
      ],
    ));

  test('the fix takes the name that was meant', () =>
    finds(
      chat(
        'axes:\n  mode: { values: [small, large], default: ⟦⟧lagre⟦/⟧ }\nstrip: { from: x, when: { mode: large } }\n',
      ),
      ['`lagre` is no value of the axis `mode`, which has small, large. Did you mean `large`?'],
      chat('axes:\n  mode: { values: [small, large], default: large }\nstrip: { from: x, when: { mode: large } }\n'),
    ));
});

describe('fields of items', () => {
  const tools = (slot: string, rest = ''): string =>
    chat(`slots:\n  tools:\n${slot.replace(/^(?=.)/gm, '    ')}${rest}`);

  test('that no item has, in files too', () =>
    finds(
      `${tools(
        `type: list
item: "- {name} {nam.first}: {⟦⟧txt⟦/⟧}"
variants: [{ when: {}, item: "{⟦⟧titel⟦/⟧}" }]
defer: { group: ⟦⟧server⟦/⟧, item: "{name}" }
sample: { file: tools.yaml }
`,
        'scenarios: { s: { values: { tools: [{ name: b, nam: { first: d }, title: c }] } } }\n',
      )}=== tools.yaml
- { name: a, text: b }
`,
      [
        'No item of `tools` has a field `txt` in the samples and scenarios, so the braces stay in the text as they are written. Did you mean `text`?',
        'No item of `tools` has a field `titel` in the samples and scenarios, so the braces stay in the text as they are written. Did you mean `title`?',
        'No item of `tools` has a field `server` in the samples and scenarios, so nothing is ever deferred.',
      ],
    ));

  test('are not judged while anything is unknown', async () => {
    for (const sample of ['{ file: missing.yaml }', '"text"', '[]']) {
      await finds(tools(`type: list\nitem: "{nothing} {item}"\nsample: ${sample}\n`), []);
    }
    await finds(tools('type: list\nitem: "{nothing}"\nsample: [{ a: 1 }]\nparts: [{ text: x }]\n'), []);
  });

  test('that one item lacks, be it a text or a map', async () => {
    const lacks = (item: number, field: string): string =>
      `Item ${item} of \`tools\` in the sample has no field \`${field}\`, so \`{${field}}\` stays in the text as it is written. Give it the field, be it empty.`;
    const cases = [
      ['{⟦⟧nothing⟦/⟧} {item}', '[plain]', lacks(1, 'nothing')],
      ['{⟦⟧a⟦/⟧} {item}', '[{ a: 1 }, x]', lacks(2, 'a')],
      ['{⟦⟧by⟦/⟧.name}', '[{ by: { name: A } }, { by: {} }]', lacks(2, 'by.name')],
    ] as const;
    for (const [item, sample, message] of cases)
      await finds(tools(`type: list\nitem: "${item}"\nsample: ${sample}\n`), [message]);
  });
});

test('places are right behind an entry that was left out', () =>
  finds(
    `version: 1
systems:
  chat:
    dialect: single-brace
    layers:
      - { id: lost }
      - { id: core, trust: instructions, lifetime: static }
      - { id: ⟦⟧core⟦/⟧, trust: data, lifetime: call }
    parts:
      - { layer: core }
      - { file: chat.prompt, layer: ⟦⟧crre⟦/⟧ }
`,
    [
      'Two layers are called `core`, so nobody can say which one is meant. Give one of them another id.',
      '`crre` is not a layer of chat. Did you mean `core`?',
    ],
  ));

describe('a name that is mistyped is told once', () => {
  const keys = (select: string): string =>
    `axes:\n  kind: [short, long, full]\nslots:\n  a: { when: { kind: short } }\nscenarios:\n  s: { select: ${select} }\n  t: { select: { kind: full } }\n`;

  test('and the value that it may mean is not called idle', async () => {
    await finds(
      chat(keys('{ kind: ⟦⟧lng⟦/⟧ }')),
      ['`lng` is not a value of the axis `kind` of chat. Did you mean `long`?'],
      chat(keys('{ kind: long }')),
    );
    await finds(
      chat(keys('{ ⟦⟧knd⟦/⟧: long }')),
      ['`knd` is not an axis of chat. Did you mean `kind`?'],
      chat(keys('{ kind: long }')),
    );
  });

  test('a value that nothing names is idle all the same', async () => {
    await finds(chat(keys('{ kind: short }').replace('long,', '⟦⟧long⟦/⟧,')), [
      'Nothing tells `long` from `full`: no `when` asks for it and no scenario selects it, so this value of the axis `kind` makes no difference. Use it, or remove it.',
    ]);
  });
});
