const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#x27;'],
  ['`', '&#x60;'],
  ['=', '&#x3D;'],
]);

/** The entities that Handlebars writes, seven of them. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`=]/g, (character) => ENTITIES.get(character) ?? character);

/**
 * Text that Handlebars prints unchanged: a backslash before every `{{`. A backslash that stands there already would
 * make two, which are one and a tag; so an empty comment becomes that tag. Only a NUL cannot be written.
 */
export const escapeText = (text: string): string =>
  text.replace(/(\\*)\{\{/g, (_, backslashes: string) => {
    const before = backslashes === '' ? '' : `${backslashes}\\{{!}}`;
    return `${before}\\{{`;
  });
