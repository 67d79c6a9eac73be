import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import { excerpt } from '../javascript/excerpt';
import { isBlock, type Mustache, type Program } from './ast';
import { hasArguments, isDash, isSimple } from './names';
import { MOST_BLOCKS } from './parser';
import type { Mismatch, Problem } from './problem';
import { slipsIn } from './slips';
import { MOST_PROBLEMS } from './tag-reader';
import { strayClose, unexpectedFault } from './unexpected';

export interface Faults {
  /** In the order of the text. */
  readonly faults: readonly SyntaxFault[];
  /** The one for which the library refuses the whole text; it looks no further. */
  readonly refusal?: SyntaxFault;
}

export function faultsOf(text: string, problems: readonly Problem[], program: Program): Faults {
  const all = [...problems, ...laterProblems(program)].slice(0, MOST_PROBLEMS);
  const faults = all.map((problem) => faultOf(text, problem));
  const first = all[0] && isRefused(all[0]) ? all[0] : undefined;
  const engine = first && engineWords(text, first);
  const refused = first && faults[0];
  const refusal = refused && (engine === undefined ? refused : { ...refused, engine });
  if (refusal) faults[0] = refusal;
  faults.sort((a, b) => a.span.start - b.span.start);
  return { faults, ...(refusal ? { refusal } : {}) };
}

/** The others fail only when they are reached. */
const isRefused = ({ kind }: Problem): boolean => kind !== 'no-block' && kind !== 'dash' && kind !== 'slip';

/**
 * What the parser is content with. The compiler takes one argument for a partial. A block helper in a tag without `#`
 * and a helper named `-` fail only when they are reached, so that they are last.
 */
function laterProblems(program: Program): Problem[] {
  const compiled: Problem[] = [];
  const reached: Problem[] = [];
  const visit = (one: Program | undefined): void => {
    for (const statement of one?.body ?? []) {
      if (statement.kind === 'partial' || statement.kind === 'partial-block') {
        const count = statement.params.length;
        const span = isBlock(statement) ? statement.open : statement.span;
        if (count > 1) compiled.push({ kind: 'arguments', span, count });
      } else if (statement.kind === 'mustache') {
        const { span, callee } = statement;
        if (needsBlock(statement)) reached.push({ kind: 'no-block', span, nameSpan: callee.span });
        else if (hasArguments(statement) && isDash(callee)) reached.push({ kind: 'dash', span });
      }
      if (!isBlock(statement)) continue;
      visit(statement.program);
      visit(statement.inverse);
    }
  };
  visit(program);
  return [...compiled, ...reached, ...slipsIn(program)];
}

const needsBlock = (tag: Mustache): boolean =>
  hasArguments(tag) && tag.callee.kind === 'path' && isSimple(tag.callee) && BLOCKS.has(tag.callee.parts[0] ?? '');

const BLOCKS: ReadonlySet<string> = new Set(['if', 'unless', 'each', 'with']);

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
    case 'no-block': {
      const word = text.slice(problem.nameSpan.start, problem.nameSpan.end);
      const { start } = problem.nameSpan;
      return {
        kind: 'field',
        message: `\`${excerpt(text.slice(problem.span.start, problem.span.end))}\` has no text that it could print, so Handlebars fails here; a block begins with \`{{#${word}\`.`,
        span: problem.span,
        fix: { title: `Write {{#${word}`, span: { start: problem.span.start + 2, end: start }, text: '#' },
      };
    }
    case 'dash': {
      const written = text.slice(problem.span.start, problem.span.end);
      const stripped = written.replace(/^\{\{-/, '{{~').replace(/-\}\}$/, '~}}');
      return {
        kind: 'field',
        message: `\`${excerpt(written)}\` calls a helper named \`-\`, and Handlebars fails here; white space is taken out with \`~\`.`,
        span: problem.span,
        fix: { title: `Write ${excerpt(stripped)}`, span: problem.span, text: stripped },
      };
    }
    case 'slip': {
      const name = text.slice(problem.span.start, problem.span.end);
      return {
        kind: 'unsupported',
        message: `Handlebars has no helper \`${name}\`, and fails here unless the program adds one; \`${problem.meant}\` is nearly the same.`,
        span: problem.span,
        engine: `Missing helper: "${name}"`,
        fix: { title: `Write ${problem.meant}`, span: problem.span, text: problem.meant },
      };
    }
    case 'depth': {
      const why = `More than ${MOST_BLOCKS} blocks or calls stand in each other here, and the preview goes no deeper.`;
      return { kind: 'unsupported', message: why, span: problem.span };
    }
  }
}

function mismatch(text: string, { block, close, closes }: Mismatch): SyntaxFault {
  const written = excerpt(text.slice(close.span.start, close.span.end));
  if (closes === 'nothing') return strayClose(text, close.span);
  const name = block.name === undefined ? undefined : excerpt(text.slice(block.nameSpan.start, block.nameSpan.end));
  const related = { span: close.span, message: 'the closing tag of another block' };
  const begin = `The block \`${excerpt(text.slice(block.span.start, block.span.end))}\` is still open where \`${written}\` stands, so Handlebars refuses the whole text`;
  const base = { kind: 'unclosed', span: block.span, related } as const;
  if (name === undefined) return { ...base, message: `${begin}.` };
  if (closes === 'out') return { ...base, message: `${begin}; close it with \`{{/${name}}}\` before that.` };
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
    case 'no-block':
    case 'dash':
    case 'slip':
    case 'depth':
      return undefined;
  }
}

/** Lines are counted from one, columns from nought, as the library does. */
export function placeAt(text: string, { start }: Span): string {
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
