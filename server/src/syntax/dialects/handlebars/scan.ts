import type { SyntaxFault, TemplateTree } from '../../tree';
import type { Program } from './ast';
import { faultsOf } from './faults';
import { marksOf } from './marks';
import { parse } from './parser';
import { slotsOf } from './slots';
import { controlWhiteSpace } from './white-space';

export interface HandlebarsTree extends TemplateTree {
  readonly syntax: 'handlebars';
  readonly program: Program;
  /** The fault for which the library refuses the text before it prints anything. */
  readonly refusal?: SyntaxFault;
}

export function scan(text: string, from = 0): HandlebarsTree {
  const { program, problems } = parse(text);
  controlWhiteSpace(text, program, from);
  const syntax = 'handlebars';
  return {
    syntax,
    text,
    program,
    slots: slotsOf(program),
    ...marksOf(text, program),
    ...faultsOf(text, problems, program),
  };
}
