import type { Span } from '../../../../text/span';
import type { Delimiters } from '../../dialect';
import { Finder } from '../../javascript/finder';
import { Cursor } from './cursor';

const END_RAW = 'endraw';

/**
 * The tag that ends a raw block. One that another tag opens in does not end, but it is where the block stops when the
 * tag behind it is one more of them.
 */
export function findEndRaw(text: string, from: number, [left, right]: Delimiters): Span | undefined {
  const finder = new Finder(text);
  let first: number | undefined;
  for (let open = finder.find(left, from); open >= 0; ) {
    const cursor = new Cursor(text, open + left.length);
    const isEnd = cursor.name().name === END_RAW;
    const next = finder.find(left, open + 1);
    if (isEnd) {
      first ??= open;
      const close = finder.find(right, Math.max(0, cursor.at + 1 - right.length));
      if (close < 0) return undefined;
      if (next < 0 || close < next) return { start: first, end: close + right.length };
    } else first = undefined;
    open = next;
  }
  return undefined;
}
