// What is wrong in a YAML text, in words for people who do not know YAML, and how to mend it where that is plain.
import { closest } from '../../text/similar';
import { span as spanOf } from '../../text/span';
import { behindValue, missingQuote, stray, unclosedBracket } from './brackets';
import { type Case, COLON, DASH, lineAt, plain, QUOTE, quote, replace, type YamlError, type YamlFault } from './faults';
import { misplacedLine, tabsInstead } from './indent';
import { brokenKeys, dashBehindKey, keyOverLines, nestedKey, withoutColon } from './keys';
import { lineEnd, lineStart, trimmedEnd } from './text';
import { nodesAt, type YamlNode } from './tree';

/** Errors beyond this number are left out: each is looked up in the tree, and nobody reads so many. */
const MOST = 100;

/** Faults for the errors of one reading, in the order of the text, one for each cause. */
export function explain(text: string, errors: readonly YamlError[], root: YamlNode | undefined): YamlFault[] {
  const out: YamlFault[] = [];
  for (const fault of brokenKeys(text, root)) if (out.push(fault) >= MOST) break;
  const sorted = [...errors].sort((a, b) => a.start - b.start).slice(0, MOST);
  const nested = new Set(sorted.filter((e) => e.code === 'BLOCK_AS_IMPLICIT_KEY').map((e) => e.start));
  const misplaced = misplacedAt(text, sorted);
  const from = misplaced ? lineStart(text, misplaced.span.start) : text.length;
  let lost = false;
  for (const error of sorted) {
    if (misplaced && error.start >= from) {
      // What stands behind it can be judged when it stands where it was meant to.
      out.push(misplaced);
      break;
    }
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

/** Errors that a line which is indented wrongly may show itself as. */
const OF_INDENTS = new Set([
  'BAD_INDENT',
  'TAB_AS_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
  'UNEXPECTED_TOKEN',
]);

/** The line that is indented wrongly, when the first error of a text stands there or on the line behind it. */
function misplacedAt(text: string, errors: readonly YamlError[]): YamlFault | undefined {
  const first = errors.find((error) => OF_INDENTS.has(error.code));
  if (!first || first.message.startsWith('Flow')) return undefined;
  if (errors.some((error) => error.code === 'TAB_AS_INDENT')) return tabsInstead(text);
  const fault = misplacedLine(text);
  if (!fault) return undefined;
  const next = lineEnd(text, fault.span.end) + 1;
  return first.start >= lineStart(text, fault.span.start) - 1 && first.start <= lineEnd(text, next) ? fault : undefined;
}

function explainOne(c: Case): YamlFault | undefined {
  const explainer = EXPLAINERS[c.error.code];
  return explainer ? explainer(c) : plain(lineAt(c), 'YAML cannot read this.');
}

const EXPLAINERS: Readonly<Record<string, (c: Case) => YamlFault | undefined>> = {
  BLOCK_AS_IMPLICIT_KEY: nestedKey,
  BLOCK_IN_FLOW: (c) =>
    quote(c, c.error.start, /^-\s/.test(c.text.slice(c.error.start, c.error.start + 2)) ? DASH : COLON),
  MULTILINE_IMPLICIT_KEY: keyOverLines,
  UNEXPECTED_TOKEN: unexpected,
  MISSING_CHAR: missing,
  BAD_SCALAR_START: badStart,
  BAD_INDENT: indentation,
  TAB_AS_INDENT: (c) => plain(c.error, 'YAML is indented with spaces, not with tabs.'),
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

function unexpected(c: Case): YamlFault | undefined {
  const { text, error } = c;
  if (error.message.includes('block-seq-ind on same line')) return dashBehindKey(c);
  if (error.message.includes('at node end')) return behindValue(c);
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

function missing(c: Case): YamlFault | undefined {
  const { text, error, root } = c;
  if (error.message.startsWith('Missing closing')) return missingQuote(c);
  if (error.message.startsWith('Implicit map key')) {
    const end = trimmedEnd(text, error.start, Math.min(error.end, lineEnd(text, error.start)));
    if (end <= error.start) return undefined;
    return withoutColon(text, spanOf(error.start, Math.max(end, keyEnd(root, error.start))));
  }
  if (error.message.startsWith('Flow')) return unclosedBracket(c);
  if (error.message.startsWith('Missing ,'))
    return plain(error, 'A comma is missing before this. A text with brackets stands in quotes.');
  if (error.message.startsWith('Missing space')) return plain(error, 'A space is missing before this.');
  return plain(lineAt(c), 'YAML misses something here. A text with special characters stands in quotes.');
}

const keyEnd = (root: YamlNode | undefined, at: number): number => nodesAt(root, at).at(-1)?.span.end ?? at;

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
