import { LIMIT, PythonError } from '../../python/error';
import { WIDEST } from '../../python/spec';

/** Characters of one text that a template makes. */
const LONGEST_TEXT = 20_000_000;

/** Items of one list that a template makes. */
export const LONGEST_LIST = 200_000;

/** Binary digits of a number. Python refuses to print numbers that are a little longer. */
export const LONGEST_NUMBER = 20_000;

/** Tells that a preview goes no further, although Python would. */
export function limit(what: string): never {
  throw new PythonError(LIMIT, `it makes no ${what}`);
}

/** Refuses a text that would be too long, before it is made. */
export function room(length: number): void {
  if (length > LONGEST_TEXT) limit('text so long');
}

/** Refuses a list that would be too long, before it is made. */
export function roomForItems(count: number): void {
  if (count > LONGEST_LIST) limit('list so long');
}

/** A width or an indentation. */
export function width(size: number): number {
  if (size > WIDEST) limit(`field wider than ${WIDEST} characters`);
  return size;
}
