import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readManifest } from '../../../server/src/model/manifest/manifest';
import { manifest } from '../../../server/src/model/schema';
import { applyEdits } from '../../../server/src/text/edit';
import { CHAT, chat, marked, mended, plain, read, told } from './support';
import { WHOLE } from './whole';

/** Checks a manifest with marks: the faults exactly there, with these messages. */
function tells(source: string, messages: readonly string[]): ReturnType<typeof marked> {
  const found = marked(source);
  assert.deepEqual(told(found.text, found.document.faults), { marked: source, messages });
  return found;
}

const system = (source: string) => marked(source).document.data.systems.chat as unknown as Record<string, unknown>;

describe('a manifest without fault', () => {
  test('the smallest', () => {
    const document = read(CHAT);
    assert.deepEqual(document.faults, []);
    assert.deepEqual(plain(document.data), {
      version: 1,
      systems: { chat: { template: 'chat.prompt', dialect: 'single-brace' } },
    });
  });

  test('one with every key', () => {
    const document = read(WHOLE);
    assert.deepEqual(document.faults, []);
    assert.equal(manifest.safeParse(document.data).success, true);
    assert.deepEqual(plain(document.data.systems.turn?.slots?.bare), {});
    assert.deepEqual(plain(document.data.systems.turn?.scenarios?.third), {});
    const values = document.data.systems.turn?.scenarios?.first?.values;
    assert.deepEqual(plain(values), { notes: '', tools: [], state: { a: 1 }, bare: null });
  });

  test('the same one with CRLF and a byte order mark', () => {
    const document = read(`\uFEFF${WHOLE.replaceAll('\n', '\r\n')}`);
    assert.deepEqual(document.faults, []);
    assert.deepEqual(plain(document.data), plain(read(WHOLE).data));
  });

  test('two thousand layers', () => {
    const layers = Array.from(
      { length: 2000 },
      (_, i) => `- { id: l${i}, trust: data, lifetime: call, slots: [s${i}] }\n`,
    );
    const document = read(chat(`layers:\n${layers.map((line) => `  ${line}`).join('')}`));
    assert.deepEqual(document.faults, []);
    assert.equal(document.data.systems.chat?.layers?.length, 2000);
    const place = document.place(['systems', 'chat', 'layers', 1999, 'slots', 0]);
    assert.equal(document.file.text.slice(place?.value?.start, place?.value?.end), 's1999');
  });

  test('is read once for each file', () => {
    const file = { uri: 'file:///w/strata.yaml', text: CHAT };
    assert.equal(readManifest(file), readManifest(file));
  });
});

describe('a manifest that is hardly one', () => {
  test('an empty file says what the smallest manifest is', () => {
    for (const text of ['', '# later\n', '# later']) {
      const document = read(text);
      assert.deepEqual(
        document.faults.map(({ code, level, message, span }) => ({ code, level, message, span })),
        [
          {
            code: 'manifest.schema',
            level: 'info',
            message:
              'This manifest is empty. The smallest one names a prompt, its file and how slots are written in it.',
            span: { start: 0, end: 0 },
          },
        ],
      );
      assert.deepEqual(plain(document.data), { version: 1, systems: {} });
      const fixed = mended(text, document.faults);
      assert.equal(fixed.startsWith(text), true);
      assert.deepEqual(read(fixed).faults, []);
    }
  });

  test('a list, a word', () => {
    const message = (what: string) => [`The manifest is a map with version, models, rules and systems, not ${what}.`];
    tells('⟦schema⟧- a⟦/⟧\n- b\n', message('a list'));
    tells('⟦schema⟧vers⟦/⟧', message('text'));
  });

  test('another version: the rest is read', () => {
    const { document } = tells(CHAT.replace('version: 1', 'version: ⟦schema⟧2⟦/⟧'), ['`version` is 1, not `2`.']);
    assert.deepEqual(plain(document.data), plain(read(CHAT).data));
  });

  test('no version: the fix adds it', () => {
    const source = `# mine\n⟦schema⟧systems:⟦/⟧\n  chat: { template: a, dialect: jinja }\n`;
    const { text, document } = tells(source, ['The manifest has no `version`. It is 1.']);
    assert.equal(
      mended(text, document.faults),
      `# mine\nversion: 1\nsystems:\n  chat: { template: a, dialect: jinja }\n`,
    );
    assert.deepEqual(Object.keys(document.data.systems), ['chat']);
  });

  test('no systems', () => {
    tells('⟦schema⟧version: 1⟦/⟧\n', ['The manifest has no `systems`. It is a map of prompt systems by name.']);
    tells('version: 1\nsystems: ⟦schema⟧{}⟦/⟧\n', ['`systems` needs at least one system.']);
    tells('version: 1\n⟦schema⟧systems⟦/⟧:\n', ['`systems` has no value yet. It is a map of prompt systems by name.']);
  });

  test('a mistyped key that is required is told once', () => {
    tells('version: 1\n⟦unknown-key⟧system⟦/⟧:\n  chat: {}\n', [
      '`system` is no key of the manifest: did you mean `systems`, which must be there?',
    ]);
  });
});

