// Faults of keys and their lines: a colon too many or too few, a dash, an indentation.
import { type Span, span as spanOf } from '../../text/span';
import { type Case, COLON, DASH, lineAt, plain, QUOTE, quote, short, type YamlFault } from './faults';
import { lineEnd, lineStart, trimmedEnd } from './text';
import type { YamlNode } from './tree';

/** Words before a colon that YAML reads as a key inside of a value. */
export function nestedKey(c: Case): YamlFault | undefined {
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
export function keyOverLines({ text, error }: Case): YamlFault | undefined {
  const end = lineEnd(text, error.start);
  const at = trimmedEnd(text, error.start, end);
  if (at <= error.start || text[error.start] === '-') return undefined;
  return withoutColon(text, spanOf(error.start, at));
}

/** A key without its colon, or with nothing between the colon and its value. */
export function withoutColon(text: string, key: Span): YamlFault {
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
export function dashBehindKey(c: Case): YamlFault {
  const { text, error } = c;
  const start = lineStart(text, error.start);
  const before = text.slice(start, error.start);
  if (before.trim() === '') return plain(lineAt(c), 'A list item cannot stand among keys.');
  const next = /^\r?\n([ \t]*)- /.exec(text.slice(lineEnd(text, error.start)).slice(0, 500));
  const indent = /^ */.exec(before)?.[0] ?? '';
  if (!next || (next[1]?.length ?? 0) < indent.length) {
    return quote(c, error.start, DASH);
  }
  const gap = spanOf(trimmedEnd(text, start, error.start), error.start);
  return {
    ...plain(lineAt(c), 'A list begins on the line below its key.'),
    fix: { title: 'Begin the list on its own line', edits: [{ span: gap, text: `\n${next[1] ?? ''}` }] },
    mends: 'line',
  };
}

/** Keys that YAML makes of the rest of a line: `item: {name}: {text}` is two entries, the second without a key. */
export function* brokenKeys(text: string, root: YamlNode | undefined): Generator<YamlFault> {
  const stack = root ? [root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === 'list') for (const item of node.items) stack.push(item);
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
