// The overview: four figures that stand still, and below them the window and the bar.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Figure } from './figure';
import { costOf, type Room, roomOf } from './figures';
import { fitBar } from './fit';
import { Bar, Window } from './graph';
import { useView } from './view';

export const Overview = ({ goTo }: { readonly goTo: (layer: string | null) => void }) => {
  const { result, words } = useView();
  const room = roomOf(result);
  const graph = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = graph.current;
    if (!node) return undefined;
    const observer = new ResizeObserver(() => fitBar(node));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (graph.current) fitBar(graph.current);
  });
  return (
    <section class="overview" aria-label={words.t('Overview')}>
      <Figures room={room} />
      <div class="graph" ref={graph} aria-hidden="true">
        {room && <Window room={room} />}
        <Bar goTo={goTo} />
      </div>
    </section>
  );
};

const Figures = ({ room }: { readonly room: Room | undefined }) => {
  const { result, words } = useView();
  const { model } = result;
  return (
    <dl class="figures">
      <PromptFigure />
      {room && <WindowFigure room={room} />}
      {!room && (
        <Figure label={words.t('Window')} value={model.id === null ? words.t('no model') : words.t('not known')}>
          {model.id === null
            ? words.t('name one in the manifest for window, cache and cost')
            : words.t('no window is known for {0}', model.id)}
        </Figure>
      )}
      <CachedFigure />
      {model.id !== null && <CostFigure />}
    </dl>
  );
};

const PromptFigure = () => {
  const { result, words } = useView();
  const { total, holes, model } = result;
  const counted = total.exact
    ? words.t('exact, {0}', model.tokenizer)
    : words.t('estimate, {0}', model.tokenizer.replace(/^≈\s*/, ''));
  const note = total.pending ? words.t('counting …') : counted;
  const missing =
    holes.length === 1 ? words.t('1 slot without a value') : words.t('{0} slots without a value', holes.length);
  return (
    <Figure
      label={words.t('Prompt')}
      value={`${holes.length > 0 ? '≥\u202f' : ''}${words.tokens(total.tokens, total.exact)} tok`}
    >
      {holes.length > 0 ? missing : note}
    </Figure>
  );
};

const WindowFigure = ({ room }: { readonly room: Room }) => {
  const { result, words } = useView();
  const { tokens } = result.total;
  const kept = words.t('{0} − {1} kept for the answer', words.number(room.window), words.number(room.reserve));
  return (
    <Figure label={words.t('Window')} value={words.share(tokens, room.effective)}>
      {room.over > 0 ? (
        <span class="bad">{words.t('{0} over {1}', words.number(room.over), words.number(room.effective))}</span>
      ) : (
        <span title={room.reserve > 0 ? kept : undefined}>
          {room.reserve > 0
            ? words.t('of {0} effective', words.number(room.effective))
            : words.t('of {0}', words.number(room.effective))}
        </span>
      )}
    </Figure>
  );
};

const CachedFigure = () => {
  const { result, words } = useView();
  const { cachedPrefix, total } = result;
  if (!cachedPrefix) {
    return (
      <Figure label={words.t('Cached')} value={words.t('nothing')}>
        {words.t('no mark in this selection')}
      </Figure>
    );
  }
  const [cached, anew] = [cachedPrefix, total.tokens - cachedPrefix].map((n) => words.tokens(n, total.exact));
  return (
    <Figure label={words.t('Cached')} value={words.share(cachedPrefix, total.tokens)}>
      {words.t('{0}, then {1} anew', cached ?? '', anew ?? '')}
    </Figure>
  );
};

const CostFigure = () => {
  const { result, words } = useView();
  const cost = costOf(result);
  const label = words.t('Cost of 1,000 requests');
  if (!cost) {
    return (
      <Figure label={label} value="–">
        {words.t('no price in the manifest')}
      </Figure>
    );
  }
  if (!result.cachedPrefix) return <Figure label={label} value={words.money(cost.cold * 1000)} />;
  return (
    <Figure label={label} value={words.t('{0} warm', words.money(cost.warm * 1000))}>
      {words.t('{0} cold', words.money(cost.cold * 1000))}
    </Figure>
  );
};
