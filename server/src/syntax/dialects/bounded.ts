import { grouped } from '../../text/grouped';
import type { Span } from '../../text/span';
import type { Filled } from '../piece';
import type { SyntaxFault, TemplateTree } from '../tree';
import type { Dialect } from './dialect';

/** Tags of one text that are read. A tree keeps some hundred bytes of each, and a prompt has a few hundred of them. */
const MOST_TAGS = 100_000;

/**
 * The same dialect, which reads so many tags of one text and takes the rest as it is, with a fault where it stops: ten
 * megabytes of nothing but tags would fill the memory of the editor. `opens`: what tags begin with, two characters or one.
 */
export function bounded<Tree extends TemplateTree>(
  dialect: Dialect<Tree>,
  opens: readonly string[] = [dialect.open],
): Dialect<Tree> {
  return {
    ...dialect,
    scan(text, from) {
      const start = roomIn(text, opens);
      if (start === undefined) return dialect.scan(text, from);
      const tree = dialect.scan(text.slice(0, start), from);
      // What is open where it stops says nothing of the text.
      const fault = endOf(text, start);
      return { ...tree, text, faults: [fault], unread: { start, end: text.length } };
    },
    lookalikes(tree) {
      const { text, unread } = tree;
      return dialect.lookalikes(unread ? { ...tree, text: text.slice(0, unread.start) } : tree);
    },
    fill(tree, context, options) {
      const { text, unread, faults } = tree;
      if (!unread) return dialect.fill(tree, context, options);
      const filled = dialect.fill({ ...tree, text: text.slice(0, unread.start) }, context, options);
      return filled.stopped ? filled : withRest(text.slice(unread.start), unread, faults, filled);
    },
  };
}

/** Where the first tag begins that is not read; undefined when all are. */
function roomIn(text: string, opens: readonly string[]): number | undefined {
  if (text.length < MOST_TAGS) return undefined;
  let end: number | undefined;
  for (const open of opens) {
    let count = 0;
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + open.length)) {
      count++;
      if (count <= MOST_TAGS) continue;
      end = Math.min(end ?? at, at);
      break;
    }
  }
  return end;
}

const endOf = (text: string, start: number): SyntaxFault => ({
  kind: 'unsupported',
  message: `The text has over ${grouped(MOST_TAGS)} tags; from here on they are not read. Divide it into several files.`,
  span: { start, end: Math.min(text.length, start + 2) },
});

/** What was not read stands in the preview as it is written, and the preview says so. */
function withRest(text: string, span: Span, [fault]: readonly SyntaxFault[], filled: Filled): Filled {
  const stopped = { message: fault?.message ?? '', span: fault?.span ?? span };
  return { ...filled, pieces: [...filled.pieces, { kind: 'literal', text, span }], stopped };
}
