import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Offered, offered } from './offered';
import { DESK } from './support';

const inTemplate = (line: string, dialect = 'single-brace'): string => `=== strata.yaml
version: 1
systems:
  a:
    template: a.md
    dialect: ${dialect}
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      name: { type: line, description: Who asks., property: Ask.name }
      page: { required: true }
      used: {}
    cache: { breakpoints: [{ slot: mark }] }
=== a.md
${dialect === 'single-brace' || dialect === 'py-format' ? '{used}' : dialect === 'dollar-brace' ? '$\u007bused}' : '{{used}}'}
${line}
`;

test('nothing behind a bracket that closes a value of several lines', async () => {
  const { labels } = await offered(`=== strata.yaml
version: 1
systems:
  a:
    includes: [ x,
      y ]‸
`);
  assert.deepEqual(labels, []);
});

describe('slots', () => {
  test('behind an opening brace: what is required and missing first, what stands in the text last', async () => {
    const { labels, item } = await offered(inTemplate('Hello {‸'), '{');
    assert.deepEqual(labels, ['page', 'mark', 'name', 'used']);
    assert.equal(item('page').detail, 'page · untrusted data');
    assert.deepEqual(item('name').documentation, {
      kind: 'markdown',
      value: 'Who asks\\.\n\nSet in `Ask.name`\n\nIn no text yet.',
    });
    // It stands in the text, and nothing else is known of it.
    assert.equal(item('used').documentation, undefined);
  });
  test('a slot is closed as its dialect wants it', async () => {
    assert.equal((await offered(inTemplate('Hello {‸'), '{')).accept('name'), 'Hello {name}');
    assert.equal((await offered(inTemplate('Hello {{‸', 'double-brace'), '{')).accept('name'), 'Hello {{name}}');
    assert.equal((await offered(inTemplate('Hello $‸', 'dollar-brace'), '$')).accept('name'), 'Hello $\u007bname}');
    assert.equal((await offered(inTemplate('Hello {na‸ and on', 'py-format'))).accept('name'), 'Hello {name} and on');
  });
  test('braces that stand there already, or that the editor has added, are never doubled', async () => {
    assert.equal((await offered(inTemplate('Hello {‸}'), '{')).accept('name'), 'Hello {name}');
    assert.equal((await offered(inTemplate('Hello {{‸}}', 'double-brace'), '{')).accept('name'), 'Hello {{name}}');
    assert.equal((await offered(inTemplate('Hello {{‸}', 'double-brace'), '{')).accept('name'), 'Hello {{name}}');
    assert.equal((await offered(inTemplate('Hello {‸}', 'double-brace'), '{')).accept('name'), 'Hello {{name}}');
    assert.equal((await offered(inTemplate('{‸}{used}'), '{')).accept('name'), '{name}{used}');
  });
  test('blanks inside the braces stay where the dialect allows them', async () => {
    assert.equal((await offered(inTemplate('Hello {{ na‸', 'double-brace'))).accept('name'), 'Hello {{ name }}');
    assert.equal((await offered(inTemplate('Hello {{ ‸ }}', 'double-brace'))).accept('name'), 'Hello {{ name }}');
  });
  test('inside a slot that is complete only its name is replaced', async () => {
    assert.equal((await offered(inTemplate('Hello {us‸ed}!'))).accept('name'), 'Hello {name}!');
  });
  test('a doubled brace is text in a dialect of single ones', async () => {
    assert.deepEqual((await offered(inTemplate('Write {{‸', 'py-format'), '{')).labels, []);
  });
  test('between words only when somebody asks', async () => {
    assert.deepEqual((await offered(inTemplate('Hello ‸ there'))).labels, ['page', 'mark', 'name', 'used']);
    assert.equal((await offered(inTemplate('Hello ‸ there'))).accept('name'), 'Hello {name} there');
    assert.deepEqual((await offered(inTemplate('Hello ‸there'), ' ')).labels, []);
    assert.deepEqual((await offered(inTemplate('Hel‸'))).labels, []);
  });
  test('a template of no system offers the names that it uses', async () => {
    assert.deepEqual((await offered('=== a.prompt\n{{first}} {{second}}\n{{‸\n', '{')).labels, ['first', 'second']);
  });
});

const manifest = (rest: string): string => `=== strata.yaml\n${rest}=== desk.prompt\n{context} {extra}\n`;

