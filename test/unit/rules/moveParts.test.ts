// order.layers over several parts: the item moves in the list of the manifest.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { parseFixture, textsOf } from '../../support/fixture';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const fixture = (parts: string): string => `=== strata.yaml
version: 1
systems:
  chat:
    dialect: single-brace
    parts:
${parts}    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: tools, trust: instructions, lifetime: profile }
      - { id: style, trust: instructions, lifetime: profile }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      page: { sample: A page., wrap: { before: "<page>", after: "</page>" }, escape: xml }
=== rules.md
Be kind.
=== tools.md
Search first.
=== page.md
Data: {page}
=== style.md
Be brief.
`;

/** The manifest after the first fix of every finding of the rule; undefined when there is none. */
async function fixed(source: string): Promise<{ text: string | undefined; left: number; findings: number }> {
  const files = textsOf(parseFixture(source));
  const findings = async (contents: Record<string, string>) => {
    const { service } = await memoryWorkspace(contents);
    const snapshot = service.workspace.snapshot();
    return Object.keys(contents)
      .flatMap((path) => snapshot.findings(addressOf(path)))
      .filter((f) => f.code === 'order.layers');
  };
  const found = await findings(files);
  const [fix] = found.flatMap((finding) => finding.fixes ?? []);
  if (!fix) return { text: undefined, left: found.length, findings: found.length };
  assert.ok(fix.edits.every((edit) => edit.uri === addressOf('strata.yaml')));
  const text = applyEdits(files['strata.yaml'] ?? '', fix.edits);
  return { text, left: (await findings({ ...files, 'strata.yaml': text })).length, findings: found.length };
}

describe('a part out of order', () => {
  for (const eol of ['\n', '\r\n'])
    test(`moves with its comment, ${eol === '\n' ? 'LF' : 'CRLF'}`, async () => {
      const before = `      - { file: rules.md, layer: rules }
      # what the person looks at
      - file: page.md
        layer: page
      - { file: tools.md, layer: tools }
`;
      const after = `      - { file: rules.md, layer: rules }
      - { file: tools.md, layer: tools }
      # what the person looks at
      - file: page.md
        layer: page
`;
      const source = fixture(before).replace(/\n(?!===|version)/g, eol);
      const { text, left, findings } = await fixed(source);
      assert.equal(findings, 1);
      assert.ok(text?.includes(after.replaceAll('\n', eol)), text);
      assert.equal(left, 0);
    });
  test('goes nowhere where that would change the messages', async () => {
    const { text, findings } = await fixed(
      fixture(`      - { file: style.md, layer: style, message: system }
      - { file: tools.md, layer: tools }
      - { file: rules.md, layer: rules, message: user }
`)
        .replace('slots: [page]', 'slots: []')
        .replace(/ {4}slots:\n {6}page.*\n/, ''),
    );
    assert.equal(findings, 1);
    assert.equal(text, undefined, 'the part that begins the message stays its first');
  });
});
