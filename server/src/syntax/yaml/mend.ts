// Reading and mending in turns, so that one slip does not take the rest of a text with it.
import { applyEdits, type TextEdit } from '../../text/edit';
import { OffsetMap } from '../../text/offsets';
import { overlaps, type Span, span as spanOf } from '../../text/span';
import type { YamlError, YamlFault } from './faults';
import { explain } from './repair';
import { moved, type YamlNode } from './tree';

/** One reading of a text. */
export interface Read {
  readonly root: YamlNode | undefined;
  readonly errors: readonly YamlError[];
}

/** Rounds of mending and reading again. One is nearly always enough; a mended line may show the next mistake. */
const MOST_ROUNDS = 4;
/** A longer text is mended once: each round is a whole reading. */
const LONG = 100_000;
const MOST_FAULTS = 100;

/**
 * Reads a text as if its faults were mended where that is plain. Tree and faults are in offsets of the text as it is.
 * `known` are faults that were found before, by somebody who knows what the text should say.
 */
export function readMended(
  source: string,
  read: (text: string) => Read,
  known: readonly YamlFault[] = [],
): { root: YamlNode | undefined; faults: readonly YamlFault[] } {
  const rounds = source.length > LONG ? 1 : MOST_ROUNDS;
  const mended: YamlFault[] = [...known];
  const edits: TextEdit[] = known.flatMap(({ fix }) => fix?.edits ?? []);
  for (let round = 0; ; round++) {
    const current = applyEdits(source, edits);
    const map = new OffsetMap(edits);
    const back = (s: Span): Span => spanOf(map.before(s.start), map.before(s.end));
    const { root, errors } = read(current);
    const found = explain(current, errors, root).map((fault) => movedFault(fault, back));
    const repairs = round < rounds && mended.length < MOST_FAULTS ? newRepairs(found, edits) : [];
    if (repairs.length === 0) {
      const rest = found.filter((fault) => !mended.some((m) => overlaps(m.span, fault.span)));
      const faults = [...mended, ...rest].sort((a, b) => a.span.start - b.span.start);
      return { root: edits.length === 0 ? root : root && moved(root, back), faults: faults.slice(0, MOST_FAULTS) };
    }
    for (const fault of repairs) {
      mended.push(fault);
      edits.push(...(fault.fix?.edits ?? []));
    }
  }
}

/** Repairs that touch none of the earlier ones. What follows an unreliable one is left to the next round. */
function newRepairs(found: readonly YamlFault[], edits: readonly TextEdit[]): YamlFault[] {
  const taken = edits.map((edit) => edit.span);
  const out: YamlFault[] = [];
  for (const fault of found) {
    if (!fault.mends || !fault.fix) continue;
    const spans = fault.fix.edits.map((edit) => edit.span);
    if (spans.some((s) => taken.some((t) => overlaps(s, t)))) continue;
    taken.push(...spans);
    out.push(fault);
    if (fault.mends === 'alone') break;
  }
  return out;
}

/** The same fault with its places taken elsewhere. */
export function movedFault(fault: YamlFault, back: (s: Span) => Span): YamlFault {
  return {
    ...fault,
    span: back(fault.span),
    ...(fault.related ? { related: { ...fault.related, span: back(fault.related.span) } } : {}),
    ...(fault.fix
      ? { fix: { ...fault.fix, edits: fault.fix.edits.map((edit) => ({ ...edit, span: back(edit.span) })) } }
      : {}),
  };
}
