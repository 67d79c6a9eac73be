// What is wrong in a YAML text, in words for people who do not know YAML, and how to mend it where that is plain.
import type { TextEdit } from '../text/edit';
import { closest } from '../text/similar';
import { type Span, span as spanOf } from '../text/span';
import { bracketsToClose, lineEnd, lineStart, quoted, trimmedEnd, valueEnd } from './yamlText';
import { lastValueBefore, nodesAt, type YamlNode } from './yamlTree';

/** An error of the library, or one of ours: SECOND_DOCUMENT, SECOND_KEY, NO_ANCHOR, CIRCLE, EXPLOSION, TOO_DEEP. */
export interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly related?: Span;
}

export interface YamlFault {
  /** `unquoted`: YAML accepts it, and reads something else than the author wrote. */
  readonly kind: 'syntax' | 'unquoted';
  readonly message: string;
  readonly span: Span;
  readonly related?: { readonly span: Span; readonly message: string };
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] };
  /**
   * The text is read as if the fix were applied. `alone`: what stands behind it in the text can be judged only then.
   */
  readonly mends?: 'line' | 'alone';
}

/** Errors beyond this number are left out: each is looked up in the tree, and nobody reads so many. */
const MOST = 100;

/** Faults for the errors of one reading, in the order of the text, one for each cause. */
export function explain(text: string, errors: readonly YamlError[], root: YamlNode | undefined): YamlFault[] {
  const out: YamlFault[] = [];
  for (const fault of brokenKeys(text, root)) if (out.push(fault) >= MOST) break;
  const sorted = [...errors].sort((a, b) => a.start - b.start).slice(0, MOST);
  const nested = new Set(sorted.filter((e) => e.code === 'BLOCK_AS_IMPLICIT_KEY').map((e) => e.start));
  let lost = false;
  for (const error of sorted) {
    // Behind a place that YAML could not get over, every word is an error of its own.
    const outside = error.message.includes('in YAML stream');
    if (outside && lost) continue;
    if (error.code === 'MULTILINE_IMPLICIT_KEY' && nested.has(error.start)) continue;
    const fault = explainOne({ text, root, error });
    if (!fault) continue;
    const covered = out.some((o) => o.span.start <= fault.span.start && fault.span.start <= o.span.end);
    if (covered && error.code !== 'SECOND_KEY') continue;
    out.push(fault);
    lost ||= outside || error.message.includes('at node end');
  }
  return out;
}

interface Case {
  readonly text: string;
  readonly root: YamlNode | undefined;
  readonly error: YamlError;
}

function explainOne(c: Case): YamlFault | undefined {
  const explainer = EXPLAINERS[c.error.code];
  return explainer ? explainer(c) : plain(lineAt(c), 'YAML cannot read this.');
}

const EXPLAINERS: Readonly<Record<string, (c: Case) => YamlFault | undefined>> = {
  BLOCK_AS_IMPLICIT_KEY: nestedKey,
  BLOCK_IN_FLOW: (c) => quote(c, c.error.start, COLON),
  MULTILINE_IMPLICIT_KEY: keyOverLines,
  UNEXPECTED_TOKEN: unexpected,
  MISSING_CHAR: missing,
  BAD_SCALAR_START: badStart,
  BAD_INDENT: indentation,
  TAB_AS_INDENT: tab,
  BAD_DQ_ESCAPE: badEscape,
  TAG_RESOLVE_FAILED: (c) => quote(c, c.error.start, `YAML reads \`!\` at the beginning of a text as a tag. ${QUOTE}`),
  BAD_ALIAS: (c) =>
    quote(c, c.error.start, `YAML reads \`${c.text[c.error.start]}\` at the beginning of a text as a name. ${QUOTE}`),
  NO_ANCHOR: noAnchor,
  CIRCLE: (c) => plain(c.error, 'This alias stands inside of what it stands for. It is left out.'),
  EXPLOSION: (c) =>
    plain(c.error, 'The aliases of this text stand for more than 100,000 entries. This one is left out.'),
  TOO_DEEP: (c) => plain(c.error, 'This is nested deeper than 100 levels. What lies deeper is not read.'),
  SECOND_KEY: (c) => ({
    ...plain(c.error, `\`${c.error.message}\` stands twice here. The first one counts; remove one of them.`),
    ...(c.error.related ? { related: { span: c.error.related, message: 'the first one' } } : {}),
  }),
  SECOND_DOCUMENT: (c) =>
    plain(lineAt(c), 'A second document begins here. Only the first one is read; put everything into it.'),
  MULTIPLE_ANCHORS: (c) => plain(c.error, 'A value can have only one anchor.'),
  KEY_OVER_1024_CHARS: (c) => plain(lineAt(c), 'A key can have at most 1,024 characters.'),
};

