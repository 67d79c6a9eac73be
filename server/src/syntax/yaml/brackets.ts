// Faults of quotes and brackets: not closed, closed twice, or followed by more text.
import { span as spanOf } from '../../text/span';
import { type Case, inBrackets, lineAt, plain, QUOTE, quote, replace, type YamlFault } from './faults';
import { bracketsToClose, lineEnd, lineStart, trimmedEnd, valueEnd } from './text';
import { lastValueBefore, nodesAt, type YamlNode } from './tree';

/** Something stands where a value has ended: behind it on its line, or on a line that belongs to nothing. */
export function behindValue(c: Case): YamlFault {
  const { text, error, root } = c;
  const before = lastBefore(root, error.start);
  if (!before || before.span.end <= lineStart(text, error.start)) {
    return plain(lineAt(c), 'This line stands further left than what it follows. Indent it like its neighbours.');
  }
  return afterValue(c, before);
}

/** A bracket that closes nothing: a text begins with it, or it is one too many. */
export function stray(c: Case, char: string): YamlFault {
  const { text, error } = c;
  const before = text.slice(lineStart(text, error.start), error.start);
  const alone = /(?::|^\s*-)[ \t]+$/.test(before);
  const span = spanOf(error.start, error.start + 1);
  const fault = alone
    ? quote(c, error.start, `YAML reads \`${char}\` as the end of something. ${QUOTE}`)
    : replace(span, '', `This \`${char}\` closes nothing.`, 'Remove it');
  return { ...fault, mends: 'alone' };
}

/** Something follows a value that was complete. */
function afterValue(c: Case, before: YamlNode): YamlFault {
  const { text } = c;
  const { start } = before.span;
  const opening = text[start];
  if (before.kind === 'scalar' && text.slice(start, before.span.end).includes('\n')) return unclosedQuote(c, start);
  const what =
    opening === '"' || opening === "'"
      ? 'closing quote'
      : opening === '{' || opening === '['
        ? 'closing bracket'
        : 'value';
  return quote(c, start, `Something follows the ${what}, so YAML cannot read this. Put the whole text in quotes.`);
}

/** A quote that is closed lines later, or never: it is closed at the end of its own line. */
function unclosedQuote({ text, root }: Case, start: number): YamlFault {
  const flow = inBrackets(root, start);
  const end = flow ? valueEnd(text, start + 1, true) : trimmedEnd(text, start, lineEnd(text, start));
  const at = spanOf(end, end);
  return {
    ...plain(spanOf(start, end), 'This quote is not closed.'),
    fix: { title: 'Close the quote', edits: [{ span: at, text: text[start] ?? '"' }] },
    mends: 'alone',
  };
}

/** A quote that the library misses at its end. */
export function missingQuote(c: Case): YamlFault {
  const { text, error, root } = c;
  const mark = error.message.includes("'") ? "'" : '"';
  const node = nodesAt(root, error.start).at(-1) ?? lastBefore(root, error.start);
  const start =
    node?.kind === 'scalar' && text[node.span.start] === mark
      ? node.span.start
      : text.lastIndexOf(mark, error.start - 1);
  return start < 0 ? plain(lineAt(c), 'A quote is not closed.') : unclosedQuote(c, start);
}

/** A bracket that is never closed, often because a `#` made the rest of the line a comment. */
export function unclosedBracket(c: Case): YamlFault {
  const { text, error, root } = c;
  const open = openFlow(root, error.start);
  if (!open) return plain(lineAt(c), 'A bracket is not closed.');
  const { start } = open.span;
  const end = lineEnd(text, start);
  const comment = /[:,[{][ \t]+#/.exec(text.slice(start, end));
  if (comment) {
    return {
      ...quote(
        c,
        start + comment[0].length + comment.index - 1,
        `YAML reads what follows \`#\` as a comment. ${QUOTE}`,
      ),
      kind: 'unquoted',
    };
  }
  const close = bracketsToClose(text, start, Math.max(start + 1, Math.min(error.start, text.length)));
  return {
    ...plain(spanOf(start, start + 1), `This \`${text[start]}\` is not closed.`),
    fix: { title: 'Close it', edits: [{ span: spanOf(close.at, close.at), text: close.text }] },
    mends: 'alone',
  };
}

/** The value that ends last before an offset, the outermost of those that end there. */
function lastBefore(root: YamlNode | undefined, offset: number): YamlNode | undefined {
  let node = root;
  while (node && node.span.end > offset) node = lastValueBefore(node, offset);
  // A block collection ends where its last value ends, and what follows belongs to that value.
  while (node && (node.kind === 'map' || node.kind === 'list') && !node.flow) node = lastValueBefore(node, offset);
  return node;
}

/** The outermost collection in brackets that ends at an offset. */
function openFlow(root: YamlNode | undefined, offset: number): YamlNode | undefined {
  let node = root;
  while (node) {
    if ((node.kind === 'map' || node.kind === 'list') && node.flow && node.span.end >= offset) return node;
    node = lastValueBefore(node, offset);
  }
  return undefined;
}
