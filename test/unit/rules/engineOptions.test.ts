// What `options` says of the engine of the program: names that the program adds to it, and what is missing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';
import { renderIn } from '../../support/renderText';
import { offered } from '../features/offered';

const manifest = (dialect: string, options: string): string => `version: 1
systems:
  a:
    template: a.prompt
    dialect: ${dialect}
${options === '' ? '' : `    options: ${options}\n`}    slots:
      name: { sample: Ada }
      user: { sample: { first: Ada } }
`;

async function findings(dialect: string, options: string, text: string) {
  const files = { 'strata.yaml': manifest(dialect, options), 'a.prompt': text };
  const { service, log } = await memoryWorkspace(files);
  assert.deepEqual(log, []);
  const snapshot = service.workspace.snapshot();
  return ['a.prompt', 'strata.yaml'].flatMap((path) => [...snapshot.findings(addressOf(path))]);
}

async function codes(dialect: string, options: string, text: string): Promise<readonly string[]> {
  const all = await findings(dialect, options, text);
  return [...new Set(all.map(({ code }) => code))].filter((code) => code !== 'slot.unused');
}

async function messages(code: string, dialect: string, options: string, text: string): Promise<readonly string[]> {
  const all = await findings(dialect, options, text);
  return all.filter((one) => one.code === code).map(({ message }) => message);
}

const rendered = (dialect: string, options: string, text: string) =>
  renderIn({ 'strata.yaml': manifest(dialect, options), 'a.prompt': text });

/** Dialect, a text with `mine` in it, what is found when nobody says that the program adds it, and what is printed then. */
const ADDED: readonly (readonly [string, string, readonly string[], string])[] = [
  ['jinja', 'A {{ name | mine }} B', ['syntax.stray-brace'], 'A {{ name | mine }} B'],
  ['jinja', '{% if name is mine %}x{% endif %}', ['syntax.stray-brace'], ''],
  ['jinja', 'v {{ mine }}', ['slot.unknown'], 'v {{ mine }}'],
  ['jinja', 'v {{ mine(name) }} w', ['syntax.stray-brace'], 'v {{ mine(name) }} w'],
  ['liquid', 'A {{ name | mine }} B', ['syntax.wrong-dialect'], 'A {{ name | mine }} B'],
  ['handlebars', 'A {{mine}} B', ['slot.unknown'], 'A {{mine}} B'],
  ['handlebars', 'A {{mine name}} B', ['syntax.stray-brace'], 'A {{mine name}} B'],
  ['handlebars', 'A {{mine a=name}} B', [], 'A {{mine a=name}} B'],
  ['handlebars', 'A {{lookup (mine name) "x"}} B', ['syntax.stray-brace'], 'A {{lookup (mine name) "x"}} B'],
  ['handlebars', '{{#mine name}}in{{/mine}}', ['syntax.stray-brace'], '{{#mine name}}in{{/mine}}'],
  ['dotprompt', 'A {{mine a=name}} B', ['syntax.stray-brace'], 'A {{mine a=name}} B'],
  ['handlebars', '{{#mine}}in {{name}}{{/mine}}', ['slot.unknown'], '{{#mine}}in Ada{{/mine}}'],
  ['mustache', '{{#mine}}in {{name}}{{/mine}} {{mine}}', ['slot.unknown'], '{{#mine}}in Ada{{/mine}} {{mine}}'],
  ['go-template', '{{ if not .name }}{{ mine .name }}{{ end }}', ['syntax.stray-brace'], ''],
  ['go-template', 'A {{ mine .name }} B', ['syntax.stray-brace'], 'A {{ mine .name }} B'],
];

