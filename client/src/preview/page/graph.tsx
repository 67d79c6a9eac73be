// The window with its lens, and the bar of the layers in the order of the text. For the eye and the pointer: the table says
// the same to everybody.
import type { Room, Stretch } from './figures';
import { cachedOf, stretchesOf } from './figures';
import { Icon } from './icons';
import { light } from './light';
import { layerOf, useView } from './view';

/** Units of the drawing of the window, from left to right. */
const WIDTH = 1000;

/** Where the prompt lies in the window, and the lens that opens it to the full width. */
export const Window = ({ room }: { readonly room: Room }) => {
  const { tokens } = useView().result.total;
  const end = Math.max(room.effective, tokens);
  const x = (n: number): number => (n / end) * WIDTH;
  const used = Math.max(3, x(tokens));
  const line = (at: number | undefined, name: string) =>
    at !== undefined && <line class={name} x1={x(at)} x2={x(at)} y1="2" y2="14" />;
  return (
    <div class="window">
      <Scale room={room} end={end} />
      <svg class="lens" viewBox={`0 0 ${WIDTH} 30`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect class="lens-track" x="0" y="6" width={WIDTH} height="6" />
        <rect class="used" x="0" y="6" width={Math.min(used, x(room.effective))} height="6" />
        {room.over > 0 && <rect class="used over" x={x(room.effective)} y="6" width={x(room.over)} height="6" />}
        <polygon class="fan" points={`0,13 ${used},13 ${WIDTH},30 0,30`} />
        {line(room.stop, 'stop')}
        {line(room.trigger, 'trigger')}
        {room.over > 0 && line(room.effective, 'limit')}
      </svg>
    </div>
  );
};

/** Names and numbers over the window. */
const Scale = ({ room, end }: { readonly room: Room; readonly end: number }) => {
  const { words } = useView();
  const { stop, trigger, effective, over } = room;
  return (
    <div class="scale">
      {stop !== undefined && (
        <Tick at={stop / end} side="before" long={words.t('compaction stops at')} short={words.t('stop')} n={stop} />
      )}
      {trigger !== undefined && (
        <Tick
          at={trigger / end}
          side="after"
          long={words.t('compaction begins at')}
          short={words.t('trigger')}
          n={trigger}
        />
      )}
      <Tick
        at={effective / end}
        side={over > 0 ? 'middle' : 'end'}
        long={room.reserve > 0 ? words.t('effective window') : words.t('window')}
        short=""
        n={effective}
      />
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
export const Bar = ({ goTo }: { readonly goTo: (layer: string | null) => void }) => {
  const { result, words } = useView();
  const { total } = result;
  const cached = cachedOf(result);
  const amount = (n: number): string => words.tokens(n, total.exact);
  return (
    <div class="stack">
      <div class="pieces">
        {stretchesOf(result).map((stretch, i) => (
          <Piece key={i} stretch={stretch} goTo={goTo} />
        ))}
      </div>
      {cached > 0 && (
        <div class="spans">
          <div class="span cached" style={{ '--n': cached }}>
            <span>
              <Icon name="cache" /> {words.t('cached {0}', amount(cached))}
            </span>
          </div>
          {total.tokens > cached && (
            <div class="span anew" style={{ '--n': total.tokens - cached }}>
              <span>{words.t('anew {0}', amount(total.tokens - cached))}</span>
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
  const say = ({ layer: id, tokens }: Stretch): string => {
    const own = layerOf(result, id);
    const limit = own?.max === undefined ? '' : `, ${words.t('budget {0}', words.number(own.max))}`;
    return `${name(id)}: ${words.tokens(tokens, result.total.exact)} tok${limit}`;
  };
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
      data-over={layer?.over === true}
      onClick={() => goTo(stretch.many?.[0]?.layer ?? stretch.layer)}
      onMouseEnter={() => light(stretch.many ? undefined : stretch.layer)}
      onMouseLeave={() => light(undefined)}
    >
      <span class="piece-name">{stretch.many ? '' : name(stretch.layer)}</span>
    </div>
  );
};
