// What stops an engine with the values of a scenario is a finding at its tag; what only lacks a value is none.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const SCENARIOS = `    scenarios:
      one: { values: { customer: { plan: pro, tags: [a] }, n: x } }
      two: { values: { customer: { plan: pro, tags: [a], address: { city: Oslo } }, n: x } }
`;

/** Level, marked text and scenario named of each finding that something stops the engine. */
async function stops(dialect: string, text: string, scenarios = SCENARIOS, more: Record<string, string> = {}) {
  const manifest = `version: 1\nsystems:\n  s:\n    template: a.md\n    dialect: ${dialect}\n    slots: { customer: {}, n: {}, hole: {} }\n${scenarios}`;
  const { service, log } = await memoryWorkspace({ 'strata.yaml': manifest, 'a.md': text, ...more });
  assert.deepEqual(log, []);
  return service.workspace
    .snapshot()
    .findings(addressOf('a.md'))
    .filter(({ code }) => code.startsWith('syntax.'))
    .map(({ level, span, message, fixes }) => ({
      level,
      at: text.slice(span.start, span.end),
      scenario: /scenario "(\w+)"/.exec(message)?.[1],
      fixed: fixes?.[0]?.edits.reduce((out, e) => out.slice(0, e.span.start) + e.text + out.slice(e.span.end), text),
    }));
}

const error = (at: string, scenario: string) => ({ level: 'error', at, scenario, fixed: undefined });

describe('an engine that stops', () => {
  test('Jinja: an undefined field, and values that do not go together', async () => {
    assert.deepEqual(await stops('jinja', '{{ customer.plan }} {{ customer.address.city }}'), [
      error('customer.address.city', 'one'),
    ]);
    assert.deepEqual(await stops('jinja', '{{ n + 1 }}'), [error('n + 1', 'one')]);
    assert.deepEqual(await stops('jinja', '{% for t in customer.tags %}{{ t.x.y }}{% endfor %}'), [
      error('t.x.y', 'one'),
    ]);
  });

  test('Go: a field of a text', async () => {
    assert.deepEqual(await stops('go-template', '{{ .customer.plan.x }}'), [error('.customer.plan.x', 'one')]);
  });

  test('Go: a slot without its dot is a function that nobody has', async () => {
    const text = '{{ .n }} {{ customer }} {{- customer -}} {{ toUpper }} {{ .n | toUpper }}';
    const found = await stops('go-template', text);
    assert.deepEqual(
      found.map(({ level, at, fixed }) => [level, at, fixed?.slice(0, 26)]),
      [
        ['error', '{{ customer }}', '{{ .n }} {{ .customer }} {'],
        ['error', '{{- customer -}}', '{{ .n }} {{ customer }} {{'],
        ['warning', '{{ toUpper }}', undefined],
      ],
    );
  });

  test('a filter that Jinja does not have is a warning: the program may add it', async () => {
    assert.deepEqual(
      (await stops('jinja', '{{ n | shout }} {{ n | shout }}{% if n is loud %}x{% endif %}')).map((f) => [
        f.level,
        f.at,
      ]),
      [
        ['warning', '{{ n | shout }}'],
        ['warning', 'n is loud'],
      ],
    );
  });

  test('so is a helper, and a function of Go in a branch that is off', async () => {
    const levels = async (dialect: string, text: string) =>
      (await stops(dialect, text)).map(({ level, at, fixed }) => [level, at, fixed]);
    assert.deepEqual(await levels('handlebars', '{{shout n}}{{#each (keys customer)}}{{this}}{{/each}}'), [
      ['warning', '{{shout n}}', undefined],
      ['warning', '{{#each (keys customer)}}', undefined],
    ]);
    assert.deepEqual(await levels('handlebars', '{{shout}} {{shout a=n}} {{lookup (shout) n}}'), []);
    assert.deepEqual(await levels('go-template', '{{ if not .n }}{{ shout .n }}{{ end }}{{ $x := loud }}'), [
      ['warning', '{{ shout .n }}', undefined],
      ['warning', '{{ $x := loud }}', undefined],
    ]);
  });

  test('a name that is a letter away from one of the engine’s own is an error, told once', async () => {
    const slips = async (dialect: string, text: string) =>
      (await stops(dialect, text)).map(({ level, at, fixed }) => [level, at, fixed]);
    assert.deepEqual(await slips('handlebars', '{{#eech customer.tags}}x{{/eech}}'), [
      ['error', 'eech', '{{#each customer.tags}}x{{/eech}}'],
    ]);
    assert.deepEqual(await slips('go-template', '{{ indx .customer.tags 0 }}'), [
      ['error', 'indx', '{{ index .customer.tags 0 }}'],
    ]);
    // Functions of sprig, and helpers that many programs add.
    assert.deepEqual(
      (await slips('go-template', '{{ indent 2 .n }}{{ splitList .n }}{{ list .n }}')).map(([level]) => level),
      ['warning', 'warning', 'warning'],
    );
    assert.deepEqual(
      (await slips('handlebars', '{{#is n 1}}{{/is}}{{eq n 1}}')).map(([level]) => level),
      ['warning', 'warning'],
    );
  });

  test('the defaults are asked as well as the scenarios', async () => {
    const [found] = await stops('jinja', '{{ n + 1 }}', '    scenarios: { one: { values: { n: 3 } } }\n');
    assert.equal(found, undefined);
  });

  test('a slot without a value stops nothing that is told', async () => {
    assert.deepEqual(await stops('jinja', '{{ hole.a.b }} {% if hole.a.b %}x{% endif %}{{ hole + 1 }}'), []);
    assert.deepEqual(await stops('jinja', '{% set h = hole %}{% if h.a.b %}{% endif %}'), []);
    assert.deepEqual(await stops('go-template', '{{ .hole.a.b }}{{ if gt .hole 3 }}x{{ end }}'), []);
    assert.deepEqual(await stops('handlebars', '{{hole.a.b}}{{customer.address.city}}'), []);
  });

  test('a text that is not there, or brings itself in, is told by its own rule alone', async () => {
    assert.deepEqual(await stops('jinja', '{% include "gone.md" %}'), []);
    assert.deepEqual(await stops('jinja', '{% include "b.md" %}', SCENARIOS, { 'b.md': '{% include "b.md" %}' }), []);
  });

  test('what is wrong in the text itself is told once', async () => {
    assert.deepEqual(
      (await stops('jinja', '{{ n + 1 }} {% if n %}')).map(({ at }) => at),
      ['{% if n %}'],
    );
  });
});
