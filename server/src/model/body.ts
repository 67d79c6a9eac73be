import type { Dialect } from '../syntax/dialects/dialect';
import { type Head, headOf, lateHead } from '../syntax/head';
import type { TemplateTree } from '../syntax/tree';
import { Kept } from '../text/kept';
import type { SourceFile } from '../text/source';
import { type Span, span } from '../text/span';

/**
 * The text of a file that is sent. `text` is as long as the file up to `span.end` and equal to it from `span.start` on;
 * what stands before (a YAML head, or white space that the program trims) is blanked, so that every offset in the body is
 * an offset in the file.
 */
export interface Body {
  readonly text: string;
  readonly span: Span;
}

const bodies = new Kept<SourceFile, { plain?: Body; trimmed?: Body }>();

/** The body of a file; `trim`: without white space at both ends, for programs that trim the files they read. */
export function bodyOf(file: SourceFile, trim: boolean): Body {
  let known = bodies.get(file);
  if (!known) {
    known = {};
    bodies.set(file, known);
  }
  if (!known.plain) known.plain = plainBody(file);
  if (!trim) return known.plain;
  if (!known.trimmed) known.trimmed = trimmedBody(file.text, known.plain);
  return known.trimmed;
}

/**
 * The YAML head of a file. In a `.prompt` file comments may stand before it, as dotprompt allows for the words of a
 * licence, and in a `.prompty` file blank lines: there a text that begins so is no prompt.
 */
export const headOfFile = ({ uri, text }: SourceFile): Head | undefined =>
  headOf(text) ?? (/\.prompty?$/.test(uri) ? (lateHead(text, uri.endsWith('y')) ?? emptyHead(uri, text)) : undefined);

/** A head with nothing in it, which only Prompty takes for one: to others it is two rules. */
function emptyHead(uri: string, text: string): Head | undefined {
  const rules = uri.endsWith('y') ? /^\uFEFF?---[ \t]*\r?\n(?:[ \t]*\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text) : null;
  const end = rules?.[0].length;
  if (end === undefined) return undefined;
  const inside = text.indexOf('\n') + 1;
  return { span: span(0, end), yamlSpan: span(inside, inside), bodyStart: end };
}

function plainBody(file: SourceFile): Body {
  const { text } = file;
  const head = headOfFile(file);
  if (!head) return { text, span: span(0, text.length) };
  return { text: ' '.repeat(head.bodyStart) + text.slice(head.bodyStart), span: span(head.bodyStart, text.length) };
}

function trimmedBody(text: string, plain: Body): Body {
  const body = text.slice(plain.span.start);
  const start = plain.span.start + (body.length - body.trimStart().length);
  const end = plain.span.start + body.trimEnd().length;
  if (end <= start) return { text: ' '.repeat(plain.span.start), span: span(plain.span.start, plain.span.start) };
  return { text: plain.text.slice(0, end), span: span(start, end) };
}

const trees = new Kept<SourceFile, Map<string, TemplateTree>>();

/** The scan of a body in a dialect, in offsets of the file; kept with the file, so that a text is scanned once. */
export function treeOf(file: SourceFile, trim: boolean, dialect: Dialect): TemplateTree {
  let known = trees.get(file);
  if (!known) {
    known = new Map();
    trees.set(file, known);
  }
  const key = `${dialect.key ?? dialect.id}${trim ? ' trimmed' : ''}`;
  let tree = known.get(key);
  if (!tree) {
    const { text, span: body } = bodyOf(file, trim);
    tree = dialect.scan(text, body.start);
    known.set(key, tree);
  }
  return tree;
}
