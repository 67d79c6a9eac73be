import { delimiterPairs, inDelimiters } from './delimiters';
import type { Dialect, DialectOptions, Printed } from './dialect';

/**
 * The characters with which the tags of an engine begin, each with a tag that prints it. `tag` writes that with the
 * engine's own delimiters. Undefined where replacing one would make another one again.
 */
export function printedBy(
  dialect: Dialect,
  options: DialectOptions,
  tag: (character: string) => string,
): Printed | undefined {
  // Such a line begins with what may stand anywhere else.
  if (options.lineStatement !== undefined || options.lineComment !== undefined) return undefined;
  const { slot, statement, comment } = delimiterPairs(dialect, options);
  const characters = new Set([slot, statement, comment].map(([open]) => open[0] ?? ''));
  if ([...characters].some((character) => /[\w\s'"`\\]/.test(character))) return undefined;
  const printed = [...characters].map(
    (character) => [character, inDelimiters(tag(character), dialect, options)] as const,
  );
  const isMade = printed.some(([, written], index) =>
    printed.slice(index + 1).some(([character]) => written.includes(character)),
  );
  return isMade ? undefined : printed;
}
