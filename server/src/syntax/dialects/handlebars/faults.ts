import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import { excerpt } from '../javascript/excerpt';
import { isBlock, type Program } from './ast';
import { MOST_BLOCKS } from './parser';
import type { Problem } from './problem';
import { unexpectedFault } from './unexpected';

/** More faults than this are not listed: such a text is no text of this dialect, and no author reads so many. */
const MOST = 1000;

export interface Faults {
  /** In the order of the text. */
  readonly faults: readonly SyntaxFault[];
  /** The one for which the library refuses the whole text; it looks no further. */
  readonly refusal?: SyntaxFault;
}

export function faultsOf(text: string, problems: readonly Problem[], program: Program): Faults {
  const all = [...problems, ...partialProblems(program)].slice(0, MOST);
  const faults = all.map((problem) => faultOf(text, problem));
  const [first] = all;
  const engine = first && engineWords(text, first);
  const [refused] = faults;
  const refusal = refused && (engine === undefined ? refused : { ...refused, engine });
  if (refusal) faults[0] = refusal;
  faults.sort((a, b) => a.span.start - b.span.start);
  return { faults, ...(refusal ? { refusal } : {}) };
}

/** The compiler, which comes after the parser, takes one argument for a partial. */
function partialProblems(program: Program | undefined): Problem[] {
  const problems: Problem[] = [];
  for (const statement of program?.body ?? []) {
    if (statement.kind === 'partial' || statement.kind === 'partial-block') {
      const count = statement.params.length;
      const span = statement.kind === 'partial' ? statement.span : statement.open;
      if (count > 1) problems.push({ kind: 'arguments', span, count });
    }
    if (!isBlock(statement)) continue;
    problems.push(...partialProblems(statement.program), ...partialProblems(statement.inverse));
  }
  return problems;
}

function faultOf(text: string, problem: Problem): SyntaxFault {
  switch (problem.kind) {
    case 'unexpected':
    case 'lexical':
      return unexpectedFault(text, problem);
    case 'mismatch':
      return mismatch(text, problem);
    case 'path': {
      const why = '`..`, `.` and `this` can only begin a path, so Handlebars refuses the whole text.';
      return {
        kind: 'field',
        message: `\`${excerpt(text.slice(problem.span.start, problem.span.end))}\` is no path: ${why}`,
        span: problem.span,
      };
    }
    case 'inverse-decorator':
      return {
        kind: 'stray',
        message: 'An inline partial has no `else`, so Handlebars refuses the whole text.',
        span: problem.span,
      };
    case 'arguments': {
      const why = `A partial takes one argument as its context, and ${problem.count} stand here, so Handlebars refuses the whole text; pass the others as \`name=value\`.`;
      return { kind: 'field', message: why, span: problem.span };
    }
    case 'depth': {
      const why = `More than ${MOST_BLOCKS} blocks or calls stand in each other here, and the preview goes no deeper.`;
      return { kind: 'unsupported', message: why, span: problem.span };
    }
  }
}

function mismatch(text: string, { block, close, closesOuter }: Extract<Problem, { kind: 'mismatch' }>): SyntaxFault {
  const name = block.name === undefined ? undefined : excerpt(text.slice(block.nameSpan.start, block.nameSpan.end));
  const written = excerpt(text.slice(close.span.start, close.span.end));
  const related = { span: close.span, message: 'the closing tag of another block' };
  const begin = `The block \`${excerpt(text.slice(block.span.start, block.span.end))}\` is still open where \`${written}\` stands, so Handlebars refuses the whole text`;
  const base = { kind: 'unclosed', span: block.span, related } as const;
  if (name === undefined) return { ...base, message: `${begin}.` };
  if (closesOuter) return { ...base, message: `${begin}; close it with \`{{/${name}}}\` before that.` };
  const fix = { title: `Write {{/${name}}}`, span: close.nameSpan, text: name };
  return { ...base, message: `${begin}; write \`{{/${name}}}\` there.`, ...(name.includes('…') ? {} : { fix }) };
}

/** What the library throws, without the picture and the list of what it would have taken. */
function engineWords(text: string, problem: Problem): string | undefined {
  switch (problem.kind) {
    case 'unexpected': {
      // In a raw block the library's lexer has no word for the end of the text.
      const isRaw = problem.block !== undefined && text.startsWith('{{{{', problem.block.span.start);
      return `Parse error on line ${lineAt(text, problem.seen)}: … got '${isRaw ? '1' : problem.token.type}'`;
    }
    case 'lexical':
      return `Lexical error on line ${lineAt(text, problem.token.start)}. Unrecognized text.`;
    case 'mismatch':
      return `${problem.block.name} doesn't match ${problem.close.name} - ${placeAt(text, problem.block.nameSpan)}`;
    case 'path':
      return `Invalid path: ${problem.original} - ${placeAt(text, problem.span)}`;
    case 'inverse-decorator':
      return 'Unexpected inverse block on decorator';
    case 'arguments':
      return `Unsupported number of partial arguments: ${problem.count} - ${placeAt(text, problem.span)}`;
    case 'depth':
      return undefined;
  }
}

/** Lines are counted from one, columns from nought, as the library does. */
function placeAt(text: string, { start }: Span): string {
  const before = text.slice(0, start);
  return `${lineAt(text, start)}:${start - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) - 1}`;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at++) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) line++;
  }
  return line;
}
