import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import { closingEdit } from '../delimiters';
import type { Delimiters } from '../dialect';
import { excerpt } from '../javascript/excerpt';
import type { Problem } from './parse/problem';
import type { Refusal } from './tree';

/** What is wrong in a text, in its order. Only what Go meets first has its words. */
export function faultsOf(text: string, problems: readonly Problem[], delimiters: Delimiters): readonly SyntaxFault[] {
  const faults = problems.map((problem, index) => {
    const fault = faultOf(text, problem, delimiters);
    return index === 0 && problem.kind !== 'limit' ? { ...fault, engine: problem.message } : fault;
  });
  return faults.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Why nothing of the text is rendered from its first problem on. */
export function refusalOf(text: string, [first]: readonly Problem[], delimiters: Delimiters): Refusal | undefined {
  if (!first) return undefined;
  const { message, span } = faultOf(text, first, delimiters);
  return { message, span, ...(first.kind === 'limit' ? {} : { engine: first.message }) };
}

function faultOf(text: string, problem: Problem, delimiters: Delimiters): SyntaxFault {
  const [open, close] = delimiters;
  const { span, tag, message, keyword = '' } = problem;
  switch (problem.kind) {
    case 'unclosed-tag':
      return unclosedTag(text, tag, delimiters);
    case 'unclosed-comment':
      return {
        kind: 'unclosed',
        message: `A comment opens here that is never closed, so Go refuses the whole text; close it with \`*/${close}\`.`,
        span: { start: span.start, end: Math.min(span.start + open.length + 2, span.end) },
        related: endOf(text),
      };
    case 'unclosed-block':
      return unclosedBlock(text, span, keyword, delimiters);
    case 'stray':
      return {
        kind: 'nested',
        message: `${shown(text, span)} belongs to no block that is open here, so Go refuses the whole text; remove it, or open the block.`,
        span,
        fix: { title: `Remove ${excerpt(text.slice(span.start, span.end))}`, span, text: '' },
      };
    case 'variable':
      return {
        kind: 'field',
        message: `The variable ${shown(text, span)} is not set at this place, so Go refuses the whole text; set it with \`:=\` before, and not in a block that has ended.`,
        span,
      };
    case 'refused':
      return { kind: 'unsupported', message: `${refused(text, problem)}, so Go refuses the whole text.`, span };
    case 'limit':
      return { kind: 'unsupported', message: `The preview ends at ${shown(text, tag)}: it reads no ${message}.`, span };
    case 'tag':
      return unreadable(text, problem, delimiters);
  }
}

const shown = (text: string, { start, end }: Span): string => `\`${excerpt(text.slice(start, end))}\``;

const endOf = (text: string): NonNullable<SyntaxFault['related']> => ({
  span: { start: text.length, end: text.length },
  message: 'the text ends here',
});

const refused = (text: string, { span, message }: Problem): string =>
  message.includes('multiple definition')
    ? `There is another template ${shown(text, span)} before this one`
    : `${shown(text, span)} stands in no \`range\``;

/** `.name` with blanks before it, behind `{{`. */
const OPEN_SLOT = /(?:-[ \t])?[ \t]*\$?(?:\.[\p{L}_][\p{L}\p{Nd}_]*)+/uy;

function unclosedTag(text: string, tag: Span, [open, close]: Delimiters): SyntaxFault {
  OPEN_SLOT.lastIndex = tag.start + open.length;
  const end = OPEN_SLOT.test(text) ? OPEN_SLOT.lastIndex : undefined;
  const next = { start: tag.end, end: tag.end + open.length };
  const what = open === '{{' ? 'two braces are' : 'mark is';
  return {
    kind: 'unclosed',
    message: `The tag ${shown(text, tag)} is never closed, so Go refuses the whole text; close it with \`${close}\`, or write \`${open + JSON.stringify(open) + close}\` when the ${what} meant.`,
    span: tag,
    related: text.startsWith(open, tag.end) ? { span: next, message: 'the next tag opens here' } : endOf(text),
    ...(end === undefined
      ? {}
      : {
          fix: {
            title: `Close ${excerpt(text.slice(tag.start, end))}`,
            ...closingEdit(text, tag.start + open.length, end, close),
          },
        }),
  };
}

function unclosedBlock(text: string, span: Span, keyword: string, [open, close]: Delimiters): SyntaxFault {
  const closing = `${open}end${close}`;
  const end = { start: text.length, end: text.length };
  return {
    kind: 'unclosed',
    message: `${shown(text, span)} is never closed, so Go refuses the whole text; close the \`${keyword}\` with \`${closing}\`.`,
    span,
    related: endOf(text),
    fix: { title: 'Close it at the end of the text', span: end, text: closing },
  };
}

function unreadable(text: string, { span, tag, message }: Problem, [open, close]: Delimiters): SyntaxFault {
  const inner = text.slice(tag.start + open.length, tag.end);
  const said = HINTS.find(([pattern]) => pattern.test(inner))?.[1] ?? sayings(message);
  const hint = said?.replace('{{', () => open).replace('}}', () => close);
  return {
    kind: 'field',
    message: `Go cannot read the tag ${shown(text, tag)}, so it refuses the whole text${hint === undefined ? '' : `; ${hint}`}.`,
    span,
  };
}

/** Tags of other engines, and what stands for them here. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^~?\s*#if\b/, 'a condition is written `{{if .name}}`'],
  [/^~?\s*#each\b/, 'a loop is written `{{range .items}}`'],
  [/^~?\s*\/\w/, 'every block is closed with `{{end}}`'],
  [/^\s*!/, 'a comment is written `{{/* … */}}`'],
  [/^\s*>/, 'another template is written `{{template "name" .}}`'],
  [/^-?\s*else\s*if\w|^-?\s*el(?:se)?if\b/, 'it is written `{{else if .name}}`'],
  [/^[^}]*'[^']{2,}'/, 'texts stand in double quotes'],
];

function sayings(message: string): string | undefined {
  if (message.startsWith('missing value for')) return 'a value is missing';
  return message === 'unexpected <define> in command' ? 'a `define` cannot stand in a block' : undefined;
}
