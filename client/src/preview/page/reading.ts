// Where the prompt is read, kept as a place in its text: in a window that is laid out anew, or is less wide, the same text
// stands at another height.
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { type Place, placeAtPoint, topOfPlace } from './pointing';
import type { Kept } from './state';

/** The first text that is seen, and how far below the top of the window it is drawn, in CSS pixels. */
export interface Reading extends Place {
  readonly top: number;
}

/** Height of the heading that sticks below the bar. */
const HEAD = 40;

/** Where what sticks to the top of the window ends. */
export const headEnd = (): number => (document.querySelector('.bar')?.clientHeight ?? 0) + HEAD;

/** The first text that is seen below the headings. */
export function firstSeen(): Place | undefined {
  const text = document.querySelector('.run .text');
  if (!text) return undefined;
  const x = text.getBoundingClientRect().left + 4;
  // A line without text has nothing to point at; the next one has.
  for (let y = headEnd() + 6; y < headEnd() + 80; y += 8) {
    const place = placeAtPoint(document.elementFromPoint(x, y), x, y);
    if (place) return place;
  }
  return undefined;
}

/** Undefined in another view, and at the beginning. */
export function readingNow(): Reading | undefined {
  const root = document.getElementById('prompt');
  const place = scrollY > 0 && root ? firstSeen() : undefined;
  const top = root && place ? topOfPlace(root, place) : undefined;
  return place && top !== undefined ? { ...place, top: Math.round(top) } : undefined;
}

/** Brings the page back to where it was, and keeps it there while the window is laid out, until somebody scrolls it. */
export function useRestored(kept: Kept): void {
  useLayoutEffect(() => restore(kept), [kept]);
  useEffect(() => {
    let own = Math.round(scrollY);
    const onResize = (): void => {
      restore(kept);
      own = Math.round(scrollY);
    };
    const onScroll = (): void => {
      if (Math.round(scrollY) !== own) end();
    };
    const end = (): void => {
      removeEventListener('resize', onResize);
      removeEventListener('scroll', onScroll);
    };
    if (!kept.scroll) return undefined;
    addEventListener('resize', onResize);
    addEventListener('scroll', onScroll, { passive: true });
    return end;
  }, [kept]);
}

function restore({ scroll, reading }: Kept): void {
  if (!scroll) return;
  const root = document.getElementById('prompt');
  const top = root && reading ? topOfPlace(root, reading) : undefined;
  scrollTo(0, reading && top !== undefined ? scrollY + top - reading.top : scroll);
}
