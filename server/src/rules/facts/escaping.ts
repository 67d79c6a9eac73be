import type { PromptSystem } from '../../model/system';
import type { SlotAppearance } from '../../render/segment';
import { holdsWords } from './trust';

/** Filters and functions of the engines that make `<` harmless. */
const FILTER = /\|\s{0,9}(?:e|escape|escape_once|forceescape|xml_escape|xmlattr|tojson|json|urlencode|url_encode|escapejs|striptags|strip_html|html|js|urlquery|printf\s{1,9}"%q")(?![\w])/;
const HELPER = /(?:escape|encode|xml|json)/i;

/** Whether the value of a slot cannot hold a tag when it reaches the text: escaped by the program or by the engine, or no text at all. */
export function isEscaped(system: PromptSystem, appearance: SlotAppearance, tag: string | undefined): boolean {
  const slot = system.slots.get(appearance.slot);
  if (slot?.entry.escape !== undefined || slot?.type === 'json' || !holdsWords(slot)) return true;
  return tag !== undefined && appearance.use !== undefined && escapesInTag(system, tag);
}

function escapesInTag(system: PromptSystem, tag: string): boolean {
  const dialect = system.dialects[0]?.id;
  if (dialect === 'mustache' || dialect === 'handlebars') {
    const isRaw = tag.startsWith('{{{') || /^\{\{~?\s{0,9}&/.test(tag) || system.options.escapeHtml === false;
    return !isRaw || (dialect === 'handlebars' && HELPER.test(tag.split(/\s/)[0] ?? ''));
  }
  if (FILTER.test(tag)) return true;
  return dialect === 'jinja' && system.options.escapeHtml === true && !/\|\s{0,9}safe\b/.test(tag);
}