describe('unknown keys', () => {
  test('are told with the key that was meant, and everything else is used', () => {
    const source = chat('⟦unknown-key⟧tilte⟦/⟧: A\n⟦unknown-key⟧quux⟦/⟧: 1\ntrim: true\n');
    const keys =
      'title, description, model, dialect, options, includes, trim, template, parts, join, axes, layers, slots, cache, budget, strip, scenarios and rules';
    const { text, document } = tells(source, [
      '`tilte` is no key of prompt system chat: did you mean `title`?',
      `\`quux\` is no key of prompt system chat. Its keys are ${keys}.`,
    ]);
    assert.equal(document.data.systems.chat?.trim, true);
    assert.deepEqual(document.faults[0]?.fixes?.[0]?.title, 'Rename to title');
    assert.equal(mended(text, document.faults).includes('    title: A\n'), true);
  });

  test('other spellings of a key', () => {
    const { text, document } = tells(
      chat('slots:\n  a: { ⟦unknown-key⟧set_by⟦/⟧: me, ⟦unknown-key⟧Required⟦/⟧: true, ⟦unknown-key⟧desc⟦/⟧: x }\n'),
      [
        '`set_by` is no key of slot a: did you mean `setBy`?',
        '`Required` is no key of slot a: did you mean `required`?',
        '`desc` is no key of slot a: did you mean `description`?',
      ],
    );
    assert.deepEqual(read(mended(text, document.faults)).faults, []);
  });

  test('a rule that does not exist', () => {
    tells(chat('rules: { ⟦unknown-key⟧trust.unfence⟦/⟧: off, ⟦unknown-key⟧x⟦/⟧: off }\n'), [
      'There is no rule `trust.unfence`: did you mean `trust.unfenced`?',
      'There is no rule `x`.',
    ]);
  });

  test('merging', () => {
    tells(chat('slots:\n  a: &s { trust: data }\n  b: { ⟦unknown-key⟧<<⟦/⟧: *s }\n'), [
      'Merging with << is not part of YAML 1.2. Write the keys out.',
    ]);
  });

  test('a comma in braces', () => {
    const { text, document } = tells(
      chat('slots:\n  a: { stable: one of a few, ⟦unknown-key⟧the same in practice⟦/⟧ }\n'),
      [
        'YAML reads `the same in practice` as a key, because a comma ends an entry in braces. Put the whole text in quotes.',
      ],
    );
    assert.equal(
      mended(text, document.faults),
      chat('slots:\n  a: { stable: "one of a few, the same in practice" }\n'),
    );
  });
});

