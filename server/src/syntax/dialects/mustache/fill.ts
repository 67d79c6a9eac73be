import type { Span } from '../../../text/span';
import { OUTPUT_LIMIT } from '../../output';
import type { FillContext, Filled, Piece } from '../../piece';
import type { SyntaxFault, TemplateTree } from '../../tree';
import type { DialectOptions } from '../dialect';
import { isList, isObject, printed } from '../javascript/data';
import { joinLiterals } from '../javascript/pieces';
import { Effort, type Place, Stop } from '../javascript/stop';
import { escapeHtml } from './escape';
import { IndentedText } from './indent';
import type { Indent } from './line';
import { type Found, type Frame, lookUp, NullContext, push, VIEW } from './lookup';
import type { Node, PartialNode, SectionNode, ValueNode } from './nodes';
import { type MustacheTree, scan } from './scan';

export interface FillOptions extends DialectOptions {
  /** Look up dotted names as the specification has it, and not as mustache.js does. */
  readonly spec?: boolean;
}

/**
 * Fills a text as mustache.js does. Three things differ on purpose: a slot without a value stands as it is written, so
 * does a partial that nobody finds, and prototypes do not exist (`{{toString}}` prints nothing).
 */
export function fill(tree: TemplateTree, context: FillContext, options: FillOptions): Filled {
  return new Engine(context, options).fill(mustacheTree(tree), { kind: 'view', context });
}

/** A tree with what `fill` needs; one that another dialect scanned is read anew. */
const mustacheTree = (tree: TemplateTree): MustacheTree => ('nodes' in tree ? (tree as MustacheTree) : scan(tree.text));

/** A text that is being filled, and what it has printed. */
interface Page {
  readonly tree: MustacheTree;
  /** Address of an included text. */
  readonly file?: string;
  /** Set when `tree` is not the partial's own text but the indented one. */
  readonly indented?: IndentedText;
  readonly depth: number;
  /** Their spans are those of `tree`. */
  readonly pieces: Piece[];
}

export class Engine {
  readonly #context: FillContext;
  readonly #escapes: boolean;
  readonly #spec: boolean;
  readonly #effort = new Effort(OUTPUT_LIMIT);
  /** By their place: a tag in a loop is one gap. */
  readonly #gaps = new Map<string, NonNullable<Filled['gaps']>[number]>();
  readonly #indented = new Map<TemplateTree, Map<string, Pick<Page, 'tree' | 'indented'>>>();
  /** Sections of the main text, and whether their body was printed at least once. */
  readonly #bodies = new Map<SectionNode, boolean>();

  constructor(context: FillContext, { escapeHtml: escapes = true, spec = false }: FillOptions) {
    this.#context = context;
    this.#escapes = escapes;
    this.#spec = spec;
  }

  fill(tree: MustacheTree, frame: Frame): Filled {
    const page: Page = { tree, depth: 0, pieces: [] };
    let stopped: Filled['stopped'];
    try {
      this.#writePage(page, frame);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      stopped = error.stopped;
    }
    const skipped = [...this.#bodies].flatMap(([{ inner }, used]) => (used || inner.end <= inner.start ? [] : [inner]));
    return {
      pieces: joinLiterals(page.pieces),
      ...(stopped ? { stopped } : {}),
      ...(skipped.length > 0 ? { skipped } : {}),
      ...(this.#gaps.size > 0 ? { gaps: [...this.#gaps.values()] } : {}),
    };
  }

  /**
   * A text, up to the tag for which the engine refuses it. It would print nothing of it then; what stands before the tag
   * is shown all the same. Whatever goes wrong on the way comes too late: the engine reads a whole text before it begins.
   */
  #writePage(page: Page, frame: Frame): void {
    const { refusal } = page.tree;
    try {
      this.#write(page.tree.nodes, page, frame);
    } catch (error) {
      if (!refusal || !(error instanceof Stop)) throw error;
    }
    if (refusal) throw refused(page, refusal);
  }

  #write(nodes: readonly Node[], page: Page, frame: Frame): void {
    const { refusal } = page.tree;
    for (const node of nodes) {
      this.#effort.steps(1, placeOf(page, node.span));
      if (refusal && node.span.start >= refusal.span.start) throw refused(page, refusal);
      if (node.kind === 'text') this.#writeText(node.span, page);
      else if (node.kind === 'value') this.#writeValue(node, page, frame);
      else if (node.kind === 'section') this.#writeSection(node, page, frame);
      else this.#writePartial(node, page, frame);
    }
  }

