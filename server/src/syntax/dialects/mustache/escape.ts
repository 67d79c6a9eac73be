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
export function escapeText(text: string): string {
  const first = text.indexOf('{{');
  if (first < 0) return text;
  const last = Math.max(text.lastIndexOf('{{'), text.lastIndexOf('}}')) + 2;
  const stretch = text.slice(first, last);
  if (!stretch.includes('<%')) return text.slice(0, first) + other(stretch) + text.slice(last);
  return text.replace(/(?:\{\{)+/g, other);
}

const other = (text: string): string => `{{=<% %>=}}${text}<%={{ }}=%>`;