describe('functions', () => {
  for (const [dialect, text, without, prints] of ADDED)
    test(`${dialect}: ${text}`, async () => {
      const told = (found: readonly string[]): readonly string[] =>
        found.filter((code) => code === 'slot.unknown' || code.startsWith('syntax.'));
      assert.deepEqual(told(await codes(dialect, '', text)), without);
      assert.deepEqual(told(await codes(dialect, '{ functions: [mine] }', text)), []);
      const { texts, problems } = rendered(dialect, '{ functions: [mine] }', text);
      assert.equal(texts.join(''), prints);
      const count = text.includes('{{mine}}') && text.includes('#') ? 2 : 1;
      assert.equal(problems.length, prints === '' && dialect === 'go-template' ? 0 : count);
    });

  test('a filter that is nearly one of the engine’s own is no slip when the program adds it', async () => {
    assert.deepEqual(await codes('liquid', '', '{{ name | upcas }}'), ['syntax.wrong-dialect']);
    assert.deepEqual(await codes('liquid', '{ functions: [upcas] }', '{{ name | upcas }}'), []);
  });

  test('a filter that Liquid skips is not said to reach the model as it is written', async () => {
    const told = (options: string) => messages('syntax.wrong-dialect', 'liquid', options, '{{ name | mine }}');
    const [skipped] = await told('');
    assert.match(skipped ?? '', /so something else is printed than is meant\. /);
    const [stops] = await told('{ strictFilters: true }');
    assert.match(stops ?? '', /so the engine fails on it\. /);
  });

  test('are offered where the engine’s own are, and where names are', async () => {
    const at = async (dialect: string, text: string): Promise<boolean> => {
      const head = `=== strata.yaml\n${manifest(dialect, '{ functions: [mine] }')}`;
      return (await offered(`${head}=== a.prompt\n${text}`)).labels.includes('mine');
    };
    assert.equal(await at('jinja', '{{ name | ‸ }}'), true);
    assert.equal(await at('jinja', '{% if ‸ %}{% endif %}'), true);
    assert.equal(await at('liquid', '{{ name | ‸ }}'), true);
    assert.equal(await at('handlebars', '{{‸}}'), true);
    assert.equal(await at('go-template', '{{ ‸ }}'), true);
    assert.equal(await at('jinja', 'text ‸'), false);
  });
});

describe('an option that no engine of the program has', () => {
  const told = (dialect: string, options: string) => messages('manifest.option', dialect, options, '{{ name }}');

  test('of one dialect and of several', async () => {
    assert.deepEqual(await told('jinja', '{ strictFilters: true }'), [
      'The dialect `jinja` has no option `strictFilters`, so it changes nothing. Remove it.',
    ]);
    assert.deepEqual(await told('[jinja, py-format]', '{ strictFilters: true }'), [
      'The dialects `jinja` and `py-format` have no option `strictFilters`, so it changes nothing. Remove it.',
    ]);
    assert.deepEqual(await told('[go-template, py-format]', '{ missing: chain }'), [
      'The dialects `go-template` and `py-format` have no `missing: chain`, so it changes nothing. They have `empty` and `error`.',
    ]);
  });
});

describe('missing', () => {
  /** What is printed, and what stops the rendering. */
  const gives = (dialect: string, options: string, text: string): readonly (string | undefined)[] => {
    const { texts, problems } = rendered(dialect, options, text);
    return [texts.join(''), problems[0]?.engine];
  };

  test('jinja by itself prints nothing for a field, and fails at a field of that', () => {
    const lacks = "UndefinedError: 'dict object' has no attribute 'last'";
    assert.deepEqual(gives('jinja', '', '[{{ user.last }}]'), ['[]', undefined]);
    assert.deepEqual(gives('jinja', '', '[{{ user.last.x }}]'), ['[', lacks]);
    assert.deepEqual(gives('jinja', '{ missing: chain }', '[{{ user.last.x }}]'), ['[]', undefined]);
    assert.deepEqual(gives('jinja', '{ missing: error }', '[{{ user.last }}]'), ['[', lacks]);
    assert.deepEqual(gives('jinja', '{ missing: error }', '{% if user.last %}x{% endif %}'), ['', lacks]);
    assert.deepEqual(gives('jinja', '{ missing: error }', '{{ user.last | default("d") }}'), ['d', undefined]);
    assert.deepEqual(gives('jinja', '{ missing: error }', '{{ user.last is defined }}'), ['False', undefined]);
    assert.deepEqual(gives('jinja', '{ missing: error }', '[{{ "x" if user.last is defined }}]'), ['[]', undefined]);
  });

  test('go says that there is no value, unless it is told otherwise', () => {
    const error = 'template: map has no entry for key "last"';
    assert.deepEqual(gives('go-template', '', '[{{ .user.last }}]'), ['[<no value>]', undefined]);
    assert.deepEqual(gives('go-template', '{ missing: empty }', '[{{ .user.last }}]'), ['[]', undefined]);
    const [text, engine] = gives('go-template', '{ missing: error }', '[{{ .user.last }}]');
    assert.deepEqual([text, engine], ['[', error.slice('template: '.length)]);
  });
});
