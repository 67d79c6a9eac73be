import type { Span } from '../../../text/span';
import type { FillContext, Filled, Piece, Value } from '../../piece';
import type { SyntaxFault, TemplateTree } from '../../tree';
import type { DialectOptions } from '../dialect';
import { isList, isObject, printed } from '../javascript/data';
import { joinLiterals } from '../javascript/pieces';
import { Effort, type Place, Stop } from '../javascript/stop';
import { escapeHtml } from './escape';
import { IndentedText } from './indent';
import type { Indent } from './line';
import { type Found, type Frame, lookUp, NullContext, push, VIEW } from './lookup';
import { MOST_SECTIONS, type Node, type PartialNode, type SectionNode, type ValueNode } from './nodes';
import { Page } from './page';
import { type MustacheTree, scan } from './scan';

export interface FillOptions extends DialectOptions {
  /** Look up dotted names as the specification has it, and not as mustache.js does. */
  readonly spec?: boolean;
  /** What the program passes, when that is no map of slots. */
  readonly view?: Value;
}

/**
 * Fills a text as mustache.js does. Three things differ on purpose: a slot without a value stands as it is written, so
 * does a partial that nobody finds, and prototypes do not exist (`{{toString}}` prints nothing).
 */
export function fill(tree: TemplateTree, context: FillContext, options: FillOptions): Filled {
  const slots: Frame = { kind: 'view', context };
  const frame = options.view === undefined ? slots : push(slots, options.view, '.');
  return new Engine(context, options).fill(mustacheTree(tree), frame);
}

/** A tree with what `fill` needs; one that another dialect scanned is read anew. */
const mustacheTree = (tree: TemplateTree): MustacheTree => (isOwn(tree) ? tree : scan(tree.text));

const isOwn = (tree: TemplateTree): tree is MustacheTree => 'syntax' in tree && tree.syntax === 'mustache';

/** More than the sections that may stand in each other in one text. */
const DEEPEST = MOST_SECTIONS + 20;

/** A partial's text with an indentation, as it is read. */
type Indented = { readonly tree: MustacheTree; readonly indented: IndentedText };

class Engine {
  readonly #context: FillContext;
  readonly #escapes: boolean;
  /** Lambdas of the program. */
  readonly #adds: ReadonlySet<string>;
  readonly #spec: boolean;
  readonly #effort = new Effort(DEEPEST);
  /** Sections and partials that are open. */
  #depth = 0;
  /** By their place: a tag in a loop is one gap. */
  readonly #gaps = new Map<string, NonNullable<Filled['gaps']>[number]>();
  readonly #indented = new Map<TemplateTree, Map<string, Indented>>();
  /** Sections of the main text, and whether their body was printed at least once. */
  readonly #bodies = new Map<SectionNode, boolean>();

  constructor(context: FillContext, { escapeHtml: escapes = true, spec = false, functions = [] }: FillOptions) {
    this.#context = context;
    this.#escapes = escapes;
    this.#spec = spec;
    this.#adds = new Set(functions);
  }

  fill(tree: MustacheTree, frame: Frame): Filled {
    const printed: Piece[] = [];
    let stopped: Filled['stopped'];
    try {
      this.#writePage(new Page(tree, printed), frame);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      stopped = error.stopped;
    }
    const unused = [...this.#bodies].filter(([, isUsed]) => !isUsed).map(([{ inner }]) => inner);
    const skipped = unused.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
    return {
      pieces: joinLiterals(printed),
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
    this.#depth++;
    for (const node of nodes) {
      this.#effort.steps(1, page.placeOf(node.span));
      if (refusal && node.span.start >= refusal.span.start) throw refused(page, refusal);
      if (node.kind === 'text') this.#writeText(node.span, page);
      else if (node.kind === 'value') this.#writeValue(node, page, frame);
      else if (node.kind === 'section') this.#writeSection(node, page, frame);
      else this.#writePartial(node, page, frame);
    }
    this.#depth--;
  }

  #writeText(span: Span, page: Page): void {
    this.#effort.writing(span.end - span.start, page.placeOf(span));
    page.print({ kind: 'literal', text: page.sourceOf(span), span });
  }

  #writeValue({ tag, span }: ValueNode, page: Page, frame: Frame): void {
    if (this.#adds.has(tag.name)) {
      this.#writeGap(span, `the function \`${tag.name}\` is the program's own`, page);
      return;
    }
    const { value, path, slot, hole } = this.#find(tag.name, span, page, frame);
    if (hole !== undefined) {
      page.print({ kind: 'literal', text: page.sourceOf(span), span, hole });
      return;
    }
    if (value === VIEW) {
      page.print({ kind: 'tag', text: '[object Object]', span });
      return;
    }
    if (value === undefined || (value === null && slot === undefined)) return;
    const plain = value === null ? '' : printed(value);
    const escapes = tag.kind === 'name' && this.#escapes && typeof value !== 'number';
    const text = escapes ? escapeHtml(plain) : plain;
    this.#effort.writing(text.length, page.placeOf(span));
    // A list prints its items and a comma between them, which is not how the slot would write it itself.
    const isWhole = slot !== undefined && text === plain && (text === '' || !isObject(value));
    page.print({ kind: 'value', text, span, origins: [path], ...(isWhole ? { whole: slot } : {}) });
  }

