import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import { excerpt } from '../javascript/excerpt';
import type { Problem } from './parse/problem';
import type { Refusal } from './tree';

/** What is wrong in a text, in its order. Only what Go meets first has its words. */
export function faultsOf(text: string, problems: readonly Problem[]): readonly SyntaxFault[] {
  const faults = problems.map((problem, index) => {
    const fault = faultOf(text, problem);
    return index === 0 && problem.kind !== 'limit' ? { ...fault, engine: problem.message } : fault;
  });
  return faults.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Why nothing of the text is rendered from its first problem on. */
export function refusalOf(text: string, [first]: readonly Problem[]): Refusal | undefined {
  if (!first) return undefined;
  const { message, span } = faultOf(text, first);
  return { message, span, ...(first.kind === 'limit' ? {} : { engine: first.message }) };
}

function faultOf(text: string, problem: Problem): SyntaxFault {
  const { span, tag, message, keyword = '' } = problem;
  switch (problem.kind) {
    case 'unclosed-tag':
      return unclosedTag(text, tag);
    case 'unclosed-comment':
      return {
        kind: 'unclosed',
        message: 'A comment opens here that is never closed, so Go refuses the whole text; close it with `*/}}`.',
        span: { start: span.start, end: Math.min(span.start + 4, span.end) },
        related: endOf(text),
      };
    case 'unclosed-block':
      return unclosedBlock(text, span, keyword);
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
      return unreadable(text, problem);
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

/** `{{ .name` with blanks and perhaps one closing brace behind it. */
const OPEN_SLOT = /\{\{(?:-[ \t])?[ \t]*\$?(?:\.[\p{L}_][\p{L}\p{Nd}_]*)+/uy;

function unclosedTag(text: string, tag: Span): SyntaxFault {
  OPEN_SLOT.lastIndex = tag.start;
  const end = OPEN_SLOT.test(text) ? OPEN_SLOT.lastIndex : undefined;
  const opens = text.startsWith('{{', tag.end);
  return {
    kind: 'unclosed',
    message: `The tag ${shown(text, tag)} is never closed, so Go refuses the whole text; close it with \`}}\`, or write \`{{"{{"}}\` when the two braces are meant.`,
    span: tag,
    related: opens ? { span: { start: tag.end, end: tag.end + 2 }, message: 'the next tag opens here' } : endOf(text),
    ...(end === undefined
      ? {}
      : { fix: { title: `Close ${excerpt(text.slice(tag.start, end))}`, ...closing(text, tag.start, end) } }),
  };
}

/** What closes a slot: one more brace where one stands already, else both. */
function closing(text: string, start: number, nameEnd: number): { readonly span: Span; readonly text: string } {
  let at = nameEnd;
  while (text[at] === ' ') at++;
  if (text[at] === '}') return { span: { start: at, end: at + 1 }, text: '}}' };
  return { span: { start: nameEnd, end: nameEnd }, text: text[start + 2] === ' ' ? ' }}' : '}}' };
}

function unclosedBlock(text: string, span: Span, keyword: string): SyntaxFault {
  const end = { start: text.length, end: text.length };
  return {
    kind: 'unclosed',
    message: `${shown(text, span)} is never closed, so Go refuses the whole text; close the \`${keyword}\` with \`{{end}}\`.`,
    span,
    related: endOf(text),
    fix: { title: 'Close it at the end of the text', span: end, text: '{{end}}' },
  };
}

function unreadable(text: string, { span, tag, message }: Problem): SyntaxFault {
  const hint = HINTS.find(([pattern]) => pattern.test(text.slice(tag.start, tag.end)))?.[1] ?? sayings(message);
  return {
    kind: 'field',
    message: `Go cannot read the tag ${shown(text, tag)}, so it refuses the whole text${hint === undefined ? '' : `; ${hint}`}.`,
    span,
  };
}

/** Tags of other engines, and what stands for them here. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^\{\{~?\s*#if\b/, 'a condition is written `{{if .name}}`'],
  [/^\{\{~?\s*#each\b/, 'a loop is written `{{range .items}}`'],
  [/^\{\{~?\s*\/\w/, 'every block is closed with `{{end}}`'],
  [/^\{\{\s*!/, 'a comment is written `{{/* … */}}`'],
  [/^\{\{\s*>/, 'another template is written `{{template "name" .}}`'],
  [/^\{\{-?\s*else\s*if\w|^\{\{-?\s*el(?:se)?if\b/, 'it is written `{{else if .name}}`'],
  [/^\{\{[^}]*'[^']{2,}'/, 'texts stand in double quotes'],
];

function sayings(message: string): string | undefined {
  if (message.startsWith('missing value for')) return 'a value is missing';
  return message === 'unexpected <define> in command' ? 'a `define` cannot stand in a block' : undefined;
}
