// A tag that is broken is told once, whatever it takes with it: the slot is neither missing, lost nor unused then.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const MANIFEST = (dialect: string): string => `version: 1
systems:
  a:
    template: a.prompt
    dialect: ${dialect}
    options: { escapeHtml: false }
    slots:
      name: { required: true, sample: Ada }
      page: { required: true, sample: x }
`;

/** How a slot is written, by dialect. */
const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  'single-brace': ['{', '}'],
  'py-format': ['{', '}'],
  'double-brace': ['{{', '}}'],
  'dollar-brace': ['${', '}'],
  mustache: ['{{', '}}'],
  handlebars: ['{{', '}}'],
  jinja: ['{{ ', ' }}'],
};

async function found(dialect: string, now: string): Promise<{ codes: string[]; mended: string }> {
  const [open, close] = MARKS[dialect] as readonly [string, string];
  const { service, log } = await memoryWorkspace({
    'strata.yaml': MANIFEST(dialect),
    'HEAD:a.prompt': `Greet ${open}name${close}.\n\nPage:\n${open}page${close}\nBe kind.\n`,
    'a.prompt': now,
  });
  const snapshot = service.workspace.snapshot();
  const findings = ['a.prompt', 'strata.yaml'].flatMap((path) => [...snapshot.findings(addressOf(path))]);
  assert.deepEqual(log, []);
  return {
    codes: findings.map(({ code }) => code),
    mended: applyEdits(
      now,
      findings.flatMap(({ fixes }) => fixes?.[0]?.edits ?? []),
    ),
  };
}

for (const [dialect, [open, close]] of Object.entries(MARKS)) {
  const chokes = dialect === 'py-format';
  describe(dialect, () => {
    test('never closed, in the middle and at the end', async () => {
      const first = await found(dialect, `Greet ${open}name.\n\nPage:\n${open}page${close}\nBe kind.\n`);
      // A single brace is one of many things; here it is the name of the slot behind it that tells.
      assert.deepEqual(first.codes, [dialect === 'single-brace' ? 'syntax.literal-slot' : 'syntax.unclosed']);
      const last = await found(dialect, `Greet ${open}name${close}.\n\nPage:\n${open}page\nBe kind.\n`);
      assert.deepEqual(last.codes, ['syntax.unclosed']);
    });

    test('never opened', async () => {
      const { codes, mended } = await found(dialect, `Greet name${close}.\n\nPage:\n${open}page${close}\nBe kind.\n`);
      assert.deepEqual(codes, [chokes ? 'syntax.stray-brace' : 'syntax.literal-slot']);
      assert.equal(mended, `Greet ${open}name${close}.\n\nPage:\n${open}page${close}\nBe kind.\n`);
    });

    if (close.length === 1)
      test('with a blank in it', async () => {
        const now = `Greet ${open}name }.\n\nPage:\n${open}page${close}\nBe kind.\n`;
        const { codes, mended } = await found(dialect, now);
        assert.deepEqual(codes, [chokes ? 'syntax.stray-brace' : 'syntax.literal-slot']);
        assert.equal(mended, `Greet ${open}name${close}.\n\nPage:\n${open}page${close}\nBe kind.\n`);
      });
    else
      test('with half of its closing mark', async () => {
        const { codes } = await found(dialect, `Greet ${open}name }.\n\nPage:\n${open}page${close}\nBe kind.\n`);
        assert.deepEqual(codes, ['syntax.unclosed']);
      });
  });
}

test('a slot that stands as it should may stand in blanks in code', async () => {
  const text = 'Greet {name} of {page}.\nconst { name } = user; f(name); if (x) { y = name}\n';
  assert.deepEqual((await found('single-brace', text)).codes, []);
});
