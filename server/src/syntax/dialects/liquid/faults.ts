import { closest } from '../../../text/similar';
import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import { closingEdit } from '../delimiters';
import { excerpt } from './excerpt';
import { FILTERS } from './filters/filters';
import { hintFor, statementMeant } from './hints';
import type { Marks } from './parse/marks';
import { MOST_PROBLEMS, type Problem, place } from './parse/problem';
import { refusalIn } from './parse/refusal';
import type { Refusal } from './tree';

/** What is wrong in a text, in the order of the text. Only the problem for which Liquid refuses it has its exception. */
export function faultsOf(text: string, problems: readonly Problem[], marks: Marks): readonly SyntaxFault[] {
  const first = refusalIn(problems);
  const isLong = problems.length > MOST_PROBLEMS;
  const listed = isLong ? [...problems.slice(0, MOST_PROBLEMS), ...(first ? [first] : [])] : problems;
  const faults = [...new Set(listed)].map((problem) => {
    const fault = faultOf(text, problem, marks);
    const engine = problem === first ? exceptionOf(text, problem) : undefined;
    return engine === undefined ? fault : { ...fault, engine };
  });
  return faults.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Why nothing of the text is rendered from there on. */
export function refusalOf(text: string, problems: readonly Problem[], marks: Marks): Refusal | undefined {
  const first = refusalIn(problems);
  if (!first) return undefined;
  const { message, span } = faultOf(text, first, marks);
  const engine = exceptionOf(text, first);
  return { message, span, ...(engine === undefined ? {} : { engine }) };
}

function exceptionOf(text: string, { kind, error, message, within, offset }: Problem): string | undefined {
  if (kind === 'limit') return undefined;
  return `${error}: ${message}${error === 'TypeError' ? '' : place(within ?? text, offset)}`;
}

function faultOf(text: string, problem: Problem, marks: Marks): SyntaxFault {
  switch (problem.kind) {
    case 'unclosed-tag':
    case 'unclosed-output':
      return unclosedTag(text, problem, marks);
    case 'unclosed-string':
      return unclosedString(text, problem);
    case 'unclosed-raw':
    case 'unclosed-block':
      return unclosedBlock(text, problem, marks);
    case 'unknown-tag':
      return unknownTag(text, problem);
    case 'stray-tag':
      return stray(text, problem);
    case 'misplaced':
      return misplaced(text, problem);
    case 'strict-filter':
      return missingFilter(text, problem);
    case 'filter':
      return unknownFilter(text, problem);
    default:
      return unreadable(text, problem, marks);
  }
}

const shown = (text: string, { start, end }: Span): string => `\`${excerpt(text.slice(start, end))}\``;

function unreadable(text: string, { kind, message, span, tag }: Problem, marks: Marks): SyntaxFault {
  if (kind === 'limit') {
    return { kind: 'unsupported', message: `The preview ends at ${shown(text, tag)}: ${message}.`, span };
  }
  const hint = hintFor(text, tag, marks);
  return {
    kind: 'field',
    message: `Liquid cannot read the tag ${shown(text, tag)}, so it refuses the whole text${hint ? `; ${hint.advice}` : ''}.`,
    span,
    ...(hint?.fix ? { fix: hint.fix } : {}),
  };
}

/** `name` with blanks before it, behind `{{`. */
const OPEN_SLOT = /-?[ \t]*[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}_][\p{L}\p{N}_-]*)*/uy;

function unclosedTag(text: string, { kind, span, tag, met }: Problem, marks: Marks): SyntaxFault {
  const isOutput = kind === 'unclosed-output';
  const [open, close] = isOutput ? marks.output : marks.tag;
  const inner = tag.start + open.length;
  OPEN_SLOT.lastIndex = inner;
  const end = isOutput && OPEN_SLOT.test(text) ? OPEN_SLOT.lastIndex : undefined;
  const hasFix = end !== undefined && end <= span.end;
  return {
    kind: 'unclosed',
    message: `The tag ${shown(text, tag)} is never closed, so Liquid refuses the whole text; close it with \`${close}\`.`,
    span,
    related: met
      ? { span: met, message: 'the next tag opens here' }
      : { span: { start: text.length, end: text.length }, message: 'the text ends here' },
    ...(hasFix
      ? { fix: { title: `Close ${excerpt(text.slice(tag.start, end))}`, ...closingEdit(text, inner, end, close) } }
      : {}),
  };
}