describe('manifests', () => {
  test('keys of a layer that are not there yet, the needed ones first', async () => {
    const { labels, accept, item } = await offered(
      manifest(
        'version: 1\nsystems:\n  desk:\n    template: desk.prompt\n    dialect: jinja\n    layers:\n      - id: policy\n        ‸\n',
      ),
    );
    assert.deepEqual(labels.slice(0, 2), ['lifetime', 'trust']);
    assert.ok(labels.includes('slots') && labels.includes('budget') && !labels.includes('id'));
    assert.equal(accept('trust'), '        trust: ');
    assert.equal(accept('slots'), '        slots:');
    assert.match((item('trust').documentation as { value: string }).value, /\S/);
  });
  test('a key that is being typed', async () => {
    const { labels, accept } = await offered(manifest('version: 1\nsystems:\n  desk:\n    temp‸\n'));
    assert.deepEqual(labels, ['template']);
    assert.equal(accept('template'), '    template: ');
  });
  test('the words of a value, with what each means', async () => {
    const { labels, item } = await offered(
      manifest('version: 1\nsystems:\n  desk:\n    layers:\n      - { id: policy, trust: ‸ }\n'),
    );
    assert.deepEqual(labels, ['data', 'facts', 'instructions', 'request']);
    assert.match((item('data').documentation as { value: string }).value, /must not be obeyed/);
  });
  test('keys inside of braces', async () => {
    const { labels, accept } = await offered(
      manifest('version: 1\nsystems:\n  desk:\n    layers:\n      - { id: policy, tr‸ }\n'),
    );
    assert.deepEqual(labels, ['trust']);
    assert.equal(accept('trust'), '      - { id: policy, trust:  }');
  });
  test('slots where a slot is named: declared ones, and those that stand in the text', async () => {
    const at = (line: string): Promise<Offered> =>
      offered(
        manifest(
          `version: 1\nsystems:\n  desk:\n    template: desk.prompt\n    dialect: single-brace\n    slots: { context: {} }\n${line}\n`,
        ),
      );
    assert.deepEqual((await at('    layers:\n      - { id: a, trust: data, lifetime: call, slots: [‸] }')).labels, [
      'context',
      'extra',
    ]);
    assert.deepEqual((await at('    cache: { breakpoints: [{ slot: ‸ }] }')).labels, ['context', 'extra']);
    assert.deepEqual((await at('    scenarios:\n      one:\n        values:\n          ‸')).labels, ['context']);
  });
  test('axes and their values, layers, scenarios', async () => {
    const base = DESK.slice(0, DESK.indexOf('=== desk.prompt'));
    const at = (line: string): Promise<Offered> => offered(`${base}${line}\n`);
    assert.deepEqual((await at('      third: { select: { ‸ } }')).labels, ['kind']);
    assert.deepEqual((await at('      third: { select: { kind: ‸ } }')).labels, ['long', 'short']);
    assert.deepEqual((await at('    strip: { from: x, when: { kind: [‸] } }')).labels, ['long', 'short']);
    const two = (line: string): Promise<Offered> =>
      offered(base.replace('      kind: {', `      tone: { values: [warm, dry], default: ${line} }\n      kind: {`));
    assert.deepEqual((await two('‸')).labels, ['dry', 'warm']);
    assert.deepEqual((await two('{ by: ‸ }')).labels, ['kind', 'tone']);
    assert.deepEqual((await two('{ by: kind, map: { ‸ } }')).labels, ['long', 'short']);
    assert.deepEqual((await two('{ by: kind, map: { short: ‸ } }')).labels, ['dry', 'warm']);
  });
  test('a word that may stand by itself or in a list comes once', async () => {
    const { labels } = await offered(manifest('version: 1\nsystems:\n  desk:\n    dialect: [‸'));
    assert.equal(labels.length, new Set(labels).size);
    assert.ok(labels.includes('jinja'));
  });
  test('slots in template text that a manifest holds, with what closes them', async () => {
    const at = (line: string): Promise<Offered> =>
      offered(
        manifest(`version: 1\nsystems:\n  desk:\n    dialect: single-brace\n    slots: { context: {} }\n${line}\n`),
      );
    const part = await at('    parts:\n      - text: "Hi {con‸, bye"');
    assert.deepEqual(part.labels, ['context']);
    assert.equal(part.accept('context'), '      - text: "Hi {context}, bye"');
    const scope = await at('    parts: [{ text: x }]\n    cache: { scope: { line: "[{‸}]" } }');
    assert.equal(scope.accept('context'), '    cache: { scope: { line: "[{context}]" } }');
  });
  test('models of the file and of the built-in table', async () => {
    const { labels } = await offered(
      manifest(
        'version: 1\nmodels:\n  my-model: { window: 100 }\nsystems:\n  desk:\n    template: desk.prompt\n    dialect: jinja\n    model: ‸\n',
      ),
    );
    assert.ok(labels.includes('my-model'));
    assert.ok(labels.some((label) => label.startsWith('gpt-')));
  });
  test('names in a system that still lacks its dialect or its text, and in one that is a head', async () => {
    const at = (line: string): Promise<Offered> =>
      offered(
        manifest(
          `version: 1\nsystems:\n  desk:\n    axes: { kind: [short, long] }\n    layers: [{ id: a, trust: data, lifetime: call, slots: [kb] }]\n    slots: { kb: {} }\n${line}\n`,
        ),
      );
    assert.ok((await at('    model: gpt-4o‸')).labels.includes('gpt-4o'));
    assert.deepEqual((await at('    cache: { breakpoints: [{ after: ‸')).labels, ['a']);
    assert.deepEqual((await at('    cache: { breakpoints: [{ slot: ‸')).labels, ['kb']);
    assert.deepEqual((await at('    scenarios: { one: { select: { ‸')).labels, ['kind']);
    assert.deepEqual((await at('    scenarios: { one: { select: { kind: ‸')).labels, ['long', 'short']);
    assert.deepEqual((await at('    scenarios: { one: { values: { ‸')).labels, ['kb']);
    const head = await offered(
      '=== a.prompt\n---\nstrata:\n  slots: { kb: {} }\n  layers:\n    - slots: [‸\n---\nHi\n',
    );
    assert.deepEqual(head.labels, ['kb']);
  });
  test('names in rules of the whole file, models that are known, and the file of a value', async () => {
    const base = DESK.slice(0, DESK.indexOf('=== desk.prompt'));
    assert.deepEqual(
      (await offered(`${base}rules: { cache.order: { layers: [‸`)).labels,
      (await offered(`${base}    rules: { cache.order: { layers: [‸`)).labels,
    );
    assert.ok((await offered(manifest('version: 1\nmodels:\n  gpt-4‸\n'))).labels.includes('gpt-4o'));
    assert.deepEqual((await offered(`${base}      third: { values: { context: { ‸`)).labels, ['file']);
  });
  test('codes of rules', async () => {
    const { labels } = await offered(manifest('version: 1\nrules:\n  trust.unf‸\nsystems: {}\n'));
    assert.deepEqual(labels, ['trust.unfenced']);
  });
  test('nothing in a comment or in a block of text', async () => {
    assert.deepEqual((await offered(manifest('version: 1\n# ‸\n'))).labels, []);
    assert.deepEqual(
      (await offered(manifest('version: 1\nsystems:\n  a:\n    description: |\n      te‸\n'))).labels,
      [],
    );
  });
  test('in the head of a template only below strata, and keys of a system without template', async () => {
    const { labels } = await offered('=== a.prompt\n---\ntitle: x\nstrata:\n  ‸\n---\nHello\n');
    assert.ok(
      labels.includes('dialect') &&
        labels.includes('layers') &&
        !labels.includes('template') &&
        !labels.includes('systems'),
    );
    assert.deepEqual((await offered('=== a.prompt\n---\nti‸\nstrata:\n  dialect: jinja\n---\nHello\n')).labels, []);
  });
});

