// A prompt that the system renders itself, with loops, filters, sections and lists: every character of it is known.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { locate } from '../../../server/src/features/requests/locate';
import { select } from '../../../server/src/model/selection';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const ROWS =
  '[{ kind: open, title: "A long title, 1. [open]" }, { kind: shut, title: short }, { kind: open, title: a }]';

const manifest = (dialect: string): string => `version: 1
systems:
  a:
    template: a.prompt
    dialect: ${dialect}
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: rows, trust: data, lifetime: call, slots: [rows, who, word] }
    slots:
      rows: { type: list }
      who: { sample: Ida }
      word: {}
    scenarios:
      other: { values: { rows: [{ kind: new, title: alone }], who: Bo, word: x } }
      some: { values: { rows: ${ROWS}, who: Bo, word: "] a [" } }
      none: { values: { rows: [], word: "" } }
`;

const TEMPLATES: Readonly<Record<string, string>> = {
  jinja: `Hello {{ who }}.

## Rows
{% for r in rows %}
{{ loop.index }}. [{{ r.kind | upper }}] {{ r.title | truncate(12) }}{{ r.kind }}
{% else %}
No rows yet.
{% endfor %}
({{ word }}){{ word }}
`,
  liquid: `Hello {{ who }}.

## Rows
{% for r in rows %}
{{ forloop.index }}. [{{ r.kind | upcase }}] {{ r.title }}{{ r.kind }}
{% endfor %}
({{ word }}){{ word }}
`,
  handlebars: `Hello {{who}}.

## Rows
{{#each rows}}
{{@index}}. [{{kind}}] {{{title}}}{{kind}}
{{/each}}
({{word}}){{word}}
`,
  mustache: `Hello {{who}}.

## Rows
{{#rows}}
- [{{kind}}] {{{title}}}{{kind}}
{{/rows}}
({{word}}){{word}}
`,
  'go-template': `Hello {{ .who }}.

## Rows
{{ range $i, $r := .rows }}
{{ $i }}. [{{ $r.kind }}] {{ $r.title }}{{ $r.kind }}
{{ end }}
({{ .word }}){{ .word }}
`,
};

/** What is found in a prompt that a scenario renders, changed by `change`. */
async function found(dialect: string, scenario: string, change = (prompt: string): string => prompt) {
  const files = { 'strata.yaml': manifest(dialect), 'a.prompt': TEMPLATES[dialect] ?? '' };
  const { service } = await memoryWorkspace(files);
  const snapshot = service.workspace.snapshot();
  const [system] = snapshot.systemsOf(addressOf('a.prompt'));
  assert.ok(system);
  const prompt = change(snapshot.rendered(system, select(system, scenario)).texts.join('\n'));
  const result = locate(snapshot, { uri: addressOf('a.prompt'), text: prompt });
  assert.ok(!('reason' in result));
  const of = (wanted: string) => result.pieces.filter(({ kind }) => kind === wanted);
  return {
    prompt,
    texts: result.pieces.map(({ text }) => text),
    unknown: of('unknown').map(({ text }) => text),
    values: of('value').map(({ slot, text }) => [slot, text]),
  };
}

describe('a prompt that is a rendering of the system', () => {
  for (const dialect of Object.keys(TEMPLATES))
    test(dialect, async () => {
      for (const scenario of ['some', 'other', 'none']) {
        for (const change of [
          (text: string) => text,
          (text: string) => `\n\n ${text}\n`,
          (text: string) => text.trim(),
        ]) {
          const { prompt, texts, unknown } = await found(dialect, scenario, change);
          assert.deepEqual(unknown, [], scenario);
          // Every visible character lies in a piece.
          const visible = (text: string): string => text.replace(/\s/g, '');
          assert.equal(visible(texts.join('')), visible(prompt), scenario);
        }
      }
    });

  test('its values are those of the loop, turn by turn', async () => {
    const { values } = await found('jinja', 'some');
    assert.deepEqual(values, [
      ['who', 'Bo'],
      // What one slot prints twice in a row is one value.
      ...['OPEN', 'A long', 'open', 'SHUT', 'shortshut', 'OPEN', 'aopen'].map((text) => ['rows', text]),
      ['word', '] a ['],
      ['word', '] a ['],
    ]);
  });

  test('the loop is known as well where another value is a different one', async () => {
    const { unknown, values } = await found('jinja', 'some', (text) =>
      text.replace('Hello Bo', 'Hello Mr. Someone Else'),
    );
    assert.deepEqual(unknown, []);
    assert.deepEqual(values.slice(0, 3), [
      ['who', 'Mr. Someone Else'],
      ['rows', 'OPEN'],
      ['rows', 'A long'],
    ]);
  });
});

test('a conversation of several turns is one value, and the message behind it is another', async () => {
  const { service } = await memoryWorkspace({
    'strata.yaml': `version: 1
systems:
  a:
    dialect: single-brace
    parts: [{ file: a.prompt }, { messages: true }, { slot: ask, message: user }]
    slots: { ask: {} }
    scenarios:
      one:
        values: { ask: And at noon? }
        messages: [{ role: user, text: "Is it high?" }, { role: assistant, text: Yes. }, { role: user, text: Now? }, { role: assistant, text: No. }]
`,
    'a.prompt': 'You know the tide.\n',
  });
  const snapshot = service.workspace.snapshot();
  const [system] = snapshot.systems;
  assert.ok(system);
  const prompt = snapshot.rendered(system, snapshot.shown(system)).texts.join('\n');
  const result = locate(snapshot, { uri: addressOf('a.prompt'), text: prompt });
  assert.ok(!('reason' in result));
  assert.deepEqual(
    result.pieces.map(({ kind, slot, text }) => [kind, slot, text]),
    [
      ['text', undefined, 'You know the tide.'],
      ['value', undefined, 'Is it high?\nYes.\nNow?\nNo.'],
      ['value', 'ask', 'And at noon?'],
    ],
  );
});
