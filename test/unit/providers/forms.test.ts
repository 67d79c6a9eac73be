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
    // Where nothing in the text is its place it comes last, as any conversation does that no part places.
    const nowhere = await read({ 'a.prompty': text.replace('{{past}}\n\n', '') });
    assert.deepEqual(nowhere.messages, [
      ['a.prompty', 'system: Help.', 'user: And now?', 'user: Hi', 'assistant: Yes?'],
    ]);
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

  test('one value of a sample, or of the inputs, in a file of its own', async () => {
    const text =
      '---\ninputs:\n  who: $\u007bfile:who.json}\n  n: 2\nsample:\n  tags: $\u007bfile:tags.json}\n---\nsystem:\n{{who.first}} {{n}}{% for tag in tags.all %} {{tag}}{% endfor %}\n';
    const files = { 'a.prompty': text, 'who.json': '{"first": "Ida"}', 'tags.json': '{"all": ["x", "y"]}' };
    const { messages, findings } = await read(files);
    assert.deepEqual([messages, findings], [[['a.prompty', 'system: Ida 2 x y']], []]);
  });

  test('a map among the inputs is a value unless it says what the input is', async () => {
    const { slots, messages } = await read({
      'a.prompty': '---\ninputs: $\u007bfile:in.json}\n---\nuser:\n{{who.first}} {{n}} {{q}}\n',
      'in.json': '{"who": {"first": "Ida"}, "n": {"type": "integer", "default": 3}, "q": "Why?"}',
    });
    assert.deepEqual(slots, ['who', 'n', 'q']);
    assert.deepEqual(messages, [['a.prompty', 'user: Ida 3 Why?']]);
  });

  test('a loop over the messages so far begins a message with each, since the author writes the colon', async () => {
    const sample =
      'sample:\n  q: Now?\n  past:\n    - { role: user, content: Hi }\n    - { role: assistant, content: "user:" }\n';
    const loop = '{% for one in past %}\n# {{one.role}}:\n{{one.content}}\n{% endfor %}\n';
    const text = `---\n${sample}---\nsystem:\nHelp.\n${loop}user:\n{{q}}\n`;
    const { messages, findings } = await read({ 'a.prompty': text });
    assert.deepEqual(messages, [['a.prompty', 'system: Help.', 'user: Hi', 'assistant: user:', 'user: Now?']]);
    // What a value writes alone is still told: the tool reads it as a message.
    assert.deepEqual(findings, ['warning trust.role-line']);
  });

  test('tools above all messages are not sent, and the head of a base is no text', async () => {
    const tools = 'tools:\n  - id: look\n\nsystem:\nHelp.\ntools:\n';
    assert.deepEqual((await read({ 'a.prompty': `---\nname: A\n---\n${tools}` })).messages, [
      ['a.prompty', 'system: Help.\ntools:'],
    ]);
    const base = '---\nname: Base\n---\nsystem:\nJudge.\n{% block more %}{% endblock %}\n';
    const child =
      '---\nname: Child\nbase: base.prompty\n---\n{% extends "base.prompty" %}\n{% block more %}By {{x}}{% endblock %}\n';
    const { messages } = await read({ 'child.prompty': child, 'base.prompty': base });
    assert.deepEqual(
      messages.find(([id]) => id === 'child.prompty'),
      ['child.prompty', 'system: Judge.\nBy {{x}}'],
    );
  });
});

