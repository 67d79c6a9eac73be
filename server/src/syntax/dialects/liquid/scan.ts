import type { TemplateTree } from '../../tree';
import { faultsOf, refusalOf } from './faults';
import { outlineOf } from './outline';
import { parse } from './parse/parser';
import { slotsOf } from './slots';
import type { LiquidTree } from './tree';

export function scan(text: string): LiquidTree {
  const { body, problems } = parse(text);
  const { slots, doubtful } = slotsOf(body, text);
  const all = [...problems, ...doubtful];
  const refusal = refusalOf(text, all);
  return {
    syntax: 'liquid',
    text,
    body,
    slots,
    faults: faultsOf(text, all),
    ...outlineOf(body),
    ...(refusal ? { refusal } : {}),
  };
}

/** Whether a tree comes from this dialect: what a program gives for an include may not. */
export const isLiquidTree = (tree: TemplateTree): tree is LiquidTree => 'syntax' in tree && tree.syntax === 'liquid';
