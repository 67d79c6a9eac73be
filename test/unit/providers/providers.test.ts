// Files of other tools, opened as they are: without a manifest there are messages, declared slots, findings and places.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hover } from '../../../server/src/features/hover';
import { inlayHints } from '../../../server/src/features/inlayHints';
import { rename } from '../../../server/src/features/rename';
import type { Snapshot } from '../../../server/src/workspace/snapshot';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

interface Opened {
  readonly snapshot: Snapshot;
  readonly uri: string;
  readonly text: string;
}

/** A workspace of these files, in which the first is open in an editor. */
async function opened(files: Readonly<Record<string, string>>): Promise<Opened> {
  const [[path = '', text = ''] = []] = Object.entries(files);
  const { service, log } = await memoryWorkspace(files);
  service.workspace.open(addressOf(path), 'plaintext', 1, text);
  await service.workspace.ready();
  assert.deepEqual(log, []);
  return { snapshot: service.workspace.snapshot(), uri: addressOf(path), text };
}

/** The messages of every system, in the selection that is shown. */
const messages = ({ snapshot }: Opened): readonly (readonly [system: string, ...messages: string[]])[] =>
  snapshot.systems.map((system) => {
    const { messages: all, texts } = snapshot.rendered(system, snapshot.shown(system));
    return [system.id, ...all.map(({ role }, i) => `${role}: ${texts[i]}`)];
  });

const slots = ({ snapshot, text }: Opened): readonly string[] =>
  snapshot.systems.flatMap((system) =>
    [...system.slots.values()].map(({ name, type, place }) => {
      const written = text.slice(place.span.start, place.span.end);
      return `${name}${type === undefined ? '' : `: ${type}`} at ${written}`;
    }),
  );

const findings = ({ snapshot, uri, text }: Opened): readonly string[] =>
  snapshot.findings(uri).map(({ code, level, span }) => `${level} ${code} at ${text.slice(span.start, span.end)}`);

/** Every literal stands in its source as it is, and every value at a tag of the file. */
function assertPlaces({ snapshot, uri, text }: Opened): void {
  let seen = 0;
  for (const system of snapshot.systems) {
    const rendered = snapshot.rendered(system, snapshot.shown(system));
    for (const { blocks } of rendered.messages)
      for (const { segments } of blocks)
        for (const { kind, text: sent, source } of segments) {
          if (source.uri !== uri) continue;
          const written = text.slice(source.span.start, source.span.end);
          if (kind === 'value' || kind === 'hole') assert.match(written, /^\{.*\}$/s);
          else if (kind === 'literal' && !/[\\\n]|\{\{|\}\}/.test(written)) assert.equal(written, sent);
          seen++;
        }
  }
  assert.ok(seen > 0);
}

const PROMPTY = `---
name: Support
description: Answers a customer.
model:
  api: chat
  configuration: { type: azure_openai, azure_deployment: gpt-4o }
inputs:
  question: { type: string, description: What is asked. }
  context: { type: array }
sample:
  question: Where is it?
  context: [one, two]
---
system:
You help {{ customer }}.
{% for row in context %}- {{ row }}
{% endfor %}

# User:
{{ question }}
assistant[name="x"]:
Here.
`;

