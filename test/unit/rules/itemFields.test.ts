// Items of lists without a field that the text of an item names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

interface Told {
  readonly at: string;
  readonly message: string;
  readonly item: string | undefined;
}

/** What is said of items, with the text at its place and at the related one. */
async function told(slot: string, scenarios: string, prompt = '{{tools}}', dialect = 'double-brace'): Promise<Told[]> {
  const text = `version: 1
systems:
  a:
    template: a.prompt
    dialect: ${dialect}
    axes: { kind: [long, short] }
    slots:
      tools: { type: list, ${slot} }
    scenarios: ${scenarios}
`;
  const { service } = await memoryWorkspace({ 'strata.yaml': text, 'a.prompt': prompt, 'bad.json': '{' });
  const found = service.workspace.snapshot().findings(addressOf('strata.yaml'));
  return found
    .filter(({ code, message }) => code === 'manifest.reference' && message.includes(' has no field '))
    .map(({ span, message, related }) => {
      const item = related?.[0]?.span;
      return {
        at: text.slice(span.start, span.end),
        message,
        item: item && text.slice(item.start, item.end),
      };
    });
}

const lacks = (item: number, where: string, field: string): string =>
  `Item ${item} of \`tools\` in ${where} has no field \`${field}\`, so \`{${field}}\` stays in the text as it is written. Give it the field, be it empty.`;

test('the first item of a scenario that lacks a field is named', async () => {
  const slot = 'item: "- {name}: {doc}", sample: [{ name: x, doc: X }]';
  assert.deepEqual(await told(slot, '{ s: {}, t: { values: { tools: [{ name: y, doc: Y }, { name: only }] } } }'), [
    { at: 'doc', message: lacks(2, 'scenario "t"', 'doc'), item: '{ name: only }' },
  ]);
  assert.deepEqual(await told(slot, '{ s: { values: { tools: [{ name: y, doc: null }] } } }'), []);
});

test('also where another value is no list of items, and for an item that is a text', async () => {
  const slot = 'item: "- {name}", sample: [{ name: x }]';
  const scenarios = '{ s: { values: { tools: [plain, { name: x }] } }, t: { values: { tools: { file: bad.json } } } }';
  assert.deepEqual(await told(slot, scenarios), [
    { at: 'name', message: lacks(1, 'scenario "s"', 'name'), item: 'plain' },
  ]);
});

test('a sample that is shown is judged as well', async () => {
  assert.deepEqual(await told('item: "- {name}: {doc}", sample: [{ name: x, doc: X }, { name: y }]', '{ s: {} }'), [
    { at: 'doc', message: lacks(2, 'the sample', 'doc'), item: '{ name: y }' },
  ]);
});

test('only the text with which the item is written counts', async () => {
  const deferring = 'item: "{name}: {doc}", defer: { group: srv, perGroup: 1, item: "{name}" }';
  const twice = '[{ name: a, srv: A }, { name: b, srv: A }, { name: c, doc: C, srv: B }]';
  assert.deepEqual(await told(deferring, `{ s: { values: { tools: ${twice} } } }`), []);
  const varied = 'item: "{name}", variants: [{ when: { kind: long }, item: "{name}: {doc}" }]';
  const items = '[{ name: a }, { name: b, doc: B }]';
  assert.deepEqual(await told(varied, `{ s: { select: { kind: short }, values: { tools: ${items} } } }`), []);
  assert.deepEqual(await told(varied, `{ s: { select: { kind: long }, values: { tools: ${items} } } }`), [
    { at: 'doc', message: lacks(1, 'scenario "s"', 'doc'), item: '{ name: a }' },
  ]);
});

test('a text that walks through the list gets its items as they are', async () => {
  const slot = 'item: "- {name}: {doc}", sample: [{ name: x, doc: X }, { name: y }]';
  const prompt = '{% for t in tools %}{{ t.name }}{% endfor %}';
  assert.deepEqual(await told(slot, '{ s: {} }', prompt, 'jinja'), []);
});
