// What the tests of Go templates share.

import type { Dialect } from '../../../../server/src/syntax/dialects/dialect';
import { dialect } from '../../../../server/src/syntax/dialects/go-template';
import { isGoTree } from '../../../../server/src/syntax/dialects/go-template/tree';
import type { Filled } from '../../../../server/src/syntax/piece';
import { contextWith } from '../partials';
import type { Answer, Case } from './reference';

/** The dialect as the program of a case reads it. */
export const dialectOf = ({ delimiters }: Case): Dialect =>
  (delimiters === undefined ? undefined : dialect.configured?.({ delimiters: { slot: delimiters } })) ?? dialect;

export function fillCase(one: Case): Filled {
  const read = dialectOf(one);
  return read.fill(read.scan(one.text), contextWith(read, one.values, one.texts), {});
}

/** What Go would have printed, where every slot without a value is printed by itself. */
export const printed = ({ pieces }: Filled): string =>
  pieces.map(({ text, hole }) => (hole === undefined ? text : '<no value>')).join('');

/** Go's answer without the name of the template and without the place, which other tests look at. */
export function wordsOf({ output, error, parsed }: Answer): { readonly output: string; readonly error?: string } {
  if (error === undefined) return { output };
  if (!parsed) {
    const plain = error.replace(/^template: main:\d+: /, '').replaceAll(' at main:', ' at :');
    return { output: '', error: plain };
  }
  return { output, error: error.replace(/^.*?executing "[^"]*" at <.*?>: /s, '') };
}

/** The same of what this dialect makes of a case; undefined where Go cannot be compared with a preview. */
export function ownWords(one: Case): { readonly output: string; readonly error?: string } | undefined {
  const tree = dialectOf(one).scan(one.text);
  const filled = fillCase(one);
  const { stopped, gaps, pieces } = filled;
  // A slot without a value is a hole here, and what only the program knows is a gap.
  const isWithoutValue = tree.slots.some(({ name }) => !Object.hasOwn(one.values, name));
  if (isWithoutValue || gaps || pieces.some(({ hole }) => hole !== undefined)) return undefined;
  const output = pieces.map(({ text }) => text).join('');
  if (!stopped) return { output };
  if (stopped.engine === undefined) return undefined;
  return isGoTree(tree) && tree.refusal ? { output: '', error: stopped.engine } : { output, error: stopped.engine };
}

/** What this dialect reads as newer releases of Go do, which the one that is asked may not. */
export const isNewer = ({ error = '' }: Answer): boolean =>
  /range can't iterate over -?\d+$|unexpected <with> in else$/.test(error);

/** A part that cannot be read ends the program in Go; here it matters when it is called. */
export const isOfPart = ({ error = '', parsed }: Answer): boolean => !parsed && error.startsWith('template: part.tmpl');

/** Go refuses what it does not know, and a program may bring it. */
export const isUnknown = ({ error = '' }: Answer): boolean => /^(?!.*variable).*not defined$/s.test(error);
