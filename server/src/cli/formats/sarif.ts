import { rules } from '../../rules/index.generated';
import type { Level, Rule } from '../../rules/rule';
import type { PrintedFinding } from '../findings';

const LEVELS: Readonly<Record<Level, string>> = { error: 'error', warning: 'warning', info: 'note', hint: 'note' };
const all: readonly Rule[] = rules;

/** SARIF 2.1.0, for tools that gather the results of many checkers. */
export function sarifFormat(findings: readonly PrintedFinding[], version: string): string {
  const used = [...new Set(findings.map((f) => f.code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Strata', version, rules: used.map(describe) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, used.indexOf(finding.code))),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function describe(code: string): object {
  const rule = all.find((r) => r.code === code);
  return {
    id: code,
    ...(rule
      ? { shortDescription: { text: rule.title }, fullDescription: { text: rule.why }, help: helpOf(rule) }
      : {}),
  };
}

/** What somebody reads who sees the result far from the project: nothing else stands for a page to link to. */
const helpOf = ({ why, howToFix }: Rule): object => ({
  text: `${why}\n\n${howToFix}`,
  markdown: `${why}\n\n**What to do.** ${howToFix}`,
});

function resultOf({ file, range, code, severity, message }: PrintedFinding, ruleIndex: number): object {
  const { start, end } = range;
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
          region: {
            startLine: start.line + 1,
            startColumn: start.character + 1,
            endLine: end.line + 1,
            endColumn: end.character + 1,
          },
        },
      },
    ],
  };
}