describe('.prompty', () => {
  test('role lines are messages, inputs are slots, the sample is a scenario', async () => {
    const open = await opened({ 'a.prompty': PROMPTY });
    assert.deepEqual(messages(open), [
      ['a.prompty', 'system: You help {{ customer }}.\n- one\n- two', 'user: Where is it?', 'assistant: Here.'],
    ]);
    assert.deepEqual(slots(open), ['question: text at question', 'context: list at context']);
    assert.deepEqual(Object.keys(open.snapshot.systems[0]?.entry.scenarios ?? {}), ['sample']);
    assert.equal(open.snapshot.systems[0]?.entry.model, 'gpt-4o');
    assertPlaces(open);
  });
  test('a name that is no input is found; nothing is ever written into the head', async () => {
    const open = await opened({ 'a.prompty': PROMPTY });
    assert.deepEqual(findings(open), ['warning slot.unknown at {{ customer }}']);
    const head = PROMPTY.indexOf('system:\n');
    for (const { fixes } of open.snapshot.findings(open.uri))
      for (const { edits } of fixes ?? []) for (const { span } of edits) assert.ok(span.start >= head);
  });
  test('an input that the text never uses is found where it is declared', async () => {
    const text =
      '---\ninputs:\n  truth: { type: string }\n  answer: { type: string }\n---\nuser:\nIs {{answer}} right?\n';
    assert.deepEqual(findings(await opened({ 'a.prompty': text })), ['hint slot.unused at truth']);
  });
  test('hints and hovers stand in the file, a slot is renamed in the head and in the text', async () => {
    const { snapshot, uri, text } = await opened({ 'a.prompty': PROMPTY });
    const lines = text.split('\n');
    const line = lines.indexOf('{{ question }}');
    const shown = hover(snapshot, uri, { line, character: 5 });
    assert.match(JSON.stringify(shown?.contents), /What is asked/);
    assert.ok(
      inlayHints(snapshot, uri, { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }, () => [])
        .length > 0,
    );
    const edits = rename(snapshot, uri, { line, character: 5 }, 'query')?.changes?.[uri] ?? [];
    assert.deepEqual(
      edits.map(({ range }) => lines[range.start.line]),
      ['  question: { type: string, description: What is asked. }', '  question: Where is it?', '{{ question }}'],
    );
  });
  test('what a value holds begins no message', async () => {
    const text = '---\nsample: { note: "x\\nsystem:\\ny" }\n---\nuser:\n{{ note }}\n';
    assert.deepEqual(messages(await opened({ 'a.prompty': text })), [['a.prompty', 'user: x\nsystem:\ny']]);
  });
  test('blank lines before the head, a list of inputs, another engine, a sample in a file', async () => {
    const text =
      '\n---\ninputs:\n  - name: who\n    kind: string\n    default: Ada\ntemplate: { format: mustache }\nsample: $\u007bfile:s.json}\n---\nHi {{who}} {{{more}}}\n';
    const open = await opened({ 'a.prompty': text, 's.json': '{"more": "<b>"}' });
    assert.deepEqual(messages(open), [['a.prompty', 'system: Hi Ada <b>']]);
    assert.deepEqual(slots(open), ['who: text at who', 'more at sample']);
  });
  test('a manifest that names the file wins, and so does a `strata:` head', async () => {
    const manifest = 'version: 1\nsystems:\n  own:\n    template: a.prompty\n    dialect: jinja\n';
    const open = await opened({ 'a.prompty': PROMPTY, 'strata.yaml': manifest });
    assert.deepEqual(
      open.snapshot.systemsOf(open.uri).map(({ id }) => id),
      ['own'],
    );
    assert.deepEqual(
      open.snapshot.systems.map(({ id }) => id),
      ['own'],
    );
    const head = await opened({ 'b.prompty': '---\nstrata: { dialect: jinja }\n---\nuser:\nHi\n' });
    assert.deepEqual(messages(head), [['b.prompty', 'system: user:\nHi']]);
  });
  test('what is typed into the text is seen at once, what is typed into the head as well', async () => {
    const { service } = await memoryWorkspace({ 'a.prompty': PROMPTY });
    const uri = addressOf('a.prompty');
    service.workspace.open(uri, 'plaintext', 1, PROMPTY);
    await service.workspace.ready();
    assert.deepEqual([...(service.workspace.snapshot().systems[0]?.slots.keys() ?? [])], ['question', 'context']);
    service.workspace.change(uri, 2, PROMPTY.replace('Here.', 'There.'));
    const snapshot = service.workspace.snapshot();
    const [system] = snapshot.systems;
    assert.ok(system);
    assert.equal(snapshot.rendered(system, snapshot.shown(system)).texts.at(-1), 'There.');
    service.workspace.change(uri, 3, PROMPTY.replace('  context: { type: array }', '  extra: {}'));
    assert.deepEqual(
      [...(service.workspace.snapshot().systems[0]?.slots.keys() ?? [])],
      ['question', 'extra', 'context'],
    );
  });
});

const DOTPROMPT = `# Copyright somebody
#
---
model: googleai/gemini-2.5-flash
input:
  schema:
    name: string, Who asks
    tags(array, What it is about): string
    age?: integer
  default: { name: Ada, tags: [a, b] }
---
{{role "system"}}
Be kind to {{name}} & co.
{{history}}
{{role "user"}}{{#each tags}}#{{this}} {{/each}}{{media url=name}}{{json tags}}{{age}}
`;

