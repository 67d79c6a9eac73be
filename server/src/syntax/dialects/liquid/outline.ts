import type { Span } from '../../../text/span';
import type { Stretch, TemplateBlock, TextReference } from '../../tree';
import type { Body, Comment, FileName, Inclusion, Node, Raw } from './parse/nodes';

/** What a text is made of besides slots. */
export interface Outline {
  readonly blocks: readonly TemplateBlock[];
  readonly references: readonly TextReference[];
  readonly stretches: readonly Stretch[];
}

export function outlineOf(body: Body): Outline {
  const blocks: TemplateBlock[] = [];
  const references: TextReference[] = [];
  const stretches: Stretch[] = [];
  const visit = (node: Node): void => {
    const block = blockOf(node);
    if (block) blocks.push(block);
    if (node.kind === 'inclusion')
      references.push(...referenceOf('include', node.file, node).map((one) => ({ ...one, ...givenBy(node) })));
    else if (node.kind === 'layout') references.push(...referenceOf('extends', node.file, node.open));
    else if ((node.kind === 'comment' || node.kind === 'raw') && !isOpen(node))
      stretches.push({ kind: node.kind, span: spanOf(node), ...(node.kind === 'raw' ? { inner: innerOf(node) } : {}) });
    for (const inner of bodiesOf(node)) for (const one of inner.nodes) visit(one);
  };
  for (const node of body.nodes) visit(node);
  const inOrder = (a: { readonly span: Span }, b: { readonly span: Span }): number => a.span.start - b.span.start;
  return { blocks: blocks.sort(inOrder), references: references.sort(inOrder), stretches: stretches.sort(inOrder) };
}

/** Whether a comment or raw block is never closed: then it is its opening tag, and nothing is hidden by it. */
const isOpen = ({ open, end }: Comment | Raw): boolean => open?.end === end;

const innerOf = ({ open, parts }: Raw): Span => ({ start: open.end, end: parts.at(-1)?.end ?? open.end });

const spanOf = ({ start, end }: Span): Span => ({ start, end });

function bodiesOf(node: Node): readonly Body[] {
  switch (node.kind) {
    case 'condition':
      return node.arms.map(({ body }) => body);
    case 'loop':
      return node.otherwise ? [node.body, node.otherwise] : [node.body];
    case 'capture':
    case 'block':
    case 'layout':
    case 'liquid':
      return [node.body];
    default:
      return [];
  }
}

function blockOf(node: Node): TemplateBlock | undefined {
  // A tag of many lines encloses its statements.
  if (node.kind === 'liquid') return { keyword: 'liquid', span: spanOf(node), open: spanOf(node) };
  if (!('open' in node) || !node.open) return undefined;
  const block = { span: spanOf(node), open: spanOf(node.open) };
  const named = 'nameSpan' in node && node.name !== '' ? { name: node.name, nameSpan: spanOf(node.nameSpan) } : {};
  switch (node.kind) {
    case 'condition':
      return { keyword: 'if', ...block };
    case 'loop':
      return { keyword: 'for', ...block };
    case 'capture':
      return { keyword: 'set', ...block, ...named };
    case 'block':
      return { keyword: 'block', ...block, ...named };
    default:
      return undefined;
  }
}

/** The names that an inclusion gives: those before a colon, and what `with` and `for` call their value. */
function givenBy({ word, file, hash, with: one, for: each }: Inclusion): Pick<TextReference, 'gives' | 'isolated'> {
  const own = file.kind === 'plain' ? [file.path] : [];
  const called = [one, each].flatMap((given) => (given ? (given.alias === undefined ? own : [given.alias]) : []));
  const gives = [...hash.keys(), ...called, ...(each ? ['forloop'] : [])];
  return { ...(gives.length > 0 ? { gives } : {}), ...(word === 'render' ? { isolated: true as const } : {}) };
}

function referenceOf(kind: TextReference['kind'], file: FileName, tag: Span): readonly TextReference[] {
  const span = spanOf(tag);
  if (file.kind === 'none') return [];
  if (file.kind !== 'plain') return [{ kind, path: undefined, span }];
  // A path with an escape in it stands nowhere as it is.
  const isPlain = file.span.end - file.span.start === file.path.length;
  return [{ kind, path: file.path, span, ...(isPlain ? { pathSpan: spanOf(file.span) } : {}) }];
}
