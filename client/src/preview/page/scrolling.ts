// The page and the editor scroll together. What the page does by itself, or because it was told, is not passed on.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { RenderResult, WireSource } from '../../../../server/src/protocol';
import { lineAt, sourceAt } from './place';
import { topOfPlace } from './pointing';
import { firstSeen, headEnd } from './reading';
import { segmentAt, useView } from './view';

/** Milliseconds after something that moves the page, in which its scrolling is nobody's wish. */
const ECHO = 250;

/** Milliseconds between two places that the editor is told while the page scrolls: to follow every frame makes both jerk. */
const TELL = 50;

/** The first line that an editor shows. */
export interface Top {
  readonly file: string;
  readonly line: number;
}

/** `moved`: changes whenever the page brings something into view by itself. */
export function useScrolling(
  root: { readonly current: HTMLElement | null },
  top: Top | undefined,
  moved: unknown,
): void {
  const { result, post } = useView();
  const quiet = useRef(0);
  /** Where the page has put itself. However late its event comes, that is nobody's wish. */
  const own = useRef<number | undefined>(undefined);
  const latest = useRef(result);
  latest.current = result;
  // Other text has other heights, and what stands above may push the rest.
  useLayoutEffect(() => {
    quiet.current = performance.now() + ECHO;
  }, [result, moved]);
  useLayoutEffect(() => {
    if (!top || !root.current) return;
    quiet.current = performance.now() + ECHO;
    scrollToLine(root.current, latest.current, top);
    own.current = Math.round(scrollY);
  }, [root, top]);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let last = '';
    const stay = (): void => {
      own.current = Math.round(scrollY);
    };
    const onScroll = (): void => {
      if (Math.round(scrollY) === own.current) return;
      own.current = undefined;
      waiting ??= setTimeout(() => {
        waiting = undefined;
        if (performance.now() < quiet.current) return;
        const source = topSource(latest.current);
        const name = source && `${source.file}:${source.range.start.line}`;
        if (!source || !name || name === last) return;
        last = name;
        post({ type: 'scrolled', source });
      }, TELL);
    };
    const onResize = (): void => {
      quiet.current = performance.now() + ECHO;
      requestAnimationFrame(stay);
    };
    stay();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onResize);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onResize);
      clearTimeout(waiting);
    };
  }, [post]);
}

/** Where the first text that is seen below the headings comes from. */
function topSource(result: RenderResult): WireSource | undefined {
  const place = firstSeen();
  const segment = place && segmentAt(result, place.path);
  return place && segment && sourceAt(segment, place.offset);
}

function scrollToLine(root: HTMLElement, result: RenderResult, { file, line }: Top): void {
  const place = lineAt(result, file, line);
  const top = place && topOfPlace(root, place);
  if (!place || top === undefined) return;
  const isFirst = line === 0 && place.path === '0.0.0';
  scrollTo(0, isFirst ? 0 : scrollY + top - headEnd());
}
