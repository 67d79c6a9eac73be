import type { SyntaxFault } from '../tree';
import { bounded } from './bounded';
import { type BraceStyle, fillBraces, holdsName, isLineBreak, matchAt, NAME, type Opening, scanBraces } from './braces';
import type { Dialect, Lookalike } from './dialect';
import { foreignTags } from './lookalikes';

/** `{name}`, replaced by the program in one pass. Every other brace is text: JSON and code need no care. */
const style: BraceStyle = { open: '{', close: '}', blanks: false, name: NAME, unclosed };

export const dialect: Dialect = bounded({
  id: 'single-brace',
  title: 'single braces',
  meaning: '`{name}`, and nothing else is special.',
  aliases: ['curly', 'brace', 'braces', '{}'],
  open: '{',
  close: '}',
  values: 'text',
  scan: (text) => scanBraces(text, style),
  fill: fillBraces,
  print: (name) => `{${name}}`,
  holds: (name) => holdsName(name, style),
  // There is no escape: only a name that is no slot stays as it is, and prose seldom holds one that is.
  escape: (text) => text,

  /** `{{x}}` prints the value in braces, `${x}` the value behind a dollar: both are another dialect's habit. */
  lookalikes({ text, slots }) {
    const found: Lookalike[] = [];
    // With every slot behind a dollar it is the other dialect; with some of them it is a price.
    const dollars = slots.every(({ span }) => text[span.start - 1] === '$');
    for (const { name, span } of slots) {
      const { start, end } = span;
      if (text[start - 1] === '{' && text[end] === '}' && text[start - 2] !== '{' && text[end + 1] !== '}') {
        found.push({ name, span: { start: start - 1, end: end + 1 }, writtenIn: 'double-brace' });
      } else if (dollars) found.push({ name, span: { start: start - 1, end }, writtenIn: 'dollar-brace' });
    }
    return [...found, ...spaced(text), ...foreignTags(text)].sort((a, b) => a.span.start - b.span.start);
  },

  grammar: { begin: '\\{(?=[\\p{L}_$][\\p{L}\\p{N}_$.-]*\\})', end: '\\}' },

  examples: [
    { text: 'Hello {name}, {name}.', values: { name: 'Ada' }, output: 'Hello Ada, Ada.' },
    { text: 'Reply as {"city": "{city}"}', values: { city: 'Oslo' }, output: 'Reply as {"city": "Oslo"}' },
    { text: '{a}', values: { a: '{b}', b: 'never read' }, output: '{b}' },
  ],
});

/** `{{ x }}`: with blanks it is no slot here at all. */
function spaced(text: string): Lookalike[] {
  const found: Lookalike[] = [];
  for (let at = text.indexOf('{{ '); at >= 0; at = text.indexOf('{{ ', at + 1)) {
    const start = at + 3;
    const end = matchAt(NAME, text, start);
    if (end === start || !text.startsWith(' }}', end)) continue;
    found.push({ name: text.slice(start, end), span: { start: at, end: end + 3 }, writtenIn: 'double-brace' });
  }
  return found;
}

/**
 * `Hello {name` at the end of a line, with no closing brace before the next opening one: a slot that is still being
 * typed. Anything less certain is text.
 */
function unclosed({ text, start, name }: Opening): SyntaxFault | undefined {
  if (name.end < text.length && !isLineBreak(text, name.end)) return undefined;
  if (!/^[\s"'(:>*,-]?$/.test(text[start - 1] ?? '')) return undefined;
  let at = name.end;
  while (at < text.length && text[at] !== '{' && text[at] !== '}') at++;
  if (text[at] === '}') return undefined;
  const written = text.slice(name.start, name.end);
  return {
    kind: 'unclosed',
    message: `The slot \`{${written}\` is never closed, so it stays in the text as it is; close it with \`}\`.`,
    span: { start, end: name.end },
    related: { span: { start: name.end, end: name.end }, message: 'the line ends here' },
    fix: { title: `Close {${written}}`, span: { start: name.end, end: name.end }, text: '}' },
  };
}
