// Forms that files of other tools have in public repositories, beside those that their documentation begins with.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Snapshot } from '../../../server/src/workspace/snapshot';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

interface Read {
  readonly messages: readonly (readonly string[])[];
  readonly slots: readonly string[];
  readonly findings: readonly string[];
  readonly snapshot: Snapshot;
}

/** What is read of the first of some files, which is open in an editor. */
async function read(files: Readonly<Record<string, string>>): Promise<Read> {
  const [[path = '', text = ''] = []] = Object.entries(files);
  const { service, log } = await memoryWorkspace(files);
  service.workspace.open(addressOf(path), 'plaintext', 1, text);
  await service.workspace.ready();
  assert.deepEqual(log, []);
  const snapshot = service.workspace.snapshot();
  return {
    snapshot,
    messages: snapshot.systems.map((system) => {
      const { messages, texts } = snapshot.rendered(system, snapshot.shown(system));
      return [system.id, ...messages.map(({ role }, i) => `${role}: ${texts[i]}`)];
    }),
    slots: snapshot.systems.flatMap((system) => [...system.slots.keys()]),
    findings: snapshot.findings(addressOf(path)).map(({ code, level }) => `${level} ${code}`),
  };
}

describe('Prompty', () => {
  test('a conversation stands where its input is written, and in older files at its mark', async () => {
    const inputs = 'inputSchema:\n  properties:\n    - { name: q, kind: string }\n    - { name: past, kind: thread }\n';
    const sample =
      'sample:\n  q: And now?\n  past: [{ role: user, content: Hi }, { role: assistant, content: Yes? }]\n';
    const text = `---\nmodel: gpt-4o\n${inputs}${sample}---\nsystem:\nHelp.\n\n{{past}}\n\nuser:\n{{q}}\n`;
    const { messages, findings } = await read({ 'a.prompty': text });
    assert.deepEqual(messages, [['a.prompty', 'system: Help.', 'user: Hi', 'assistant: Yes?', 'user: And now?']]);
    assert.deepEqual(findings, []);
    const old = await read({ 'b.prompty': '---\ninputs:\n  q: Why?\n---\nuser:\nLook.\n![thread]\n{{q}}\n' });
    assert.deepEqual(old.messages, [['b.prompty', 'user: Look.', 'user: Why?']]);
  });
  test('without a head, and with one that is empty', async () => {
    const text = 'system:\nHelp.\n\nuser:\nHi\n';
    for (const head of ['', '---\n---\n', '---\r\n\r\n---\r\n'])
      assert.deepEqual((await read({ 'a.prompty': head + text })).messages, [
        ['a.prompty', 'system: Help.', 'user: Hi'],
      ]);
  });
  test('inputs in a file, a model under its connection, a sample with more than is needed', async () => {
    const text =
      '---\nmodel:\n  connection: { azure_deployment: gpt-4o }\ninputSchema: $\u007bfile:schema.json}\nsample: { q: Hi, top: 5 }\n---\nsystem:\n{{q}}\n';
    const { snapshot, slots, findings } = await read({
      'a.prompty': text,
      'schema.json': '{"properties": [{"name": "q", "kind": "string"}]}',
    });
    assert.deepEqual([slots, findings], [['q', 'top'], ['hint slot.missing']]);
    assert.equal(snapshot.systems[0]?.entry.model, 'gpt-4o');
  });
});

describe('dotprompt', () => {
  test('Picoschema with maps, lists, words to choose from and whatever else', async () => {
    const text = `---
input:
  schema:
    trip:
      to: string, where
      kind(enum, what for): [WORK, FUN]
    days?(array, one by one):
      day: integer
    extra(object, anything):
      (*): any
---
{{trip.to}} {{#each days}}{{day}}{{/each}} {{extra.x}}
`;
    const { snapshot, slots, findings } = await read({ 'a.prompt': text });
    assert.deepEqual([slots, findings], [['trip', 'days', 'extra'], []]);
    const fields = [...(snapshot.systems[0]?.slots.values() ?? [])].map(({ entry }) => entry.fields);
    assert.deepEqual(fields, [
      { to: { description: 'where' }, kind: { description: 'what for' } },
      { day: {} },
      undefined,
    ]);
  });
  test('JSON Schema that does not say that it is of an object', async () => {
    const text = '---\ninput:\n  schema:\n    properties:\n      name: { type: string }\n---\n{{name}}\n';
    assert.deepEqual((await read({ 'a.prompt': text })).slots, ['name']);
  });
});

describe('dotprompt: what is trimmed', () => {
  test('the text behind a head, but neither a partial nor a text without a head', async () => {
    const files = { 'a.prompt': '---\nmodel: m\n---\n\n{{>greet}}!\n\n', '_greet.prompt': 'Hello\n' };
    assert.deepEqual((await read(files)).messages, [['a.prompt', 'user: Hello\n!']]);
    const bare = '{{role "user"}}Hi\n';
    assert.deepEqual((await read({ 'b.prompt': bare })).messages, [['b.prompt', 'user: Hi\n']]);
  });
});

