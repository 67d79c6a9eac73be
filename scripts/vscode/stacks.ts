import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

/**
 * Gives a function that replaces the places of a bundle in a stack (`…/tests.js:192:26`) with those of the sources.
 * The extension host writes stacks in its own way, so Node's own mapping does nothing there.
 */
export function sourcePlaces(bundle: string): (stack: string) => string {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')));
  return (stack) =>
    stack
      .split(bundle)
      .map((piece, index) =>
        index === 0
          ? piece
          : piece.replace(/^:(\d+):(\d+)/, (all, line, column) => place(line, column) ?? bundle + all),
      )
      .join('');

  function place(line: string, column: string): string | undefined {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return undefined;
    const file = relative(process.cwd(), resolve(dirname(bundle), entry.originalSource));
    return `${file}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }
}