describe('wrong values', () => {
  test('a word that is none of those allowed names the branch that was meant', () => {
    const { document, text } = tells(
      chat(`layers:
  - { id: a, trust: ⟦schema⟧dta⟦/⟧, lifetime: call }
  - { id: b, trust: data, lifetime: ⟦schema⟧eternal⟦/⟧ }
cache:
  breakpoints: [⟦schema⟧systm⟦/⟧, { at: ⟦schema⟧tial⟦/⟧ }]
rules:
  order.trust: ⟦schema⟧of⟦/⟧
`),
      [
        '`trust` is one of instructions, request, facts, data: did you mean `data`?',
        '`lifetime` is one of static, tenant, profile, user, thread, day, call, step, not `eternal`.',
        'A breakpoint is one of tools, system, current-turn, tail: did you mean `system`?',
        '`at` is one of tools, system, current-turn, tail: did you mean `tail`?',
        'Rule order.trust is one of off, hint, info, warning, error: did you mean `off`?',
      ],
    );
    const fixed = mended(text, document.faults);
    assert.equal(fixed.includes('trust: data, lifetime: call'), true);
    assert.equal(fixed.includes('[system, { at: tail }]'), true);
  });

  test('a value of the wrong kind, in every union', () => {
    tells(
      chat(`includes: ⟦schema⟧5⟦/⟧
axes:
  a: ⟦schema⟧main⟦/⟧
  b: { values: [x], default: ⟦schema⟧[x]⟦/⟧ }
  c: [⟦schema⟧{ a: b }⟦/⟧]
layers:
  - { id: a, trust: data, lifetime: call, starts: ⟦schema⟧4⟦/⟧ }
slots:
  a: { when: { b: ⟦schema⟧{ c: d }⟦/⟧ } }
cache:
  breakpoints: [⟦schema⟧[a]⟦/⟧]
scenarios:
  a: { messages: ⟦schema⟧none⟦/⟧ }
  b: { messages: [{ role: user, text: ⟦unquoted-slot⟧{ a: b }⟦/⟧ }] }
rules:
  order.trust: ⟦schema⟧[off]⟦/⟧
`),
      [
        '`includes` is text, not a number. Put it in quotes.',
        'Axis a is a list, which stands in square brackets: [main].',
        '`default` is text or a number or true or false or a map with by and map, not a list.',
        'An item of axis c is text or a number or true or false, not a map.',
        '`starts` is text, not a number. Put it in quotes.',
        '`b` is text or a number or true or false, or a list of them, not a map.',
        'A breakpoint is one of tools, system, current-turn or tail or a map with at, after, slot, marker and reuse, not a list.',
        '`messages` is a list of messages or a map with file, not text.',
        'YAML reads `{ a: b }` as a map, but `text` is text. Put it in quotes.',
        'Rule order.trust is one of off, hint, info, warning or error or a map with level, slots, layers and why, not a list.',
      ],
    );
  });

  test('text for a number, a number for text, yes for true', () => {
    const { text, document } = tells(
      chat(
        'title: ⟦schema⟧2024⟦/⟧\ntrim: ⟦schema⟧yes⟦/⟧\nbudget: { prompt: ⟦schema⟧"60000"⟦/⟧, reserve: ⟦schema⟧many⟦/⟧ }\n',
      ),
      [
        '`title` is text, not a number. Put it in quotes.',
        '`trim` is true or false, not text.',
        '`prompt` is a number, not text.',
        '`reserve` is a number, not text.',
      ],
    );
    assert.equal(
      mended(text, document.faults),
      chat('title: "2024"\ntrim: true\nbudget: { prompt: 60000, reserve: many }\n'),
    );
    // Text is plain enough to be read as it was meant; the others are left out.
    assert.deepEqual(plain(document.data.systems.chat), {
      template: 'chat.prompt',
      dialect: 'single-brace',
      title: '2024',
      budget: {},
    });
  });

  test('one thing where a list belongs', () => {
    const { text, document } = tells(
      chat(
        'axes:\n  a: ⟦schema⟧main⟦/⟧\nlayers:\n  - { id: a, trust: data, lifetime: call, slots: ⟦schema⟧notes⟦/⟧ }\n',
      ),
      [
        'Axis a is a list, which stands in square brackets: [main].',
        '`slots` is a list, which stands in square brackets: [notes].',
      ],
    );
    const fixed = mended(text, document.faults);
    assert.equal(
      fixed,
      chat('axes:\n  a: [main]\nlayers:\n  - { id: a, trust: data, lifetime: call, slots: [notes] }\n'),
    );
  });

  test('numbers out of range, empty lists, empty texts', () => {
    tells(
      chat(`budget: { prompt: ⟦schema⟧-5⟦/⟧, reserve: ⟦schema⟧1.5⟦/⟧, trigger: ⟦schema⟧65⟦/⟧ }
layers: ⟦schema⟧[]⟦/⟧
axes: { a: ⟦schema⟧[]⟦/⟧ }
strip: { from: ⟦schema⟧""⟦/⟧ }
`),
      [
        '`prompt` must be a whole number above 0.',
        '`reserve` must be a whole number.',
        '`trigger` must be a share above 0 and at most 1.',
        '`layers` needs at least one layer.',
        'Axis a needs at least one value.',
        '`from` must not be empty.',
      ],
    );
  });

  test('names that cannot be names', () => {
    const { text, document } = tells(
      `version: 1
systems:
  ⟦schema⟧"my chat"⟦/⟧: { template: a, dialect: jinja }
  ⟦schema⟧__proto__⟦/⟧: { template: a, dialect: jinja }
  ok: { template: a, dialect: jinja, slots: { ⟦schema⟧__proto__⟦/⟧: {} }, layers: [{ id: ⟦schema⟧a b⟦/⟧, trust: data, lifetime: call }] }
`,
      [
        '`my chat` must begin with a letter or digit and go on with letters, digits and _ . $ -.',
        '`__proto__` must begin with a letter or digit and go on with letters, digits and _ . $ -.',
        '`__proto__` must be the name of a slot, without its braces.',
        '`id` must begin with a letter or digit and go on with letters, digits and _ . $ -.',
      ],
    );
    assert.deepEqual(Object.keys(document.data.systems), ['ok']);
    assert.equal(applyEdits(text, document.faults[0]?.fixes?.[0]?.edits ?? []).includes('  my-chat: {'), true);
  });

  test('a name in the braces of a slot is the name', () => {
    const { text, document } = tells(
      chat(`layers:
  - { id: a, trust: data, lifetime: call, slots: [⟦schema⟧{notes}⟦/⟧, ⟦schema⟧"{{ kb }}"⟦/⟧] }
cache: { breakpoints: [{ slot: ⟦schema⟧{mark}⟦/⟧ }] }
`),
      [
        'An item of slots must be the name of a slot, without its braces.',
        'An item of slots must be the name of a slot, without its braces.',
        '`slot` must be the name of a slot, without its braces.',
      ],
    );
    assert.deepEqual(plain(document.data.systems.chat?.layers?.[0]?.slots), ['notes', 'kb']);
    const fixed = read(mended(text, document.faults));
    assert.deepEqual(fixed.faults, []);
    assert.deepEqual(plain(fixed.data), plain(document.data));
  });

  test('nothing where something belongs', () => {
    tells(
      chat(
        '⟦schema⟧title⟦/⟧:\ndescription: ⟦schema⟧null⟦/⟧\n⟦schema⟧layers⟦/⟧:\nincludes:\n  - a\n  ⟦schema⟧-⟦/⟧\n⟦schema⟧cache⟦/⟧:\n',
      ),
      [
        '`title` has no value yet. It is text.',
        '`description` is text, not null.',
        '`layers` has no value yet. It is a list of layers.',
        'An item of includes has no value yet. It is text.',
        '`cache` has no value yet. It is a map with breakpoints, when and scope.',
      ],
    );
  });

  test('exactly one of', () => {
    const { document } = tells(
      `version: 1
systems:
  a: { template: x, dialect: jinja, ⟦schema⟧parts⟦/⟧: [{ file: y }] }
  ⟦schema⟧b⟦/⟧: { dialect: jinja }
  c:
    dialect: jinja
    parts:
      - { file: a, ⟦schema⟧text⟦/⟧: b, slot: c }
      - ⟦schema⟧layer: x⟦/⟧
        message: user
      - { text: c, ⟦schema⟧fallback⟦/⟧: d }
      - { messages: true, ⟦schema⟧message⟦/⟧: user }
      - { ⟦unknown-key⟧fille⟦/⟧: e }
`,
      [
        'Prompt system a has template and parts, but exactly one of template, parts may be there. The first is used.',
        'Prompt system b has none of template, parts. It must have exactly one of them.',
        'This part has file, text and slot, but exactly one of file, slot, text, messages may be there. The first is used.',
        'This part has none of file, slot, text, messages. It must have exactly one of them.',
        '`fallback` is only for a part with file.',
        '`message` is not for the conversation, which brings its own roles.',
        '`fille` is no key of a part: did you mean `file`, which must be there?',
      ],
    );
    assert.deepEqual(plain(document.data.systems), {
      a: { template: 'x', dialect: 'jinja' },
      c: { dialect: 'jinja', parts: [{ file: 'a' }, { text: 'c' }, { messages: true }, { file: 'e' }] },
    });
  });
});

