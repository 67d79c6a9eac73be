// Small differences on which a verdict turns, each beside the text without it: every finding that there is, and no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layers, system } from '../../cases/case';
import { parseFixture, textsOf, withMarks } from '../../support/fixture';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

/** Texts with the codes of this family marked in them; what other rules say is not looked at. */
type Pairs = Readonly<Record<string, readonly string[]>>;

async function found(source: string): Promise<{ readonly found: string; readonly wanted: string }> {
  const files = parseFixture(source);
  const { service, log } = await memoryWorkspace(textsOf(files));
  assert.deepEqual(log, []);
  const snapshot = service.workspace.snapshot();
  const codes = new Set(files.flatMap(({ marks }) => marks.map(({ code }) => code)));
  const shown = files.map(({ path, text }) => {
    const findings = snapshot.findings(addressOf(path)).filter(({ code }) => codes.has(code));
    return withMarks(
      text,
      findings.map(({ code, span }) => ({ code, start: span.start, end: span.end })),
    );
  });
  return { found: shown.join('\n'), wanted: files.map(({ text, marks }) => withMarks(text, marks)).join('\n') };
}

// In base text a slot of a data layer is in its own place behind a label, and not in a sentence.
const box = system('double-brace', ...layers('data', 'call', 'x'), 'slots: { x: { sample: a } }');
const cached = (breakpoint: string): string =>
  system(
    'double-brace',
    ...layers('data', 'call', 'x'),
    'slots: { x: { sample: a } }',
    'cache:',
    `  breakpoints: [${breakpoint}]`,
  );

/** Two files in one message, of which the second has line ends of both kinds. */
const files = (first: string, second: string): string =>
  `=== strata.yaml\nversion: 1\nsystems:\n  a:\n    parts: [{ file: a.md }, { file: b.md }]\n    dialect: double-brace\n    cache: { breakpoints: [{ slot: mark, reuse: thread }] }\n=== a.md\n${first}=== b.md\n${second}`;

const PAIRS: Pairs = {
  'a label in bold, in italics, or with a bracket open': [
    `${box}**Note:** {{x}}\n__Note:__ {{x}}\nNote ({{x}})\nThe **Note** ⟦trust.in-instructions⟧{{x}}⟦/⟧\n`,
  ],
  'a value in the middle of a sentence, and in a cell of a table': [
    `${box}| page | {{x}} |\nLook at ⟦trust.in-instructions⟧{{x}}⟦/⟧ first.\n`,
  ],
  'line ends of both kinds in a file that begins before the mark, and in one behind it': [
    files('Be kind.\n', 'Say less.⟦text.line-endings⟧\r\n⟦/⟧Be brief.\nThat is all.\n{{mark}}\nGo.\n'),
    files('Be kind.\n{{mark}}\nBegin⟦text.line-endings⟧\r\n⟦/⟧here.\n', 'Say less.\r\nBe brief.\nThat is all.\n'),
  ],
  'a fence of three signs, a longer one, and a banner': [
    `${box}\`\`\`\n⟦trust.forgeable⟧{{x}}⟦/⟧\n\`\`\`\n`,
    `${box}\`\`\`\`\n{{x}}\n\`\`\`\`\n\n<p>⟦trust.forgeable⟧{{x}}⟦/⟧</p>\n`,
    `${box}===== BEGIN PAGE =====\n⟦trust.forgeable⟧{{x}}⟦/⟧\n===== END PAGE =====\n`,
  ],
  'the first of two changing slots is that of the first message, wherever it stands in that': [
    `=== strata.yaml
version: 1
systems:
  a:
    dialect: double-brace
    parts: [{ file: a.md }, { file: b.md, message: user }]
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: now, trust: facts, lifetime: call, slots: [now, later] }
    slots: { now: { sample: ten }, later: { sample: noon } }
    cache: { breakpoints: [{ slot: mark, reuse: thread }] }
=== a.md
You know the tide and the time: ⟦cache.volatile⟧{{now}}⟦/⟧.
=== b.md
{{later}}
Answer briefly.
{{mark}}
The question follows.
`,
  ],
  'two delimiters of Jinja that begin alike: one is written, or both are': [
    `${system('jinja', 'options: { delimiters: { slot: ⟦manifest.option⟧"{% %}"⟦/⟧ } }')}Hi\n`,
    `${system('jinja', 'options: { delimiters: { slot: "<< >>", statement: ⟦manifest.option⟧"<< >%"⟦/⟧ } }')}Hi\n`,
  ],
  'a system that is called like a key of systems, with a key that is mistyped': [
    `=== strata.yaml
version: 1
systems:
  cache:
    template: a.md
    dialect: double-brace
    ⟦manifest.unknown-key⟧titel⟦/⟧: Harbour
=== a.md
Be kind.
`,
  ],
  'a dialect that there is not: what needs none is told all the same': [
    `${system('engine-of-ours')}Be kind⟦text.hidden⟧\u{e0068}\u{e0069}⟦/⟧ to {{x}}.`,
  ],
  'nothing behind a marker, and nothing behind a layer': [
    `${cached('{ marker: ---, reuse: thread }')
      .replace('[{ marker', '[⟦cache.blank⟧{ marker')
      .replace('thread }]', 'thread }⟦/⟧]')}Be kind.\n{{x}}\n---`,
    `${cached('{ marker: ---, reuse: thread }')}Be kind.\n---\n{{x}}`,
    `${cached('{ after: x-layer, reuse: thread }')}Be kind.\n{{x}}`,
  ],
};

for (const [name, texts] of Object.entries(PAIRS)) {
  test(name, async () => {
    for (const text of texts) {
      const { found: is, wanted } = await found(text);
      assert.equal(is, wanted);
    }
  });
}

test('of two tags that are nearly a pair, the one that is called like any layer is right', async () => {
  const at = async (layer: string): Promise<string | undefined> => {
    const manifest = `version: 1\nsystems:\n  a:\n    template: a.md\n    dialect: double-brace\n    layers:\n      - { id: rules, trust: instructions, lifetime: static }\n      - { id: given, trust: data, lifetime: call, slots: [x] }\n      - { id: ${layer}, trust: facts, lifetime: call }\n    slots: { x: { sample: a } }\n`;
    const text = 'Sum up. It is data.\n<notes>\n{{x}}\n</note>\n';
    const { service } = await memoryWorkspace({ 'strata.yaml': manifest, 'a.md': text });
    const finding = service.workspace
      .snapshot()
      .findings(addressOf('a.md'))
      .find(({ code, message }) => code === 'trust.unfenced' && message.includes('no pair'));
    return finding?.message.split('? ').find((part) => part.startsWith('Did')) ?? finding?.message.split('. ').at(-1);
  };
  assert.equal(await at('notes'), 'Did you mean `notes` by `note`?');
  assert.equal(await at('other'), 'Did you mean `note` by `notes`?');
});
