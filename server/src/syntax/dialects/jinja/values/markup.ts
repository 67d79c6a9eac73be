import { made } from './make';
import { mapRuns } from './run';
import { str } from './show';
import { PyObject, type Traced } from './value';
import { spendOnText } from './work';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ["'", '&#39;'],
  ['"', '&#34;'],
]);

/** The text with what means something in HTML as entities. */
export function escapeHtml(text: string): string {
  spendOnText(text, 4);
  return text.replace(/[&<>'"]/g, (character) => ENTITIES.get(character) ?? character);
}

/** What `escape(value)` gives: nothing is escaped twice. */
export function escapedText(traced: Traced): Traced {
  if (traced.markup) return traced;
  // What a template exports counts as escaped.
  if (traced.value instanceof PyObject && traced.value.behaviour.typeName === 'TemplateModule') {
    return { ...made(str(traced), traced), markup: true };
  }
  if (traced.runs) {
    const runs = mapRuns(traced.runs, escapeHtml);
    return { value: escapeHtml(str(traced)), origins: traced.origins, runs, markup: true };
  }
  const text = str(traced);
  const escaped = escapeHtml(text);
  if (escaped === text && typeof traced.value === 'string') return { ...traced, markup: true };
  return { ...made(escaped, traced), markup: true };
}
