import type { Span } from '../../../text/span';
import type { SlotUse, SyntaxFault, TemplateTree } from '../../tree';

/** What stands in one pair of braces. */
export type Tag = Span &
  (
    | { readonly kind: 'variable'; readonly name: string }
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'call'; readonly name: string }
  );

export interface KernelTree extends TemplateTree {
  readonly syntax: 'semantic-kernel';
  readonly tags: readonly Tag[];
}

export const isKernelTree = (tree: TemplateTree): tree is KernelTree =>
  'syntax' in tree && tree.syntax === 'semantic-kernel';

export const isSlotName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

/** A tag may go over lines, but not without end. */
const LONGEST_TAG = 10_000;

export function scan(text: string): KernelTree {
  const tags: Tag[] = [];
  const slots: SlotUse[] = [];
  const faults: SyntaxFault[] = [];
  let closes = text.indexOf('}}');
  for (let at = text.indexOf('{{'); at >= 0; ) {
    while (closes >= 0 && closes < at) closes = text.indexOf('}}', at);
    // Of three braces the last two open a tag.
    while (text[at + 2] === '{') at++;
    const end = closes < 0 ? undefined : endOf(text, at + 2);
    if (end === undefined) {
      const span = { start: at, end: at + 2 };
      if (closes < 0) faults.push(unclosed(span, text.length));
      at = closes < 0 ? -1 : text.indexOf('{{', at + 2);
      continue;
    }
    const read = readTag(text, { start: at, end });
    if (read.tag) tags.push(read.tag);
    slots.push(...read.slots);
    if (read.fault) faults.push(read.fault);
    at = text.indexOf('{{', end);
  }
  return { syntax: 'semantic-kernel', text, tags, slots, faults, stretches: [] };
}

const unclosed = (span: Span, length: number): SyntaxFault => ({
  kind: 'unclosed',
  message: 'The tag `{{` is never closed, so it stays in the text as it is; close it with `}}`.',
  span,
  related: { span: { start: length, end: length }, message: 'the end of the text' },
});

/** Behind the `}}` that closes a tag, which may stand in quotes without closing it. */
function endOf(text: string, from: number): number | undefined {
  let quote = '';
  const last = Math.min(text.length - 1, from + LONGEST_TAG);
  for (let i = from; i < last; i++) {
    const c = text[i] as string;
    if (quote !== '') {
      if (c === '\\') i++;
      else if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '}' && text[i + 1] === '}') return i + 2;
  }
  return undefined;
}

interface ReadTag {
  readonly tag?: Tag;
  readonly slots: readonly SlotUse[];
  readonly fault?: SyntaxFault;
}

function readTag(text: string, span: Span): ReadTag {
  const inner = text.slice(span.start + 2, span.end - 2);
  const content = inner.trim();
  const start = span.start + 2 + inner.indexOf(content);
  if (content === '') return { tag: { ...span, kind: 'text', value: '' }, slots: [] };
  if (content.startsWith('$')) {
    const name = content.slice(1);
    if (!/^\w+$/.test(name))
      return refused(span, `\`${content}\` is no name of a variable: letters, digits and \`_\` only`);
    return { tag: { ...span, kind: 'variable', name }, slots: [slotAt(name, span, start + 1, 'value')] };
  }
  const quote = content[0];
  if (quote === '"' || quote === "'") {
    if (content.length < 2 || !content.endsWith(quote)) return refused(span, 'the text in quotes does not end');
    const value = content.slice(1, -1).replaceAll(`\\${quote}`, quote).replaceAll('\\\\', '\\');
    return { tag: { ...span, kind: 'text', value }, slots: [] };
  }
  return readCall(content, span, start);
}

/** `plugin.function $a "text" key=$b`: what it prints only the program knows, but its variables are slots. */
function readCall(content: string, span: Span, start: number): ReadTag {
  const name = /^[\p{L}_][\p{L}\p{N}_.-]*/u.exec(content)?.[0];
  if (name === undefined) return refused(span, 'it is neither a variable, nor a text in quotes, nor a function');
  const slots: SlotUse[] = [];
  const unquoted = content.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, (text) => ' '.repeat(text.length));
  for (const match of unquoted.matchAll(/(?<=[\s=])\$(\w+)/g))
    slots.push(slotAt(match[1] as string, span, start + match.index + 1, 'control'));
  return { tag: { ...span, kind: 'call', name }, slots };
}

const slotAt = (name: string, tag: Span, start: number, role: SlotUse['role']): SlotUse => ({
  name,
  path: name,
  span: { start: tag.start, end: tag.end },
  nameSpan: { start, end: start + name.length },
  role,
});

const refused = (span: Span, why: string): ReadTag => ({
  slots: [],
  fault: { kind: 'field', message: `Semantic Kernel refuses this tag: ${why}.`, span },
});
