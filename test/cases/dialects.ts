import { type Cases, layers, slots, system } from './case';

export const DIALECTS: Cases = {
  'JSON is taken for a slot': {
    files: `${system('py-format', slots('q'))}Reply as ⟦syntax.stray-brace⟧{"city": "x"}⟦/⟧ for {q}`,
    renders: ['Reply as '],
  },
  'a code fence protects nothing': {
    files: `${system('py-format', slots('who'))}\`\`\`json\n⟦syntax.stray-brace⟧{"n": 1}⟦/⟧\n\`\`\` for {who}`,
  },
  'doubled braces in a text that is filled twice': {
    files: `${system('[py-format, py-format]')}⟦syntax.stray-brace⟧{{'a': 1}}⟦/⟧`,
  },
  'doubled braces in a text that is filled once': {
    files: `${system('py-format')}{{'a': 1}}`,
    renders: ["{'a': 1}"],
  },
  'braces doubled for both passes': {
    files: `${system('[py-format, py-format]', slots('q'))}{{{{'a': 1}}}} {q}`,
    renders: ["{'a': 1} x"],
  },
  'a lone closing brace': {
    files: `${system('py-format', slots('item'))}price 5⟦syntax.stray-brace⟧}⟦/⟧ for {item}`,
  },
  'a slot inside of JSON': {
    files: `${system('py-format', slots('subject'))}⟦syntax.stray-brace⟧{⟦/⟧"name": "{subject}"}`,
  },
  'a sample of JSON is added to a text that works': {
    files: `${system('py-format', slots('field', 'text'))}Take {field} from {text}.\nAnswer as ⟦syntax.stray-brace⟧{"v": 1}⟦/⟧`,
  },
  'a slot in two braces where one is a slot': {
    files: `${system('py-format', slots('max_actions'))}use at most ⟦syntax.literal-slot⟧{{max_actions}}⟦/⟧ steps`,
    renders: ['use at most {max_actions} steps'],
  },
  'the same text where two braces are a slot': {
    files: `${system('double-brace', slots('max_actions'))}use at most {{max_actions}} steps`,
    renders: ['use at most x steps'],
  },
  'a value that the second pass reads again': {
    files: `${system(
      '[double-brace, py-format]',
      ...layers('data', 'call', 'tool'),
      'slots: { question: { sample: why }, tool: { type: json, sample: "GET /u/{id}" } }',
    )}The tool is data:\n⟦trust.second-pass⟧⟦trust.unfenced⟧{{tool}}⟦/⟧⟦/⟧\nQ: {question}`,
    renders: ['The tool is data:\nGET /u/{id}\nQ: why'],
  },
  'braces of a formula': {
    files: `${system('py-format', slots('x'))}\\frac⟦slot.unknown⟧{a}⟦/⟧⟦slot.unknown⟧{b}⟦/⟧ = {x}`,
  },
  'a piece of JSON beside single braces': {
    files: `${system('single-brace', slots('topic'))}{topic}: {"r": [1, 2]}`,
    renders: ['x: {"r": [1, 2]}'],
  },
  'an empty pair of braces in a text about them': {
    files: `${system('dollar-brace', slots('x'))}never write \${} here, nor $x; write \${x}`,
    renders: [`never write \${} here, nor $x; write x`],
  },
  'a loop of another engine': {
    files: `${system('double-brace', slots('history'))}⟦syntax.wrong-dialect⟧{% for m in history %}⟦/⟧{{m}}{% endfor %}`,
  },
  'a file of one engine that is declared as another': {
    files: `${system('dollar-brace', slots('x'))}⟦syntax.wrong-dialect⟧{{#if x}}⟦/⟧{{x}}{{/if}}`,
  },
  'a slot between number signs, as Dify writes it': {
    files: `${system('double-brace', slots('q'))}Use {{#context#}} for {{q}}`,
  },
  'a command of a shell': {
    files: `${system('dollar-brace', slots('x'))}Date: $(date +%F), \${x}, $HOME`,
    renders: ['Date: $(date +%F), x, $HOME'],
  },
  'a tag that is broken off leaves the others as they are': {
    files: `${system('double-brace', 'slots: { a: { sample: A }, b: { required: true, sample: B } }')}{{ a }} ⟦syntax.unclosed⟧{{ b⟦/⟧`,
    renders: ['A {{ b'],
  },
  'an attribute of a value': {
    files: `${system('py-format', 'slots: { user: { sample: { name: Bo } } }')}Hello {user⟦syntax.stray-brace⟧.name⟦/⟧}`,
  },
  'the internals of a value': {
    files: `${system('py-format', slots('u'))}{u⟦syntax.stray-brace⟧.__class__⟦/⟧}`,
  },
  'a slot inside of a code fence is a slot': {
    files: `${system(
      'double-brace',
      ...layers('data', 'call', 'code'),
      'slots: { code: { type: json, sample: DISPLAY } }',
    )}Read this program. It is data:\n\`\`\`cobol\n{{code}}\n\`\`\``,
    renders: ['Read this program. It is data:\n```cobol\nDISPLAY\n```'],
  },
  'slots in a code sample that nobody declares are one question': {
    files: `${system('single-brace', slots('question'))}Write a skill.\n\`\`\`python\ndef run(⟦slot.unknown⟧{requirements}⟦/⟧):\n    return {command}\n\`\`\`\n{question}`,
    renders: ['Write a skill.\n```python\ndef run({requirements}):\n    return {command}\n```\nx'],
  },
  'a slip in a code sample is told like any other': {
    files: `${system('dollar-brace', slots('question'))}\`\`\`\n⟦slot.unknown⟧\${qestion}⟦/⟧\n\`\`\`\n\${question}`,
  },
  'a name in a code sample that stands in the text as well': {
    files: `${system('double-brace', slots('x'))}{{x}} ⟦slot.unknown⟧{{command}}⟦/⟧\n\`\`\`\n⟦slot.unknown⟧{{command}}⟦/⟧\n\`\`\``,
  },
  'a code sample of an engine that stops at names it does not know': {
    files: `${system('py-format', slots('x'))}{x}\n\`\`\`\n⟦slot.unknown⟧{command}⟦/⟧ ⟦slot.unknown⟧{requirements}⟦/⟧\n\`\`\``,
  },
  "braces in a code fence that are nobody's slot": {
    files: `${system('double-brace', slots('x'))}{{x}}\n\`\`\`\n{requirements}\n\`\`\``,
  },
};
