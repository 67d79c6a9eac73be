// The text of a view as one text to search in, and the way back from a place in it to what is drawn.

/** Texts of the prompt and of what is made from it. What the panel says between them is not searched. */
const TEXTS = '.text, .json, .json-plain';
const SAID = '.slot-name, .hole-word, .note, .sr, .left-out, .gone-fold > summary, .cache-label, button';

/** Stretches that are laid out only where they are scrolled to: to ask for the place of one costs nothing. */
const BOXES = '.chunk, .json-line, .run, .message';

export interface Match {
  readonly start: number;
  readonly end: number;
}

/** More matches than this help nobody. */
export const MOST_MATCHES = 10_000;

/** Matches that are lit at the same time. */
const MOST_LIT = 2_000;

export class Searchable {
  readonly text: string;
  readonly #nodes: readonly Text[];
  readonly #starts: readonly number[];

  constructor(root: Element) {
    const nodes: Text[] = [];
    const starts: number[] = [];
    let text = '';
    for (const one of root.querySelectorAll(TEXTS)) {
      if (one.parentElement?.closest(TEXTS)) continue;
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, said);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!(node instanceof Text)) continue;
        nodes.push(node);
        starts.push(text.length);
        text += node.data;
      }
      // No words reach from one text into the next.
      text += '\u0000';
    }
    this.text = text;
    this.#nodes = nodes;
    this.#starts = starts;
  }

  /** In the order of the text; at most `MOST_MATCHES`. */
  matches(query: string, matchCase: boolean): readonly Match[] {
    if (query === '') return [];
    const found: Match[] = [];
    for (const match of this.text.matchAll(patternOf(query, matchCase))) {
      found.push({ start: match.index, end: match.index + match[0].length });
      if (found.length === MOST_MATCHES) break;
    }
    return found;
  }

  /** Undefined when what was drawn there is gone. */
  rangeOf({ start, end }: Match): StaticRange | undefined {
    const from = this.#placeOf(start);
    const to = this.#placeOf(end - 1);
    if (!from?.node.isConnected || !to?.node.isConnected) return undefined;
    const range = { startContainer: from.node, startOffset: from.offset, endContainer: to.node };
    return new StaticRange({ ...range, endOffset: to.offset + 1 });
  }

  /** Those of some matches that are seen now. */
  seenOf(matches: readonly Match[]): readonly Match[] {
    const first = firstIndex(this.#nodes.length, (i) => boxOf(this.#nodes[i]).bottom >= 0);
    const last = firstIndex(this.#nodes.length, (i) => boxOf(this.#nodes[i]).top > innerHeight);
    const from = this.#starts[first] ?? this.text.length;
    const to = this.#starts[last] ?? this.text.length;
    const begin = firstIndex(matches.length, (i) => (matches[i]?.end ?? 0) > from);
    const end = firstIndex(matches.length, (i) => (matches[i]?.start ?? 0) >= to);
    return matches.slice(begin, Math.min(end, begin + MOST_LIT));
  }

  #placeOf(offset: number): { readonly node: Text; readonly offset: number } | undefined {
    const at = firstIndex(this.#starts.length, (i) => (this.#starts[i] ?? 0) > offset) - 1;
    const node = this.#nodes[at];
    const start = this.#starts[at];
    return node && start !== undefined ? { node, offset: Math.min(offset - start, node.length) } : undefined;
  }
}

const said = (node: Node): number =>
  node instanceof Element && node.matches(SAID) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;

const boxOf = (node: Text | undefined): { readonly top: number; readonly bottom: number } =>
  (node?.parentElement?.closest(BOXES) ?? document.body).getBoundingClientRect();

/** A space in what is looked for stands for any white space: a sentence may go over the end of a line. */
function patternOf(query: string, matchCase: boolean): RegExp {
  const words = query.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(words.join('\\s'), matchCase ? 'gu' : 'giu');
}

/** The first index for which something holds that then holds for all further ones; `count` when there is none. */
function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
