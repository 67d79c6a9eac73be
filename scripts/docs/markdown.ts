// The few pieces of Markdown that the generated pages are made of.

export const GENERATED = '<!-- Written by `npm run generate`. Do not edit. -->';

/** A text as a block, in a fence that nothing in it can close. */
export function block(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const shown = visible(text);
  return `${fence}${language}\n${shown}${shown.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** A short text as code inside a line. A code span holds no line break, so one is shown as `⏎`. */
export function code(text: string): string {
  const shown = visible(text).replaceAll('\n', '⏎');
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(shown) || shown === '' ? ' ' : '';
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** What cannot be seen, and a page must not hold: controls, marks of direction, blanks without width, tag characters. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function visible(text: string): string {
  return text.replace(unseen, (character) => {
    const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `⟨U+${point.padStart(4, '0')}⟩`;
  });
}

export const hidesSomething = (text: string): boolean => visible(text) !== text;

/** A table; a bar inside a cell is escaped, as the table would end the cell there. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** A page: its paragraphs, with a blank line between. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}