  #writeSection(node: SectionNode, page: Page, frame: Frame): void {
    if (this.#adds.has(node.tag.name)) {
      // What a lambda makes of its section nobody knows; what stands in it is shown as it would be without.
      this.#writeGap(node.tag.span, `the function \`${node.tag.name}\` is the program's own`, page);
      this.#write(node.body, page, frame);
      if (node.close) this.#writeGap(node.close, undefined, page);
      return;
    }
    const { value, path, slot } = this.#find(node.tag.name, node.span, page, frame);
    const isEmpty = value !== VIEW && (!value || (isList(value) && value.length === 0));
    const isInverted = node.tag.kind === 'inverted';
    if (page.depth === 0) this.#bodies.set(node, this.#bodies.get(node) === true || isInverted === isEmpty);
    if (isInverted !== isEmpty) return;
    if (isInverted || value === true || value === VIEW || value === undefined) this.#write(node.body, page, frame);
    else if (isList(value)) {
      for (const [index, item] of value.entries()) {
        this.#effort.steps(1, page.placeOf(node.span));
        this.#write(node.body, page, push(frame, item, `${path}[${index}]`));
      }
    } else this.#write(node.body, page, push(frame, value, path, slot));
  }

  /** A tag that stands as it is written, since only the program knows what it prints. */
  #writeGap(span: Span, why: string | undefined, page: Page): void {
    const place = page.placeOf(span);
    this.#effort.writing(span.end - span.start, place);
    page.print({ kind: 'tag', text: page.sourceOf(span), span });
    const message = `The tag is shown as it is written: ${why}.`;
    if (why !== undefined) this.#gaps.set(`${place.span.start} ${place.file}`, { message, ...place });
  }

  #writePartial(node: PartialNode, page: Page, frame: Frame): void {
    const { tag, span } = node;
    const place = page.placeOf(span);
    this.#effort.depth(this.#depth, place);
    const found = this.#context.include?.(tag.name, page.file);
    if (!found) {
      this.#effort.writing(span.end - span.start, place);
      page.print({ kind: 'tag', text: page.sourceOf(span), span });
      const message = `The partial \`${tag.name}\` is not found, so its tag is shown as it is written; mustache would print nothing for it.`;
      this.#gaps.set(`${place.span.start} ${place.file}`, { message, ...place });
      return;
    }
    this.#effort.text(place);
    const { tree, indented } = node.indent
      ? this.#indent(found.tree, node.indent, place)
      : { tree: mustacheTree(found.tree), indented: undefined };
    const partial = { file: found.uri, outer: page, tag: span, source: found.tree.text };
    this.#writePage(new Page(tree, page.printed, indented ? { ...partial, indented } : partial), frame);
  }

  /** A partial's text with an indentation, read once for each. */
  #indent(tree: TemplateTree, indent: Indent, place: Place): Indented {
    const key = `${indent.behindText ? 1 : 0}${indent.text}`;
    const known = this.#indented.get(tree) ?? new Map<string, Indented>();
    this.#indented.set(tree, known);
    let text = known.get(key);
    if (!text) {
      const indented = new IndentedText(tree.text, indent);
      this.#effort.reading(indented.text.length, place);
      text = { tree: scan(indented.text, 0, mustacheTree(tree).delimiters), indented };
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
      throw new Stop({ message, engine, ...page.placeOf(span) });
    }
  }
}

function refused(page: Page, { message, span, engine }: SyntaxFault): Stop {
  return new Stop({ message, ...page.placeOf(span), ...(engine === undefined ? {} : { engine }) });
}
