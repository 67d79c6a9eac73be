import type { Span } from '../text/span';
import { lineAt, linesFrom, type TextLine } from './lines';

/** The YAML head (front matter) of a text. It is never part of what is sent. */
export interface Head {
  /** From the start of the text, a byte order mark included, to where the body starts: what is taken off. */
  readonly span: Span;
  /** The YAML between the two lines `---`, with its last line break. */
  readonly yamlSpan: Span;
  readonly bodyStart: number;
}

/**
 * Finds the head by its lines alone: the first line is `---`, possibly behind a byte order mark, a later line is `---`,
 * and what stands between begins like a mapping. Whether the YAML is valid is not asked here, so that a head which is
 * being edited stays a head. `---` round prose is no head: two rules with text between them.
 *
 * A head without its opening `---`, as some older tools write it, cannot be told from a prompt that begins with
 * `Role: …` and a rule; it is left as text.
 */
export function headOf(text: string, isMapping: (yaml: string) => boolean = beginsMapping): Head | undefined {
  const opening = openingRule(text);
  const closing = opening && nextRule(text, opening.next);
  if (!opening || !closing || !isMapping(text.slice(opening.next, closing.start))) return undefined;
  return {
    span: { start: 0, end: closing.next },
    yamlSpan: { start: opening.next, end: closing.start },
    bodyStart: closing.next,
  };
}

/**
 * The opening line of a head that is never closed: a mapping begins behind it, and no second `---` follows. Nothing is
 * taken off such a text, so the author should know that all of it is sent.
 */
export function unclosedHead(text: string, isMapping: (yaml: string) => boolean = beginsMapping): Span | undefined {
  const opening = openingRule(text);
  if (!opening || nextRule(text, opening.next) || !isMapping(text.slice(opening.next))) return undefined;
  return { start: opening.start, end: opening.end };
}

/**
 * A head behind blank lines; or behind lines that begin with `#` too, when its first key is one of dotprompt's: `# Title`
 * above a rule is the beginning of a prompt as well.
 */
export function lateHead(text: string, blanksOnly: boolean): Head | undefined {
  for (const line of linesFrom(text, 0)) {
    const content = text.slice(line.start, Math.min(line.end, line.start + LONGEST_KEY)).trim();
    if (content === '' || (content.startsWith('#') && !blanksOnly)) continue;
    const isOwn = blanksOnly ? beginsMapping : (yaml: string): boolean => DOTPROMPT.test(yaml);
    const head = content === '---' ? headOf(text.slice(line.start), isOwn) : undefined;
    if (!head) return undefined;
    const by = line.start;
    return {
      span: { start: 0, end: head.span.end + by },
      yamlSpan: { start: head.yamlSpan.start + by, end: head.yamlSpan.end + by },
      bodyStart: head.bodyStart + by,
    };
  }
  return undefined;
}

const DOTPROMPT = /^(?:model|input|output|config|tools|toolDefs|variant|version|name|description|metadata|ext)\s?:/;

/**
 * Whether YAML begins like a mapping: its first line that is neither empty nor a comment is `key:` or `"key":`, where a
 * key is one word (`Note that: …` is prose), possibly behind the brace of a mapping in one line.
 */
export function beginsMapping(yaml: string): boolean {
  for (const line of linesFrom(yaml, 0)) {
    const content = yaml.slice(line.start, Math.min(line.end, line.start + LONGEST_KEY)).trim();
    if (content === '' || content.startsWith('#')) continue;
    return KEY.test(content);
  }
  return false;
}

const LONGEST_KEY = 200;
const KEY = /^(?:\{\s?)?(?:[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*|"[^"]*"|'[^']*')\s?:(?:\s|$)/u;

/** The first line, when it is a rule and not the last one. */
function openingRule(text: string): TextLine | undefined {
  const line = lineAt(text, text.startsWith('\ufeff') ? 1 : 0);
  return isRule(text, line) && line.next > line.end ? line : undefined;
}

function nextRule(text: string, from: number): TextLine | undefined {
  for (const line of linesFrom(text, from)) if (isRule(text, line)) return line;
  return undefined;
}

/** A line of three hyphens and nothing else but white space behind them. */
const isRule = (text: string, { start, end }: TextLine): boolean =>
  text.startsWith('---', start) && text.slice(start + 3, end).trim() === '';
