import type { SyntaxFault } from '../tree';
import { type BraceStyle, endOfLine, fillBraces, holdsName, matchAt, NAME, type Opening, scanBraces } from './braces';
import type { Dialect, Lookalike } from './dialect';
import { foreignTags } from './lookalikes';

/** `{{ name }}`, replaced by the program in one pass, with or without white space round the name. */
const style: BraceStyle = { open: '{{', close: '}}', blanks: true, name: NAME, unclosed };

export const dialect: Dialect = {
  id: 'double-brace',
  title: 'double braces',
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
    const found = [...single(text), ...foreignTags(text).filter(({ span }) => !own.has(span.start))];
    return found.sort((a, b) => a.span.start - b.span.start);
  },

  grammar: { begin: '\\{\\{(?=\\s*[\\p{L}_$][\\p{L}\\p{N}_$.-]*\\s*\\}\\})', end: '\\}\\}' },

  examples: [
    { text: 'Hello {{name}}, {{ name }}.', values: { name: 'Ada' }, output: 'Hello Ada, Ada.' },
    { text: 'Reply as {"city": {{city}}}', values: { city: '"Oslo"' }, output: 'Reply as {"city": "Oslo"}' },
    { text: '{{a}}', values: { a: '{{b}}', b: 'never read' }, output: '{{b}}' },
  ],
};

/** `{x}` and `${x}` round a plain name. */
function single(text: string): Lookalike[] {
  const found: Lookalike[] = [];
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    if (text[at - 1] === '{') continue;
    const end = matchAt(NAME, text, at + 1);
    if (end === at + 1 || text[end] !== '}' || text[end + 1] === '}') continue;
    const dollar = text[at - 1] === '$';
    found.push({
      name: text.slice(at + 1, end),
      span: { start: dollar ? at - 1 : at, end: end + 1 },
      writtenIn: dollar ? 'dollar-brace' : 'single-brace',
    });
  }
  return found;
}

/** `{{ name` with no `}}` before the next `{{` or the end of its line. */
function unclosed({ text, start, name }: Opening): SyntaxFault | undefined {
  const lineEnd = endOfLine(text, start);
  if (name.start >= lineEnd) return undefined;
  let at = name.end;
  while (at < lineEnd && !text.startsWith('{{', at)) {
    if (text.startsWith('}}', at)) return undefined;
    at++;
  }
  const written = text.slice(name.start, name.end);
  const met = at < lineEnd;
  return {
    kind: 'unclosed',
    message: `The slot \`${text.slice(start, name.end)}\` is never closed, so it stays in the text as it is; close it with \`}}\`.`,
    span: { start, end: name.end },
    related: met
      ? { span: { start: at, end: at + 2 }, message: 'the next tag opens here' }
      : { span: { start: lineEnd, end: lineEnd }, message: 'the line ends here' },
    fix: { title: `Close {{${written}}}`, ...closing(text, start, name.end) },
  };
}

/** What closes the tag: one more brace where one stands already, else both, with a blank where one stands in front. */
function closing(text: string, start: number, nameEnd: number): { span: { start: number; end: number }; text: string } {
  let at = nameEnd;
  while (text[at] === ' ') at++;
  if (text[at] === '}') return { span: { start: at, end: at + 1 }, text: '}}' };
  return { span: { start: nameEnd, end: nameEnd }, text: text[start + 2] === ' ' ? ' }}' : '}}' };
}
