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
  const written = printingTag(system, lookup, appearance);
  const [dialect] = system.dialects;
  const escaped = written && dialect?.escaping?.escaped(inOwn(system, written), system.options);
  if (!dialect || !escaped) return undefined;
  const text = inDelimiters(escaped.tag, dialect, system.options);
  const { filter } = escaped;
  const title = filter === undefined ? `Let the engine escape it: ${text}` : `Escape it with the filter ${filter}`;
  return { title, edits: [{ ...appearance.place, text }] };
}

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