describe('dotprompt', () => {
  test('a partial on the first line below a head is indented by nothing of that head', async () => {
    const head = '---\ninput: { schema: { tone?: string } }\n---\n';
    const { messages } = await read({
      'a.prompt': `${head}{{>style}}\n{{role "user"}}Go.\n  {{>style}}\n`,
      '_style.prompt': 'Be kind.\nBe brief.\n',
    });
    assert.deepEqual(
      messages.find(([id]) => id === 'a.prompt'),
      ['a.prompt', 'user: Be kind.\nBe brief.\n', 'user: Go.\n  Be kind.\n  Be brief.\n'],
    );
  });

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

describe('helpers of a program that no file can name', () => {
  const levels = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    (await read(files)).findings.filter((one) => one.includes('syntax.'));

  test('are no more than worth a look', async () => {
    const head = '---\ninput: { schema: { name: string } }\n---\n';
    assert.deepEqual(await levels({ 'a.prompt': `${head}{{upper name}}\n` }), ['info syntax.stray-brace']);
    assert.deepEqual(await levels({ 'a.prompt': `${head}{{json name}}{{role "user"}}\n` }), []);
  });

  test('those of Semantic Kernel are known, and functions of plugins', async () => {
    const yaml = (format: string, template: string): string =>
      `name: a\ntemplate: |\n  ${template}\ntemplate_format: ${format}\ninput_variables:\n  - name: x\n`;
    const all = '{{set "a" (array 1 2)}}{{json (get "a")}}{{Mail-Send x to="b"}}{{#if (equals x "b")}}c{{/if}}';
    assert.deepEqual(await levels({ 'a.yaml': yaml('handlebars', all) }), []);
    assert.deepEqual(await levels({ 'a.yaml': yaml('handlebars', '{{shout x}}') }), ['info syntax.stray-brace']);
    assert.deepEqual(await levels({ 'a.yaml': yaml('jinja2', '{{ messages(x) }}{{ Time_now() }}') }), []);
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

describe('LangChain, further', () => {
  const made = (name: string, kwargs: unknown): unknown => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', name],
    kwargs,
  });
  const chat = (...messages: unknown[]): string =>
    JSON.stringify(made('ChatPromptTemplate', { messages, input_variables: ['q'] }));
  const human = (template: string, template_format: string): unknown =>
    made('HumanMessagePromptTemplate', {
      prompt: made('PromptTemplate', { template, template_format, input_variables: ['q'] }),
    });

  test('a message that is no template is sent as it stands', async () => {
    const text = chat(made('SystemMessage', { content: 'As {"a": 1}, {not} a slot.' }), human('{q}', 'f-string'));
    const { messages, findings, slots } = await read({ 'a.json': text });
    assert.deepEqual(messages, [['a', 'system: As {"a": 1}, {not} a slot.', 'user: {q}']]);
    assert.deepEqual([findings, slots], [[], ['q']]);
  });

  test('of Mustache it is said that Python writes entities and JavaScript none', async () => {
    const { messages, findings, snapshot } = await read({ 'a.json': chat(human('{{q}} {{{q}}}', 'mustache')) });
    assert.deepEqual(messages, [['a', 'user: {{q}} {{{q}}}']]);
    assert.deepEqual(findings, ['info text.entity']);
    const [finding] = snapshot.findings(addressOf('a.json'));
    assert.deepEqual(
      finding?.fixes?.[0]?.edits.map((edit) => 'text' in edit && edit.text),
      ['{{{q}}}'],
    );
    assert.deepEqual((await read({ 'a.json': chat(human('{{{q}}}', 'mustache')) })).findings, []);
  });

  test('examples in a file of their own', async () => {
    const text = `_type: few_shot
input_variables: [word]
prefix: Opposites.
example_prompt: { _type: prompt, input_variables: [a, b], template: "{a} - {b}" }
examples: pairs.json
suffix: "{word} -"
`;
    const { messages } = await read({ 'few.yaml': text, 'pairs.json': '[{"a": "big", "b": "small"}]' });
    assert.deepEqual(messages, [['few', 'system: Opposites.\n\nbig - small\n\n{word} -']]);
  });
});

describe('Semantic Kernel, further', () => {
  test('a prompt in Handlebars is escaped by the kernel and not by the engine', async () => {
    const { findings, snapshot } = await read({
      'Ask/skprompt.txt': 'Say {{q}}',
      'Ask/config.json': '{"template_format": "handlebars", "input_variables": [{"name": "q"}]}',
    });
    assert.deepEqual(findings, []);
    assert.equal(snapshot.systems[0]?.options.escapeHtml, false);
  });
});

describe('Semantic Kernel and case', () => {
  test('a variable is found without regard to case, as the kernel does', async () => {
    const files = {
      'Ask/skprompt.txt': 'Say {{$INPUT}} in {{$Style}} and {{$style}}.',
      'Ask/config.json':
        '{"input": {"parameters": [{"name": "input", "defaultValue": "hi"}, {"name": "style", "defaultValue": "verse"}]}}',
    };
    const { findings, messages } = await read(files);
    assert.deepEqual(findings, []);
    assert.deepEqual(messages, [['Ask', 'user: Say hi in verse and verse.']]);
    const yaml = 'name: a\ntemplate: Say {{$Input}}\ninput_variables:\n  - { name: input, default: hi }\n';
    assert.deepEqual((await read({ 'a.yaml': yaml })).messages, [['a', 'user: Say hi']]);
  });

  test('what stands in a helper of the program inside of a loop is a field and no slot', async () => {
    const { findings, slots } = await read({
      'Ask/skprompt.txt': '{{#each history}}{{#message role=role}}{{content}}{{/message}}{{/each}}',
      'Ask/config.json': '{"template_format": "handlebars", "input_variables": [{"name": "history"}]}',
    });
    assert.deepEqual([findings, slots], [[], ['history']]);
  });
});

describe('prompts in YAML, further', () => {
  const ids = async (text: string): Promise<readonly (string | undefined)[]> =>
    (await read({ 'a.yaml': text })).messages.map(([id]) => id);

  test('all that CrewAI says of agents and tasks', async () => {
    const agent =
      'guide:\n  role: >\n    {town} guide\n  goal: >\n    Show {town}\n  backstory: >\n    You know {town}.\n';
    assert.deepEqual(await ids(agent), ['guide.role', 'guide.goal', 'guide.backstory']);
    const task =
      'walk:\n  description: >\n    Walk in {town}.\n  expected_output: >\n    A list of {n}\n  agent: guide\n';
    assert.deepEqual(await ids(task), ['walk.description', 'walk.expected_output']);
  });

  test('beside a prompt a block with slots is one too, and one without is none', async () => {
    const text =
      'plan:\n  first: |\n    Plan {{x}}.\n    {% if y %}z{% endif %}\n  prompt: |\n    Go {{n}}.\nnotes: |\n  Ours\n  alone {{z}}.\n';
    assert.deepEqual(await ids(text), ['plan.first', 'plan.prompt']);
    // In a file that is called so all of them are.
    const named = await read({ 'my_prompts.yaml': text });
    assert.deepEqual(
      named.messages.map(([id]) => id),
      ['plan.first', 'plan.prompt', 'notes'],
    );
  });

  test('messages without a block, with the model and the tests of a prompt file of GitHub', async () => {
    const text = `name: Sums
model: openai/gpt-4o
messages:
  - role: system
    content: Sum up.
  - { role: user, content: "Of {{input}}." }
testData:
  - input: a fox
    expected: fox
  - input: a hare
`;
    const { messages, findings, snapshot } = await read({ 'sum.prompt.yml': text });
    assert.deepEqual(messages, [['messages', 'system: Sum up.', 'user: Of a fox.']]);
    assert.deepEqual(findings, []);
    const [system] = snapshot.systems;
    assert.deepEqual(
      [system?.entry.model, Object.keys(system?.entry.scenarios ?? {})],
      ['gpt-4o', ['test 1', 'test 2']],
    );
  });

  test('slots of two kinds in one file are read as the first text says', async () => {
    const text = 'system: |\n  You know {field}.\nuser_prompt: |\n  Of {{thing}}.\n';
    const { snapshot } = await read({ 'a.yaml': text });
    assert.deepEqual(
      snapshot.systems.map(({ id, dialects }) => [id, dialects[0]?.id]),
      [
        ['system', 'single-brace'],
        ['user_prompt', 'single-brace'],
      ],
    );
  });

  test('playbooks, alerts, and files of Kubernetes, of an API or of a pipeline are none', async () => {
    const block = (key: string, text: string): string => `${key}: |\n  ${text}\n  x\n`;
    for (const text of [
      '- hosts: all\n  tasks:\n    - template: |\n        {{ name }}\n        x\n',
      block('message', 'On {{ $labels.instance }}: {{ $value }}'),
      `apiVersion: v1\nkind: ConfigMap\n${block('template', '{{ name }}')}`,
      `openapi: 3.1.0\n${block('description', 'Of {id}')}`,
      `on: push\njobs: {}\n${block('prompt', 'Do {x}')}`,
      `groups: [{ rules: [] }]\n${block('message', 'Of {{ x }}')}`,
    ])
      assert.deepEqual(await ids(text), [], text);
  });
});

describe('YAML that is called after prompts', () => {
  const text = `analysis: |
  Look at {content}.
  {{ "a": true/false }}
resolve:
  |
  Choose {version}.
note: none
`;
  test('holds one under every key whose block has slots', async () => {
    const ids = async (name: string) => (await read({ [name]: text })).messages.map(([id]) => id);
    assert.deepEqual(await ids('prompts.yaml'), ['analysis', 'resolve']);
    assert.deepEqual(await ids('agent_prompts.yml'), ['analysis', 'resolve']);
    assert.deepEqual(await ids('config.yaml'), []);
    assert.deepEqual((await read({ 'prompts.yaml': text })).findings, []);
  });

  test('but nothing that reads like code, or has no slots', async () => {
    const code = 'a: |\n  x = { "a": 1 }\n  f($\u007bsum(x)})\nb: |\n  Only words.\n  Two lines.\n';
    assert.deepEqual((await read({ 'prompts.yaml': code })).messages, []);
  });
});