describe('dotprompt', () => {
  test('roles, Picoschema, helpers; nothing is escaped', async () => {
    const open = await opened({ 'a.prompt': DOTPROMPT });
    assert.deepEqual(messages(open), [
      ['a.prompt', 'system: \nBe kind to Ada & co.\n', 'user: #a #b ["a","b"]{{age}}'],
    ]);
    assert.deepEqual(slots(open), [
      'name: text at name',
      'tags: list at tags(array, What it is about)',
      'age: number at age?',
    ]);
    assert.deepEqual(findings(open), []);
    assert.equal(open.snapshot.systems[0]?.entry.model, 'gemini-2.5-flash');
    assertPlaces(open);
  });
  test('a key of the head, asked for from the root, is no unknown slot; another one is', async () => {
    const head = '---\nmodel: m\ntools: [search]\ninput: { schema: { name: string } }\n---\n';
    const loop = '{{#each @root.tools}}- {{this}}\n{{/each}}{{name}}';
    assert.deepEqual(findings(await opened({ 'a.prompt': head + loop })), []);
    const other = findings(await opened({ 'a.prompt': `${head}{{#each @root.teams}}x{{/each}}{{name}}` }));
    assert.deepEqual(other.length, 1);
  });
  test('a `.prompt` file without any word of dotprompt is none', async () => {
    assert.deepEqual(messages(await opened({ 'a.prompt': '---\nname: Mine\n---\nHi {{name}}\n' })), []);
    assert.deepEqual(messages(await opened({ 'a.prompt': 'Hi {{name}}\n' })), []);
    assert.deepEqual(messages(await opened({ 'a.prompt': '{{role "model"}}Hi' })), [['a.prompt', 'assistant: Hi']]);
  });
});

describe('Semantic Kernel', () => {
  test('skprompt.txt with its config.json: variables, texts in quotes, functions that only the program knows', async () => {
    const open = await opened({
      'Chat/skprompt.txt': 'Today {{time.Date}}: {{$topic}} {{ "{{x}}" }} {{recall $input}} {"a": 1}',
      'Chat/config.json': '{"input": {"parameters": [{"name": "topic", "description": "D", "defaultValue": "T"}]}}',
    });
    assert.deepEqual(messages(open), [['Chat', 'user: Today {{time.Date}}: T {{x}} {{recall $input}} {"a": 1}']]);
    assert.equal(open.snapshot.systems[0]?.slots.get('topic')?.description, 'D');
    assert.deepEqual(findings(open), []);
    assertPlaces(open);
  });
  test('what the config does not list, and what it lists in vain, is told', async () => {
    const open = await opened({
      'Chat/skprompt.txt': 'Hi {{$name}} {{$inpt}} {{time.now}}',
      'Chat/config.json': '{"input_variables": [{"name": "name"}, {"name": "intent"}]}',
    });
    assert.deepEqual(findings(open), ['hint slot.unused at ', 'info slot.unknown at {{$inpt}}']);
    const yaml = await opened({
      'a.yaml':
        'template: Hi {{$name}} {{$nme}}\ntemplate_format: semantic-kernel\ninput_variables: [{ name: name }, { name: age }]\n',
    });
    assert.deepEqual(findings(yaml), ['info slot.unknown at {{$nme}}', 'hint slot.unused at age']);
  });
  test('the config may come later', async () => {
    const { service, files } = await memoryWorkspace({ 'C/skprompt.txt': '{{$a}}' });
    assert.equal(service.workspace.snapshot().systems[0]?.slots.size, 0);
    files.contents.set('C/config.json', '{"input_variables": [{"name": "a", "default": "A"}]}');
    service.filesChanged([{ uri: addressOf('C/config.json'), kind: 'created' }]);
    await service.workspace.ready();
    assert.deepEqual([...(service.workspace.snapshot().systems[0]?.slots.keys() ?? [])], ['a']);
  });
  test('YAML: message elements are messages, and what stands between them is not sent', async () => {
    const open = await opened({
      'a.yaml': `name: chat\ntemplate: |\n  <message role="system">Help {{who}}.</message>\n  between\n  {{#each history}}<message role="{{role}}">{{content}}</message>{{/each}}\ntemplate_format: handlebars\ninput_variables:\n  - name: who\n    default: Ada & Eve\n  - name: history\n    default: [{ role: assistant, content: Hi }]\n`,
    });
    assert.deepEqual(messages(open), [['chat', 'system: Help Ada & Eve.', 'assistant: Hi']]);
    assert.deepEqual(slots(open), ['who at who', 'history at history']);
    assert.deepEqual(findings(open), []);
    assertPlaces(open);
  });
});

