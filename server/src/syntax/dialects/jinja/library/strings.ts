// What filters and methods do with a text alone.
import { room, width } from '../values/limits';
import { textLike } from '../values/make';
import { sliceRuns } from '../values/run';
import { characters, lengthInCharacters } from '../values/text';
import type { Traced } from '../values/value';

/** The part [start, end) of a text; its runs are cut with it. */
export function cut(
  traced: Traced,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): Traced {
  if (start === 0 && end === text.length && typeof traced.value === 'string') return traced;
  if (!traced.runs) return textLike(text.slice(start, end), traced);
  const { slot: _, ...rest } = traced;
  return { ...rest, value: text.slice(start, end), runs: sliceRuns(traced.runs, start, end) };
}

/** Blanks on both sides; the odd one goes where Python puts it. */
export function centered(text: string, size: number, fill = ' '): string {
  const missing = width(size) - lengthInCharacters(text);
  if (missing <= 0) return text;
  const left = (missing >> 1) + (missing & size & 1);
  return fill.repeat(left) + text + fill.repeat(missing - left);
}

/** `text.replace(old, by, most)`; a negative `most` means all. */
export function replaced(text: string, old: string, by: string, most: number): string {
  if (old === '') return interleaved(text, by, most);
  const parts: string[] = [];
  let at = 0;
  for (let found = text.indexOf(old); found >= 0 && parts.length !== most; found = text.indexOf(old, at)) {
    parts.push(text.slice(at, found));
    at = found + old.length;
  }
  room(text.length + parts.length * by.length);
  return parts.map((part) => part + by).join('') + text.slice(at);
}

/** Replacing nothing puts the new text round every character. */
function interleaved(text: string, by: string, most: number): string {
  const all = characters(text);
  const count = most < 0 ? all.length + 1 : Math.min(most, all.length + 1);
  room(text.length + count * by.length);
  let result = '';
  for (const [index, character] of all.entries()) result += (index < count ? by : '') + character;
  return all.length < count ? result + by : result;
}
