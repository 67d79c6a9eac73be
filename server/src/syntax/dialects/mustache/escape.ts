import { literally } from '../../../text/pattern';
import type { Delimiters } from './tag';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['/', '&#x2F;'],
  ['`', '&#x60;'],
  ['=', '&#x3D;'],
]);

/** The entities that mustache.js writes, eight of them. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'/`=]/g, (character) => ENTITIES.get(character) ?? character);

/**
 * Text that mustache prints unchanged. It has no escape: only a change of the delimiters makes an opening brace text.
 * The change goes round the whole stretch from the first opening to the last, when the other delimiters do not stand in
 * it, else round each opening.
 */
export function escapeText(text: string, { open, close }: Delimiters): string {
  const first = text.indexOf(open);
  if (first < 0) return text;
  const last = Math.max(text.lastIndexOf(open) + open.length, text.lastIndexOf(close) + close.length);
  const stretch = text.slice(first, last);
  const others = OTHERS.filter((other) => other[0] !== open && !other[0].includes(open));
  const other = others.find(([mark]) => !stretch.includes(mark));
  const inOther = (written: string, [left, right]: (typeof OTHERS)[number]): string =>
    `${open}=${left} ${right}=${close}${written}${left}=${open} ${close}=${right}`;
  if (other) return text.slice(0, first) + inOther(stretch, other) + text.slice(last);
  const [each = OTHERS[0]] = others;
  return text.replace(new RegExp(`(?:${literally(open)})+`, 'g'), (marks) => inOther(marks, each));
}

/** Delimiters that a stretch of text is put between. */
const OTHERS = [
  ['<%', '%>'],
  ['[[', ']]'],
] as const;
