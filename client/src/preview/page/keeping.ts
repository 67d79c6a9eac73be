import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { readingNow } from './reading';
import type { Kept } from './state';

/** Milliseconds after the last movement before the place is kept. */
const REST = 250;

/** Keeps what outlives a reload: what the reader has set, at once; how far the page is scrolled, when it has come to rest. */
export function useKeeping(keep: (kept: Kept) => void, kept: Kept): void {
  const latest = useRef(kept);
  latest.current = kept;
  const { file, key, whiteSpace, table, view, locked, hostile } = kept;
  const trials = JSON.stringify(kept.trials);
  // Before it is seen: whoever sees that it is set may close the window.
  useLayoutEffect(() => {
    keep({ ...latest.current, ...placeNow() });
  }, [keep, file, key, whiteSpace, table, view, locked, hostile, trials]);
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      clearTimeout(later);
      later = setTimeout(() => keep({ ...latest.current, ...placeNow() }), REST);
    };
    addEventListener('scroll', soon, { passive: true });
    return () => {
      removeEventListener('scroll', soon);
      clearTimeout(later);
    };
  }, [keep]);
}

function placeNow(): Pick<Kept, 'scroll' | 'reading'> {
  const reading = readingNow();
  return { scroll: Math.round(scrollY), ...(reading ? { reading } : {}) };
}
