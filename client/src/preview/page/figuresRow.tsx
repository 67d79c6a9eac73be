// The figures that stand over everything, always in the same order. Where one is not known, it says why.
import { Figure } from './figure';
import { cachedOf, costOf, idleOf, type Room } from './figures';
import { useView, written } from './view';

export const Figures = ({ room }: { readonly room: Room | undefined }) => (
  <dl class="figures">
    <PromptFigure />
    <WindowFigure room={room} />
    <CachedFigure />
    <CostFigure />
  </dl>
);

const PromptFigure = () => {
  const { result, words } = useView();
  const { total, holes, model, worst } = result;
  const counted = total.exact
    ? words.t('exact, {0}', model.tokenizer)
    : words.t('estimate, between {0} and {1}', words.number(total.low), words.number(total.high));
  const note = total.pending ? words.t('counting …') : <span title={model.tokenizer}>{counted}</span>;
  const missing =
    holes.length === 1 ? words.t('1 slot without a value') : words.t('{0} slots without a value', holes.length);
  return (
    <Figure
      label={words.t('Prompt')}
      value={`${holes.length > 0 ? '≥\u202f' : ''}${words.tokens(total.tokens, total.exact)} tok`}
    >
      {holes.length > 0 ? missing : note}
      {worst && <Worst worst={worst} />}
    </Figure>
  );
};

const Worst = ({ worst }: { readonly worst: NonNullable<ReturnType<typeof useView>['result']['worst']> }) => {
  const { result, words } = useView();
  const { total, unlimited } = worst;
  const most = words.tokens(total.tokens, total.exact);
  const names = unlimited.map((slot) => written(result, slot)).join(', ');
  return (
    <span class="also" title={unlimited.length > 0 ? words.t('Without a limit: {0}', names) : undefined}>
      {unlimited.length === 0
        ? words.t('at most {0} with every slot full', most)
        : words.t('{0} with every limit reached, more without', most)}
    </span>
  );
};

const WindowFigure = ({ room }: { readonly room: Room | undefined }) => {
  const { result, words } = useView();
  const { model, total } = result;
  const label = words.t('Window');
  if (!room) {
    const isNone = model.id === null;
    return (
      <Figure label={label} value={isNone ? words.t('no model') : words.t('not known')}>
        {isNone
          ? words.t('name one in the manifest for window, cache and cost')
          : words.t('no window is known for {0}', model.id ?? '')}
      </Figure>
    );
  }
  const [effective, window, reserve] = [room.effective, room.window, room.reserve].map((n) => words.number(n)) as [
    string,
    string,
    string,
  ];
  return (
    <Figure label={label} value={words.share(total.tokens, room.effective)}>
      {room.unclear ? (
        <span>{words.t('perhaps over {0}: this is an estimate', effective)}</span>
      ) : room.over > 0 ? (
        <span class="bad">{words.t('{0} over {1}', words.number(room.over), words.number(room.effective))}</span>
      ) : (
        <span>
          {room.reserve > 0
            ? words.t('of {0}: {1} less {2} for the answer', effective, window, reserve)
            : words.t('of {0}', effective)}
        </span>
      )}
    </Figure>
  );
};

const CachedFigure = () => {
  const { result, words } = useView();
  const { cachedPrefix, total, economics } = result;
  const { cache, stable } = economics ?? {};
  const label = words.t('Cached');
  const amount = (n: number): string => words.tokens(n, total.exact);
  const end = stable?.end?.says;
  if (cache?.automatic) {
    return (
      <Figure label={label} value={cache.kept > 0 ? words.share(cache.kept, total.tokens) : words.t('nothing')}>
        {cache.kept > 0
          ? words.t('{0}, found by the provider itself', amount(cache.kept))
          : tooShort(cache.minimum, words, words.t('the equal beginning is too short for the cache'))}
        {end && <span class="also">{end}</span>}
      </Figure>
    );
  }
  if (!cachedPrefix) {
    return (
      <Figure label={label} value={words.t('nothing')}>
        {result.model.id === null ? words.t('no model, so no cache is known') : words.t('no mark in this selection')}
      </Figure>
    );
  }
  const cached = cachedOf(result);
  const idle = idleOf(result);
  if (idle !== undefined && cached === 0) {
    return (
      <Figure label={label} value={words.t('nothing')}>
        {words.t('marked {0}, {1}', amount(cachedPrefix), idle)}
      </Figure>
    );
  }
  return (
    <Figure label={label} value={words.share(cached, total.tokens)}>
      {words.t('{0}, then {1} anew', amount(cached), amount(total.tokens - cached))}
      {idle !== undefined && <span class="also">{words.t('marked {0}, {1}', amount(cachedPrefix), idle)}</span>}
      {cache && idle === undefined && cache.kept < cache.written && (
        <span class="also">
          {cache.kept > 0
            ? words.t('the next call reads {0} of it', amount(cache.kept))
            : words.t('the next call reads none of it')}
          {end && `: ${end}`}
        </span>
      )}
      {cache?.keptByStep && idle === undefined && (
        <span class="also">{words.t('a further request of the same call reads {0}', amount(cache.keptByStep))}</span>
      )}
    </Figure>
  );
};

function tooShort(minimum: number | null, words: ReturnType<typeof useView>['words'], otherwise: string): string {
  return minimum === null ? otherwise : words.t('below the minimum of {0}', words.number(minimum));
}

/** Of a thousand requests: what one costs cannot be read. */
const MANY = 1000;

const CostFigure = () => {
  const { result, words } = useView();
  const cost = costOf(result);
  const { id } = result.model;
  const label = words.t('Cost of 1,000 requests');
  const of = (dollars: number): string => words.money(dollars * MANY);
  if (!cost) {
    return (
      <Figure label={label} value="–">
        {id === null ? words.t('no model, so no price') : words.t('no price is known for {0}', id)}
      </Figure>
    );
  }
  const { cold, warm, uncached } = cost;
  const step = result.economics?.step;
  const further = step ? (
    <span class="also">{words.t('{0} for further requests of the same call', of(step))}</span>
  ) : undefined;
  if (warm === undefined || warm === uncached || warm === cold)
    return (
      <Figure label={label} value={of(warm ?? uncached)}>
        {words.t('nothing is read from a cache')}
        {warm !== undefined && warm !== uncached && (
          <span class="also">{words.t('{0} without a cache', of(uncached))}</span>
        )}
        {further}
      </Figure>
    );
  return (
    <Figure label={label} value={words.t('{0} warm', of(warm))}>
      {cold === undefined ? words.t('the price of a cold cache is not known') : words.t('{0} cold', of(cold))}
      <span class="also">{words.t('{0} without a cache', of(uncached))}</span>
      {further}
    </Figure>
  );
};
