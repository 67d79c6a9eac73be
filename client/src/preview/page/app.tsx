// The page: it keeps what the extension has told it, and what the reader has set.
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { EARLY } from '../early';
import { type FromPage, readToPage, type ToPage, type ViewName } from '../messages';
import { Axes } from './axes';
import { Bar } from './bar';
import { Card, type OpenCard } from './card';
import { cardsOf } from './cards';
import { Compare } from './compare';
import { idOf } from './compareWith';
import { Context } from './context';
import { HostileSummary } from './hostile';
import { useKeeping } from './keeping';
import { Locate } from './locate';
import { Blank, FailureBanner, Loading, Problems } from './notices';
import { Overview } from './overview';
import { markedAt } from './place';
import { Places } from './places';
import { Rail } from './rail';
import { Reader } from './reader';
import { useRestored } from './reading';
import { Request } from './request';
import { anchorOf } from './run';
import { INITIAL, type Kept, next, type Shown, type State } from './state';
import { Status } from './status';
import { Tried } from './tried';
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
  const [name, setName] = useState(kept.view ?? 'rendered');
  const [hostile, setHostile] = useState(kept.hostile ?? false);
  const words = useMemo(() => createWords(state.locale, state.bundle), [state.locale, state.bundle]);
  const { shown, cursor, file, failure, locked, asked } = state;
  const [chosen, choose] = useState<string | undefined>();
  useLayoutEffect(() => choose(state.against && idOf(state.against)), [state.against]);
  // What was tried before a reload stays kept until the extension has told what is tried now.
  const trials = shown ? state.trials : kept.trials;
  useLayoutEffect(() => {
    if (asked) setName(asked.view);
  }, [asked]);
  const key = shown?.result.key ?? kept.key;
  useKeeping(keep, {
    file,
    whiteSpace,
    table,
    view: name,
    ...(key ? { key } : {}),
    ...(locked ? { locked } : {}),
    ...(hostile ? { hostile } : {}),
    ...(trials ? { trials } : {}),
  });
  const marked = useMemo(() => (shown && cursor ? markedAt(shown.result, cursor) : undefined), [shown, cursor]);
  const result = shown?.result;
  const follow = cursor?.reveal ?? false;
  const view = useMemo<View>(
    () => (result ? { words, result, marked, follow, whiteSpace, post } : { ...NO_VIEW, words, post }),
    [words, result, marked, follow, whiteSpace, post],
  );
  const onHostile = (on: boolean): void => {
    setHostile(on);
    post({ type: 'hostile', on });
  };
  const page = {
    ...{ state, kept, table, hostile, onHostile, view: name, chosen },
    onChoose: choose,
    onView: setName,
    onTable: setTable,
    onWhiteSpace: () => setWhiteSpace(!whiteSpace),
  };
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
    const hear = (data: unknown): void => {
      const message = readToPage(data);
      if (message) dispatch(message);
    };
    const listen = ({ data }: MessageEvent): void => hear(data);
    addEventListener('message', listen);
    for (const data of heardEarly()) hear(data);
    post({ type: 'ready' });
    return () => removeEventListener('message', listen);
  }, [post]);
  useEffect(() => {
    if (state.lost !== undefined) post({ type: 'again' });
  }, [post, state.lost]);
  // The next one comes when this is on the page.
  useLayoutEffect(() => {
    if (state.shown) post({ type: 'drawn', id: state.shown.id });
  }, [post, state.shown]);
  return state;
}

/** What came before this script ran. */
function heardEarly(): readonly unknown[] {
  const take: unknown = Reflect.get(window, EARLY);
  return typeof take === 'function' ? take() : [];
}

interface PageProps {
  readonly state: State;
  readonly shown: Shown;
  readonly kept: Kept;
  readonly table: boolean;
  readonly view: ViewName;
  readonly hostile: boolean;
  /** What the prompt is compared with, when somebody has chosen it. */
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly onTable: (open: boolean) => void;
  readonly onView: (view: ViewName) => void;
  readonly onHostile: (on: boolean) => void;
  readonly onWhiteSpace: () => void;
}

const Page = (props: PageProps) => {
  const { state, shown, kept, view } = props;
  const { whiteSpace, words } = useView();
  const { result, systems, at } = shown;
  const [capture, setCapture] = useState('');
  useRestored(kept);
  const stale = state.failure !== undefined;
  return (
    <div class={['page', stale && 'stale', whiteSpace && 'show-white'].filter(Boolean).join(' ')}>
      <SkipLink />
      <header class="head">
        <h1 class="sr">{words.t('Prompt preview')}</h1>
        <div class="top">
          <Context systems={systems} locked={state.locked} />
          <Axes />
          <Places />
        </div>
        <Bar {...props} busy={state.busy} />
      </header>
      <main>
        {state.failure && <FailureBanner failure={state.failure} at={at} />}
        <Problems />
        <HostileSummary />
        <Tried />
        <div class="pane" role="tabpanel" id="pane" aria-labelledby={`tab-${view}`} data-view={view}>
          {view === 'rendered' && <Rendered {...props} />}
          {view === 'request' && <Request />}
          {view === 'compare' && <Compare {...state} chosen={props.chosen} onChoose={props.onChoose} />}
          {view === 'locate' && (
            <Locate captured={state.captured} located={state.located} text={capture} onText={setCapture} />
          )}
        </div>
      </main>
      <Status result={result} stale={stale} />
    </div>
  );
};

const Rendered = ({ state, shown, table, onTable }: PageProps) => {
  const { result } = shown;
  const cards = useMemo(() => cardsOf(result), [result]);
  const [card, setCard] = useState<OpenCard | undefined>();
  const [current, setCurrent] = useState<string | null | undefined>();
  const closeCard = useCallback((back: boolean) => {
    if (back) document.querySelector<HTMLElement>('.value.open, .hole.open button')?.focus();
    setCard(undefined);
  }, []);
  return (
    <>
      <Overview goTo={goTo} />
      <Rail goTo={goTo} current={current} open={table} onToggle={onTable} />
      <Reader cards={cards} top={state.top} onCard={setCard} onReading={setCurrent} />
      {card && <Card {...card} value={state.value} onClose={closeCard} />}
    </>
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
