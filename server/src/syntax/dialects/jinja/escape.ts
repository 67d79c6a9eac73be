/** Characters that Jinja would not print as they are: what opens a tag, and carriage returns. */
const SPECIAL = /\{\{|\{%|\{#|\{?\r/g;

/**
 * The text, written so that Jinja prints it unchanged. Each opening stands as a string in a tag of its own: unlike a raw
 * block, an output tag takes no line break and no blanks away, whatever the program sets on its engine.
 */
export function escapeText(text: string): string {
  const written = text.replace(SPECIAL, (special) => `{{ '${special.replace('\r', '\\r')}' }}`);
  // The last line break of a text is dropped, or kept, as the program sets it.
  return text.endsWith('\n') ? `${written.slice(0, -1)}{{ '\\n' }}` : written;
}
