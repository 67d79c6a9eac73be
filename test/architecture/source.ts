// Reads the sources of the project just far enough to see what they import and what they do at the top level. Comments,
// the insides of strings and templates, and regular expressions are blanked first, so that text about code is not code.

export interface ImportStatement {
  /** As written: `../text/span`, `yaml`. */
  readonly specifier: string;
  /** `import type`, `export type`: gone when the code runs. */
  readonly typeOnly: boolean;
  readonly line: number;
}

export interface Source {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly lineCount: number;
  readonly imports: readonly ImportStatement[];
  /** The text with everything blanked that is no code; offsets and lines are those of the text. */
  readonly code: string;
}

export function readSource(path: string, text: string): Source {
  const code = blanked(text);
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return { path, lineCount, imports: importsIn(text, code), code };
}

export function lineAt(code: string, offset: number): number {
  let line = 1;
  for (let at = code.indexOf('\n'); at >= 0 && at < offset; at = code.indexOf('\n', at + 1)) line++;
  return line;
}

/** Stands for a name that is only known when the code runs: `import(path)`. */
export const COMPUTED = '(computed)';

const statement = /^[ \t]*(?:import|export)[ \t]+(type\b(?![ \t]*,))?[\w$\s{},*]*?(?:\bfrom[ \t]*)?(['"])/gm;
const call = /(?<![.\w$])(?:import|require)\s*\(\s*(['"`]?)/g;

function importsIn(text: string, code: string): ImportStatement[] {
  const found: (ImportStatement & { readonly at: number })[] = [];
  const add = (at: number, end: number, quote: string, typeOnly: boolean): void => {
    const close = code.indexOf(quote, end);
    const specifier = quote === '' || close < 0 ? COMPUTED : text.slice(end, close);
    found.push({ specifier, typeOnly, line: lineAt(code, end), at });
  };
  for (const match of code.matchAll(statement)) {
    // `export const x = '…'` has other signs before its quote, so only imports and re-exports come this far.
    if (/^[ \t]*export[ \t]+(?!type\b|\*|\{)/.test(match[0])) continue;
    add(match.index, match.index + match[0].length, match[2] ?? '', match[1] !== undefined);
  }
  for (const match of code.matchAll(call)) add(match.index, match.index + match[0].length, match[1] ?? '', false);
  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...one }) => one);
}

/** What is being read, innermost last: code in braces of a template (with the braces open in it), or a template. */
type Frame = { kind: 'code'; depth: number } | { kind: 'template' };

/** A space for each character that is no code; line breaks, quotes and the code itself stay. */
function blanked(text: string): string {
  const out: string[] = [];
  const frames: Frame[] = [{ kind: 'code', depth: 0 }];
  let at = 0;
  const blank = (end: number): void => {
    out.push(text.slice(at, end).replace(/[^\n]/g, ' '));
    at = end;
  };
  const keep = (): void => {
    out.push(text[at++] ?? '');
  };
  while (at < text.length) {
    const frame = frames.at(-1) ?? { kind: 'code', depth: 0 };
    const char = text[at];
    if (frame.kind === 'template') {
      if (char === '\\') blank(at + 2);
      else if (char === '`') {
        keep();
        frames.pop();
      } else if (char === '$' && text[at + 1] === '{') {
        keep();
        keep();
        frames.push({ kind: 'code', depth: 0 });
      } else blank(at + 1);
    } else if (text.startsWith('//', at)) blank(endOf(text, '\n', at));
    else if (text.startsWith('/*', at)) blank(Math.min(text.length, endOf(text, '*/', at + 2) + 2));
    else if (char === "'" || char === '"') {
      const end = closing(text, at, char);
      keep();
      // An apostrophe in the text of a page closes nowhere on its line.
      if (end > 0) {
        blank(end);
        keep();
      }
    } else if (char === '/' && beginsRegex(text, at)) {
      const end = regexEnd(text, at);
      keep();
      if (end > 0) blank(end);
    } else {
      if (char === '`') frames.push({ kind: 'template' });
      else if (char === '{') frame.depth++;
      else if (char === '}' && frame.depth-- === 0 && frames.length > 1) frames.pop();
      keep();
    }
  }
  return out.join('');
}

function endOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
}

/** Offset of the quote that ends the string, or -1 when the line ends before it. */
function closing(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** What stands before a slash says whether it divides or begins a regular expression. */
function beginsRegex(text: string, slash: number): boolean {
  let at = slash - 1;
  while (at >= 0 && /\s/.test(text[at] ?? '')) at--;
  if (at < 0 || '(,=:[!&|?{;+*%~^>'.includes(text[at] ?? '')) return !text.startsWith('/>', slash);
  let start = at;
  while (start > 0 && /\w/.test(text[start - 1] ?? '')) start--;
  return ['return', 'typeof', 'case', 'of', 'in', 'yield'].includes(text.slice(start, at + 1));
}

/** Offset behind the slash that ends the expression, or -1 when the line ends before it. */
function regexEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at + 1;
  }
  return -1;
}
