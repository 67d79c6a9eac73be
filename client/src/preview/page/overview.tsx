// The overview: four figures that stand still, the window with its lens, and the bar of the layers in the order of the text.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { costOf, type Room, roomOf, type Stretch, stretchesOf } from './figures';
import { fitBar } from './fit';
import { Icon } from './icons';
import { light } from './light';
import { layerOf, useView } from './view';

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

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children?: ComponentChildren;
}

const Figure = ({ label, value, children }: FigureProps) => (
  <div class="figure">
    <dt>{label}</dt>
    <dd>
      <span class="big">{value}</span>
      {children && <span class="quiet">{children}</span>}
    </dd>
  </div>
);

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
            : words.t('{0} is in no table', model.id)}
        </Figure>
      )}
      <CachedFigure />
      {model.id !== null && <CostFigure id={model.id} />}
    </dl>
  );
};

const PromptFigure = () => {
  const { result, words } = useView();
  const { total, holes, model } = result;
  const counted = total.exact ? words.t('exact, {0}', model.tokenizer) : words.t('estimate, {0}', model.tokenizer);
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

const CostFigure = ({ id }: { readonly id: string }) => {
  const { result, words } = useView();
  const cost = costOf(result);
  const label = words.t('Cost of 1,000 requests');
  if (!cost) {
    return (
      <Figure label={label} value="–">
        {words.t('{0} has no price', id)}
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

/** Units of the drawing of the window, from left to right. */
const WIDTH = 1000;

/** Where the prompt lies in the window, and the lens that opens it to the full width. */
const Window = ({ room }: { readonly room: Room }) => {
  const { result, words } = useView();
  const { tokens } = result.total;
  const end = Math.max(room.effective, tokens);
  const x = (n: number): number => (n / end) * WIDTH;
  const used = Math.max(3, x(tokens));
  return (
    <div class="window">
      <div class="scale">
        {room.stop !== undefined && (
          <Tick
            at={room.stop / end}
            side="before"
            long={words.t('compaction stops at')}
            short={words.t('stop')}
            n={room.stop}
          />
        )}
        {room.trigger !== undefined && (
          <Tick
            at={room.trigger / end}
            side="after"
            long={words.t('compaction begins at')}
            short={words.t('trigger')}
            n={room.trigger}
          />
        )}
        <Tick
          at={room.effective / end}
          side={room.over > 0 ? 'middle' : 'end'}
          long={words.t('window')}
          short=""
          n={room.effective}
        />
      </div>
      <svg class="lens" viewBox={`0 0 ${WIDTH} 30`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect class="lens-track" x="0" y="6" width={WIDTH} height="6" />
        <rect class="used" x="0" y="6" width={Math.min(used, x(room.effective))} height="6" />
        {room.over > 0 && <rect class="used over" x={x(room.effective)} y="6" width={x(room.over)} height="6" />}
        <polygon class="fan" points={`0,13 ${used},13 ${WIDTH},30 0,30`} />
        {room.stop !== undefined && <line class="stop" x1={x(room.stop)} x2={x(room.stop)} y1="2" y2="14" />}
        {room.trigger !== undefined && <line x1={x(room.trigger)} x2={x(room.trigger)} y1="2" y2="14" />}
        {room.over > 0 && <line class="limit" x1={x(room.effective)} x2={x(room.effective)} y1="2" y2="14" />}
      </svg>
    </div>
  );
};

interface TickProps {
  readonly at: number;
  readonly side: 'before' | 'after' | 'middle' | 'end';
  readonly long: string;
  readonly short: string;
  readonly n: number;
}

const Tick = ({ at, side, long, short, n }: TickProps) => {
  const { words } = useView();
  return (
    <span class={`tick ${side}`} style={{ '--at': at }}>
      <span class="long">{long} </span>
      <span class="short">{short} </span>
      {words.number(n)}
    </span>
  );
};

/** The layers in the order of the text. The table says the same to everybody; this is for the pointer and the eye. */
const Bar = ({ goTo }: { readonly goTo: (layer: string | null) => void }) => {
  const { result, words } = useView();
  const { cachedPrefix, total } = result;
  const amount = (n: number): string => words.tokens(n, total.exact);
  return (
    <div class="stack">
      <div class="pieces">
        {stretchesOf(result).map((stretch, i) => (
          <Piece key={i} stretch={stretch} goTo={goTo} />
        ))}
      </div>
      {cachedPrefix !== null && cachedPrefix > 0 && (
        <div class="spans">
          <div class="span cached" style={{ '--n': cachedPrefix }}>
            <span>
              <Icon name="cache" /> {words.t('cached {0}', amount(cachedPrefix))}
            </span>
          </div>
          {total.tokens > cachedPrefix && (
            <div class="span anew" style={{ '--n': total.tokens - cachedPrefix }}>
              <span>{words.t('anew {0}', amount(total.tokens - cachedPrefix))}</span>
            </div>
          )}
        </div>
      )}
    </div>
  );
};

const Piece = ({ stretch, goTo }: { readonly stretch: Stretch; readonly goTo: (layer: string | null) => void }) => {
  const { result, words } = useView();
  const name = (id: string | null): string => layerOf(result, id)?.title ?? words.t('no layer');
  const say = ({ layer, tokens }: Stretch): string => `${name(layer)}: ${words.tokens(tokens, result.total.exact)} tok`;
  const layer = layerOf(result, stretch.layer);
  const index = layer ? result.layers.indexOf(layer) : 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a short way for the pointer; the table has the links
    // biome-ignore lint/a11y/useKeyWithClickEvents: a short way for the pointer; the table has the links
    <div
      class="piece"
      title={stretch.many ? stretch.many.map(say).join('\n') : say(stretch)}
      style={{ '--n': stretch.tokens }}
      data-layer={stretch.layer ?? ''}
      data-trust={stretch.many ? 'none' : (layer?.trust ?? 'none')}
      data-step={index % 2}
      onClick={() => goTo(stretch.many?.[0]?.layer ?? stretch.layer)}
      onMouseEnter={() => light(stretch.many ? undefined : stretch.layer)}
      onMouseLeave={() => light(undefined)}
    >
      <span class="piece-name">{stretch.many ? '' : name(stretch.layer)}</span>
    </div>
  );
};
