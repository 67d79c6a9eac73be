import type { FillContext, Filled, Piece } from '../../piece';
import type { TemplateTree } from '../../tree';
import type { DialectOptions } from '../dialect';
import { escapeHtml as escaped } from '../handlebars/escape';
import { isKernelTree, scan, type Tag } from './scan';

/**
 * Fills a text in one pass. What a function prints only the program knows, so its tag stands as it is written. The
 * engine encodes values for XML where messages are elements, and decodes them again when it reads the messages; a
 * program that sends the text as it is says so with `escapeHtml`.
 */
export function fill(tree: TemplateTree, context: FillContext, { escapeHtml = false }: DialectOptions): Filled {
  const own = isKernelTree(tree) ? tree : scan(tree.text);
  const { text, tags, faults } = own;
  const refusal = faults.find(({ kind }) => kind === 'field');
  const pieces: Piece[] = [];
  const gaps: NonNullable<Filled['gaps']>[number][] = [];
  const literal = (start: number, end: number): void => {
    if (end > start) pieces.push({ kind: 'literal', text: text.slice(start, end), span: { start, end } });
  };
  let at = 0;
  for (const tag of tags) {
    if (refusal && tag.start > refusal.span.start) break;
    literal(at, tag.start);
    at = tag.end;
    if (tag.kind === 'call') gaps.push({ message: gapMessage(tag.name), span: { start: tag.start, end: tag.end } });
    pieces.push(...pieceOf(text, tag, context, escapeHtml));
  }
  if (refusal) literal(at, refusal.span.start);
  else literal(at, text.length);
  return {
    pieces,
    ...(gaps.length > 0 ? { gaps } : {}),
    ...(refusal ? { stopped: { message: refusal.message, span: refusal.span } } : {}),
  };
}

const gapMessage = (name: string): string =>
  `The tag is shown as it is written: only the program knows what the function \`${name}\` prints.`;

function pieceOf(text: string, tag: Tag, context: FillContext, escapes: boolean): readonly Piece[] {
  const span = { start: tag.start, end: tag.end };
  const written = text.slice(tag.start, tag.end);
  if (tag.kind === 'call') return [{ kind: 'literal', text: written, span }];
  if (tag.kind === 'text') return tag.value === '' ? [] : [{ kind: 'tag', text: tag.value, span }];
  const value = context.value(tag.name);
  if (value === undefined) {
    // A name that the program does not give is empty.
    return context.known(tag.name) ? [{ kind: 'literal', text: written, span, hole: tag.name }] : [];
  }
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = escapes ? escaped(plain) : plain;
  return [{ kind: 'value', text: shown, span, origins: [tag.name], ...(shown === plain ? { whole: tag.name } : {}) }];
}