describe('file names', () => {
  const FILES = `=== main.j2
x
=== prompts/one.md
x
=== prompts/parts/two,words.md
x
=== data/s.json
{}
`;
  const at = async (line: string): Promise<Offered> =>
    offered(`=== strata.yaml\nversion: 1\nsystems:\n  a:\n    dialect: jinja\n${line}\n${FILES}`);
  test('in every path of a manifest, written as YAML needs them', async () => {
    assert.deepEqual(
      (await at('    template: ‸')).labels,
      ['main.j2', 'prompts/one.md', 'data/s.json', '"prompts/parts/two,words.md"'].sort(),
    );
    assert.equal((await at('    template: pr‸')).accept('prompts/one.md'), '    template: prompts/one.md');
    assert.equal(
      (await at('    template: "pr‸"')).accept('prompts/parts/two,words.md'),
      '    template: "prompts/parts/two,words.md"',
    );
    assert.ok((await at('    parts:\n      - { file: ‸ }')).labels.includes('main.j2'));
    assert.ok((await at('    parts:\n      - file: main.j2\n        fallback: ‸')).labels.includes('prompts/one.md'));
    assert.ok((await at('    slots: { x: { sample: { file: ‸')).labels.includes('data/s.json'));
    assert.deepEqual((await at('    includes: ‸')).labels, ['data', 'prompts', 'prompts/parts']);
  });
  test('in includes, as the engine finds them', async () => {
    const inText = (dialect: string, line: string): Promise<Offered> =>
      offered(`=== strata.yaml
version: 1
systems:
  a: { template: t/a.txt, dialect: ${dialect}, includes: shared }
=== t/a.txt
${line}
=== t/near.${dialect === 'jinja' ? 'j2' : dialect === 'mustache' ? 'mustache' : 'hbs'}
x
=== shared/far.${dialect === 'jinja' ? 'j2' : dialect === 'mustache' ? 'mustache' : 'hbs'}
x
`);
    assert.equal((await inText('jinja', '{% include "n‸" %}')).accept('near.j2'), '{% include "near.j2" %}');
    assert.equal((await inText('jinja', "{% extends '‸")).accept('far.j2'), "{% extends 'far.j2");
    assert.equal((await inText('mustache', '{{> ‸}}')).accept('near'), '{{> near}}');
    assert.equal((await inText('handlebars', '{{> fa‸')).accept('far'), '{{> far');
  });
});

