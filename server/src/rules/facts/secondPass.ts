// A value that one engine puts into a text and another one reads again: how it is kept from being read.
import { inOwnDelimiters } from '../../syntax/dialects/delimiters';
import type { Dialect } from '../../syntax/dialects/dialect';
import type { SlotUse } from '../../syntax/tree';
import { literally } from '../../text/pattern';
import type { Fix, TextContext } from '../rule';

/** The engine that reads what a pass prints; undefined when several do, or none. */
function readerOf({ system, dialect }: TextContext): Dialect | undefined {
  const passes = system?.dialects ?? [];
  const after = dialect ? passes.slice(passes.indexOf(dialect) + 1) : [];
  return after.length === 1 ? after[0] : undefined;
}

/** Whether the tag itself replaces every character in its value that the next engine would read. */
export function isKeptFromReader(context: TextContext, use: SlotUse): boolean {
  const { system, dialect, tree } = context;
  const printed = system && readerOf(context)?.printed?.(system.options);
  const tag = tree?.text.slice(use.span.start, use.span.end) ?? '';
  if (!printed || !dialect?.replacing) return false;
  return printed.every(([from]) =>
    new RegExp(`\\|\\s{0,9}replace\\s{0,9}[(:]\\s{0,9}(["'])${literally(from)}\\1\\s{0,9},`).test(tag),
  );
}

/** A value and the filters behind it: a filter more is one more of the same value. */
const PLAIN =
  /^\{\{-?\s{0,9}[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+|\[[^\][]{0,99}\])*(?:\s{0,9}\|\s{0,9}\w+(?:\([^()|]{0,99}\)|:[^|}]{0,99})?)*(\s{0,9}-?\}\})$/u;

/** What keeps a value from being read: the tag replaces what would be read, or the last pass fills the slot. */
export function secondPassFixes(context: TextContext, use: SlotUse): readonly Fix[] {
  const { file, dialect, tree, system } = context;
  if (!dialect || !tree || !system) return [];
  const { uri } = file;
  const tag = tree.text.slice(use.span.start, use.span.end);
  const fixes: Fix[] = [];
  const reader = readerOf(context);
  const printed = reader?.printed?.(system.options);
  const behindName = PLAIN.exec(inOwnDelimiters(tag, dialect, system.options))?.[1];
  if (reader && printed && dialect.replacing && behindName !== undefined) {
    const at = use.span.end - dialect.close.length - (behindName.length - BRACES);
    const text = printed.map(([from, to]) => dialect.replacing?.(from, to)).join('');
    fixes.push({
      title: `Write what ${reader.title} reads so that it prints it: ${text.trim()}`,
      edits: [{ uri, span: { start: at, end: at }, text }],
    });
  }
  const last = system.dialects.at(-1);
  const isWhole = use.path === use.name && bare(tag) === bare(dialect.print(use.name));
  if (last && isWhole && last.holds(use.name)) {
    const written = last.print(use.name);
    const text = behind(system.dialects.slice(0, -1), written);
    if (text !== undefined)
      fixes.push({ title: `Fill it in the last pass, as ${written}`, edits: [{ uri, span: use.span, text }] });
  }
  return fixes;
}

/** Characters that close a tag in the engine's own delimiters. */
const BRACES = 2;

/** A tag of the last pass, written so that every pass before it prints it; undefined when one of them would fill it. */
function behind(earlier: readonly Dialect[], tag: string): string | undefined {
  let text = tag;
  for (const pass of [...earlier].reverse()) {
    text = pass.escape(text);
    if (pass.scan(text).slots.length > 0) return undefined;
  }
  return text;
}

/** A tag without its braces and blanks, of which engines have their own. */
const bare = (tag: string): string => tag.replace(/[\s{}&-]/g, '');
