// The card of a slot: what it is, whether it may be obeyed, where its value comes from, and the ways from here.

import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
  RenderResult,
  ValueResult,
  WireSegment,
  WireSlot,
  WireSource,
  WireTrust,
} from '../../../../server/src/protocol';
import { Editor } from './editor';
import { cachedOf } from './figures';
import { Glyph } from './icons';
import { layerOf, reveal, segmentAt, slotOf, trustOf, useView, written } from './view';
import type { Words } from './words';

/** A card that is open. */
export interface OpenCard {
  readonly slot: string;
  /** The value or hole it was opened from. */
  readonly path: string;
  /** Opened by a key: the focus goes into it, and back to the value. */
  readonly focus: boolean;
  /** The value is being edited. */
  readonly edit?: boolean;
}

export interface CardProps extends OpenCard {
  /** The value that was asked for last, to be edited. */
  readonly value: ValueResult | undefined;
  readonly onClose: (back: boolean) => void;
}

/** Pixels between the card and its value, and between the card and the edge of the page. */
const GAP = 6;
const MARGIN = 8;

export const Card = (props: CardProps) => {
  const { slot: name, path } = props;
  const { result, words } = useView();
  const [edit, setEdit] = useState(props.edit ?? false);
  const root = useRef<HTMLDivElement>(null);
  useBesideValue(root, path);
  useManners(root, props);
  const slot = slotOf(result, name);
  const segment = ownSegment(result, name, path);
  if (!slot || !(segment || edit)) return null;
  const trust = segment ? trustOf(result, { ...segment, slot: name }) : (slot.trust ?? 'none');
  return (
    <div class="card" role="dialog" aria-label={words.t('Slot {0}', written(result, name))} ref={root}>
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
      {edit ? (
        <Editor slot={slot} value={props.value} onClose={() => props.onClose(true)} />
      ) : (
        segment && <Facts slot={slot} segment={segment} cached={isCached(result, path)} />
      )}
      <div class="card-acts">
        <Way label={words.t('In the template')} to={segment?.source} />
        <Way label={words.t('Declaration')} to={slot.source} />
        <Way label={words.t('In the scenario')} to={slot.fillAt} />
        {!edit && (
          <button type="button" class="linkish" onClick={() => setEdit(true)}>
            {words.t('Edit value')}
          </button>
        )}
      </div>
    </div>
  );
};

/** The segment that the card was opened from; another one of the slot when the text has changed since. */
function ownSegment(result: RenderResult, slot: string, path: string): WireSegment | undefined {
  const there = segmentAt(result, path);
  if (there && (there.slot === slot || there.within === slot)) return there;
  return result.messages.flatMap((m) => m.blocks.flatMap((b) => b.segments)).find((one) => one.slot === slot);
}

/** The card stands beside its value, and the value is marked, for as long as both are there. */
function useBesideValue(root: RefObject<HTMLDivElement>, path: string): void {
  useLayoutEffect(() => {
    const value = document.querySelector<HTMLElement>(`:is(.value, .hole)[data-path="${path}"]`);
    if (!root.current || !value) return undefined;
    putBeside(root.current, value);
    value.classList.add('open');
    return () => value.classList.remove('open');
  });
}

/** It takes the focus when a key has opened it, and goes away with Escape or a click beside it. */
function useManners(root: RefObject<HTMLDivElement>, { path, focus, onClose }: CardProps): void {
  useLayoutEffect(() => {
    if (focus && !root.current?.contains(document.activeElement))
      root.current?.querySelector<HTMLElement>('textarea, button')?.focus({ preventScroll: true });
  }, [root, path, focus]);
  // At once, so that no key is lost between the card and the next frame.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose(true);
    };
    const onPointer = ({ target }: Event): void => {
      // A click in the prompt is the prompt's: it may open the card of another value.
      if (target instanceof Element && !target.closest('.card, #prompt')) onClose(false);
    };
    addEventListener('keydown', onKey);
    addEventListener('pointerdown', onPointer);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('pointerdown', onPointer);
    };
  }, [onClose]);
}

const Way = ({ label, to }: { readonly label: string; readonly to: WireSource | undefined }) => {
  const { post } = useView();
  if (!to) return null;
  return (
    <button type="button" class="linkish" onClick={() => post(reveal(to, true))}>
      {label}
    </button>
  );
};

interface FactsProps {
  readonly slot: WireSlot;
  readonly segment: WireSegment;
  readonly cached: boolean;
}

const Facts = ({ slot, segment, cached }: FactsProps) => {
  const { result, words } = useView();
  const layer = layerOf(result, slot.layer ?? segment.layer);
  const setBy = slot.setBy ?? layer?.setBy;
  const property = slot.property ?? layer?.property;
  const lives = slot.lifetimeWord ?? layer?.lifetimeWord;
  return (
    <dl>
      <Fact name={words.t('Layer')}>{layer?.title}</Fact>
      <Fact name={words.t('Lives')}>{lives && `${lives}, ${cached ? words.t('cached') : words.t('not cached')}`}</Fact>
      <Fact name={words.t('Set by')}>
        {(setBy || property) && (
          <>
            {setBy}
            {property && <span class="mono sub">{property}</span>}
          </>
        )}
      </Fact>
      <Fact name={words.t('Value from')}>{slot.valueFrom}</Fact>
      <Fact name={words.t('Limit')}>{slot.limit}</Fact>
    </dl>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) =>
  children ? (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  ) : null;

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
function isCached(result: RenderResult, path: string): boolean {
  const cached = cachedOf(result);
  const [m, b] = path.split('.').map(Number);
  let end = 0;
  for (const [i, message] of result.messages.entries()) {
    for (const [j, block] of message.blocks.entries()) {
      end += block.tokens;
      if (i === m && j === b) return end <= cached;
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
