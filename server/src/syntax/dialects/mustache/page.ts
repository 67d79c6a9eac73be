import type { Span } from '../../../text/span';
import type { Piece } from '../../piece';
import type { Place } from '../javascript/stop';
import type { IndentedText } from './indent';
import type { MustacheTree } from './scan';

/** A partial that is being filled: where it came in, and as what it is read. */
interface PartialPage {
  readonly file: string;
  /** The page of the tag that names it, and the tag. */
  readonly outer: Page;
  readonly tag: Span;
  /** The partial's own text. */
  readonly source: string;
  /** Set when the page is not the partial's own text but the indented one. */
  readonly indented?: IndentedText;
}

/** A text that is being filled. Pieces and places are handed to it in its own offsets. */
export class Page {
  readonly tree: MustacheTree;
  /** Address of an included text. */
  readonly file: string | undefined;
  readonly depth: number;
  /** What all pages of one rendering print into. */
  readonly printed: Piece[];
  readonly #partial: PartialPage | undefined;
  /** The tag of the main text that brought this text in. */
  readonly #site: Span | undefined;

  constructor(tree: MustacheTree, printed: Piece[], partial?: PartialPage) {
    this.tree = tree;
    this.printed = printed;
    this.#partial = partial;
    this.file = partial?.file;
    this.depth = partial ? partial.outer.depth + 1 : 0;
    this.#site = partial && (partial.outer.#site ?? partial.tag);
  }

  sourceOf({ start, end }: Span): string {
    return this.tree.text.slice(start, end);
  }

  print(piece: Piece): void {
    if (!this.#partial || !this.#site) {
      this.printed.push(piece);
      return;
    }
    const { file, outer, tag, source, indented } = this.#partial;
    for (const own of indented ? indented.pieces(piece, tag, source) : [piece]) {
      // The indentation is text of the tag, in the text that the tag stands in.
      if (own.kind === 'tag' && piece.kind === 'literal') outer.print(own);
      else this.printed.push({ ...own, file, site: this.#site });
    }
  }

  placeOf(span: Span): Place {
    if (!this.#partial) return { span };
    const { file, indented } = this.#partial;
    return { span: indented ? indented.spanOf(span) : span, file };
  }
}
