import type { Span } from '../../text/span';
import type { SyntaxFault } from '../tree';
import { bounded } from './bounded';
import {
  type BraceStyle,
  fillBraces,
  holdsName,
  mayBreakOff,
  missingEnd,
  NAME,
  type Opening,
  scanBraces,
  whatIsMet,
} from './braces';
import type { Dialect } from './dialect';
import { foreignTags, plainTags } from './lookalikes';

/** `{{ name }}`, replaced by the program in one pass, with or without white space round the name. */
const style: BraceStyle = { open: '{{', close: '}}', blanks: true, name: NAME, unclosed };

export const dialect: Dialect = bounded({
  id: 'double-brace',
  title: 'double braces',
  meaning: '`{{name}}`, and nothing else is special.',
  aliases: ['{{}}', 'double-curly'],
  open: '{{',
  close: '}}',
  values: 'text',
  scan: (text) => scanBraces(text, style),
  fill: fillBraces,
  print: (name) => `{{${name}}}`,
  holds: (name) => holdsName(name, style),
  // There is no escape: only a name that is no slot stays as it is.
  escape: (text) => text,

  lookalikes({ text, slots }) {
    const own = new Set(slots.map(({ span }) => span.start));
    const found = [...plainTags(text), ...foreignTags(text).filter(({ span }) => !own.has(span.start))];
    return found.sort((a, b) => a.span.start - b.span.start);
  },

  grammar: { begin: '\\{\\{(?=\\s*[\\p{L}_$][\\p{L}\\p{N}_$.-]*\\s*\\}\\})', end: '\\}\\}' },

  examples: [
    { text: 'Hello {{name}}, {{ name }}.', values: { name: 'Ada' }, output: 'Hello Ada, Ada.' },
    { text: 'Reply as {"city": {{city}}}', values: { city: '"Oslo"' }, output: 'Reply as {"city": "Oslo"}' },
    { text: '{{a}}', values: { a: '{{b}}', b: 'never read' }, output: '{{b}}' },
  ],
});

/** `{{ name` with no `}}` before the next `{{` or the end of its line. */
function unclosed({ text, start, name }: Opening): SyntaxFault | undefined {
  const met = mayBreakOff(text, name.end) ? missingEnd(text, start + 2, style) : undefined;
  // The name may stand on a later line than the braces: then the braces are code.
  if (!met || met.start < name.end) return undefined;
  const written = text.slice(name.start, name.end);
  return {
    kind: 'unclosed',
    message: `The slot \`${text.slice(start, name.end)}\` is never closed, so it stays in the text as it is; close it with \`}}\`.`,
    span: { start, end: name.end },
    related: { span: met, message: whatIsMet(met) },
    fix: { title: `Close {{${written}}}`, ...closing(text, start, name.end) },
  };
}

/** What closes the tag: one more brace where one stands already, else both, with a blank where one stands in front. */
function closing(text: string, start: number, nameEnd: number): { span: Span; text: string } {
  let at = nameEnd;
  while (text[at] === ' ') at++;
  if (text[at] === '}') return { span: { start: at, end: at + 1 }, text: '}}' };
  return { span: { start: nameEnd, end: nameEnd }, text: text[start + 2] === ' ' ? ' }}' : '}}' };
}
