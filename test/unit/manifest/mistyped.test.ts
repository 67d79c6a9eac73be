import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chat, marked, mended, plain, read, told } from './support';

/** Checks a manifest with marks: the faults exactly there, with these messages. */
function tells(source: string, messages: readonly string[]): ReturnType<typeof marked> {
  const found = marked(source);
  assert.deepEqual(told(found.text, found.document.faults), { marked: source, messages });
  return found;
}

describe('a mistyped key', () => {
  test('one that must be there is an error, and its value is used', () => {
    const { text, document } = tells(
      chat(
        'layers:\n  - { id: a, trust: data, ⟦unknown-key⟧lifetme⟦/⟧: call }\n  - { ⟦unknown-key⟧ido⟦/⟧: b, trust: data, lifetime: call }\n',
      ),
      [
        '`lifetme` is no key of a layer: did you mean `lifetime`, which must be there?',
        '`ido` is no key of a layer: did you mean `id`, which must be there?',
      ],
    );
    assert.deepEqual(
      document.faults.map((fault) => fault.level),
      ['error', 'error'],
    );
    assert.deepEqual(plain(document.data.systems.chat?.layers), [
      { id: 'a', trust: 'data', lifetime: 'call' },
      { id: 'b', trust: 'data', lifetime: 'call' },
    ]);
    assert.deepEqual(read(mended(text, document.faults)).faults, []);
  });

  test('one that is no key beside the one that it looks like is a warning', () => {
    tells(chat('layers:\n  - { id: a, trust: data, lifetime: call, ⟦unknown-key⟧lifetme⟦/⟧: step }\n'), [
      '`lifetme` is no key of a layer: did you mean `lifetime`?',
    ]);
  });
});

describe('a word that means another one', () => {
  test('a word from elsewhere', () => {
    const meant = (source: string): (string | undefined)[] =>
      marked(source).document.faults.map((fault) => fault.fixes?.[0]?.title);
    const dialect = (name: string): string => `version: 1\nsystems:\n  a: { template: x, dialect: "${name}" }\n`;
    for (const [name, title] of [
      ['f-string', 'Change to py-format'],
      ['python', 'Change to py-format'],
      ['jinja2', 'Change to jinja'],
      ['Nunjucks', 'Change to jinja'],
      ['hbs', 'Change to handlebars'],
      ['go', 'Change to go-template'],
      ['liqid', 'Change to liquid'],
      ['erb', undefined],
    ] as const)
      assert.deepEqual(meant(dialect(name)), [title], name);
    assert.deepEqual(meant(chat('layers: [{ id: a, trust: untrusted, lifetime: session }]')), [
      'Change to data',
      'Change to thread',
    ]);
  });
});