describe('what a fault leaves', () => {
  test('the smallest entry that can be left out is', () => {
    const source = chat(`layers:
  - { id: a, trust: data, lifetime: call, budget: { max: ⟦schema⟧x⟦/⟧, perItem: 4 } }
  - ⟦schema⟧{ id: b, trust: data }⟦/⟧
  - { id: c, trust: data, lifetime: call, slots: [s, ⟦schema⟧[t]⟦/⟧] }
slots:
  s: { type: ⟦schema⟧tree⟦/⟧, item: "- {item}" }
  t: { type: ⟦schema⟧lst⟦/⟧ }
`);
    const { document } = tells(source, [
      '`max` is a number, not text.',
      'This layer has no `lifetime`. It is one of static, tenant, profile, user, thread, day, call or step.',
      'An item of slots must be the name of a slot, without its braces.',
      '`type` is one of text, line, list, json, number, date, boolean, not `tree`.',
      '`type` is one of text, line, list, json, number, date, boolean: did you mean `list`?',
    ]);
    assert.deepEqual(plain(system(source).layers), [
      { id: 'a', trust: 'data', lifetime: 'call', budget: { perItem: 4 } },
      { id: 'c', trust: 'data', lifetime: 'call', slots: ['s', 't'] },
    ]);
    assert.deepEqual(plain(system(source).slots), { s: { item: '- {item}' }, t: { type: 'list' } });
    assert.equal(manifest.safeParse(document.data).success, true);
  });

  test('places count the items of the data, and come back from the text', () => {
    const { text, document } = marked(
      chat(
        'layers:\n  - { id: bad }\n  - { id: a, trust: data, lifetime: call }\n  - { id: worse }\n  - { id: b, trust: data, lifetime: call }\n',
      ),
    );
    const idAt = (index: number) => {
      const place = document.place(['systems', 'chat', 'layers', index, 'id']);
      return text.slice(place?.value?.start, place?.value?.end);
    };
    assert.deepEqual(
      document.data.systems.chat?.layers?.map((layer) => layer.id),
      ['a', 'b'],
    );
    assert.deepEqual([0, 1, 2, 3].map(idAt), ['a', 'b', 'bad', 'worse']);
    const at = (word: string) => document.at(text.indexOf(word))?.path;
    assert.deepEqual(at('b, trust'), ['systems', 'chat', 'layers', 1, 'id']);
    assert.deepEqual(at('bad'), ['systems', 'chat', 'layers', 2, 'id']);
  });

  test('a fault behind an alias is told once', () => {
    const { document } = tells(chat('slots:\n  a: &s { wrap: { ⟦unknown-key⟧befor⟦/⟧: x } }\n  b: *s\n  c: *s\n'), [
      '`befor` is no key of `wrap`: did you mean `before`?',
    ]);
    assert.deepEqual(plain(document.data.systems.chat?.slots), { a: { wrap: {} }, b: { wrap: {} }, c: { wrap: {} } });
  });

  test('a line that is only half typed has one fault', () => {
    tells(chat('layers:\n  - id: a\n    ⟦syntax⟧trust⟦/⟧\n    lifetime: call\nslots: {}\n'), [
      '`trust` has no value. A key is followed by a colon and its value.',
    ]);
  });
});