const QUOTE = 'Put the text in quotes.';
const COLON = 'YAML reads the words before the colon as a key. A text with a colon stands in quotes.';

const plain = (at: { start: number; end: number }, message: string): YamlFault => ({
  kind: 'syntax',
  message,
  span: spanOf(at.start, at.end),
});

/** From the place of the error to the end of its line, or the whole line when only blanks follow. */
function lineAt({ text, error }: Case): Span {
  const start = text[error.start] === '\n' ? error.start + 1 : error.start;
  const from = start + (/^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))?.[0].length ?? 0);
  return spanOf(from, Math.max(from, trimmedEnd(text, from, lineEnd(text, from))));
}

function replace(span: Span, text: string, message: string, title: string): YamlFault {
  return { ...plain(span, message), fix: { title, edits: [{ span, text }] }, mends: 'line' };
}

/** Quotes the value that begins at `start`, up to where its author must have meant it to end. */
function quote({ text, root }: Case, start: number, message: string): YamlFault {
  const flow = nodesAt(root, start).some(
    (n) => (n.kind === 'map' || n.kind === 'list') && n.flow && n.span.start < start,
  );
  const span = spanOf(start, valueEnd(text, start, flow));
  return replace(span, quoted(text.slice(span.start, span.end)), message, 'Put it in quotes');
}

function nestedKey(c: Case): YamlFault | undefined {
  const { text, error } = c;
  const end = lineEnd(text, error.start);
  const line = text.slice(error.start, end);
  if (error.message.includes('block sequence')) return plain(lineAt(c), 'A list item cannot stand among keys.');
  if (/:(?:\s|$)|^\?/.test(line)) return quote(c, error.start, COLON);
  // The words of this line and of the next one became one key: the next one is indented too far.
  const next = /^\r?\n([ \t]*)/.exec(text.slice(end, end + 500));
  if (!next) return plain(lineAt(c), COLON);
  const from = end + next[0].length - (next[1]?.length ?? 0);
  const indent = spanOf(from, end + next[0].length);
  const own = /^[ \t]*(?:- +)*/.exec(text.slice(lineStart(text, error.start), end))?.[0] ?? '';
  if (indent.end - indent.start <= own.length) return plain(lineAt(c), COLON);
  const line2 = spanOf(indent.end, trimmedEnd(text, indent.end, lineEnd(text, indent.end)));
  return {
    ...plain(line2, 'This line is indented further than the line before, which has its value already.'),
    fix: { title: 'Indent it like the line before', edits: [{ span: indent, text: ' '.repeat(own.length) }] },
    mends: 'line',
  };
}

/** A word without a colon, with more lines below it: YAML takes all of them as one key. */
function keyOverLines({ text, error }: Case): YamlFault | undefined {
  const end = lineEnd(text, error.start);
  const at = trimmedEnd(text, error.start, end);
  if (at <= error.start || text[error.start] === '-') return undefined;
  return withoutColon(text, spanOf(error.start, at));
}

