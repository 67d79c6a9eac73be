// A manifest whose lines end as Windows ends them, read as if they ended with a line feed alone.

import type { SourceFile } from '../../text/source';
import type { Span } from '../../text/span';
import type { ManifestDocument, ManifestFault } from './manifest';

/**
 * What `read` makes of a text with line feeds alone, in offsets of the text as it is: one way of reading for both, and
 * the quick one. YAML makes no difference between the two, so the data is the same.
 */
export function withLineFeeds<T extends ManifestDocument | undefined>(
  file: SourceFile,
  read: (file: SourceFile, places: LineFeeds) => T,
): T {
  const feeds = new LineFeeds(file.text);
  const document = feeds.some ? read({ ...file, text: feeds.text }, feeds) : read(file, feeds);
  if (!document || !feeds.some) return document;
  return {
    ...document,
    file,
    faults: document.faults.map((fault) => feeds.faultOf(fault)),
    place(path) {
      const place = document.place(path);
      return (
        place && {
          ...(place.key ? { key: feeds.back(place.key) } : {}),
          ...(place.value ? { value: feeds.back(place.value) } : {}),
        }
      );
    },
    at(offset) {
      const at = document.at(feeds.to(offset));
      return at && { ...at, span: feeds.back(at.span) };
    },
  };
}

/** A text without the carriage returns before its line feeds. */
class LineFeeds {
  readonly text: string;
  /** Where carriage returns stood, in offsets of the text that had them. */
  readonly #returns: readonly number[];

  constructor(source: string) {
    const returns: number[] = [];
    for (let at = source.indexOf('\r\n'); at >= 0; at = source.indexOf('\r\n', at + 2)) returns.push(at);
    this.#returns = returns;
    this.text = returns.length === 0 ? source : source.replaceAll('\r\n', '\n');
  }

  get some(): boolean {
    return this.#returns.length > 0;
  }

  /** The offset in the text without them. */
  to(offset: number): number {
    return offset - this.#before((at) => at < offset);
  }

  back({ start, end }: Span): Span {
    return { start: this.#offset(start), end: this.#offset(end) };
  }

  faultOf(fault: ManifestFault): ManifestFault {
    const { related, fixes } = fault;
    return {
      ...fault,
      span: this.back(fault.span),
      ...(related ? { related: related.map((one) => ({ ...one, span: this.back(one.span) })) } : {}),
      ...(fixes
        ? {
            fixes: fixes.map((fix) => ({
              ...fix,
              edits: fix.edits.map(({ span, text }) => ({
                span: this.back(span),
                text: text.replaceAll('\n', '\r\n'),
              })),
            })),
          }
        : {}),
    };
  }

  #offset(offset: number): number {
    return offset + this.#before((at, index) => at - index < offset);
  }

  /** How many of them come before, in an order in which `is` holds for the first ones. */
  #before(is: (at: number, index: number) => boolean): number {
    let low = 0;
    let high = this.#returns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (is(this.#returns[middle] ?? 0, middle)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
