import type { TemplateTree } from '../../tree';
import { faultsOf, refusalOf } from './faults';
import { outlineOf } from './outline';
import { type Marks, OWN_MARKS } from './parse/marks';
import { parse } from './parse/parser';
import { slotsOf } from './slots';
import type { LiquidTree } from './tree';

export function scan(text: string, marks: Marks = OWN_MARKS): LiquidTree {
  const { body, problems } = parse(text, marks);
  const { slots, doubtful } = slotsOf(body, text);
  const all = [...problems, ...doubtful];
  const refusal = refusalOf(text, all, marks);
  return {
    syntax: 'liquid',
    text,
    body,
    slots,
    faults: faultsOf(text, all, marks),
    ...outlineOf(body),
    ...(refusal ? { refusal } : {}),
  };
}

/** Whether a tree comes from this dialect: what a program gives for an include may not. */
export const isLiquidTree = (tree: TemplateTree): tree is LiquidTree => 'syntax' in tree && tree.syntax === 'liquid';
