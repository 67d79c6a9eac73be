/** Files with `⟦code⟧…⟦/⟧` round every finding, and the messages that the shown selection of each system sends. */
export interface Case {
  readonly files: string;
  readonly renders?: readonly string[];
}

/** Cases by a few words on what goes wrong. */
export type Cases = Readonly<Record<string, Case>>;

/** A manifest with one system of one template. */
export const system = (dialect: string, ...lines: readonly string[]): string =>
  [
    '=== strata.yaml',
    'version: 1',
    'systems:',
    '  a:',
    '    template: a.prompt',
    `    dialect: ${dialect}`,
    ...lines.map((line) => `    ${line}`),
    '=== a.prompt',
    '',
  ].join('\n');

/** Declares slots, each with a sample. */
export const slots = (...names: readonly string[]): string =>
  `slots: { ${names.map((name) => `${name}: { sample: x }`).join(', ')} }`;

/** Instructions, and below them a layer that lists one slot. */
export const layers = (trust: string, lifetime: string, slot: string): readonly string[] => [
  'layers:',
  '  - { id: rules, trust: instructions, lifetime: static }',
  `  - { id: ${slot}-layer, trust: ${trust}, lifetime: ${lifetime}, slots: [${slot}] }`,
];
