import type { SyntaxFault } from '../tree';
import { bounded } from './bounded';
import {
  type BraceStyle,
  fillBraces,
  holdsName,
  matchAt,
  mayBreakOff,
  missingEnd,
  type Opening,
  scanBraces,
  WORD,
  whatIsMet,
} from './braces';
import type { Dialect, Lookalike } from './dialect';
import { foreignTags } from './lookalikes';

/** `${name}`, replaced by the program in one pass. `$name`, `$$` and every other brace are text. */
const style: BraceStyle = { open: '${', close: '}', blanks: false, name: WORD, unclosed };

export const dialect: Dialect = bounded({
  id: 'dollar-brace',
  title: 'dollar and braces',
  meaning: `\`\${name}\`, and nothing else is special.`,
  aliases: [`\${}`, 'template-literal', 'javascript'],
  open: '${',
  close: '}',
  values: 'text',
  scan: (text) => scanBraces(text, style),
  fill: fillBraces,
  print: (name) => `\${${name}}`,
  holds: (name) => holdsName(name, style),
  // There is no escape: only a name that is no slot stays as it is.
  escape: (text) => text,

  lookalikes: ({ text }) => [...braced(text), ...foreignTags(text)].sort((a, b) => a.span.start - b.span.start),

  grammar: { begin: '\\$\\{(?=[\\p{L}_][\\p{L}\\p{N}_.]*\\})', end: '\\}' },

  examples: [
    { text: `Hello \${name}, $name.`, values: { name: 'Ada' }, output: 'Hello Ada, $name.' },
    { text: `{"price": "$\${price}"}`, values: { price: '5' }, output: '{"price": "$5"}' },
    { text: `\${a}`, values: { a: `\${b}`, b: 'never read' }, output: `\${b}` },
  ],
});

/** `{x}` and `{{ x }}` round a plain name. */
function braced(text: string): Lookalike[] {
  const found: Lookalike[] = [];
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    if (text[at - 1] === '$' || text[at - 1] === '{') continue;
    const doubled = text[at + 1] === '{';
    const blank = doubled && text[at + 2] === ' ' ? 1 : 0;
    const start = at + (doubled ? 2 : 1) + blank;
    const end = matchAt(WORD, text, start);
    const close = `${' '.repeat(blank)}${doubled ? '}}' : '}'}`;
    if (end === start || !text.startsWith(close, end)) continue;
    found.push({
      name: text.slice(start, end),
      span: { start: at, end: end + close.length },
      writtenIn: doubled ? 'double-brace' : 'single-brace',
    });
  }
  return found;
}

/** `${name` with no `}` before the next `${` or the end of its line: `${name:-default}` of a shell is closed, and is text. */
function unclosed({ text, start, name }: Opening): SyntaxFault | undefined {
  const met = mayBreakOff(text, name.end) ? missingEnd(text, name.end, style) : undefined;
  if (!met) return undefined;
  const written = text.slice(name.start, name.end);
  return {
    kind: 'unclosed',
    message: `The slot \`\${${written}\` is never closed, so it stays in the text as it is; close it with \`}\`.`,
    span: { start, end: name.end },
    related: { span: met, message: whatIsMet(met) },
    fix: { title: `Close \${${written}}`, span: { start: name.end, end: name.end }, text: '}' },
  };
}
