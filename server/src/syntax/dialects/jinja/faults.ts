import { closest } from '../../../text/similar';
import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import { closingEdit } from '../delimiters';
import { excerpt } from './excerpt';
import { hintFor } from './hints';
import type { Marks } from './parse/marks';
import { MOST_PROBLEMS, type Problem } from './parse/problem';
import type { Refusal } from './tree';
import { lineBreakAt } from './white';

/** What is wrong in a text, in the order of the text. Only the problem that Jinja meets first has its exception. */
export function faultsOf(text: string, problems: readonly Problem[], marks: Marks): readonly SyntaxFault[] {
  const faults = problems.slice(0, MOST_PROBLEMS).map((problem, index) => {
    const fault = faultOf(text, problem, marks);
    const engine = index === 0 ? exceptionOf(text, problem) : undefined;
    return engine === undefined ? fault : { ...fault, engine };
  });
  return faults.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Why nothing of the text is rendered from its first problem on. */
export function refusalOf(text: string, [first]: readonly Problem[], marks: Marks): Refusal | undefined {
  if (!first) return undefined;
  const { message, span } = faultOf(text, first, marks);
  const engine = exceptionOf(text, first);
  return { problem: first, message, span, ...(engine === undefined ? {} : { engine }) };
}

/** The exception of Jinja, or of Python that compiles what Jinja made. */
function exceptionOf(text: string, { kind, message, character }: Problem): string | undefined {
  if (kind === 'limit' || kind === 'internal') return undefined;
  if (kind === 'unknown' || kind === 'refused') {
    const python = /^(?:invalid syntax|keyword argument|duplicate argument)/.test(message);
    // The parser itself finds this one, and not what compiles.
    const own = message.startsWith('Required blocks') ? 'TemplateSyntaxError' : 'TemplateAssertionError';
    return `${python ? 'SyntaxError' : own}: ${message}`;
  }
  const place = character === undefined ? '' : ` at ${pythonOffset(text, character)}`;
  return `TemplateSyntaxError: ${message}${place}`;
}

/** An offset as Jinja counts it: in code points of a text whose line breaks are single characters. */
function pythonOffset(text: string, offset: number): number {
  let count = 0;
  for (let at = 0; at < offset; count++) {
    at += lineBreakAt(text, at) || ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  }
  return count;
}

function faultOf(text: string, problem: Problem, marks: Marks): SyntaxFault {
  switch (problem.kind) {
    case 'tag':
      return unreadable(text, problem, marks);
    case 'unclosed-tag':
      return unclosedTag(text, problem, marks);
    case 'unclosed-comment':
      return unclosedComment(text, problem, marks);
    case 'unclosed-raw':
      return unclosedRaw(text, problem, marks);
    case 'unclosed-block':
      return unclosedBlock(text, problem, marks);
    case 'unknown-tag':
      return unknownStatement(text, problem);
    case 'stray-tag':
      return stray(text, problem);
    case 'unknown':
      return unknownName(text, problem);
    default:
      return refused(text, problem);
  }
}

const shown = (text: string, { start, end }: Span): string => `\`${excerpt(text.slice(start, end))}\``;

function unreadable(text: string, { span, tag }: Problem, marks: Marks): SyntaxFault {
  const hint = hintFor(text, tag, span, marks);
  return {
    kind: 'field',
    message: `Jinja cannot read the tag ${shown(text, tag)}, so it refuses the whole text${hint ? `; ${hint.advice}` : ''}.`,
    span,
    ...(hint?.fix ? { fix: hint.fix } : {}),
  };
}

/** `name` with blanks before it, behind `{{`. */
const OPEN_SLOT = /[-+]?[ \t]*[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;

function unclosedTag(text: string, { span, tag }: Problem, marks: Marks): SyntaxFault {
  const isOutput = marks.output[0] === text.slice(span.start, span.end);
  const [, close] = isOutput ? marks.output : marks.statement;
  const line = lineFrom(text, tag);
  OPEN_SLOT.lastIndex = span.end;
  const end = isOutput && OPEN_SLOT.test(text) ? OPEN_SLOT.lastIndex : undefined;
  return {
    kind: 'unclosed',
    message: `The tag ${shown(text, line)} is never closed, so Jinja refuses the whole text; close it with \`${close}\`.`,
    span,
    related: whereItMet(text, tag.end, marks),
    ...(end === undefined
      ? {}
      : { fix: { title: `Close ${excerpt(text.slice(tag.start, end))}`, ...closingEdit(text, span.end, end, close) } }),
  };
}

/** The tag as far as it stands on its first line. */
function lineFrom(text: string, { start, end }: Span): Span {
  let at = start;
  while (at < end && lineBreakAt(text, at) === 0) at++;
  return { start, end: at };
}

function whereItMet(text: string, at: number, marks: Marks): NonNullable<SyntaxFault['related']> {
  const next = at < text.length ? marks.next(text, at) : undefined;
  return next
    ? { span: { start: next.start, end: next.end }, message: 'the next tag opens here' }
    : { span: { start: at, end: at }, message: 'the text ends here' };
}

function unclosedComment(text: string, { span }: Problem, marks: Marks): SyntaxFault {
  const [open, close] = marks.comment;
  return {
    kind: 'unclosed',
    message: `\`${open}\` opens a comment that is never closed, so Jinja refuses the whole text; close it with \`${close}\`, or write \`${marks.quote(open)}\` when the ${open.length === 2 ? 'two characters are' : 'mark is'} meant.`,
    span,
    related: whereItMet(text, text.length, marks),
    fix: {
      title: `Write the ${open.length === 2 ? 'two characters' : 'mark'} as text`,
      span,
      text: marks.quote(open),
    },
  };
}

function unclosedRaw(text: string, { span }: Problem, marks: Marks): SyntaxFault {
  const end = { start: text.length, end: text.length };
  return {
    kind: 'unclosed',
    message: `${shown(text, span)} is never closed, so Jinja refuses the whole text; close it with \`${marks.tag('endraw')}\`.`,
    span,
    related: { span: end, message: 'the text ends here' },
    fix: { title: 'Close it at the end of the text', span: end, text: marks.tag('endraw') },
  };
}

function unclosedBlock(text: string, { span, keyword = '', met }: Problem, marks: Marks): SyntaxFault {
  const at = met?.start ?? text.length;
  const place = { start: at, end: at };
  // What was opened by a line is closed by one, where a line begins.
  const isLine = marks.line !== undefined && !text.startsWith(marks.statement[0], span.start);
  const end = isLine ? `${marks.line} end${keyword}` : marks.tag(`end${keyword}`);
  const before = isLine && at > 0 && lineBreakAt(text, at - 1) === 0 ? '\n' : '';
  return {
    kind: 'unclosed',
    message: `${shown(text, span)} is never closed, so Jinja refuses the whole text; close it with \`${end}\`.`,
    span,
    related: met
      ? { span: { start: met.start, end: met.end }, message: `${excerpt(text.slice(met.start, met.end))} comes first` }
      : { span: place, message: 'the text ends here' },
    fix: {
      title: met ? `Close it before ${excerpt(text.slice(met.start, met.end))}` : 'Close it at the end of the text',
      span: place,
      text: before + end + (isLine && met ? '\n' : ''),
    },
  };
}

const STATEMENTS = 'if for set with autoescape block macro call filter extends include import from print raw'.split(
  ' ',
);

/** What other engines call a statement of Jinja. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['elseif', 'elif'],
  ['elsif', 'elif'],
  ['verbatim', 'raw'],
  ['endverbatim', 'endraw'],
  ['foreach', 'for'],
  ['endforeach', 'endfor'],
  ['assign', 'set'],
]);

/** Statements that a program has to switch on. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['do', 'jinja2.ext.do'],
  ['break', 'jinja2.ext.loopcontrols'],
  ['continue', 'jinja2.ext.loopcontrols'],
  ['trans', 'jinja2.ext.i18n'],
  ['debug', 'jinja2.ext.debug'],
]);

function unknownStatement(text: string, { span, tag, keyword = '' }: Problem): SyntaxFault {
  const extension = EXTENSIONS.get(keyword);
  if (extension !== undefined) {
    return {
      kind: 'unsupported',
      message: `\`${keyword}\` is a statement of the extension \`${extension}\`; without it, Jinja refuses the whole text.`,
      span,
    };
  }
  const meant = ELSEWHERE.get(keyword) ?? closest(keyword, STATEMENTS);
  const fix = { title: `Write ${meant}`, span, text: meant ?? '' };
  return {
    kind: 'unsupported',
    message: `Jinja has no statement \`${keyword}\`, so it refuses the whole text at ${shown(text, tag)}${meant === undefined ? '' : `; write \`${meant}\``}.`,
    span,
    ...(meant === undefined ? {} : { fix }),
  };
}

function stray(text: string, { span, keyword = '' }: Problem): SyntaxFault {
  const opener = keyword.startsWith('end') ? keyword.slice('end'.length) : keyword === 'else' ? 'if` or `for' : 'if';
  return {
    kind: 'nested',
    message: `${shown(text, span)} belongs to no \`${opener}\` that is open here, so Jinja refuses the whole text; remove it, or open the block.`,
    span,
    fix: { title: `Remove ${excerpt(text.slice(span.start, span.end))}`, span, text: '' },
  };
}

function unknownName(text: string, { span, keyword = '', meant = '' }: Problem): SyntaxFault {
  return {
    kind: 'unsupported',
    message: `Jinja has no ${keyword} ${shown(text, span)}, and refuses the whole text unless the program adds one; \`${meant}\` is nearly the same.`,
    span,
    fix: { title: `Write ${meant}`, span, text: meant },
  };
}

function refused(text: string, { kind, message, span, tag }: Problem): SyntaxFault {
  if (kind === 'internal') {
    return {
      kind: 'unsupported',
      message: `${shown(text, span)} reads what Python keeps for itself; values are plain data, and a preview shows nothing of the kind.`,
      span,
    };
  }
  if (kind === 'limit') {
    return { kind: 'unsupported', message: `The preview ends at ${shown(text, tag)}: it reads no ${message}.`, span };
  }
  return {
    kind: 'unsupported',
    message: `Jinja refuses the whole text at ${shown(text, tag)}: ${message.replace(/\.$/, '')}.`,
    span,
  };
}
