import type { Rendered } from '../../render/segment';
import { Kept } from '../../text/kept';
import type { Span } from '../../text/span';
import type { SystemContext } from '../rule';

const known = new Kept<Rendered, ReadonlyMap<string, readonly Span[]>>();

/** The stretches of each file that a selection sends. */
function sentOf(rendered: Rendered): ReadonlyMap<string, readonly Span[]> {
  let sent = known.get(rendered);
  if (!sent) {
    const found = new Map<string, Span[]>();
    for (const { blocks } of rendered.messages)
      for (const { segments } of blocks)
        for (const { source } of segments) {
          const spans = found.get(source.uri);
          if (spans) spans.push(source.span);
          else found.set(source.uri, [source.span]);
        }
    sent = found;
    known.set(rendered, sent);
  }
  return sent;
}

/**
 * A sentence that names the first selection in which a place of a text is sent, when that is not the one shown; empty
 * when it is, or when no selection sends it.
 */
export function seenWith({ rendered }: Pick<SystemContext, 'rendered'>, uri: string, span: Span): string {
  const holds = (one: Rendered): boolean =>
    sentOf(one)
      .get(uri)
      ?.some(({ start, end }) => start < span.end && end > span.start) ?? false;
  const first = rendered.find(holds);
  return first && first !== rendered[0] && first.selection.label !== '' ? ` Seen with ${first.selection.label}.` : '';
}
