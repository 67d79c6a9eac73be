import type { Stretch } from '../../tree';
import { checked } from './check';
import { faultsOf, refusalOf } from './faults';
import { outlineOf } from './outline';
import type { Chunk } from './parse/chunks';
import type { Marks } from './parse/marks';
import { parseText } from './parse/parser';
import { slotsOf } from './slots';
import type { JinjaTree } from './tree';

/** Reads a text: its tree, its slots, its faults, and the texts that it brings in. */
export function scan(text: string, marks: Marks): JinjaTree {
  const { body, chunks, problems, late } = parseText(text, marks);
  const outline = outlineOf(body, text);
  const check = checked(body);
  const all = problems.length > 0 ? problems : check.refused;
  const refusal = refusalOf(text, all, marks);
  const lateRefusal = refusalOf(text, late, marks);
  return {
    text,
    body,
    slots: slotsOf(body),
    faults: faultsOf(text, [...all, ...check.doubtful], marks),
    stretches: stretchesOf(chunks),
    ...outline,
    ...(refusal ? { refusal } : {}),
    ...(lateRefusal ? { lateRefusal } : {}),
  };
}

function stretchesOf(chunks: readonly Chunk[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const chunk of chunks) {
    if (chunk.kind === 'comment') stretches.push({ kind: 'comment', span: { start: chunk.start, end: chunk.end } });
    else if (chunk.kind === 'data' && chunk.raw)
      stretches.push({ kind: 'raw', span: chunk.raw, inner: { start: chunk.start, end: chunk.end } });
  }
  return stretches;
}
