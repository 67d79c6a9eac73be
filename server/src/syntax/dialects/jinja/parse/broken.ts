import type { TagChunk } from './chunks';
import type { Name } from './expressions';
import type { Token } from './tokens';

/**
 * The names that certainly stand in a tag that cannot be read: no keyword, no attribute, filter or test, no name of an
 * argument. `from` is the number of tokens to leave out at its beginning.
 */
export function namesIn(tag: TagChunk, from: number): readonly Name[] {
  const names: Name[] = [];
  const { tokens } = tag;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at];
    // The tokens of an unclosed tag go on behind it, and a name at its very end is still being typed.
    if (!token || token.end >= tag.end) break;
    if (token.type !== 'name' || KEYWORDS.has(String(token.value))) continue;
    if (belongsTo(tokens[at - 1], tokens[at - 2]) || isOperator(tokens[at + 1], '=')) continue;
    names.push({ kind: 'name', name: String(token.value), start: token.start, end: token.end });
  }
  return names;
}

/** The names that a broken `for` stores to: those in front of `in`. */
export function targetsOf(tag: TagChunk): readonly Name[] {
  const at = tag.tokens.findIndex(({ type, value }) => type === 'name' && value === 'in');
  const targets = new Set(tag.tokens.slice(1, at < 0 ? 2 : at).map(({ start }) => start));
  return namesIn(tag, 1).filter(({ start }) => targets.has(start));
}

/** Whether a name behind these two is a part of something else: `.name`, `|name`, `is name`, `is not name`. */
function belongsTo(before: Token | undefined, earlier: Token | undefined): boolean {
  if (isOperator(before, '.') || isOperator(before, '|')) return true;
  return isName(before, 'is') || (isName(before, 'not') && isName(earlier, 'is'));
}

const isOperator = (token: Token | undefined, value: string): boolean =>
  token?.type === 'operator' && token.value === value;

const isName = (token: Token | undefined, value: string): boolean => token?.type === 'name' && token.value === value;

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'if else elif in is not and or true false none True False None recursive for endfor endif set endset as with ' +
    'without context import ignore missing scoped required'
  ).split(' '),
);