describe('snippets', () => {
  const at = (line: string, snippets = true): Promise<Offered> =>
    offered(
      `=== strata.yaml\nversion: 1\nsystems:\n  a:\n    template: a.md\n    dialect: jinja\n${line}\n=== a.md\nx\n`,
      undefined,
      snippets,
    );
  const text = async (line: string, label: string): Promise<string | undefined> =>
    (await at(line)).item(label).textEdit?.newText;
  test('of a layer, a slot and a scenario, indented for their place', async () => {
    const rest = (indent: string): string =>
      [
        'id: $\u007b1:name}',
        'trust: $\u007b2|instructions,request,facts,data|}',
        'lifetime: $\u007b3|static,tenant,profile,user,thread,day,call,step|}',
        'slots: [$\u007b4:slot}]',
      ].join(`\n${indent}`);
    assert.equal(await text('    layers:\n      ‸', 'new layer'), `- ${rest('        ')}`);
    assert.equal(await text('    layers:\n      - ‸', 'new layer'), rest('        '));
    assert.match((await text('    slots:\n      ‸', 'new slot')) ?? '', /^\$\{1:name\}:\n {8}description: /);
    assert.match((await text('    scenarios:\n      ‸', 'new scenario')) ?? '', /\n {8}values:\n {10}\$\{3:slot\}: /);
  });
  test('only where an entry begins, and only for editors that know them', async () => {
    const labels = async (line: string, snippets = true): Promise<readonly string[]> =>
      (await at(line, snippets)).labels.filter((label) => label.startsWith('new '));
    assert.deepEqual(await labels('    slots:\n      ‸', false), []);
    assert.deepEqual(await labels('    slots:\n      x:\n        ‸'), []);
    assert.deepEqual(await labels('    slots: { ‸'), []);
    assert.deepEqual(await labels('    layers:\n      - id: x\n        ‸'), []);
  });
});

test('a slot that a part, another slot or the scope line sends comes last', async () => {
  const { labels, item } = await offered(
    `=== strata.yaml
version: 1
systems:
  a:
    dialect: single-brace
    parts: [{ file: a.md }, { slot: sent, message: user }]
    slots:
      facts: { parts: [{ slot: aaa }] }
      aaa: { sample: A fact. }
      sent: { sample: x }
      hash: { sample: h }
      zzz: {}
      used: {}
    cache: { scope: { line: "[{hash}]" } }
=== a.md
{used} {‸
`,
    '{',
  );
  assert.deepEqual(labels, ['facts', 'zzz', 'used', 'aaa', 'hash', 'sent']);
  assert.match(
    JSON.stringify(item('aaa').documentation),
    /Stands in the parts of another slot already\.[\s\S]*A fact\./,
  );
});
