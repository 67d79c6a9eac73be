// The page: it keeps what the extension has told it, and what the reader has set.
import { useCallback, useLayoutEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { type FromPage, readToPage, type ToPage } from '../messages';
import { Axes, Bar } from './bar';
import { Card } from './card';
import { cardsOf } from './cards';
import { useKeeping } from './keeping';
import { Blank, FailureBanner, Loading, Problems } from './notices';
import { Overview } from './overview';
import { markedAt } from './place';
import { Rail } from './rail';
import { Reader } from './reader';
import { anchorOf } from './run';
import { INITIAL, type Kept, next, type Shown, type State } from './state';
import { Status } from './status';
import { NO_VIEW, useView, useWords, type View, ViewContext } from './view';
import { createWords } from './words';

export interface AppProps {
  readonly kept: Kept;
  readonly post: (message: FromPage) => void;
  readonly keep: (kept: Kept) => void;
}

export const App = ({ kept, post, keep }: AppProps) => {
  const state = useMessages(kept, post);
  const [whiteSpace, setWhiteSpace] = useState(kept.whiteSpace ?? false);
  const [table, setTable] = useState(kept.table ?? false);
  const words = useMemo(() => createWords(state.locale, state.bundle), [state.locale, state.bundle]);
  const { shown, cursor, file, failure } = state;
  const key = shown?.result.key ?? kept.key;
  useKeeping(keep, { file, whiteSpace, table, ...(key ? { key } : {}) });
  const marked = useMemo(() => (shown && cursor ? markedAt(shown.result, cursor) : undefined), [shown, cursor]);
  const view: View = shown
    ? { words, result: shown.result, marked, follow: cursor?.reveal ?? false, whiteSpace, post }
    : { ...NO_VIEW, words, post };
  const page = { state, kept, table, onTable: setTable, onWhiteSpace: () => setWhiteSpace(!whiteSpace) };
  return (
    <ViewContext.Provider value={view}>
      {shown && <Page {...page} shown={shown} />}
      {!shown && (failure ? <Blank failure={failure} file={file} /> : <Loading />)}
    </ViewContext.Provider>
  );
};

/** What the extension has told. */
function useMessages(kept: Kept, post: AppProps['post']): State {
  const [state, dispatch] = useReducer<State, ToPage>((before, message) => next(before, message, Date.now()), {
    ...INITIAL,
    file: kept.file,
  });
  // Before anything is painted: the extension answers at once, and must find somebody who listens.
  useLayoutEffect(() => {
    const listen = ({ data }: MessageEvent): void => {
      const message = readToPage(data);
      if (message) dispatch(message);
    };
    addEventListener('message', listen);
    post({ type: 'ready' });
    return () => removeEventListener('message', listen);
  }, [post]);
  return state;
}

interface PageProps {
  readonly state: State;
  readonly shown: Shown;
  readonly kept: Kept;
  readonly table: boolean;
  readonly onTable: (open: boolean) => void;
  readonly onWhiteSpace: () => void;
}

const Page = ({ state, shown, kept, table, onTable, onWhiteSpace }: PageProps) => {
  const { whiteSpace } = useView();
  const { result, systems, at } = shown;
  const cards = useMemo(() => cardsOf(result), [result]);
  const [card, setCard] = useState<{ slot: string; path: string; focus: boolean } | undefined>();
  const [current, setCurrent] = useState<string | null | undefined>();
  useLayoutEffect(() => {
    if (kept.scroll) scrollTo(0, kept.scroll);
  }, [kept]);
  const closeCard = useCallback((back: boolean) => {
    if (back) document.querySelector<HTMLElement>('.value.open')?.focus();
    setCard(undefined);
  }, []);
  const stale = state.failure !== undefined;
  return (
    <div class={['page', stale && 'stale', whiteSpace && 'show-white'].filter(Boolean).join(' ')}>
      <SkipLink />
      <Bar systems={systems} busy={state.busy} onWhiteSpace={onWhiteSpace} />
      <main>
        <Axes />
        {state.failure && <FailureBanner failure={state.failure} at={at} />}
        <Problems />
        <Overview goTo={goTo} />
        <Rail goTo={goTo} current={current} open={table} onToggle={onTable} />
        <Reader cards={cards} onCard={setCard} onReading={setCurrent} />
      </main>
      {card && <Card {...card} onClose={closeCard} />}
      <Status result={result} stale={stale} />
    </div>
  );
};

/** The first stop of the Tab key, seen only while it has the focus. */
const SkipLink = () => {
  const words = useWords();
  return (
    <button type="button" class="skip" onClick={() => document.getElementById('prompt')?.focus()}>
      {words.t('Skip to the prompt')}
    </button>
  );
};

function goTo(layer: string | null): void {
  const run = document.getElementById(anchorOf(layer));
  run?.scrollIntoView({ block: 'start' });
  run?.focus({ preventScroll: true });
}
