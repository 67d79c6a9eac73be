import type { Layout, MessageLayout } from '../../../render/layout';
import { Kept } from '../../../text/kept';
import { closest } from '../../../text/similar';
import type { Span } from '../../../text/span';
import { skeletonOf } from '../messageText';
import { TAG } from './fence';

interface Tag {
  readonly name: string;
  /** Where its name stands, in the message. */
  readonly span: Span;
}

/** A tag before and a tag behind a value that were meant as a pair, and differ by a letter or two. */
export interface MistypedFence {
  readonly open: Tag;
  readonly close: Tag;
}

interface Unpaired {
  readonly opens: readonly Tag[];
  readonly closes: readonly Tag[];
}

const known = new Kept<MessageLayout, Unpaired>();

/** The nearest tags round [start, end) that have no partner, when their names are nearly the same. */
export function mistypedFence(
  layout: Layout,
  message: MessageLayout,
  start: number,
  end: number,
): MistypedFence | undefined {
  let tags = known.get(message);
  if (!tags) {
    tags = unpairedTags(skeletonOf(layout, message));
    known.set(message, tags);
  }
  const open = tags.opens.findLast((tag) => tag.span.end < start);
  const close = tags.closes.find((tag) => tag.span.start >= end);
  if (!open || !close || closest(open.name, [close.name]) === undefined) return undefined;
  return { open, close };
}

/** Tags that are never closed, or never opened. What is never closed is often a blank to fill in: `<one sentence>`. */
function unpairedTags(skeleton: string): Unpaired {
  const opens = new Map<string, Tag[]>();
  const closes: Tag[] = [];
  if (!skeleton.includes('</')) return { opens: [], closes };
  for (const found of skeleton.matchAll(TAG)) {
    const [whole, slash = '', name = ''] = found;
    const at = found.index + 1 + slash.length;
    const tag = { name, span: { start: at, end: at + name.length } };
    const same = name.toLowerCase();
    if (slash !== '') {
      if (opens.get(same)?.pop() === undefined) closes.push(tag);
    } else if (!whole.endsWith('/>')) {
      const others = opens.get(same);
      if (others) others.push(tag);
      else opens.set(same, [tag]);
    }
  }
  const left = [...opens.values()].flat().sort((a, b) => a.span.start - b.span.start);
  return { opens: left, closes };
}
