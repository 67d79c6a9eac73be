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
  const own = tree.faults.filter((fault) => !foreign.overlap(fault.span));
  if (!dialect || !system || system.dialects[0] === undefined || system.dialects[0] === dialect) return own;
  const earlier = spansOf(foreignTags(tree.text));
  return own.filter((fault) => !earlier.overlap(fault.span));
}

export function problemOfFault(context: TextContext, fault: SyntaxFault): Problem {
  const { uri } = context.file;
  const engine = fault.engine === undefined ? '' : ` The engine says: ${fault.engine.split('\n').at(-1)?.trim()}`;
  return {
    uri,
    span: fault.span,
    message: fault.message + engine,
    ...(fault.related ? { related: [{ uri, ...fault.related }] } : {}),
    ...(fault.fix
      ? {
          fixes: [
            {
              title: fault.fix.title,
              edits: [{ uri, span: fault.fix.span, text: fault.fix.text }],
              safe: isSafe(fault),
            },
          ],
        }
      : {}),
  };
}

/** Doubling the braces of JSON keeps what the author wrote; a lone brace may be a slot that is still being typed. */
function isSafe(fault: SyntaxFault): boolean {
  return fault.kind === 'stray' && fault.fix !== undefined && /["']\s*:/.test(fault.fix.text.slice(0, 200));
}
