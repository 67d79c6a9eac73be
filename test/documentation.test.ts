// What the README shows is what comes out, and what CONTRIBUTING shows works.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { firstExample, readFirstExample } from '../scripts/docs/firstExample';
import { findingsOf, summaryOf } from '../server/src/cli/findings';
import { textFormat } from '../server/src/cli/formats/text';
import { tokenTable } from '../server/src/cli/formats/tokenTable';
import { tokensOf } from '../server/src/features/requests/report';
import { shownView } from '../server/src/features/view';
import type { Problem, Rule, TextContext } from '../server/src/rules/rule';
import type { Dialect } from '../server/src/syntax/dialects/dialect';
import type { Value } from '../server/src/syntax/piece';
import { applyEdits } from '../server/src/text/edit';
import { parseFixture } from './support/fixture';
import { pathOf } from './support/memoryWorkspace';
import { blocksOf, shownFile } from './support/pages';
import { render } from './unit/dialects/support';

const blocks = blocksOf('README.md');
const shown = (beginning: string): string | undefined => blocks.find(({ text }) => text.startsWith(beginning))?.text;

test('the first example is the one that is run', () => {
  for (const [path, text] of Object.entries(firstExample))
    assert.ok(
      blocks.some((block) => block.text === text),
      `no block of the README is ${path}:\n${text}`,
    );
});

test('strata check finds what the README says', async () => {
  const { snapshot, files } = await readFirstExample();
  const findings = findingsOf({ snapshot, files, isNamed: () => true, shown: pathOf });
  assert.equal(
    shown('$ strata check\n'),
    `$ strata check\n${textFormat(findings, summaryOf(findings, files.length), false)}`,
  );
});

test('strata tokens counts what the README says', async () => {
  const { snapshot, system } = await readFirstExample();
  const table = tokenTable([tokensOf(snapshot, shownView(snapshot, system))]);
  assert.equal(shown('$ strata tokens\n'), `$ strata tokens\n${table}`);
});

/** What a block of CONTRIBUTING exports, read as a file of that folder. */
async function exportsOf(member: string, folder: string): Promise<unknown> {
  const out = mkdtempSync(join('out', 'documentation-'));
  try {
    const outfile = join(out, `${member}.mjs`);
    const stdin = { contents: shownFile(member), resolveDir: folder, loader: 'ts' as const };
    await build({ stdin, outfile, bundle: true, format: 'esm', target: 'node20', logLevel: 'silent' });
    return (await import(pathToFileURL(outfile).href))[member];
  } finally {
    rmSync(out, { recursive: true });
  }
}

test('the rule that CONTRIBUTING shows does what its examples say', async () => {
  const rule = (await exportsOf('rule', 'server/src/rules')) as Rule;
  const problemsIn = (text: string): readonly Problem[] => {
    const file = { uri: 'file:///a.prompt', text };
    const context: TextContext = { file, bodyStart: 0, dialect: undefined, tree: undefined, system: undefined };
    return [...(rule.text?.(context) ?? [])];
  };
  assert.ok(rule.examples.length > 0);
  for (const { bad, fixed, good } of rule.examples) {
    const [file] = parseFixture(bad);
    assert.ok(file && good !== undefined);
    const problems = problemsIn(file.text);
    assert.deepEqual(
      problems.map(({ span }) => ({ code: rule.code, ...span })),
      file.marks,
    );
    assert.equal(
      applyEdits(
        file.text,
        problems.flatMap((problem) => problem.fixes?.[0]?.edits ?? []),
      ),
      fixed,
    );
    assert.deepEqual(problemsIn(good), []);
  }
});

test('the dialect that CONTRIBUTING shows renders its examples', async () => {
  const dialect = (await exportsOf('dialect', 'server/src/syntax/dialects')) as Dialect;
  assert.ok(dialect.examples.length > 0);
  for (const { text, values, output } of dialect.examples)
    assert.equal(render(dialect, text, values as Record<string, Value>), output);
});