describe('LangChain', () => {
  test('the old form', async () => {
    const text = JSON.stringify(
      { _type: 'prompt', input_variables: ['q'], template: 'Say "{q}"\nas {{json}}', template_format: 'f-string' },
      null,
      2,
    );
    const open = await opened({ 'prompt.json': text });
    assert.deepEqual(messages(open), [['prompt', 'system: Say "{q}"\nas {json}']]);
    assert.deepEqual(slots(open), ['q at q']);
    assertPlaces(open);
  });
  test('a chat with constructors', async () => {
    const message = (kind: string, template: string): unknown => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain', 'prompts', 'chat', kind],
      kwargs: { prompt: { lc: 1, id: ['x', 'PromptTemplate'], kwargs: { template, template_format: 'f-string' } } },
    });
    const text = JSON.stringify({
      lc: 1,
      type: 'constructor',
      id: ['langchain', 'prompts', 'chat', 'ChatPromptTemplate'],
      kwargs: {
        input_variables: ['topic', 'question'],
        messages: [
          message('SystemMessagePromptTemplate', 'About {topic}'),
          message('HumanMessagePromptTemplate', '{question}'),
        ],
      },
    });
    const open = await opened({ 'hub.json': text });
    assert.deepEqual(messages(open), [['hub', 'system: About {topic}', 'user: {question}']]);
    assert.deepEqual(slots(open), ['topic at topic', 'question at question']);
    assertPlaces(open);
  });
  test('other JSON is none', async () => {
    assert.deepEqual(messages(await opened({ 'package.json': '{"name": "x", "template": "y"}' })), []);
  });
});

describe('prompts in YAML', () => {
  test('each block under a key that names a prompt is a system', async () => {
    const open = await opened({
      'p.yaml':
        'system_prompt: |-\n  You are {{ name }}.\nplanning:\n  initial_task: |\n    Plan {% if x %}it{% endif %}\n    now.\nother: |\n  run: this\n',
    });
    assert.deepEqual(messages(open), [
      ['system_prompt', 'system: You are {{ name }}.'],
      ['planning.initial_task', 'system: Plan \nnow.'],
    ]);
    assertPlaces(open);
  });
  test('a list of roles and texts is one system', async () => {
    const open = await opened({
      'p.yaml':
        'messages:\n  - role: system\n    content: |-\n      As {who}: {{"a": 1}}\n  - role: user\n    content: |-\n      {text}\n',
    });
    assert.deepEqual(messages(open), [['messages', 'system: As {who}: {"a": 1}', 'user: {text}']]);
    assertPlaces(open);
  });
  test('other YAML is none: a workflow, a compose file, a chart, a manifest', async () => {
    for (const text of [
      'jobs:\n  build:\n    steps:\n      - run: |\n          echo $\u007b{ github.sha }}\n',
      'services:\n  web:\n    image: x\n    command: |\n      start {a}\n',
      'data:\n  config.yml: |\n    a: {{ .Values.a }}\n',
      'description: |\n  A text about {braces}\n  in two lines.\nname: x\n',
    ])
      assert.deepEqual(messages(await opened({ 'x.yaml': text })), [], text);
  });
});

describe('a file that its own tool would not read', () => {
  test('a head that is no YAML, in each format that has one', async () => {
    for (const name of ['a.prompty', 'a.prompt']) {
      const open = await opened({ [name]: '---\nmodel: m\ninput: x\ninputs:\n  q: [\n---\nsystem:\n{{q}}\n' });
      assert.ok(findings(open).includes('error manifest.syntax at ['), `${name}: ${findings(open).join(', ')}`);
    }
    const kernel = await opened({ 'C/skprompt.txt': 'Hi {{$a}}', 'C/config.json': '{"input_variables": [' });
    assert.deepEqual(findings(kernel), ['error manifest.syntax at ']);
  });
  test('a sample in a file that is not there, that comes, and that is broken', async () => {
    const text = `---\nname: x\nsample: \${file:s.json}\n---\nsystem:\n{{q}}\n`;
    const { service, files } = await memoryWorkspace({ 'a.prompty': text });
    service.workspace.open(addressOf('a.prompty'), 'plaintext', 1, text);
    await service.workspace.ready();
    const told = (): readonly string[] =>
      service.workspace
        .snapshot()
        .findings(addressOf('a.prompty'))
        .filter(({ level }) => level === 'error')
        .map(({ code, span }) => `${code} at ${text.slice(span.start, span.end)}`);
    assert.deepEqual(told(), [`file.missing at \${file:s.json}`]);
    files.contents.set('s.json', '{"q": "Hi"}');
    service.filesChanged([{ uri: addressOf('s.json'), kind: 'created' }]);
    await service.workspace.ready();
    assert.deepEqual(told(), []);
    files.contents.set('s.json', '{"q": [');
    service.filesChanged([{ uri: addressOf('s.json'), kind: 'changed' }]);
    await service.workspace.ready();
    assert.deepEqual(told(), [`manifest.syntax at \${file:s.json}`]);
  });
});
