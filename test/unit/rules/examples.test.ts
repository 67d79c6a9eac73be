// The examples of every rule, as they stand on its page: what is wrong is found, exactly; the first fix mends it; the
// traps stay silent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rules } from '../../../server/src/rules/index.generated';
import type { Rule, RuleExample } from '../../../server/src/rules/rule';
import type { Finding } from '../../../server/src/rules/run';
import { applyEdits } from '../../../server/src/text/edit';
import { type FixtureFile, parseFixture, textsOf, withMarks } from '../../support/fixture';
import { addressOf, memoryWorkspace, pathOf } from '../../support/memoryWorkspace';

/** Findings of one rule in each file of a fixture. */
async function findingsIn(rule: Rule, files: readonly FixtureFile[]): Promise<ReadonlyMap<string, readonly Finding[]>> {
  const { service, log } = await memoryWorkspace(textsOf(files));
  const snapshot = service.workspace.snapshot();
  const found = new Map<string, readonly Finding[]>();
  for (const { path } of files) {
    found.set(
      path,
      snapshot.findings(addressOf(path)).filter((finding) => finding.code === rule.code),
    );
  }
  assert.deepEqual(log, []);
  return found;
}

/** The files with the findings of a rule marked in them. */
function marked(files: readonly FixtureFile[], found: ReadonlyMap<string, readonly Finding[]>): Record<string, string> {
  return Object.fromEntries(
    files.map(({ path, text }) => {
      const marks = (found.get(path) ?? []).map(({ code, span }) => ({ code, start: span.start, end: span.end }));
      return [path, withMarks(text, marks)];
    }),
  );
}

/** The files after the first fix of each finding. */
function mended(files: readonly FixtureFile[], found: ReadonlyMap<string, readonly Finding[]>): Record<string, string> {
  const fixes = [...found.values()].flat().flatMap((finding) => finding.fixes?.slice(0, 1) ?? []);
  const texts = textsOf(files);
  for (const { create } of fixes) if (create) texts[pathOf(create.uri)] ??= create.text;
  return Object.fromEntries(
    Object.entries(texts).map(([path, text]) => {
      const edits = fixes.flatMap((fix) => fix.edits).filter((edit) => pathOf(edit.uri) === path);
      // Two findings may be mended by the same edit: it is made once.
      const distinct = new Map(edits.map((edit) => [JSON.stringify([edit.span, edit.text]), edit]));
      return [path, applyEdits(text, [...distinct.values()])];
    }),
  );
}

const all: readonly Rule[] = rules;

for (const rule of all) {
  describe(rule.code, () => {
    test('has words and examples', () => {
      for (const words of [rule.title, rule.why, rule.howToFix]) assert.match(words, /\S/);
      assert.ok(rule.examples.length > 0);
      assert.ok(
        rule.examples.some((example) => example.good !== undefined),
        'no example shows where the rule is silent',
      );
    });
    for (const example of rule.examples) {
      test(example.title, () => check(rule, example));
    }
  });
}

async function check(rule: Rule, { bad, fixed, good }: RuleExample): Promise<void> {
  const files = parseFixture(bad);
  const found = await findingsIn(rule, files);
  const wanted = Object.fromEntries(
    files.map(({ path, text, marks }) => [
      path,
      withMarks(
        text,
        marks.filter((mark) => mark.code === rule.code),
      ),
    ]),
  );
  assert.deepEqual(marked(files, found), wanted);
  const count = [...found.values()].flat().length;
  assert.ok(count > 0, 'the bad example has no finding');
  for (const finding of [...found.values()].flat()) assert.match(finding.message, /\S/);
  const hasFix = [...found.values()].flat().some((finding) => (finding.fixes?.length ?? 0) > 0);
  assert.equal(
    hasFix,
    fixed !== undefined,
    fixed === undefined ? 'a fix that no example shows' : 'an example shows a fix that there is not',
  );
  if (fixed !== undefined) assert.deepEqual(mended(files, found), textsOf(parseFixture(fixed)));
  if (good !== undefined) {
    const silent = parseFixture(good);
    assert.deepEqual(marked(silent, await findingsIn(rule, silent)), textsOf(silent));
  }
}
