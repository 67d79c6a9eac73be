// From a point of the page to a place in the text of a segment, and back.

/** A place in the text of a segment. */
export interface Place {
  readonly path: string;
  readonly offset: number;
}

/** What stands at a point: the segment, and how far into its text. */
export function placeAtPoint(target: Element | null, x: number, y: number): Place | undefined {
  const element = target?.closest<HTMLElement>('[data-path]');
  if (!element?.dataset.path) return undefined;
  const caret = document.caretPositionFromPoint(x, y);
  const start = target?.closest<HTMLElement>('[data-at]') ?? element;
  let offset = Number(start.dataset.at ?? 0);
  if (caret && start.contains(caret.offsetNode)) {
    const before = document.createRange();
    before.setStart(start, 0);
    before.setEnd(caret.offsetNode, caret.offset);
    offset += before.toString().length;
  }
  return { path: element.dataset.path, offset };
}

export function firstPlace(element: HTMLElement): Place | undefined {
  const first = element.dataset.path ? element : element.querySelector<HTMLElement>('.text [data-path]');
  return first?.dataset.path ? { path: first.dataset.path, offset: Number(first.dataset.at ?? 0) } : undefined;
}

/** How far below the top of the window a place of the text is drawn. */
export function topOfPlace(root: HTMLElement, { path, offset }: Place): number | undefined {
  const parts = [...root.querySelectorAll<HTMLElement>(`.text [data-path="${CSS.escape(path)}"]`)];
  const part = lastBefore(parts, offset);
  if (!part) return undefined;
  const chunk = lastBefore([...part.querySelectorAll<HTMLElement>('.chunk[data-at]')], offset) ?? part;
  const walker = document.createTreeWalker(chunk, NodeFilter.SHOW_TEXT);
  let left = offset - Number(chunk.dataset.at ?? 0);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { length } = node as Text;
    if (left < length) {
      const range = document.createRange();
      range.setStart(node, left);
      range.setEnd(node, left + 1);
      return range.getBoundingClientRect().top;
    }
    left -= length;
  }
  return chunk.getBoundingClientRect().top;
}

function lastBefore(elements: readonly HTMLElement[], offset: number): HTMLElement | undefined {
  return elements.findLast((element) => Number(element.dataset.at ?? 0) <= offset) ?? elements[0];
}
