import { rules } from '../../rules/index.generated';
import type { Rule } from '../../rules/rule';
import { closest } from '../../text/similar';
import { type CliCommand, UsageError } from '../command';

/** Characters of a line, as a terminal shows them well. */
const WIDTH = 100;

const all: readonly Rule[] = rules;

export const command: CliCommand = {
  name: 'explain',
  summary: 'Tell what a code means, and what to do about it.',
  usage: '[code]',
  mostPositionals: 1,
  options: {},
  async run({ positionals: [code] }, io) {
    io.out(code === undefined ? listOfCodes() : explanation(ruleOf(code)));
    return 0;
  },
};

function ruleOf(code: string): Rule {
  const rule = all.find((one) => one.code === code);
  if (rule) return rule;
  const near = closest(
    code,
    all.map((one) => one.code),
  );
  const advice = near === undefined ? '`strata explain` lists them' : `did you mean ${near}?`;
  throw new UsageError(`there is no code ${code}; ${advice}`);
}

function listOfCodes(): string {
  const codes = [...all].sort((a, b) => (a.code < b.code ? -1 : 1));
  const width = Math.max(...codes.map(({ code }) => code.length));
  return codes.map(({ code, level, title }) => `${code.padEnd(width)}  ${level.padEnd(7)}  ${title}\n`).join('');
}

/** The same sentences as on the rule's page; its examples are left to the page. */
const explanation = ({ code, level, title, why, howToFix }: Rule): string =>
  [`${code} (${level}): ${title}`, why, howToFix].map((paragraph) => `${folded(paragraph)}\n`).join('\n');

/** Breaks a paragraph into lines at its blanks. */
function folded(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}