function withoutColon(text: string, key: Span): YamlFault {
  const word = text.slice(key.start, key.end);
  const tight = /^[\w$-]+:(?=\S)/.exec(word);
  const at = tight ? key.start + tight[0].length : key.end;
  const edits = [{ span: spanOf(at, at), text: tight ? ' ' : ':' }];
  const message = tight
    ? `A space is missing behind the colon of \`${short(word)}\`.`
    : `\`${short(word)}\` has no value. A key is followed by a colon and its value.`;
  const title = tight ? 'Put a space behind the colon' : 'Put a colon behind it';
  return { ...plain(key, message), fix: { title, edits }, mends: 'line' };
}

/** `key: - x`: a text that begins with a dash, or a list when the next line goes on with one. */
function dashBehindKey(c: Case): YamlFault {
  const { text, error } = c;
  const start = lineStart(text, error.start);
  const before = text.slice(start, error.start);
  if (before.trim() === '') return plain(lineAt(c), 'A list item cannot stand among keys.');
  const next = /^\r?\n([ \t]*)- /.exec(text.slice(lineEnd(text, error.start)).slice(0, 500));
  const indent = /^ */.exec(before)?.[0] ?? '';
  if (!next || (next[1]?.length ?? 0) < indent.length) {
    return quote(c, error.start, `YAML reads \`-\` at the beginning of a text as a list. ${QUOTE}`);
  }
  const gap = spanOf(trimmedEnd(text, start, error.start), error.start);
  return {
    ...plain(lineAt(c), 'A list begins on the line below its key.'),
    fix: { title: 'Begin the list on its own line', edits: [{ span: gap, text: `\n${next[1] ?? ''}` }] },
    mends: 'line',
  };
}

function unexpected(c: Case): YamlFault | undefined {
  const { text, error, root } = c;
  if (error.message.includes('block-seq-ind on same line')) return dashBehindKey(c);
  if (error.message.includes('at node end')) {
    const before = lastBefore(root, error.start);
    if (!before || before.span.end <= lineStart(text, error.start)) {
      return plain(lineAt(c), 'This line stands further left than what it follows. Indent it like its neighbours.');
    }
    return afterValue(c, before);
  }
  if (error.message.startsWith('Not a YAML token')) {
    const line = text.slice(lineStart(text, error.start), error.start);
    const header = /[|>][-+0-9]*[ \t]*$/.exec(line);
    if (header)
      return quote(
        c,
        error.start - header[0].length,
        `After \`${header[0][0]}\` YAML expects the text on the next lines. A text in one line stands in quotes.`,
      );
  }
  if (error.message.includes('in flow')) return plain(error, 'There is nothing between these commas.');
  const char = text[error.start];
  if (error.message.includes('in YAML stream') && (char === ']' || char === '}')) return stray(c, char);
  return plain(lineAt(c), 'YAML does not expect this here. A text with special characters stands in quotes.');
}

/** A bracket that closes nothing: a text begins with it, or it is one too many. */
function stray(c: Case, char: string): YamlFault {
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
  const flow = nodesAt(root, start).some(
    (n) => (n.kind === 'map' || n.kind === 'list') && n.flow && n.span.start < start,
  );
  const end = flow ? valueEnd(text, start + 1, true) : trimmedEnd(text, start, lineEnd(text, start));
  const at = spanOf(end, end);
  return {
    ...plain(spanOf(start, end), 'This quote is not closed.'),
    fix: { title: 'Close the quote', edits: [{ span: at, text: text[start] ?? '"' }] },
    mends: 'alone',
  };
}

