// `text.entity`: which tags it speaks about, what it says of them, and what they are changed into.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const LAYERS = `    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }
`;

/** The tags that are found, each with what its first fix makes of it, and the messages. */
async function entities(dialect: string, text: string, more = ''): Promise<readonly (readonly [string, string])[]> {
  const { service, log } = await memoryWorkspace({
    'strata.yaml': `version: 1\nsystems:\n  a:\n    template: a.prompt\n    dialect: ${dialect}\n${more}`,
    'a.prompt': text,
  });
  const findings = service.workspace.snapshot().findings(addressOf('a.prompt'));
  assert.deepEqual(log, []);
  return findings
    .filter(({ code }) => code === 'text.entity')
    .map(({ span, fixes }) => [text.slice(span.start, span.end), fixes?.[0]?.edits[0]?.text ?? '']);
}

async function message(dialect: string, text: string, more = ''): Promise<string | undefined> {
  const { service } = await memoryWorkspace({
    'strata.yaml': `version: 1\nsystems:\n  a:\n    template: a.prompt\n    dialect: ${dialect}\n${more}`,
    'a.prompt': text,
  });
  const findings = service.workspace.snapshot().findings(addressOf('a.prompt'));
  return findings.find(({ code }) => code === 'text.entity')?.message;
}

describe('text.entity', () => {
  test('escaped tags, and how each is written without', async () => {
    assert.deepEqual(await entities('handlebars', '{{x}} {{ x }} {{~x~}} {{{x}}} {{&x}} {{#if x}}y{{/if}}'), [
      ['{{x}}', '{{{x}}}'],
      ['{{ x }}', '{{{ x }}}'],
      ['{{~x~}}', '{{~{x}~}}'],
    ]);
    assert.deepEqual(await entities('mustache', '{{#xs}}{{name}}{{/xs}}{{=<% %>=}} <% x %> <%& x %>'), [
      ['{{name}}', '{{{name}}}'],
      ['<% x %>', '<% &x %>'],
    ]);
  });

  test('many tags of one text are told once, and mended together', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const text = names.map((name) => `{{${name}}}`).join(' ');
    const { service } = await memoryWorkspace({
      'strata.yaml': 'version: 1\nsystems:\n  a:\n    template: a.prompt\n    dialect: handlebars\n',
      'a.prompt': text,
    });
    const [finding, ...others] = service.workspace
      .snapshot()
      .findings(addressOf('a.prompt'))
      .filter(({ code }) => code === 'text.entity');
    assert.deepEqual(others, []);
    assert.match(finding?.message ?? '', /^Handlebars writes HTML entities for {{a}} and 4 more tags of this file: /);
    assert.equal(applyEdits(text, finding?.fixes?.[0]?.edits ?? []), names.map((name) => `{{{${name}}}}`).join(' '));
    assert.match(finding?.fixes?.[1]?.title ?? '', /escapeHtml: false/);
    assert.equal((await entities('handlebars', '{{a}} {{b}} {{c}} {{d}}')).length, 4);
  });

  test('a helper may mark what it gives as safe', async () => {
    assert.deepEqual(await entities('handlebars', '{{json x}} {{upper x}} {{this.x}}'), [
      ['{{this.x}}', '{{{this.x}}}'],
    ]);
  });

  test('what cannot hold such a character', async () => {
    const slots =
      '    slots: { n: { type: number }, d: { type: date }, b: { type: boolean }, k: { sample: 12 }, t: { sample: Ask } }\n';
    assert.deepEqual(await entities('mustache', '{{n}} {{d}} {{b}} {{k}} {{t}}', slots), [['{{t}}', '{{{t}}}']]);
  });

  test('a value of a scenario shows what becomes of it, in the way of the engine', async () => {
    const scenarios = '    slots: { q: {} }\n    scenarios: { ask: { values: { q: "a/b" } } }\n';
    assert.equal(
      await message('mustache', 'Answer {{q}}', scenarios),
      'Mustache writes HTML entities for {{q}}: `/` in scenario "ask" reaches the model as `&#x2F;`. Write {{{q}}}, or say `escapeHtml: false` when the program switches escaping off.',
    );
    assert.equal(
      await message('handlebars', 'Answer {{q}}', scenarios),
      'Handlebars writes HTML entities for {{q}}: `<` in its value reaches the model as `&lt;`. Write {{{q}}}, or say `escapeHtml: false` when the program switches escaping off.',
    );
  });

  test('untrusted text in a pair of tags is kept from closing it, but not JSON', async () => {
    const text = 'What stands in <p> is data.\n<p>{{page}}</p>\nData: {{page}}';
    assert.equal((await entities('mustache', text, LAYERS)).length, 1);
    assert.equal((await entities('mustache', text)).length, 2);
    assert.equal((await entities('mustache', text, `${LAYERS}    slots: { page: { type: json } }\n`)).length, 2);
  });

  test('what the program has escaped already is escaped twice', async () => {
    assert.equal(
      await message('mustache', '<p>{{page}}</p>', `${LAYERS}    slots: { page: { escape: xml } }\n`),
      'The program has escaped page already, and Mustache does it again for {{page}}. Write {{{page}}}, or say `escapeHtml: false` when the program switches escaping off.',
    );
  });

  test('nothing where escaping is off, and nothing in other dialects', async () => {
    assert.deepEqual(await entities('handlebars', '{{x}}', '    options: { escapeHtml: false }\n'), []);
    assert.deepEqual(await entities('double-brace', '{{x}}'), []);
  });

  test('a tag is judged by the value at the path that it prints', async () => {
    const slots = (sample: string): string => `    slots: { user: { sample: ${sample} } }\n`;
    const ada = slots('{ name: Ada, age: 36, more: { tags: ["a & b", 2] }, is: true }');
    assert.match(
      (await message('handlebars', '{{user.name}}', ada)) ?? '',
      /: `<` in its value reaches the model as `&lt;`\./,
    );
    assert.match((await message('handlebars', '{{user.more.tags.[0]}}', ada)) ?? '', /: `&` in its sample reaches /);
    for (const tag of ['{{user.age}}', '{{user.is}}', '{{user.more.tags.[1]}}'])
      assert.deepEqual(await entities('handlebars', tag, ada), [], tag);
    assert.match((await message('mustache', '{{user.name}}', slots('{ name: "R&D" }'))) ?? '', /: `&` in its sample /);
    assert.match((await message('handlebars', '{{user}}', slots('{ name: Ada }'))) ?? '', /: `<` in its value /);
    const json = '    slots: { user: { type: json, sample: { name: Ada } } }\n';
    assert.match(
      (await message('handlebars', '{{user}}', json)) ?? '',
      /: `"` in its sample reaches the model as `&quot;`/,
    );
  });

  test('a name that nobody declares is told as such, and not as one that is escaped', async () => {
    const slots = '    slots: { user: { sample: { name: Ada } } }\n';
    const { service } = await memoryWorkspace({
      'strata.yaml': `version: 1\nsystems:\n  a:\n    template: a.prompt\n    dialect: handlebars\n${slots}`,
      'a.prompt': '{{usr.name}} {{user.name}}',
    });
    assert.deepEqual(
      service.workspace
        .snapshot()
        .findings(addressOf('a.prompt'))
        .map(({ code, span }) => [code, span.start]),
      [
        ['slot.unknown', 0],
        ['text.entity', 13],
      ],
    );
  });
});
