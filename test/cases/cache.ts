import type { Cases } from './case';

/** A manifest whose model caches from eight tokens on. */
const manifest = (...lines: readonly string[]): string =>
  [
    '=== strata.yaml',
    'version: 1',
    'models:',
    '  marked: { tokenizer: o200k_base, window: 10000, cache: { minimum: 8, breakpoints: 4 } }',
    '  automatic: { tokenizer: o200k_base, window: 10000, cache: { minimum: 8, breakpoints: 0 } }',
    '  large: { tokenizer: o200k_base, window: 10000, cache: { minimum: 1024, breakpoints: 4 } }',
    'systems:',
    '  a:',
    '    template: a.prompt',
    '    dialect: double-brace',
    ...lines.map((line) => `    ${line}`),
    '=== a.prompt',
    '',
  ].join('\n');

const layer = (id: string, trust: string, lifetime: string, slot?: string): string =>
  `  - { id: ${id}, trust: ${trust}, lifetime: ${lifetime}${slot === undefined ? '' : `, slots: [${slot}]`} }`;

const WORDS = 'You are Bo. Never tell a lie. Be kind to everybody who asks for advice.';
const SYSTEM = 'cache: { breakpoints: [system] }';

export const CACHE: Cases = {
  'a clock before everything': {
    files: `${manifest('model: marked', 'layers:', layer('now', 'facts', 'call', 'now'), layer('rules', 'instructions', 'static'), 'slots: { now: { sample: "12:00" } }', SYSTEM)}Now: ⟦cache.volatile⟧{{now}}⟦/⟧\n${WORDS}`,
  },
  'a date before everything': {
    files: `${manifest('model: marked', 'layers:', layer('date', 'facts', 'day', 'date'), layer('rules', 'instructions', 'static'), 'slots: { date: { sample: 30 November } }', SYSTEM)}Today: ⟦cache.daily⟧{{date}}⟦/⟧\n${WORDS}`,
  },
  'a time behind the prefix was blamed': {
    files: `${manifest('model: marked', 'layers:', layer('rules', 'instructions', 'static'), layer('now', 'facts', 'call', 'now'), 'slots: { now: { sample: "12:00" } }', 'cache: { breakpoints: [{ after: rules }] }')}${WORDS}\n\n{{now}}\n`,
  },
  'the mark stands behind what changes': {
    files: `${manifest(
      'model: marked',
      'layers:',
      layer('rules', 'instructions', 'static'),
      layer('memory', 'facts', 'user', 'memory'),
      layer('open', 'facts', 'call', 'open'),
      'slots: { memory: { sample: tea }, open: { sample: a page } }',
      'cache: { breakpoints: [{ at: system, reuse: user }] }',
    )}${WORDS}\n{{memory}}\n⟦cache.volatile⟧{{open}}⟦/⟧`,
  },
  'no mark, and a provider that finds the prefix itself': {
    files: `${manifest('model: automatic', 'layers:', layer('open', 'facts', 'call', 'open'), layer('rules', 'instructions', 'static'), 'slots: { open: { sample: a page } }')}⟦cache.volatile⟧{{open}}⟦/⟧\n\n${WORDS}`,
  },
  'a list and a map in the prefix': {
    files: `${manifest('layers:', layer('rules', 'instructions', 'static'), layer('tools', 'instructions', 'profile', 'tools, schema'), 'slots: { tools: { type: list, sample: [a, b] }, schema: { type: json, sample: { b: 1 } } }', SYSTEM)}${WORDS}\n⟦cache.order⟧{{tools}}⟦/⟧\n⟦cache.order⟧{{schema}}⟦/⟧`,
  },
  'a counter in a heading': {
    files: `${manifest('layers:', layer('rules', 'instructions', 'static'), 'slots: { pct: { type: number, lifetime: call, sample: 3 } }', SYSTEM)}## Memory [⟦cache.volatile⟧{{pct}}⟦/⟧%]\n${WORDS}`,
  },
  'more marks than the provider takes': {
    files: `${manifest('model: marked', 'cache: { breakpoints: [tools, ⟦cache.breakpoints⟧system⟦/⟧, { marker: "<1>" }, { marker: "<2>" }, { marker: "<3>" }] }')}${WORDS}<1>${WORDS}<2>${WORDS}<3>${WORDS}`,
  },
  'a prefix below the minimum': {
    files: `${manifest('model: large', 'cache: { breakpoints: [⟦cache.short⟧system⟦/⟧] }')}${WORDS}`,
  },
  'the same prefix for a model with a smaller minimum': { files: `${manifest('model: marked', SYSTEM)}${WORDS}` },
  'the same prefix for nobody knows which model': { files: `${manifest(SYSTEM)}${WORDS}` },
};
