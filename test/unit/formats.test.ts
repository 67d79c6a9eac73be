// Findings in the forms that other tools read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PrintedFinding } from '../../server/src/cli/findings';
import { githubFormat } from '../../server/src/cli/formats/github';
import { sarifFormat } from '../../server/src/cli/formats/sarif';
import { rule as slotUnknown } from '../../server/src/rules/slotUnknown';
import { rule as slotUnused } from '../../server/src/rules/slotUnused';

const FINDINGS: readonly PrintedFinding[] = [
  {
    file: 'prompts/a b, 100%.prompt',
    range: { start: { line: 0, character: 2 }, end: { line: 1, character: 0 } },
    code: 'slot.unknown',
    severity: 'error',
    message: '50 % of: one,\ntwo',
    fixes: [],
  },
  {
    file: 'a.prompt',
    range: { start: { line: 4, character: 0 }, end: { line: 4, character: 3 } },
    code: 'slot.unused',
    severity: 'hint',
    message: 'unused',
    fixes: ['Remove it'],
  },
];

test('workflow commands escape what would end a property or the line', () => {
  assert.equal(
    githubFormat(FINDINGS),
    '::error file=prompts/a b%2C 100%25.prompt,line=1,endLine=2,title=slot.unknown::50 %25 of: one,%0Atwo\n' +
      '::notice file=a.prompt,line=5,endLine=5,col=1,endColumn=4,title=slot.unused::unused\n',
  );
});

test('SARIF: one run, the rules with what to do, the results with their places', () => {
  const log = JSON.parse(sarifFormat(FINDINGS, '1.2.3'));
  assert.deepEqual([log.version, log.runs.length], ['2.1.0', 1]);
  const [{ tool, columnKind, results }] = log.runs;
  assert.deepEqual([tool.driver.name, tool.driver.version, columnKind], ['Strata', '1.2.3', 'utf16CodeUnits']);
  assert.deepEqual(
    tool.driver.rules.map(({ id, help }: { id: string; help: { markdown: string } }) => [
      id,
      help.markdown.split('\n\n').at(-1),
    ]),
    [slotUnknown, slotUnused].map(({ code, howToFix }) => [code, `**What to do.** ${howToFix}`]),
  );
  for (const rule of tool.driver.rules) {
    for (const text of [rule.shortDescription.text, rule.fullDescription.text, rule.help.text])
      assert.match(text, /\S/);
  }
  assert.deepEqual(results[0], {
    ruleId: 'slot.unknown',
    ruleIndex: 0,
    level: 'error',
    message: { text: '50 % of: one,\ntwo' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'prompts/a%20b%2C%20100%25.prompt' },
          region: { startLine: 1, startColumn: 3, endLine: 2, endColumn: 1 },
        },
      },
    ],
  });
  assert.deepEqual([results[1].ruleIndex, results[1].level], [1, 'note']);
});
