import type { Span } from '../../../text/span';
import type { TemplateBlock, TextReference } from '../../tree';
import { type Child, forEachChild } from './parse/children';
import type { Expression } from './parse/expressions';
import type { Block, Body, Statement } from './parse/nodes';

/** What a text is made of besides slots: blocks, and the texts that it brings in. */
export interface Outline {
  readonly blocks: readonly TemplateBlock[];
  readonly references: readonly TextReference[];
  /** The `{% block %}`s by their names; of two of the same name, the first. */
  readonly inheritance: ReadonlyMap<string, Block>;
}

export function outlineOf(body: Body, text: string): Outline {
  const blocks: TemplateBlock[] = [];
  const references: TextReference[] = [];
  const inheritance = new Map<string, Block>();
  const visit = (node: Child): void => {
    const block = blockOf(node);
    if (block) blocks.push(block);
    if (node.kind === 'block' && !inheritance.has(node.name)) inheritance.set(node.name, node);
    references.push(...referencesOf(node, text));
    if (holdsStatements(node)) forEachChild(node, visit);
  };
  for (const node of body.nodes) visit(node);
  return { blocks: inOrder(blocks), references: inOrder(references), inheritance };
}

const inOrder = <T extends { readonly span: Span }>(items: T[]): readonly T[] =>
  items.sort((a, b) => a.span.start - b.span.start);

const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['if', 'if'],
  ['for', 'for'],
  ['set-block', 'set'],
  ['with', 'with'],
  ['autoescape', 'autoescape'],
  ['block', 'block'],
  ['macro', 'macro'],
  ['call-block', 'call'],
  ['filter-block', 'filter'],
]);

const holdsStatements = (node: Child): boolean =>
  KEYWORDS.has(node.kind) || (node.kind === 'broken' && 'bodies' in node);

function blockOf(node: Child): TemplateBlock | undefined {
  const keyword = KEYWORDS.get(node.kind);
  if (keyword === undefined || !('open' in node)) return undefined;
  const block = { keyword, span: spanOf(node), open: spanOf(node.open) };
  const named = nameOf(node);
  return named ? { ...block, ...named } : block;
}

function nameOf(node: Statement): { readonly name: string; readonly nameSpan: Span } | undefined {
  if (node.kind === 'block') return { name: node.name, nameSpan: node.nameSpan };
  if (node.kind === 'macro') return { name: node.name.name, nameSpan: spanOf(node.name) };
  if (node.kind === 'set-block' && node.target.kind === 'name') {
    return { name: node.target.name, nameSpan: spanOf(node.target) };
  }
  return undefined;
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

function referencesOf(node: Child, text: string): readonly TextReference[] {
  switch (node.kind) {
    case 'include':
      return pathsOf(node.template, text).map((path, _, all) => ({
        kind: 'include',
        span: spanOf(node),
        ...path,
        ...(node.ignoreMissing || all.length > 1 ? { optional: true } : {}),
        ...(node.withContext ? {} : { isolated: true }),
      }));
    case 'extends':
      return pathsOf(node.template, text).map((path) => ({ kind: 'extends', span: spanOf(node), ...path }));
    case 'import':
    case 'from':
      return pathsOf(node.template, text).map((path) => ({
        kind: 'import',
        span: spanOf(node),
        ...path,
        ...(node.withContext ? {} : { isolated: true }),
      }));
    default:
      return [];
  }
}

interface Path {
  readonly path: string | undefined;
  readonly pathSpan?: Span;
}

/** The paths of a tag: one, or a list of which the first that exists is taken. */
function pathsOf(template: Expression, text: string): readonly Path[] {
  if (template.kind !== 'list' && template.kind !== 'tuple') return [pathOf(template, text)];
  return template.items.map((item) => (item.kind === 'slice' ? { path: undefined } : pathOf(item, text)));
}

function pathOf(template: Expression, text: string): Path {
  if (template.kind !== 'constant' || typeof template.value !== 'string') return { path: undefined };
  const pathSpan = { start: template.start + 1, end: template.end - 1 };
  // A path with an escape in it, or made of two strings, stands nowhere as it is.
  const plain = text.slice(pathSpan.start, pathSpan.end) === template.value;
  return plain ? { path: template.value, pathSpan } : { path: template.value };
}
