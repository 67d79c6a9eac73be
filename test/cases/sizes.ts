import { type Cases, slots, system } from './case';

export const SIZES: Cases = {
  'text that looks like a special token is counted': {
    files: `${system('double-brace', 'model: gpt-4o', 'budget: { prompt: ⟦budget.prompt⟧8⟦/⟧ }')}layer text ⟦trust.control-token⟧<|endoftext|>⟦/⟧ <|fim_prefix|>`,
  },
  'a hundred characters of Chinese are more than a quarter as many tokens': {
    files: `${system('double-brace', 'model: gpt-4o', 'budget: { prompt: ⟦budget.prompt⟧60⟦/⟧ }')}${'天空很蓝我们去看'.repeat(13).slice(0, 100)}`,
  },
  'a JSON value that is cut stays JSON': {
    files: `${system('double-brace', 'slots: { j: { type: json, max: { tokens: 20 }, sample: { meta: 1, a: "on and on and on and on and on and on and on and on" } } }')}⟦budget.cut⟧{{j}}⟦/⟧`,
    renders: ['{"meta":1,"truncated":true}'],
  },
  'a JSON value that is cut to characters stays JSON': {
    files: `${system('double-brace', 'slots: { j: { type: json, max: { chars: 20 }, fields: { a: { max: 0.5 } }, sample: { a: aaaaaaaaaaaaaaaaaaaa } } }')}⟦budget.cut⟧{{j}}⟦/⟧`,
    renders: ['{"a":"aaaaaaaa"}'],
  },
  'over the window by eight': {
    files: `=== strata.yaml
version: 1
models: { small: { tokenizer: o200k_base, window: 50 } }
systems:
  a: { template: a.prompt, dialect: double-brace, model: ⟦budget.window⟧small⟦/⟧, budget: { reserve: 10 } }
=== a.prompt
${'You are Bo. '.repeat(12).trim()}
`,
  },
  'a layer that its parts make too long': {
    files: `=== strata.yaml
version: 1
systems:
  a:
    dialect: double-brace
    layers: [{ id: rules, trust: instructions, lifetime: static, budget: { max: 10 } }]
    parts: [{ file: a.md, layer: rules }, { file: b.md, layer: rules }]
=== a.md
⟦budget.layer⟧Be kind.⟦/⟧
=== b.md
${'You are Bo. '.repeat(5).trim()}
`,
  },
  'a slot of any size is counted once': {
    files: `${system('double-brace', 'model: gpt-4o', slots('a'), 'budget: { prompt: 4 }')}{{a}}, {{a}}`,
    renders: ['x, x'],
  },
};
