import { foreignTags } from '../../syntax/dialects/lookalikes';
import type { SyntaxFault } from '../../syntax/tree';
import type { Problem, TextContext } from '../rule';
import { spansOf, spansOfForeign } from './foreign';

/**
 * What is wrong with the tags of a text. A tag of another engine is said once, by `syntax.wrong-dialect`; a later pass
 * never sees the statements of an earlier one, so that what it would make of them is no fault.
 */
export function faultsFor(context: TextContext): readonly SyntaxFault[] {
  const { tree, dialect, system } = context;
  if (!tree || tree.faults.length === 0) return [];
  const foreign = spansOfForeign(context);
  const added = new Set(system?.options.functions);
  const own = tree.faults.filter(
    ({ span }) => !foreign.overlap(span) && !(added.size > 0 && added.has(tree.text.slice(span.start, span.end))),
  );
  if (!dialect || !system || system.dialects[0] === undefined || system.dialects[0] === dialect) return own;
  const earlier = spansOf(foreignTags(tree.text));
  return own.filter((fault) => !earlier.overlap(fault.span));
}

/** The last line of what the engine says is quoted, so that who has seen its trace knows it again. */
export function problemOfFault(context: TextContext, fault: SyntaxFault): Problem {
  const { uri } = context.file;
  const engine = fault.engine === undefined ? '' : ` The engine says: ${fault.engine.split('\n').at(-1)?.trim()}`;
  return {
    uri,
    span: fault.span,
    message: fault.message + engine,
    ...(fault.related ? { related: [{ uri, ...fault.related }] } : {}),
    ...fixesOf(context, fault),
  };
}

function fixesOf(context: TextContext, fault: SyntaxFault): Pick<Problem, 'fixes'> {
  const { fix } = fault;
  const edits = fix && editsFor(context, fix);
  if (!fix || !edits) return {};
  const { uri } = context.file;
  return { fixes: [{ title: fix.title, edits: edits.map((edit) => ({ uri, ...edit })), safe: isSafe(fault) }] };
}

type Edit = Pick<NonNullable<SyntaxFault['fix']>, 'span' | 'text'>;

/**
 * The edits that make a fix of the text as the author wrote it. A later pass reads what an earlier one prints: what it
 * needs is written so that the earlier ones print it, and their tags, which it never sees, stay as they are.
 */
function editsFor({ tree, dialect, system }: TextContext, fix: Edit): readonly Edit[] | undefined {
  const passes = system?.dialects ?? [];
  const earlier = passes.slice(0, Math.max(0, dialect ? passes.indexOf(dialect) : 0));
  if (!tree || earlier.length === 0) return [fix];
  const inserted = insertionsIn(tree.text, fix);
  return inserted?.map(({ span, text }) => ({
    span,
    text: earlier.reduceRight((written, pass) => pass.escape(written), text),
  }));
}

/** A replacement that only adds characters, as one edit for each place; undefined when it takes some away. */
function insertionsIn(text: string, { span, text: replacement }: Edit): readonly Edit[] | undefined {
  const edits: Edit[] = [];
  let at = span.start;
  let added = '';
  for (const c of replacement) {
    if (c === text[at] && at < span.end) {
      if (added !== '') edits.push(besideThem(text, at, added));
      added = '';
      at++;
    } else added += c;
  }
  if (at < span.end) return undefined;
  if (added !== '') edits.push(besideThem(text, at, added));
  return edits;
}

/** What is added is read together with the same character before it: two braces are one escape. */
function besideThem(text: string, at: number, added: string): Edit {
  const isPair = text[at - 1] === added[0];
  const start = isPair ? at - 1 : at;
  return { span: { start, end: at }, text: text.slice(start, at) + added };
}

/** Doubling the braces of JSON keeps what the author wrote; a lone brace may be a slot that is still being typed. */
function isSafe(fault: SyntaxFault): boolean {
  return fault.kind === 'stray' && fault.fix !== undefined && /["']\s*:/.test(fault.fix.text.slice(0, 200));
}