function unclosedString(text: string, { span }: Problem): SyntaxFault {
  return {
    kind: 'unclosed',
    message: `A quotation mark in ${shown(text, span)} opens a string that never ends, so Liquid refuses the whole text; close it, or take it out.`,
    span,
    related: { span: { start: text.length, end: text.length }, message: 'the text ends here' },
  };
}

function unclosedBlock(text: string, { kind, span, keyword = '', met }: Problem, marks: Marks): SyntaxFault {
  const word = kind === 'unclosed-raw' ? 'raw' : keyword;
  const isLine = !text.startsWith(marks.tag[0], span.start);
  const end = isLine ? `end${word}` : marks.statement(`end${word}`);
  const at = met?.start ?? text.length;
  const title = met ? `Close it before ${excerpt(text.slice(met.start, met.end))}` : 'Close it at the end of the text';
  const placed = { start: at, end: at };
  return {
    kind: 'unclosed',
    message: `${shown(text, span)} is never closed, so Liquid refuses the whole text; close it with \`${end}\`.`,
    span,
    related: met
      ? { span: { start: met.start, end: met.end }, message: `${excerpt(text.slice(met.start, met.end))} comes first` }
      : { span: placed, message: 'the text ends here' },
    ...(isLine ? {} : { fix: { title, span: placed, text: end } }),
  };
}

function unknownTag(text: string, { span, tag, keyword = '' }: Problem): SyntaxFault {
  const meant = statementMeant(keyword);
  const advice = meant === undefined ? '' : `; write \`${meant}\``;
  return {
    kind: 'unsupported',
    message: `Liquid has no tag \`${excerpt(keyword)}\`, so it refuses the whole text at ${shown(text, tag)}${advice}.`,
    span,
    ...(meant === undefined ? {} : { fix: { title: `Write ${meant}`, span, text: meant } }),
  };
}

const OPENERS: ReadonlyMap<string, string> = new Map([
  ['else', 'if` or `for'],
  ['elsif', 'if'],
  ['when', 'case'],
]);

function stray(text: string, { span, keyword = '' }: Problem): SyntaxFault {
  const opener = OPENERS.get(keyword) ?? keyword.slice('end'.length);
  return {
    kind: 'nested',
    message: `${shown(text, span)} belongs to no \`${opener}\` that is open here, so Liquid refuses the whole text; remove it, or open the block.`,
    span,
    fix: { title: `Remove ${excerpt(text.slice(span.start, span.end))}`, span, text: '' },
  };
}

function misplaced(text: string, { span, message }: Problem): SyntaxFault {
  const why = message.startsWith('unexpected "')
    ? 'nothing may stand behind its word'
    : 'its block has an `else` already';
  return {
    kind: 'nested',
    message: `${shown(text, span)} cannot stand here, so Liquid refuses the whole text: ${why}.`,
    span,
  };
}

function missingFilter(text: string, { span, tag, keyword = '' }: Problem): SyntaxFault {
  const meant = closest(keyword, [...FILTERS.keys()]);
  return {
    kind: 'unsupported',
    message: `There is no filter \`${excerpt(keyword)}\`, and with \`strictFilters\` Liquid refuses the whole text at ${shown(text, tag)}${meant === undefined ? '; name it under `functions` when the program adds it' : `; write \`${meant}\``}.`,
    span,
    ...(meant === undefined ? {} : { fix: { title: `Write ${meant}`, span, text: meant } }),
  };
}

function unknownFilter(text: string, { span, meant = '' }: Problem): SyntaxFault {
  return {
    kind: 'unsupported',
    message: `Liquid has no filter ${shown(text, span)} and leaves the value as it is, unless the program adds one; \`${meant}\` is nearly the same.`,
    span,
    fix: { title: `Write ${meant}`, span, text: meant },
  };
}
