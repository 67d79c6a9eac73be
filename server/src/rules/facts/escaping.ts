import type { PromptSystem } from '../../model/system';
import type { SlotAppearance } from '../../render/segment';
import { holdsWords } from './trust';

/** Filters of the engines that make `<` harmless, behind a value or round a block. */
const FILTER =
  /\|\s{0,9}(?:e|escape|escape_once|forceescape|xml_escape|xmlattr|tojson|json|urlencode|url_encode|escapejs|striptags|strip_html|html|js|urlquery|printf\s{1,9}"%q")(?![\w])|^\{%[-+]?\s{0,9}filter\s{1,9}(?:e|escape|forceescape|tojson|urlencode|striptags)\b/;
/** The same functions of Go before what they escape: `{{ html .body }}`. */
const FUNCTION = /^\{\{-?\s{0,9}(?:html|js|urlquery|printf\s{1,9}"%q")\s/;
/** Helpers of a project, by what their names say: `{{escapeXml body}}`. */
const HELPER = /^\{\{\{?~?\s{0,9}\w*(?:escape|encode|xml|json)\w*\s/i;

/** Whether the value of a slot cannot hold a tag when it reaches the text: escaped by the program or by the engine, or no text at all. */
export function isEscaped(system: PromptSystem, appearance: SlotAppearance, tag: string | undefined): boolean {
  const slot = system.slots.get(appearance.slot);
  // Where the engine got data, the program has escaped nothing.
  if (!appearance.fromData && (slot?.entry.escape !== undefined || slot?.type === 'json')) return true;
  if (!holdsWords(slot)) return true;
  if (appearance.use?.escapes && system.options.escapeHtml !== false) return true;
  if (tag === undefined) return false;
  const dialect = system.dialects[0]?.id;
  if (appearance.use === undefined && writesEntities(system, tag)) return true;
  if (FILTER.test(tag) || (dialect === 'handlebars' && HELPER.test(tag))) return true;
  if (dialect === 'go-template' && FUNCTION.test(tag)) return true;
  const isTold = (dialect === 'jinja' || dialect === 'liquid') && system.options.escapeHtml === true;
  return isTold && !/\|\s{0,9}(?:safe|raw)\b/.test(tag);
}

/** A tag that names no slot but a field of the section or partial it stands in; the scanner tells of the others. */
const writesEntities = ({ dialects, options }: PromptSystem, tag: string): boolean =>
  (dialects[0]?.id === 'handlebars' || dialects[0]?.id === 'mustache') &&
  options.escapeHtml !== false &&
  /^\{\{(?!~?\s{0,9}[{&])/.test(tag);
