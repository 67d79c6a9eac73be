// The card of a slot: what it is, whether it may be obeyed, where its value comes from, and the ways from here.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { WireTrust } from '../../../../server/src/protocol';
import { Glyph } from './icons';
import { layerOf, reveal, segmentAt, slotOf, trustOf, useView, written } from './view';
import type { Words } from './words';

export interface CardProps {
  readonly slot: string;
  /** The value it was opened from. */
  readonly path: string;
  /** Opened by a key: the focus goes into it, and back to the value. */
  readonly focus: boolean;
  readonly onClose: (back: boolean) => void;
}

/** Pixels between the card and its value, and between the card and the edge of the page. */
const GAP = 6;
const MARGIN = 8;

export const Card = ({ slot: name, path, focus, onClose }: CardProps) => {
  const { result, words, post } = useView();
  const root = useRef<HTMLDivElement>(null);
  const slot = slotOf(result, name);
  const segment = segmentAt(result, path);
  const anchor = (): HTMLElement | null => document.querySelector(`.value[data-path="${path}"]`);

  useLayoutEffect(() => {
    const value = anchor();
    if (!root.current || !value) return undefined;
    putBeside(root.current, value);
    value.classList.add('open');
    return () => value.classList.remove('open');
  });
  useEffect(() => {
    if (focus) root.current?.querySelector('button')?.focus();
  }, [path, focus]);
  if (!slot || !segment) return null;

  const trust = trustOf(result, { ...segment, slot: name });
  const { source, fillAt } = slot;
  return (
    <div
      class="card"
      role="dialog"
      aria-label={words.t('Slot {0}', written(result, name))}
      ref={root}
      onKeyDown={(event) => event.key === 'Escape' && onClose(true)}
    >
      <div class="card-head">
        <span class="mono strong">{written(result, name)}</span>
        <span class="quiet">{slot.type ?? ''}</span>
        <span class="tok">
          <span class="n">{words.tokens(slot.tokens, result.total.exact)}</span> tok
        </span>
      </div>
      {slot.description && <p class="card-says">{slot.description}</p>}
      {trust !== 'none' && (
        <p class="card-trust" data-trust={trust}>
          <Glyph trust={trust} />
          {sentence(trust, words)}
        </p>
      )}
      <Facts name={name} path={path} />
      <div class="card-acts">
        <button type="button" class="linkish" onClick={() => post(reveal(segment.source, true))}>
          {words.t('In the template')}
        </button>
        {source && (
          <button type="button" class="linkish" onClick={() => post(reveal(source, true))}>
            {words.t('Declaration')}
          </button>
        )}
        {fillAt && (
          <button type="button" class="linkish" onClick={() => post(reveal(fillAt, true))}>
            {words.t('Edit value')}
          </button>
        )}
      </div>
    </div>
  );
};

const Facts = ({ name, path }: { readonly name: string; readonly path: string }) => {
  const { result, words } = useView();
  const slot = slotOf(result, name);
  const segment = segmentAt(result, path);
  const layer = layerOf(result, slot?.layer ?? segment?.layer ?? null);
  const setBy = slot?.setBy ?? layer?.setBy;
  const property = slot?.property ?? layer?.property;
  const lives = slot?.lifetimeWord ?? layer?.lifetimeWord;
  const cached = isCached(result, path) ? words.t('cached') : words.t('not cached');
  return (
    <dl>
      {layer && (
        <>
          <dt>{words.t('Layer')}</dt>
          <dd>{layer.title}</dd>
        </>
      )}
      {lives && (
        <>
          <dt>{words.t('Lives')}</dt>
          <dd>
            {lives}, {cached}
          </dd>
        </>
      )}
      {(setBy || property) && (
        <>
          <dt>{words.t('Set by')}</dt>
          <dd>
            {setBy ?? ''}
            {property && <span class="mono sub">{property}</span>}
          </dd>
        </>
      )}
      {slot && (
        <>
          <dt>{words.t('Value from')}</dt>
          <dd>{slot.valueFrom}</dd>
        </>
      )}
      {slot?.limit && (
        <>
          <dt>{words.t('Limit')}</dt>
          <dd>{slot.limit}</dd>
        </>
      )}
    </dl>
  );
};

function sentence(trust: WireTrust, words: Words): string {
  switch (trust) {
    case 'instructions':
      return words.t('Instructions: the model obeys this text.');
    case 'request':
      return words.t('Request: the person’s own words, answered within the rules. It may hold anything.');
    case 'facts':
      return words.t('Facts: true statements, set by the program.');
    case 'data':
      return words.t('Untrusted data: it may hold anything and must not be obeyed.');
  }
}

/** Whether the block of the segment lies in the cached prefix. */
function isCached({ messages, cachedPrefix }: ReturnType<typeof useView>['result'], path: string): boolean {
  const [m, b] = path.split('.').map(Number);
  let end = 0;
  for (const [i, message] of messages.entries()) {
    for (const [j, block] of message.blocks.entries()) {
      end += block.tokens;
      if (i === m && j === b) return cachedPrefix !== null && end <= cachedPrefix;
    }
  }
  return false;
}

/** Below the value where there is room, else above it; never over the edge of the page. */
function putBeside(card: HTMLElement, value: HTMLElement): void {
  const box = value.getClientRects()[0] ?? value.getBoundingClientRect();
  const below = value.getBoundingClientRect().bottom + GAP;
  const left = Math.max(MARGIN, Math.min(box.left, innerWidth - card.offsetWidth - MARGIN));
  const top = below + card.offsetHeight < innerHeight ? below : Math.max(MARGIN, box.top - card.offsetHeight - GAP);
  card.style.setProperty('left', `${left + scrollX}px`);
  card.style.setProperty('top', `${top + scrollY}px`);
}
