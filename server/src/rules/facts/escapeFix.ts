import type { MessageLayout } from '../../render/layout';
import type { SlotAppearance } from '../../render/segment';
import type { Fix, RenderContext } from '../rule';
import type { Fence } from './fence';
import { insertEntry } from './manifestEdit';
import { sourceOf } from './messageText';
import { tagOf } from './sourceText';
import { written } from './trust';

/** The filter of the engine where it has one; else the manifest says that the program escapes. */
export function escapeFix(context: RenderContext, appearance: SlotAppearance): Fix | undefined {
  const { system } = context;
  const tag = tagOf(context.lookup, appearance)?.tag;
  const dialect = system.dialects[0]?.id;
  if (tag?.endsWith('}}') && (dialect === 'jinja' || dialect === 'liquid')) {
    const end = tag.length - (tag.endsWith('-}}') ? 3 : 2);
    const filter = dialect === 'jinja' ? 'e' : 'escape';
    const text = `${tag.slice(0, end).trimEnd()} | ${filter} ${tag.slice(end)}`;
    return { title: `Escape it with the filter ${filter}`, edits: [{ ...appearance.place, text }] };
  }
  const edit = insertEntry(system.manifest, [...system.path, 'slots', appearance.slot], 'escape', 'xml');
  return (
    edit && { title: `Say that the program escapes ${written(system, appearance.slot)} (escape: xml)`, edits: [edit] }
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
