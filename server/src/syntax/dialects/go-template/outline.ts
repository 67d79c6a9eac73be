import type { TemplateBlock, TextReference } from '../../tree';
import type { Body, Control, Definition, Statement } from './parse/nodes';
import type { Parsed } from './parse/parser';

export interface Outline {
  readonly blocks: readonly TemplateBlock[];
  /** Templates that are called and not defined in the text itself. */
  readonly references: readonly TextReference[];
}

export function outlineOf(text: string, { body, definitions, defined }: Parsed): Outline {
  const blocks: TemplateBlock[] = [];
  const references: TextReference[] = [];
  for (const node of statementsIn([body, ...defined.map((one) => one.body)])) {
    if (node.kind === 'template' && !definitions.has(node.name)) {
      const { name, open, nameSpan } = node;
      // A name with an escape in it stands nowhere as it is.
      const isPlain = text.slice(nameSpan.start, nameSpan.end) === name;
      references.push({ kind: 'partial', path: name, span: open, ...(isPlain ? { pathSpan: nameSpan } : {}) });
    } else if ('body' in node && !node.chained) blocks.push(blockOf(node));
  }
  for (const definition of defined) blocks.push(definitionBlock(definition));
  return { blocks: inOrder(blocks), references: inOrder(references) };
}

const inOrder = <T extends { readonly span: { readonly start: number } }>(items: T[]): readonly T[] =>
  items.sort((a, b) => a.span.start - b.span.start);

const blockOf = ({ kind, start, end, open }: Control): TemplateBlock => ({
  keyword: kind === 'range' ? 'for' : kind,
  span: { start, end },
  open: { start: open.start, end: open.end },
});

const definitionBlock = ({ keyword, open, end, name, nameSpan }: Definition): TemplateBlock => ({
  keyword: keyword === 'define' ? 'macro' : 'block',
  span: { start: open.start, end },
  open: { start: open.start, end: open.end },
  name,
  nameSpan,
});

/** Every statement of some bodies and of the blocks in them. */
export function* statementsIn(bodies: readonly Body[]): Generator<Statement> {
  const open = [...bodies];
  for (let body = open.pop(); body; body = open.pop()) {
    for (const node of body.nodes) {
      yield node;
      if (!('body' in node)) continue;
      open.push(node.body);
      if (node.otherwise) open.push(node.otherwise);
    }
  }
}
