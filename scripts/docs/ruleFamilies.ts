// The families of rules, in the order of the documentation: the first part of a code, and what its rules look at.
export const ruleFamilies: Readonly<Record<string, string>> = {
  syntax: 'How slots are written',
  slot: 'Slots that the text has, lacks or has twice',
  value: 'Values of scenarios',
  layer: 'Layers and their places',
  order: 'The order of layers, and of trust',
  cache: "What the provider's prompt cache can keep",
  trust: 'What untrusted text could do',
  text: 'The characters that the model reads',
  budget: 'Tokens against limits',
  file: 'Files that are named',
  output: 'What is taken out before sending',
  manifest: 'The manifest itself',
};

/** `slot` of `slot.unknown`. */
export const familyOf = (code: string): string => code.slice(0, code.indexOf('.'));
