import { type Cases, slots, system } from './case';

const head = (text: string): string => `=== a.prompt\n${text}`;

export const FILES: Cases = {
  'text that nobody sees': { files: head('Be kind⟦text.hidden⟧\u{e0068}\u{e0069}⟦/⟧') },
  'a byte order mark': { files: head('⟦text.hidden⟧\ufeff⟦/⟧Be kind') },
  'a family in one sign': { files: head('👨\u200d👩\u200d👧 and ❤\ufe0f') },
  'a Persian word': { files: head('می\u200cخواهم') },
  'a soft hyphen': { files: head('ig⟦text.hidden⟧\u00ad⟦/⟧nore') },
  'a text that runs the other way': { files: head('abc ⟦text.hidden⟧\u202e⟦/⟧def') },
  'a head with line ends of Windows': {
    files: head(
      '---\r\nname: a\r\nstrata:\r\n  dialect: single-brace\r\n  slots: { x: { sample: y } }\r\n---\r\nhi {x}\r\n',
    ),
    renders: ['hi y\r\n'],
  },
  'a head behind a byte order mark': {
    files: head(
      '⟦text.hidden⟧\ufeff⟦/⟧---\nstrata: { dialect: single-brace, slots: { x: { sample: y } } }\n---\nhi {x}',
    ),
    renders: ['hi y'],
  },
  'a head of somebody else': { files: head('---\nt: x\n---\nHi {x}') },
  'rules round prose are no head': {
    files: `${system('single-brace')}---\nJust prose\n---\nHi`,
    renders: ['---\nJust prose\n---\nHi'],
  },
  'a head that is never closed': {
    files: head('⟦manifest.syntax⟧---⟦/⟧\nstrata:\n  dialect: single-brace\nHi {x}'),
  },
  'two line ends in one prefix': {
    files: `=== strata.yaml
version: 1
systems:
  a:
    dialect: single-brace
    parts: [{ file: a.md }, { file: b.md }]
    cache: { breakpoints: [system] }
=== a.md
one⟦text.line-endings⟧
⟦/⟧two
=== b.md
one\r
two\r
`,
  },
  'a comment is text like any other': {
    files: `${system('single-brace')}<!-- layer: base -->\nRule 1`,
    renders: ['<!-- layer: base -->\nRule 1'],
  },
  'a folded text of YAML': {
    files: `=== strata.yaml
version: 1
systems:
  a: { template: "p.yaml#p", dialect: single-brace }
=== p.yaml
p: >
  - a
  - b
`,
    renders: ['- a - b\n'],
  },
  'a second copy that was never updated': {
    files: `=== strata.yaml
version: 1
systems:
  a:
    dialect: double-brace
    parts: [{ file: a.md, fallback: ⟦file.drift⟧b.md⟦/⟧ }]
    ${slots('x')}
=== a.md
one
two {{x}}
=== b.md
one
two
`,
  },
  'a pattern that begins with its star': {
    files: `=== strata.yaml
version: 1
systems:
  a: { template: "*.md", dialect: double-brace, slots: { x: { sample: 1 } } }
=== a.md
{{x}} ⟦slot.unknown⟧{{y}}⟦/⟧
`,
    renders: ['1 {{y}}\n'],
  },
  'a second copy of a version that there never was': {
    files: `=== strata.yaml
version: 1
systems:
  a:
    dialect: double-brace
    parts: [{ file: sys_1.2.md, fallback: ⟦file.missing⟧sys_1.0.md⟦/⟧ }]
=== sys_1.1.md
Be kind.
=== sys_1.2.md
Be kind.
`,
    renders: ['Be kind.\n'],
  },
  'a head that lacks its first line': {
    files: head('name: test\ndescription: what it is for\n---\nWrite tests.'),
  },
  'a pattern that names nothing': {
    files: `=== strata.yaml
version: 1
systems:
  a: { template: ⟦file.missing⟧prompts/*.md⟦/⟧, dialect: double-brace }
`,
  },
  'a key that a file does not have': {
    files: `=== strata.yaml
version: 1
systems:
  a: { template: ⟦file.missing⟧"p.json#nobody"⟦/⟧, dialect: double-brace, slots: { x: {} } }
=== p.json
{ "somebody": "Hello {{x}}" }
`,
  },
  'a slot that one of many templates uses': {
    files: `=== strata.yaml
version: 1
systems:
  a: { template: "p/*.md", dialect: double-brace, slots: { x: { sample: 1 }, ⟦slot.unused⟧y⟦/⟧: {} } }
=== p/a.md
{{x}}
=== p/b.md
Hello.
`,
  },
  'the same paragraph in two prompts of one file': {
    files: `=== strata.yaml
version: 1
systems:
  a: { template: "p.yaml#a", dialect: double-brace }
  b: { template: "p.yaml#b", dialect: double-brace }
=== p.yaml
${['a', 'b'].map((key) => `${key}: ${'Be kind to everybody who asks you for a word of advice. '.repeat(8).trim()}\n`).join('')}`,
  },
  'the same paragraph twice in one prompt': {
    files: `=== strata.yaml
version: 1
systems:
  a: { parts: [{ file: a.md }, { file: b.md }], dialect: double-brace }
=== a.md
${'Be kind to everybody who asks you for a word of advice. '.repeat(8).trim()}
=== b.md
⟦text.duplicate⟧${'Be kind to everybody who asks you for a word of advice. '.repeat(8).trim()}⟦/⟧
`,
  },
};