describe('Semantic Kernel', () => {
  test('block helpers for messages, and functions of plugins', async () => {
    const template =
      '  {{#message role="system"}}\n  Help.\n  {{/message}}\n  <message role="user">{{q}} {{Time-Now}}</message>\n';
    const text = `name: chat\ntemplate: |\n${template}template_format: handlebars\ninput_variables:\n  - { name: q, default: Hi }\n`;
    const { messages, findings } = await read({ 'a.yaml': text });
    assert.deepEqual(messages, [['chat', 'system: Help.', 'user: Hi {{Time-Now}}']]);
    assert.deepEqual(findings, []);
  });
});

describe('LangChain', () => {
  const made = (kind: string, kwargs: object): object => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', kind],
    kwargs,
  });
  const text = (template: string): object => made('PromptTemplate', { template, template_format: 'f-string' });
  const chat = (variables: readonly string[], messages: readonly object[], more: object = {}): string =>
    JSON.stringify(made('ChatPromptTemplate', { input_variables: variables, messages, ...more }), null, 1);

  test('placeholders of messages are no slots, and the conversation stands at the first', async () => {
    const placeholder = (name: string): object => made('MessagesPlaceholder', { variable_name: name });
    const { messages, slots, findings } = await read({
      'a.json': chat(
        ['role', 'history', 'scratchpad', 'q'],
        [
          made('SystemMessagePromptTemplate', { prompt: text('As {role}.') }),
          placeholder('history'),
          made('HumanMessagePromptTemplate', { prompt: text('{q}') }),
          placeholder('scratchpad'),
        ],
        { partial_variables: { role: 'clerk' } },
      ),
    });
    assert.deepEqual(messages, [['a', 'system: As clerk.', 'user: {q}']]);
    assert.deepEqual([slots, findings], [['role', 'q'], []]);
  });
  test('values that are filled in beforehand are defaults, and no variables of the caller', async () => {
    const { messages, slots, findings } = await read({
      'a.json': JSON.stringify(
        made('PromptTemplate', {
          input_variables: ['a'],
          template: '{a} {b}',
          template_format: 'f-string',
          partial_variables: { b: 'x' },
        }),
        null,
        1,
      ),
    });
    assert.deepEqual([messages, slots, findings], [[['a', 'system: {a} x']], ['b', 'a'], []]);
  });
  test('a message of a text and a picture', async () => {
    const picture = made('ImagePromptTemplate', { template: { url: '{image}' }, input_variables: ['image'] });
    const { messages, slots, findings } = await read({
      'a.json': chat(['q', 'image'], [made('HumanMessagePromptTemplate', { prompt: [text('See {q}'), picture] })]),
    });
    assert.deepEqual([messages, slots, findings], [[['a', 'user: See {q}']], ['q'], []]);
  });
  test('each prompt of a chain is a system', async () => {
    const prompt = (template: string): object => ({
      _type: 'prompt',
      input_variables: ['q'],
      template,
      template_format: 'f-string',
    });
    const chain = { _type: 'api_chain', ask: { prompt: prompt('{q}') }, tell: { prompt: prompt('{q}!') } };
    const { messages } = await read({ 'chain.json': JSON.stringify(chain, null, 1) });
    assert.deepEqual(messages, [
      ['ask.prompt', 'system: {q}'],
      ['tell.prompt', 'system: {q}!'],
    ]);
  });
  test('examples between two texts', async () => {
    const few = {
      _type: 'few_shot',
      input_variables: ['word'],
      prefix: 'Antonyms.',
      example_prompt: { _type: 'prompt', input_variables: ['in', 'out'], template: '{in}: {out}' },
      examples: [
        { in: 'happy', out: 'sad' },
        { in: 'tall', out: 'short' },
      ],
      suffix: '{word}:',
    };
    const { messages, findings } = await read({ 'few.json': JSON.stringify(few, null, 1) });
    assert.deepEqual(messages, [['few', 'system: Antonyms.\n\nhappy: sad\n\ntall: short\n\n{word}:']]);
    assert.deepEqual(findings, []);
  });
  test('a template in a file beside it', async () => {
    const { messages } = await read({
      'a.json': '{"_type": "prompt", "input_variables": ["q"], "template_path": "a.txt"}',
      'a.txt': 'Say {q}.',
    });
    assert.deepEqual(messages, [['a', 'system: Say {q}.']]);
  });
  test('JSON of somebody else with messages in it is none', async () => {
    const text = '{"_type": "x", "input_variables": [], "messages": [{"id": 7, "body": "y"}]}';
    assert.deepEqual((await read({ 'a.json': text })).messages, []);
  });
});
