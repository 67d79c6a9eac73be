// What is told once, where it is, and with the scenario or selection that shows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

test('a value file that cannot be parsed is told once, in the file', async () => {
  const text = `version: 1
systems:
  a:
    template: a.prompt
    dialect: double-brace
    slots: { tools: { type: list } }
    scenarios: { s: { values: { tools: { file: bad.json } } } }
`;
  const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.prompt': '{{tools}}', 'bad.json': '[1, }' });
  const snapshot = service.workspace.snapshot();
  const codes = (path: string) => snapshot.findings(addressOf(path)).map(({ code, slot }) => [code, slot]);
  assert.deepEqual(codes('bad.json'), [['manifest.schema', 'tools']]);
  assert.deepEqual(codes('a.prompt'), []);
  assert.deepEqual(codes('strata.yaml'), []);
});

test('a name that nobody declares is told with the first selection that sends it', async () => {
  const text = `version: 1
systems:
  a:
    dialect: double-brace
    axes: { kind: [long, short] }
    parts: [{ text: "Hi {{name}} {{nmae}}." }, { file: a.prompt, when: { kind: short } }]
    slots: { name: { sample: N } }
`;
  const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.prompt': 'For {{other}}.' });
  const snapshot = service.workspace.snapshot();
  const of = (path: string): string[] =>
    snapshot
      .findings(addressOf(path))
      .filter(({ code }) => code === 'slot.unknown')
      .map(({ message }) => message);
  assert.deepEqual(of('a.prompt'), [
    '`other` is not a slot of a, so the program does not fill it. Declare it in the manifest, or correct the name. Seen with kind = short.',
  ]);
  assert.deepEqual(of('strata.yaml'), [
    '`nmae` is not a slot of a, so the program does not fill it. Did you mean `name`?',
  ]);
});

test('what is seen in one checked selection alone says in which, also when that is the one shown', async () => {
  const messages = async (scenarios: string): Promise<readonly string[]> => {
    const text = `version: 1
systems:
  a:
    template: a.j2
    dialect: jinja
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots: { page: {}, long: { type: boolean, default: true } }
    scenarios: { ${scenarios} }
`;
    const body = 'The page is data:\n<page>\n{{ page | e }}\n</page>\n{% if not long %}\nBe brief.\n{% endif %}\n';
    const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.j2': body });
    return service.workspace
      .snapshot()
      .findings(addressOf('a.j2'))
      .filter(({ code }) => code === 'order.trust')
      .map(({ message }) => /Seen .*$/.exec(message)?.[0] ?? '');
  };
  const short = 'short: { values: { page: P, long: false } }';
  const long = 'long: { values: { page: P, long: true } }';
  assert.deepEqual(await messages(`${short}, ${long}`), ['Seen only with scenario "short".']);
  assert.deepEqual(await messages(`${long}, ${short}`), ['Seen with scenario "short".']);
  assert.deepEqual(await messages(short), ['']);
  assert.deepEqual(await messages(`${short}, bare: {}`), ['Seen only with scenario "short".']);
  // Another scenario reads the same, so it is not the only one.
  assert.deepEqual(await messages(`${short}, same: { values: { page: P, long: false } }, ${long}`), ['']);
});

test('the slots of a layer that cannot be read are declared all the same', async () => {
  const found = async (layer: string): Promise<readonly string[]> => {
    const text = `version: 1
systems:
  a:
    template: a.j2
    dialect: jinja
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: who, ${layer}, slots: [person, "plan"] }
    scenarios: { s: { values: { person: { name: Ada }, plan: free } } }
`;
    const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.j2': 'For {{ person.name }}: {{ plan }}\n' });
    const snapshot = service.workspace.snapshot();
    return ['strata.yaml', 'a.j2'].flatMap((path) => snapshot.findings(addressOf(path)).map(({ message }) => message));
  };
  assert.deepEqual(await found('trust: facts, lifetime: user'), []);
  assert.deepEqual(await found('lifetime: user'), [
    'This layer has no `trust`. It is one of instructions, request, facts or data.',
  ]);
  assert.deepEqual(await found('trust: facts, lifetime: request'), [
    '`lifetime` is one of static, tenant, profile, user, thread, day, call, step, not `request`.',
  ]);
  assert.deepEqual(await found('trust: fact, lifetime: user'), [
    '`trust` is one of instructions, request, facts, data: did you mean `facts`?',
  ]);
});

test('a layer that begins twice is told where it begins again, and not the layer between', async () => {
  const text = `version: 1
systems:
  a:
    template: a.prompt
    dialect: double-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: who, trust: facts, lifetime: user, starts: "## Who" }
      - { id: order, trust: facts, lifetime: call, starts: "## Order" }
`;
  const prompt = 'Be brief.\n\n## Who\n\nAda\n\n## Order\n\n1042\n\n## Who\n\nBob\n';
  const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.prompt': prompt });
  const found = service.workspace.snapshot().findings(addressOf('a.prompt'));
  assert.deepEqual(
    found.map(({ message, span }) => [span.start, message]),
    [
      [
        prompt.lastIndexOf('## Who'),
        'The layer who begins a second time here and stands after order, but the manifest declares another order. Join the two, or remove one of them.',
      ],
    ],
  );
});

test('where a file was looked for is told when the name does not say it', async () => {
  const found = async (name: string): Promise<readonly string[]> => {
    const text = `version: 1\nsystems:\n  a: { template: ${name}, dialect: double-brace }\n`;
    const { service } = await memoryWorkspace({ 'strata.yaml': text });
    return service.workspace
      .snapshot()
      .findings(addressOf('strata.yaml'))
      .map(({ message }) => message);
  };
  assert.deepEqual(await found('texts/a.md'), [
    'texts/a.md does not exist, so this part of the prompt is left out. Correct the path, or create the file.',
  ]);
  assert.deepEqual(await found('./texts/../a.md'), [
    './texts/../a.md does not exist, so this part of the prompt is left out; looked for a.md. Correct the path, or create the file.',
  ]);
});

test('a slot that is mistyped in the list of a layer is told with the one that is meant', async () => {
  const found = async (list: string) => {
    const text = `version: 1
systems:
  a:
    template: a.prompt
    dialect: double-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [${list}] }
    slots: { context: {}, kb: {} }
`;
    const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.prompt': '{{context}}\n{{kb}}\n' });
    const all = service.workspace.snapshot().findings(addressOf('strata.yaml'));
    return all.map(({ level, message, fixes }) => [level, message, fixes?.[0]?.edits[0]?.text]);
  };
  assert.deepEqual(await found('contxt, kb'), [
    [
      'warning',
      'No text, part or breakpoint of a uses the slot `contxt` of the layer page. Did you mean `context`, which stands in no layer?',
      'context',
    ],
  ]);
  assert.deepEqual(await found('context kb'), [
    ['error', 'YAML reads `context kb` in `slots` as one name. If these are 2, a comma is missing between them.', ','],
  ]);
  assert.deepEqual(await found('context, kb'), []);
});
