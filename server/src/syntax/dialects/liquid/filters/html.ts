import { changed, type Filter, type Filters, mapped } from './filter';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&#34;'],
  ["'", '&#39;'],
]);

const CHARACTERS: ReadonlyMap<string, string> = new Map(
  [...ENTITIES].map(([character, entity]) => [entity, character]),
);

/** The five entities that Liquid writes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);

const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|#34|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity);

/** What the engine does to everything that it prints, when the program tells it to. */
export const escaping: Filter = (input, _, host) => changed(input, escapeHtml, host);

export const HTML: Filters = [
  ['escape', escaping],
  ['xml_escape', escaping],
  ['escape_once', mapped((text) => escapeHtml(unescapeHtml(text)))],
  ['newline_to_br', mapped((text) => text.replace(/\r?\n/g, '<br />\n'))],
  ['strip_html', mapped(stripHtml)],
];

/** Takes away scripts, styles and comments with what is in them, and tags without. What never ends stays. */
function stripHtml(text: string): string {
  const blocks = new Map([
    ['<script', '</script>'],
    ['<style', '</style>'],
    ['<!--', '-->'],
    ['<', '>'],
  ]);
  let stripped = '';
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at);
    if (open < 0) return stripped + text.slice(at);
    stripped += text.slice(at, open);
    at = open;
    for (const [opening, closing] of blocks) {
      if (!text.startsWith(opening, open)) continue;
      const end = text.indexOf(closing, open + opening.length);
      if (end >= 0) {
        at = end + closing.length;
        break;
      }
      // What is missing once is not looked for again.
      blocks.delete(opening);
    }
    if (at === open) return stripped + text.slice(open);
  }
  return stripped;
}
