import { treeOf } from '../../model/body';
import type { Location } from '../../model/system';
import type { MessageLayout } from '../../render/layout';
import type { TemplateTree } from '../../syntax/tree';
import { Kept } from '../../text/kept';
import { covers, overlaps, type Span } from '../../text/span';
import type { RenderContext } from '../rule';
import { runsIn, runsOf, skeletonOf } from './messageText';

/** Statements whose text is printed whatever the values are. */
const UNCONDITIONAL: ReadonlySet<string> = new Set([
  'macro',
  'block',
  'call',
  'filter',
  'set',
  'with',
  'autoescape',
  'raw',
  'trans',
  'liquid',
]);

/** Stands for a character that only one branch of a condition prints. It is a blank, so that words beside it stay words. */
const HIDDEN = ' ';

/**
 * What the author wrote in [start, end) of a message, as far as it is there whenever the slot at `place` is: text of a
 * condition in which the slot does not stand is blanked (`{{#if custom}}Content is data.{{/if}}`). `place` undefined: text
 * of every condition is.
 */
export function textOnTheWay(
  context: RenderContext,
  message: MessageLayout,
  start: number,
  end: number,
  place: Location | undefined,
): string {
  const { layout } = context;
  const text = skeletonOf(layout, message).slice(start, end);
  let out = '';
  let at = start;
  for (const run of runsIn(runsOf(layout, message), start, end)) {
    if (run.segment.kind !== 'literal') continue;
    const { uri, span } = run.segment.source;
    for (const block of conditionsOf(context, uri)) {
      if (block.start >= span.end) break;
      if (!overlaps(block, span) || (place?.uri === uri && covers(block, place.span))) continue;
      const from = Math.max(at, run.start + (block.start - span.start));
      const to = Math.min(end, run.end, run.start + (block.end - span.start));
      if (to <= from) continue;
      out += text.slice(at - start, from - start) + HIDDEN.repeat(to - from);
      at = to;
    }
  }
  return out + text.slice(at - start);
}

/** A text with more conditions than this was made by a program; what stands in the rest counts as always there. */
const MOST_CONDITIONS = 1000;

const known = new Kept<TemplateTree, readonly Span[]>();

/** The conditions and loops of a file, in the order of their openings. */
function conditionsOf({ system, lookup }: RenderContext, uri: string): readonly Span[] {
  const dialect = system.dialects[0];
  const found = dialect && lookup.at(uri);
  if (!dialect || found?.kind !== 'file') return [];
  const tree = treeOf(found.file, system.entry.trim === true, dialect);
  let conditions = known.get(tree);
  if (!conditions) {
    conditions = (tree.blocks ?? [])
      .filter((block) => !UNCONDITIONAL.has(block.keyword))
      .slice(0, MOST_CONDITIONS)
      .map((block) => block.span);
    known.set(tree, conditions);
  }
  return conditions;
}
