import type { PromptSystem } from '../../model/system';
import type { SlotAppearance } from '../../render/segment';
import { holdsWords } from './trust';

/** Filters and functions of the engines that make `<` harmless. */
const FILTER =
  /\|\s{0,9}(?:e|escape|escape_once|forceescape|xml_escape|xmlattr|tojson|json|urlencode|url_encode|escapejs|striptags|strip_html|html|js|urlquery|printf\s{1,9}"%q")(?![\w])/;
/** Helpers of a project, by what their names say: `{{escapeXml body}}`. */
const HELPER = /^\{\{\{?~?\s{0,9}\w*(?:escape|encode|xml|json)\w*\s/i;

/** Whether the value of a slot cannot hold a tag when it reaches the text: escaped by the program or by the engine, or no text at all. */
export function isEscaped(system: PromptSystem, appearance: SlotAppearance, tag: string | undefined): boolean {
  const slot = system.slots.get(appearance.slot);
  if (slot?.entry.escape !== undefined || slot?.type === 'json' || !holdsWords(slot)) return true;
  if (appearance.use?.escapes && system.options.escapeHtml !== false) return true;
  if (tag === undefined || appearance.use === undefined) return false;
  const dialect = system.dialects[0]?.id;
  if (FILTER.test(tag) || (dialect === 'handlebars' && HELPER.test(tag))) return true;
  const isTold = (dialect === 'jinja' || dialect === 'liquid') && system.options.escapeHtml === true;
  return isTold && !/\|\s{0,9}(?:safe|raw)\b/.test(tag);
}