describe('texts that YAML reads as something else', () => {
  test('are told, mended by quotes, and read as they were meant', () => {
    const source = chat(`cache: { scope: { line: ⟦unquoted-slot⟧[cache scope {hash}]⟦/⟧ } }
layers:
  - id: tools
    trust: instructions
    lifetime: call
    starts: ⟦unquoted-slot⟧## Tools⟦/⟧
  - { id: notes, trust: data, lifetime: call, starts: ⟦unquoted-slot⟧# Notes⟦/⟧ }
slots:
  a: { item: ⟦unquoted-slot⟧{name}⟦/⟧, default: ⟦unquoted-slot⟧{{ x }}⟦/⟧ }
  b:
    sample: ⟦unquoted-slot⟧{y}⟦/⟧
    wrap: { before: ⟦unquoted-slot⟧{{ x }}⟦/⟧ }
scenarios:
  s: { values: { b: [⟦unquoted-slot⟧{z}⟦/⟧, { file: x }] } }
`);
    const { text, document } = tells(source, [
      'YAML reads `[cache scope {hash}]` as a list, but `line` is text. Put it in quotes.',
      'YAML reads `## Tools` as a comment, so `starts` is empty. Put it in quotes.',
      'YAML reads what follows `#` as a comment. Put the text in quotes.',
      'YAML reads `{name}` as a map, but `item` is text. Put it in quotes.',
      'YAML reads `{{ x }}` as a map. If it is text, put it in quotes.',
      'YAML reads `{y}` as a map. If it is text, put it in quotes.',
      'YAML reads `{{ x }}` as a map, but `before` is text. Put it in quotes.',
      'YAML reads `{z}` as a map. If it is text, put it in quotes.',
    ]);
    const fixed = read(mended(text, document.faults));
    assert.deepEqual(fixed.faults, []);
    assert.deepEqual(plain(fixed.data), plain(document.data));
    assert.deepEqual(plain(document.data.systems.chat?.slots), {
      a: { item: '{name}', default: '{{ x }}' },
      b: { sample: '{y}', wrap: { before: '{{ x }}' } },
    });
    assert.equal(
      document.faults.every((fault) => fault.fixes?.[0]?.safe === true),
      true,
    );
  });

  test('data in braces is data', () => {
    const document = read(chat('slots:\n  a: { type: json, sample: { a: {}, b: { c: 1 }, d: { e: , f } } }\n'));
    assert.deepEqual(document.faults, []);
  });
});