function missing(c: Case): YamlFault | undefined {
  const { text, error, root } = c;
  if (error.message.startsWith('Missing closing')) {
    const mark = error.message.includes("'") ? "'" : '"';
    const node = nodesAt(root, error.start).at(-1) ?? lastBefore(root, error.start);
    const start =
      node?.kind === 'scalar' && text[node.span.start] === mark
        ? node.span.start
        : text.lastIndexOf(mark, error.start - 1);
    return start < 0 ? plain(lineAt(c), 'A quote is not closed.') : unclosedQuote(c, start);
  }
  if (error.message.startsWith('Implicit map key')) {
    const end = trimmedEnd(text, error.start, Math.min(error.end, lineEnd(text, error.start)));
    if (end <= error.start) return undefined;
    return { ...withoutColon(text, spanOf(error.start, Math.max(end, keyEnd(root, error.start)))) };
  }
  if (error.message.startsWith('Flow')) return unclosedBracket(c);
  if (error.message.startsWith('Missing ,'))
    return plain(error, 'A comma is missing before this. A text with brackets stands in quotes.');
  if (error.message.startsWith('Missing space')) return plain(error, 'A space is missing before this.');
  return plain(lineAt(c), 'YAML misses something here. A text with special characters stands in quotes.');
}

const keyEnd = (root: YamlNode | undefined, at: number): number => nodesAt(root, at).at(-1)?.span.end ?? at;

/** A bracket that is never closed, often because a `#` made the rest of the line a comment. */
function unclosedBracket(c: Case): YamlFault {
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

function badStart(c: Case): YamlFault {
  const { text, error, root } = c;
  const around = nodesAt(root, error.start).find((n) => n.kind === 'map' && n.flow && n.span.start === error.start - 1);
  const start = around ? around.span.start : error.start;
  return quote(c, start, `A text cannot begin with \`${text.slice(start, error.start + 1)}\` in YAML. ${QUOTE}`);
}

function indentation(c: Case): YamlFault {
  if (c.error.message.startsWith('Flow')) return unclosedBracket(c);
  return plain(lineAt(c), 'This line is indented differently from the lines that it belongs to.');
}

function tab({ text, error }: Case): YamlFault {
  const start = lineStart(text, error.start);
  const end = start + (/^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))?.[0].length ?? 0);
  const spaces = text.slice(start, end).replaceAll('\t', '  ');
  const span = spanOf(start, end);
  return {
    ...plain(span, 'YAML is indented with spaces, not with tabs.'),
    fix: { title: 'Use spaces', edits: [{ span, text: spaces }] },
  };
}

function badEscape({ text, error }: Case): YamlFault {
  const span = spanOf(error.start, Math.max(error.end, error.start + 2));
  const message = `\`${text.slice(span.start, span.end)}\` means nothing between double quotes. A backslash is written twice there.`;
  return replace(span, `\\${text.slice(span.start, span.end)}`, message, 'Write the backslash twice');
}

function noAnchor(c: Case): YamlFault {
  const { text, error } = c;
  const name = text.slice(error.start + 1, error.end);
  const meant = closest(name, error.message.split(' ').filter(Boolean));
  if (meant === undefined)
    return quote(
      c,
      error.start,
      `YAML reads \`*\` at the beginning of a text as an alias, and there is no anchor \`&${name}\`. ${QUOTE}`,
    );
  return replace(
    spanOf(error.start + 1, error.end),
    meant,
    `There is no anchor \`&${name}\`: did you mean \`${meant}\`?`,
    `Change to ${meant}`,
  );
}

/** Keys that YAML makes of the rest of a line: `item: {name}: {text}` is two entries, the second without a key. */
function* brokenKeys(text: string, root: YamlNode | undefined): Generator<YamlFault> {
  const stack = root ? [root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === 'list') stack.push(...node.items);
    if (node.kind !== 'map') continue;
    let before: YamlNode | undefined;
    for (const { key, value } of node.entries) {
      stack.push(value);
      const bare = key.kind === 'scalar' && key.style === 'none';
      if (bare && before && lineStart(text, key.span.start) <= before.span.start && !node.flow) {
        const c = { text, root, error: { code: '', message: '', ...before.span } };
        yield {
          ...quote(c, before.span.start, `YAML reads the braces of this text as maps. ${QUOTE}`),
          kind: 'unquoted',
        };
      }
      before = value;
    }
  }
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

const short = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 39)}…`);
