// Finds words in the view that is in front: how often they stand there, and each of them in turn.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { IconButton } from './icons';
import { wheneverSeenMoves } from './moving';
import { type Match, MOST_MATCHES, Searchable } from './searchable';
import { useView } from './view';

export interface FindBarProps {
  /** Counts how often it was asked for: then the words are ready to be written over. */
  readonly asked: number;
  readonly onClose: () => void;
}

/** Room that is left between a match and the edge of what is seen. */
const MARGIN = 60;

export const FindBar = ({ asked, onClose }: FindBarProps) => {
  const { words } = useView();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const searchable = useSearchable();
  const matches = useMemo(() => searchable?.matches(query, matchCase) ?? [], [searchable, query, matchCase]);
  const { at, go } = useTurns(searchable, matches, `${matchCase} ${query}`);
  useLayoutEffect(() => {
    const selected = String(getSelection() ?? '');
    if (selected !== '' && !selected.includes('\n')) setQuery(selected);
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  // In the frame that shows the match: a key pressed right then must go on from it.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F3' && !(event.key === 'g' && (event.ctrlKey || event.metaKey))) return;
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [go]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === field.current) go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const none = query !== '' && matches.length === 0;
  return (
    <search class="find" aria-label={words.t('Find')} onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="text"
        spellcheck={false}
        aria-label={words.t('Find')}
        placeholder={words.t('Find')}
        aria-invalid={none}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
      />
      <button
        type="button"
        class="icon-button match-case"
        aria-label={words.t('Match case')}
        title={words.t('Match case')}
        aria-pressed={matchCase}
        onClick={() => setMatchCase(!matchCase)}
      >
        Aa
      </button>
      <span class="find-count" role="status">
        {query === '' ? '' : <Count at={at} of={matches.length} />}
      </span>
      <IconButton label={words.t('Previous match')} icon="up" onClick={() => go(-1)} />
      <IconButton label={words.t('Next match')} icon="down" onClick={() => go(1)} />
      <IconButton label={words.t('Close')} icon="close" onClick={onClose} />
    </search>
  );
};

const Count = ({ at, of }: { readonly at: number; readonly of: number }) => {
  const { words } = useView();
  if (of === 0) return <>{words.t('No results')}</>;
  const all = `${words.number(of)}${of === MOST_MATCHES ? '+' : ''}`;
  return <>{words.t('{0} of {1}', words.number(at + 1), all)}</>;
};

/** What is drawn in the view, read again in the frame in which it is drawn anew. */
function useSearchable(): Searchable | undefined {
  const [searchable, setSearchable] = useState<Searchable | undefined>();
  useEffect(() => {
    const pane = document.getElementById('pane');
    if (!pane) return undefined;
    const read = (): void => setSearchable(new Searchable(pane));
    let waiting = 0;
    const observer = new MutationObserver(() => {
      waiting ||= requestAnimationFrame(() => {
        waiting = 0;
        read();
      });
    });
    observer.observe(pane, { subtree: true, childList: true, characterData: true });
    read();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(waiting);
    };
  }, []);
  return searchable;
}

/** Which match is the current one, and the way to the others. It stays where it is while the text changes. */
function useTurns(searchable: Searchable | undefined, matches: readonly Match[], wanted: string) {
  const [turn, setTurn] = useState({ wanted, place: 0 });
  // Other words begin at the first place.
  const place = turn.wanted === wanted ? turn.place : 0;
  const shown = useRef('');
  const next = matches.findIndex(({ start }) => start >= place);
  const at = next < 0 ? Math.max(0, matches.length - 1) : next;
  const current = matches[at];
  useLayoutEffect(() => light(searchable, matches, current), [searchable, matches, current]);
  const go = (by: number): void => {
    const to = matches[(at + by + matches.length) % matches.length];
    if (!to || !searchable) return;
    setTurn({ wanted, place: to.start });
    show(searchable, to);
  };
  // Another text with the same words does not move the page.
  useEffect(() => {
    if (!searchable || shown.current === wanted) return;
    shown.current = wanted;
    if (current) show(searchable, current);
  }, [searchable, wanted, current]);
  return { at, go };
}

function show(searchable: Searchable, match: Match): void {
  const range = searchable.rangeOf(match);
  const parent = range?.startContainer.parentElement;
  if (!range || !parent) return;
  for (let fold = parent.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  const live = document.createRange();
  live.setStart(range.startContainer, range.startOffset);
  live.setEnd(range.endContainer, range.endOffset);
  const { top, bottom } = live.getBoundingClientRect();
  const bar = (document.querySelector('.bar')?.clientHeight ?? 0) + MARGIN;
  if (top < bar || bottom > innerHeight - MARGIN) scrollBy(0, top - (bar + innerHeight) / 2);
}

/** Draws the matches that are seen, and the current one, as long as they are these. Nothing of the page is changed. */
function light(searchable: Searchable | undefined, matches: readonly Match[], current: Match | undefined): () => void {
  const draw = (): void => {
    const rangesOf = (all: readonly Match[]) => all.flatMap((match) => searchable?.rangeOf(match) ?? []);
    const seen = searchable?.seenOf(matches) ?? [];
    CSS.highlights.set('found', new Highlight(...rangesOf(seen.filter((match) => match !== current))));
    CSS.highlights.set('found-current', new Highlight(...rangesOf(current ? [current] : [])));
  };
  const end = wheneverSeenMoves(draw);
  return () => {
    end();
    CSS.highlights.clear();
  };
}
