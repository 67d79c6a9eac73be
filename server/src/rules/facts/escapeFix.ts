import type { MessageLayout } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';
import { inDelimiters } from '../../syntax/dialects/delimiters';
import type { Fix, RenderContext } from '../rule';
import type { Fence } from './fences/fence';
import { insertEntry } from './manifest/manifestEdit';
import { sourceOf } from './messageText';
import { inOwn, printingTag } from './sourceText';
import { written } from './trust';
import { isWalkedInto } from './walked';

/** What makes a value harmless, best first: the engine where it can, else the word of the author that the program does. */
export function escapeFixes(context: RenderContext, appearance: SlotAppearance): readonly Fix[] {
  return [engineEscapes(context, appearance), saysEscaped(context, appearance)].filter((fix) => fix !== undefined);
}

/** The filter of the engine, or the tag of the engine that escapes. */
function engineEscapes({ system, lookup }: RenderContext, appearance: SlotAppearance): Fix | undefined {
  const found = printingTag(system, lookup, appearance);
  const dialect = system.dialects[0]?.id ?? '';
  const tag = found === undefined ? undefined : inOwn(system, found);
  const asWritten = (text: string): string =>
    system.dialects[0] ? inDelimiters(text, system.dialects[0], system.options) : text;
  if (tag === undefined || !tag.startsWith('{{') || !tag.endsWith('}}')) return undefined;
  const filter = FILTERS.get(dialect);
  if (filter !== undefined) {
    const end = tag.length - (/\s?-\}\}$/.exec(tag)?.[0].length ?? 2);
    const rest = tag.slice(end).trimStart();
    const text = asWritten(`${filtered(dialect, tag.slice(0, end).trimEnd())} | ${filter} ${rest}`);
    return { title: `Escape it with the filter ${filter}`, edits: [{ ...appearance.place, text }] };
  }
  if ((dialect !== 'handlebars' && dialect !== 'mustache') || system.options.escapeHtml === false) return undefined;
  const name = /^\{\{\{(.*)\}\}\}$/s.exec(tag)?.[1] ?? /^\{\{\s{0,9}&(.*)\}\}$/s.exec(tag)?.[1];
  if (name === undefined) return undefined;
  const text = asWritten(`{{${name}}}`);
  return { title: `Let the engine escape it: ${text}`, edits: [{ ...appearance.place, text }] };
}

/** A filter of Jinja takes the operand next to it, and not what an operator makes of two. */
function filtered(dialect: string, opened: string): string {
  const [, open = '', value = ''] = /^(\{\{[-+]?\s{0,9})(.*)$/s.exec(opened) ?? [];
  const isJoined = dialect === 'jinja' && /\s(?:if|or|and|not|in|is)\s|[~+*/%<>=]|\s-/.test(value);
  return isJoined ? `${open}(${value})` : opened;
}

/** `html` is a function of Go's own. */
const FILTERS: ReadonlyMap<string, string> = new Map([
  ['jinja', 'e'],
  ['liquid', 'escape'],
  ['go-template', 'html'],
]);

/** Where the engine gets data, the program hands over nothing that it could have escaped. */
function saysEscaped(context: RenderContext, appearance: SlotAppearance): Fix | undefined {
  const { system } = context;
  if (isWalkedInto(context, appearance)) return undefined;
  const edit = insertEntry(system.manifest, [...system.path, 'slots', appearance.slot], 'escape', 'xml');
  return (
    edit && {
      title: `Say that the program escapes ${written(system, appearance.slot)} (escape: xml)`,
      edits: [edit],
      claim: true,
    }
  );
}

const LONGER = 5;

export function longerFix({ layout }: RenderContext, message: MessageLayout, fence: Fence): Fix | undefined {
  const mark = fence.name[0] ?? '`';
  const edits = [fence.open, fence.close].map((line) => {
    const at = message.text.indexOf(fence.name, line.start);
    return at < 0 || at >= line.end ? undefined : sourceOf(layout, message, at, at + fence.name.length);
  });
  const [open, close] = edits;
  if (!open || !close) return undefined;
  const text = mark.repeat(LONGER);
  return {
    title: `Make the fence ${LONGER} characters long`,
    edits: [
      { ...open, text },
      { ...close, text },
    ],
  };
}
