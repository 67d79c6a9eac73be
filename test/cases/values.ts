import { type Cases, slots, system } from './case';

export const VALUES: Cases = {
  'a slot without a value stays visible': {
    files: `${system('double-brace', 'scenarios: { one: {} }')}Sum ⟦slot.unfilled⟧{{revenue}}⟦/⟧`,
    renders: ['Sum {{revenue}}'],
  },
  'a name that nobody fills, and a slot that nobody uses': {
    files: `=== strata.yaml
version: 1
systems:
  a:
    template: a.prompt
    dialect: py-format
    slots: { ⟦slot.unused⟧context_str⟦/⟧: {}, query_str: {} }
=== a.prompt
⟦slot.unknown⟧{text}⟦/⟧ {query_str}`,
  },
  'a text that was filled before it was saved': {
    files: `${system('py-format', 'slots: { context: { required: true } }')}⟦slot.missing⟧Answer 42 from page 3⟦/⟧`,
  },
  'a default is no slot that is missing': {
    files: `${system('py-format', 'slots: { name: { required: true }, lang: { default: Spanish } }', 'scenarios: { one: {} }')}⟦slot.unfilled⟧{name}⟦/⟧ in {lang}`,
    renders: ['{name} in Spanish'],
  },
  'the template says question, the program says input': {
    files: `=== strata.yaml
version: 1
systems:
  a:
    template: a.prompt
    dialect: py-format
    slots: { ⟦slot.unused⟧input⟦/⟧: {} }
=== a.prompt
⟦slot.unknown⟧{question}⟦/⟧`,
  },
  'names that hold a dot or a hyphen': {
    files: `${system('double-brace', slots('q'))}⟦slot.unknown⟧{{a.b}}⟦/⟧ ⟦slot.unknown⟧{{a-b}}⟦/⟧ {{ q }} {{1x}}`,
    renders: ['{{a.b}} {{a-b}} x {{1x}}'],
  },
  'a judge that reads none of its inputs': {
    files: `=== strata.yaml
version: 1
systems:
  a:
    template: a.prompt
    dialect: double-brace
    slots: { ⟦slot.unused⟧input⟦/⟧: {}, ⟦slot.unused⟧output⟦/⟧: {} }
=== a.prompt
Rate the answer.`,
  },
  'a slot that only another program fills': {
    files: `${system('dollar-brace', slots('name'))}\${name} may use: ⟦slot.unknown⟧\${toolsList}⟦/⟧`,
  },
  'one of two callers does not give a value': {
    files: `${system('single-brace', 'slots: { year: {} }', 'scenarios: { run: { values: { year: "2026" } }, test: {} }')}⟦slot.unfilled⟧{year}⟦/⟧`,
    renders: ['2026'],
  },
  'a command that loses what was asked': {
    files: `${system('single-brace', 'slots: { input: { required: true } }')}⟦slot.missing⟧Write a commit message.⟦/⟧`,
  },
  'a value with tags in it is not read': {
    files: `${system('double-brace', 'slots: { message: { sample: "{{ 6*7 }} {{message}}" } }')}{{ message }}`,
    renders: ['{{ 6*7 }} {{message}}'],
  },
  'a value with the signs of a replacement pattern': {
    files: `${system('single-brace', 'slots: { c: { sample: "a $& b $$ c $` d $\' e" } }')}<f>{c}</f>`,
    renders: ["<f>a $& b $$ c $` d $' e</f>"],
  },
  'braces in a value do not stop one pass': {
    files: `${system('py-format', 'slots: { doc: { sample: "if (a) { b }" } }')}{doc}`,
    renders: ['if (a) { b }'],
  },
  'the same slot twice': {
    files: `${system('single-brace', slots('n'))}{n} and {n}`,
    renders: ['x and x'],
  },
  'a line break that is typed as two characters': {
    files: `${system('double-brace')}Line one.⟦text.escape⟧\\n⟦/⟧Line two.`,
  },
};