  #writeText(span: Span, page: Page): void {
    this.#effort.writing(span.end - span.start, placeOf(page, span));
    page.pieces.push({ kind: 'literal', text: page.tree.text.slice(span.start, span.end), span });
  }

  #writeValue({ tag, span }: ValueNode, page: Page, frame: Frame): void {
    const { value, path, slot, hole } = this.#find(tag.name, span, page, frame);
    if (hole !== undefined) {
      page.pieces.push({ kind: 'literal', text: page.tree.text.slice(span.start, span.end), span, hole });
      return;
    }
    if (value === VIEW) {
      page.pieces.push({ kind: 'tag', text: '[object Object]', span });
      return;
    }
    if (value === undefined || (value === null && slot === undefined)) return;
    const plain = value === null ? '' : printed(value);
    const escapes = tag.kind === 'name' && this.#escapes && typeof value !== 'number';
    const text = escapes ? escapeHtml(plain) : plain;
    this.#effort.writing(text.length, placeOf(page, span));
    // A list prints its items and a comma between them, which is not how the slot would write it itself.
    const isWhole = slot !== undefined && text === plain && (text === '' || !isObject(value));
    page.pieces.push({ kind: 'value', text, span, origins: [path], ...(isWhole ? { whole: slot } : {}) });
  }

  #writeSection(node: SectionNode, page: Page, frame: Frame): void {
    const { value, path, slot } = this.#find(node.tag.name, node.span, page, frame);
    const isEmpty = value !== VIEW && (!value || (isList(value) && value.length === 0));
    const isInverted = node.tag.kind === 'inverted';
    if (page.depth === 0) this.#bodies.set(node, this.#bodies.get(node) === true || isInverted === isEmpty);
    if (isInverted !== isEmpty) return;
    if (isInverted || value === true || value === VIEW || value === undefined) this.#write(node.body, page, frame);
    else if (isList(value)) {
      for (const [index, item] of value.entries()) {
        this.#effort.steps(1, placeOf(page, node.span));
        this.#write(node.body, page, push(frame, item, `${path}[${index}]`));
      }
    } else this.#write(node.body, page, push(frame, value, path, slot));
  }

  #writePartial(node: PartialNode, page: Page, frame: Frame): void {
    const { tag, span } = node;
    const place = placeOf(page, span);
    this.#effort.depth(page.depth, place);
    const found = this.#context.include?.(tag.name, page.file);
    if (!found) {
      this.#effort.writing(span.end - span.start, place);
      page.pieces.push({ kind: 'tag', text: page.tree.text.slice(span.start, span.end), span });
      const message = `The partial \`${tag.name}\` is not found, so its tag is shown as it is written; mustache would print nothing for it.`;
      this.#gaps.set(`${place.span.start} ${place.file}`, { message, ...place });
      return;
    }
    const text = node.indent ? this.#indent(found.tree, node.indent, place) : { tree: mustacheTree(found.tree) };
    const inner: Page = { ...text, file: found.uri, depth: page.depth + 1, pieces: [] };
    try {
      this.#writePage(inner, frame);
    } finally {
      for (const piece of inner.pieces) page.pieces.push(...placed(piece, inner, found.tree.text, span, page.depth));
    }
  }

  /** A partial's text with an indentation, read once for each. */
  #indent(tree: TemplateTree, indent: Indent, place: Place): Pick<Page, 'tree' | 'indented'> {
    const key = `${indent.behindText ? 1 : 0}${indent.text}`;
    const known = this.#indented.get(tree) ?? new Map<string, Pick<Page, 'tree' | 'indented'>>();
    this.#indented.set(tree, known);
    let text = known.get(key);
    if (!text) {
      const indented = new IndentedText(tree.text, indent);
      this.#effort.reading(indented.text.length, place);
      text = { tree: scan(indented.text), indented };
      known.set(key, text);
    }
    return text;
  }

  #find(name: string, span: Span, page: Page, frame: Frame): Found {
    try {
      return lookUp(frame, name, this.#spec);
    } catch (error) {
      if (!(error instanceof NullContext)) throw error;
      const engine = `Cannot read properties of null (reading '${name}')`;
      const message = `mustache fails here: it looks for \`${name}\` in an item of the list that is null.`;
      throw new Stop({ message, engine, ...placeOf(page, span) });
    }
  }
}

function refused(page: Page, { message, span, engine }: SyntaxFault): Stop {
  return new Stop({ message, ...placeOf(page, span), ...(engine === undefined ? {} : { engine }) });
}

function placeOf({ file, indented }: Page, span: Span): Place {
  if (file === undefined) return { span };
  return { span: indented ? indented.spanOf(span) : span, file };
}

/**
 * A piece of a partial, in the text of the tag that names it. What has an address is in its own text already; only
 * where it came in is said once more, by the outermost tag. The indentation is text of the tag, in the tag's own text.
 */
function placed(piece: Piece, { file, indented }: Page, source: string, tag: Span, depth: number): Piece[] {
  const site = depth === 0 ? { site: tag } : {};
  if (piece.file !== undefined || file === undefined) return [{ ...piece, ...site }];
  if (!indented) return [{ ...piece, file, ...site }];
  return indented
    .pieces(piece, tag, source)
    .map((own) => (own.kind === 'tag' && piece.kind === 'literal' ? own : { ...own, file, ...site }));
}
