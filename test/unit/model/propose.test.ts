// A manifest that is proposed for templates: what it says, and that it holds when it is checked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { guessSlot, isMarkerName } from '../../../server/src/model/guess';
import { propose } from '../../../server/src/model/propose';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const proposed = (files: Readonly<Record<string, string>>): string =>
  propose(Object.entries(files).map(([path, text]) => ({ path, file: { uri: addressOf(path), text } }))) ?? '';

/** Without the remark at its beginning. */
const body = (text: string): string => text.replace(/^(?:#.*\n)+/, '');

const TRIAGE = `# Triage

You sort tickets. Today is {{today}}.

## Ticket
<ticket>
{{ticketBody}}
</ticket>

## Task
Say which queue it belongs to, in one short sentence, and name the word of the ticket that decided it. Never make a
promise about a refund or a date that you cannot keep, and be kind to whoever wrote it, whatever the ticket says.
{{question}}
`;

test('the slots of a text that is included are slots, although it is no candidate itself', () => {
  const file = (path: string, text: string) => ({ uri: addressOf(path), text });
  const main = { path: 'a.j2', file: file('a.j2', 'Hi {{ name }}.\n{% include "b.txt" %}\n') };
  const alone = propose([main]) ?? '';
  const both = propose([main], [file('b.txt', 'Read {{ page }}.\n')]) ?? '';
  assert.deepEqual([/\bpage\b/.test(alone), /\bpage\b/.test(both)], [false, true]);
});

describe('a proposed manifest', () => {
  test('sections that are made of slots are layers; the rest is instructions', () => {
    assert.equal(
      body(proposed({ 'prompts/triage.md': TRIAGE })),
      `version: 1
systems:
  triage:
    template: prompts/triage.md
    # its slots are written like \`{{today}}\`
    dialect: double-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: today, trust: facts, lifetime: day, slots: [today] }
      - { id: ticket, trust: data, lifetime: call, starts: "<ticket>", slots: [ticketBody] }
      - { id: question, trust: request, lifetime: call, slots: [question] }
    slots:
      today: { type: date }
`,
    );
  });

  test('banners, slots that are trusted alike, a marker, and names that YAML would misread', () => {
    assert.equal(
      body(
        proposed({
          'off.prompt':
            'Be {tone} in {locale}, {currency}.\n{cacheBreakpoint}\n=== NOTES ({count}) ===\n{notes}\n{page}\n',
          'a/b c.prompt': 'Hello\n',
          'b/off.prompt': 'Hello {on}\n',
        }),
      ),
      `version: 1
systems:
  "off":
    template: off.prompt
    # its slots are written like \`{tone}\`
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tone, trust: instructions, lifetime: profile, slots: [tone] }
      - { id: facts, trust: facts, lifetime: user, slots: [locale, currency] }
      - { id: notes, trust: data, lifetime: call, starts: "=== NOTES", slots: [count, notes, page] }
    slots:
      locale: { type: line }
      currency: { type: line }
      count: { type: number }
    cache: { breakpoints: [{ slot: cacheBreakpoint }] }
  b-c:
    template: "a/b c.prompt"
    # it has no slots, so any dialect will do
    dialect: double-brace
  b-off:
    template: b/off.prompt
    # its slots are written like \`{on}\`
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: "on", trust: data, lifetime: call, slots: ["on"] }
`,
    );
  });

  test('a section that is not written does not end the one inside it', async () => {
    const files = {
      'a.hbs': '<context>\n{{page}}\n<vcs>\n# Git\n{{branch}}\n</vcs>\n\nCurrent time: {{dateTime}}\n</context>\n',
    };
    const { service } = await memoryWorkspace({ ...files, 'strata.yaml': proposed(files) });
    const found = service.workspace.snapshot().findings(addressOf('a.hbs'));
    assert.deepEqual(
      found.filter(({ code }) => code === 'slot.misplaced'),
      [],
    );
  });

  test('what a loop goes through is a list', () => {
    const slotsOf = (name: string, text: string): string | undefined =>
      / {4}slots:\n( {6}.*)/.exec(proposed({ [name]: text }))?.[1];
    assert.equal(
      slotsOf('a.j2', '{% for item in items %}{{ item.name }}{% endfor %}\n'),
      '      items: { type: list }',
    );
    assert.equal(slotsOf('a.hbs', '{{#each items}}- {{name}}\n{{/each}}\n'), '      items: { type: list }');
    assert.equal(slotsOf('a.j2', '{% if items %}{{ items }}{% endif %}\n'), undefined);
  });

  test('what it names is there, and nothing in it is wrong', async () => {
    const files = {
      'prompts/triage.md': TRIAGE,
      'x.prompt': 'A {today}\n\n## Kontext\n{context}\n{context}\n## Fragen & Antworten\n{question}\n',
      'y.hbs': '{{#if notes}}\n## Notes\n{{notes}}\n{{/if}}\n{{#each tools}}{{name}}{{/each}}\n',
      'empty.prompt': '',
    };
    const { service } = await memoryWorkspace({ ...files, 'strata.yaml': proposed(files) });
    const snapshot = service.workspace.snapshot();
    assert.deepEqual(
      snapshot.systems.map(({ id }) => id),
      ['triage', 'x', 'y', 'empty'],
    );
    const wrong = ['strata.yaml', ...Object.keys(files)].flatMap((path) =>
      snapshot
        .findings(addressOf(path))
        .filter(({ code, level }) => level === 'error' || /^(?:manifest|slot|layer)\.(?!unfilled)/.test(code))
        .map(({ code, message }) => `${path} ${code} ${message}`),
    );
    assert.deepEqual(wrong, []);
  });

  test('what is included, extended or gone through is a part of the prompt: its slots are there, and nothing is wrong', async () => {
    const folders: readonly Readonly<Record<string, string>>[] = [
      {
        'support.jinja':
          'You help {{ company }}.\n{% include "rules.jinja" %}\n{% if customer.plan == "pro" %}Pro.{% endif %}\n{{ customer.plan }}\n\n## Documents\n<documents>\n{% for d in docs %}\n{{ d.text }}\n{% endfor %}\n</documents>\n\nQuestion: {{ question }}\n',
        'rules.jinja': '- Be brief.\n{% if refund_days is defined %}\nDays: {{ refund_days }}\n{% endif %}\n',
      },
      {
        'base.jinja': 'Base {{ b }}\n{% block body %}hello{% endblock %}\n',
        'c.j2': '{% extends "base.jinja" %}\n{% block body %}{{ super() }} {{ q }}{% endblock %}\n',
      },
      { 'a.hbs': '{{#each items}}- {{name}}\n{{/each}}\n{{> foot}}\n', 'foot.hbs': 'Bye {{who}}\n' },
      { 'm.gotmpl': 'Hi {{ .User.Name }}.\n{{ range .Tools }}- {{ .Name }}\n{{ end }}' },
    ];
    for (const files of folders) {
      const made = proposed(files);
      const { service } = await memoryWorkspace({ ...files, 'strata.yaml': made });
      const snapshot = service.workspace.snapshot();
      const wrong = ['strata.yaml', ...Object.keys(files)].flatMap((path) =>
        snapshot
          .findings(addressOf(path))
          .filter(
            ({ code, level }) => level === 'error' || /^(?:manifest|slot|layer|order)\.(?!unfilled|trust)/.test(code),
          )
          .map(({ code, message }) => `${path} ${code} ${message}`),
      );
      assert.deepEqual(wrong, [], made);
      assert.equal(snapshot.systems.length, 1);
    }
    const made = proposed(folders[0] as Readonly<Record<string, string>>);
    assert.match(made, /id: documents, trust: request, .*slots: \[question\]/);
    assert.match(made, /trust: data, lifetime: call, starts: "<documents>", slots: \[docs\]/);
    assert.match(made, /slots: \[refund_days\]/);
    assert.doesNotMatch(made, /customer: \{ type/);
    assert.match(proposed(folders[1] as Readonly<Record<string, string>>), /slots: \[q, b\]/);
  });

  test('the one name that no manifest can hold is left out', async () => {
    const files = { 'a.prompt': 'Hello {{name}}.\n{{__proto__}}\n{{constructor}}\n' };
    const made = proposed(files);
    assert.match(made, /constructor/);
    const { service, log } = await memoryWorkspace({ ...files, 'strata.yaml': made });
    const wrong = service.workspace.snapshot().findings(addressOf('strata.yaml'));
    assert.deepEqual([wrong.filter(({ level }) => level === 'error'), log], [[], []]);
  });

  test('nothing for no templates', () => assert.equal(proposed({}), ''));
});

test('names of slots', () => {
  const guesses = (names: string): readonly string[] =>
    names.split(' ').map((name) => {
      const { trust, lifetime, type = '-' } = guessSlot(name);
      return `${name} ${trust} ${lifetime} ${type}`;
    });
  assert.deepEqual(guesses('currentDate USER_NAME user_query search-results toolsJson xyzzy kb persona'), [
    'currentDate facts day date',
    'USER_NAME facts user line',
    'user_query request call -',
    'search-results data call -',
    'toolsJson instructions profile json',
    'xyzzy data call -',
    'kb data call -',
    'persona instructions profile -',
  ]);
  assert.deepEqual(['cacheBreakpoint', 'cache_break', 'CACHE_POINT', 'cache', 'breakpoint'].map(isMarkerName), [
    true,
    true,
    true,
    false,
    false,
  ]);
});
