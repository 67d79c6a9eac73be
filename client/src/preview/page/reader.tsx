// The prompt as something to walk through: with the pointer, with the keys, and with the eyes.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { OpenCard } from './card';
import type { MessageCard } from './cards';
import { wheneverSeenMoves } from './moving';
import { sourceAt } from './place';
import { firstPlace, type Place, placeAtPoint } from './pointing';
import { Prompt } from './prompt';
import { type Top, useScrolling } from './scrolling';
import { reveal, segmentAt, useView } from './view';

export interface ReaderProps {
  readonly cards: readonly MessageCard[];
  /** The first line that the editor shows, after it was scrolled. */
  readonly top: Top | undefined;
  readonly onCard: (card: OpenCard | undefined) => void;
  readonly onReading: (layer: string | null | undefined) => void;
}

export const Reader = ({ cards, top, onCard, onReading }: ReaderProps) => {
  const { words, marked, follow } = useView();
  const root = useRef<HTMLElement>(null);
  useReading(root, cards, onReading);
  useScrolling(root, top, marked);
  useLayoutEffect(() => {
    if (marked && follow) showMarked(root.current);
  }, [marked, follow]);
  return (
    <section
      class={cards.length > 40 ? 'view many' : 'view'}
      id="prompt"
      ref={root}
      aria-label={words.t('Prompt')}
      aria-describedby="prompt-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop of the Tab key for the whole prompt
      tabIndex={0}
      {...useHands(onCard)}
    >
      <p class="sr" id="prompt-keys">
        {words.t(
          'Up and down go by layer, left and right by value. Enter opens the card of a value, or goes to the source of a layer. Control and Enter goes to the source of a value. F8 goes to the next slot without a value, or to what escapes. C copies the layer.',
        )}
      </p>
      <Prompt cards={cards} />
    </section>
  );
};

/** What pointer and keys do in the prompt. One handler of each kind, however long it is. */
function useHands(onCard: ReaderProps['onCard']) {
  const { result, post } = useView();
  const toSource = (place: Place | undefined, open: boolean): void => {
    const segment = place && segmentAt(result, place.path);
    if (segment) post(reveal(sourceAt(segment, place.offset), open));
  };
  return {
    onClick(event: MouseEvent): void {
      const target = event.target as Element;
      const hole = target.closest('button.fill')?.closest<HTMLElement>('.hole');
      if (hole) onCard(editOf(hole));
      if (isControl(target) || !getSelection()?.isCollapsed) return;
      const value = target.closest<HTMLElement>('.value');
      const open = event.ctrlKey || event.metaKey;
      toSource(placeAtPoint(target, event.clientX, event.clientY), open);
      onCard(value && !open ? cardOf(value, false) : undefined);
    },
    onDblClick(event: MouseEvent): void {
      const target = event.target as Element;
      if (!isControl(target)) toSource(placeAtPoint(target, event.clientX, event.clientY), true);
    },
    onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
      const here = document.activeElement;
      if (event.key === 'Enter' && here instanceof HTMLElement && here.matches('.value, .run, .escape')) {
        event.preventDefault();
        if (here.matches('.value') && !event.ctrlKey && !event.metaKey) onCard(cardOf(here, true));
        else toSource(firstPlace(here), true);
      } else if (event.key === 'c' && isPlain(event) && copyLayer(here)) event.preventDefault();
      else if (walk(event, event.currentTarget)) onCard(undefined);
    },
  };
}

const isPlain = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.altKey;

/** Presses the button of the layer that has the focus; says whether there is one. */
function copyLayer(here: Element | null): boolean {
  const button = here?.closest('.run')?.querySelector<HTMLElement>('.copy-layer');
  button?.click();
  return button !== null && button !== undefined && here?.matches('.run, .value, .escape') === true;
}

const isControl = (target: Element): boolean => target.closest('button, a, summary') !== null;

function cardOf(value: HTMLElement, focus: boolean): OpenCard | undefined {
  const { slot, path } = value.dataset;
  return slot && path ? { slot, path, focus } : undefined;
}

/** The card of a hole, ready to be filled. */
function editOf({ dataset: { slot, path } }: HTMLElement): OpenCard | undefined {
  return slot && path ? { slot, path, focus: true, edit: true } : undefined;
}

/** Moves by layer and by value; says whether it moved. */
function walk(event: KeyboardEvent, root: HTMLElement): boolean {
  const active = document.activeElement;
  if (!active || event.ctrlKey || event.metaKey || event.altKey) return false;
  const runs = [...root.querySelectorAll<HTMLElement>('.run')];
  const run = active.closest<HTMLElement>('.run');
  const at = run ? runs.indexOf(run) : -1;
  const inside = run ? [run, ...run.querySelectorAll<HTMLElement>('.value, .hole button, .escape')] : [];
  const inRun = inside.indexOf(active as HTMLElement);
  const steps: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowDown: () => runs[at + 1],
    ArrowUp: () => (at > 0 ? runs[at - 1] : run ? root : undefined),
    ArrowRight: () => (run ? inside[inRun + 1] : undefined),
    ArrowLeft: () => (inRun > 0 ? inside[inRun - 1] : undefined),
    F8: () => nextHole(root, active),
    Escape: () => (run ? root : undefined),
  };
  const to = steps[event.key]?.();
  if (!to) return false;
  event.preventDefault();
  to.focus({ preventScroll: true });
  to.scrollIntoView({ block: to.classList.contains('run') && to.offsetHeight > innerHeight ? 'start' : 'nearest' });
  return true;
}

function nextHole(root: HTMLElement, from: Element): HTMLElement | undefined {
  const holes = [...root.querySelectorAll<HTMLElement>('.hole button, .escape')];
  const after = (hole: HTMLElement): boolean =>
    hole !== from && (from.compareDocumentPosition(hole) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return holes.find(after) ?? holes[0];
}

/** Brings the piece of the editor's cursor into view, unless it is there already. */
function showMarked(root: HTMLElement | null): void {
  const piece = root?.querySelector('.marked-value, .marked');
  if (!piece) return;
  const { top, bottom } = piece.getBoundingClientRect();
  const bar = document.querySelector('.bar')?.clientHeight ?? 0;
  if (top < bar + 40 || bottom > innerHeight) piece.scrollIntoView({ block: 'center' });
}

/** Tells which layer is being read, and lets the head that sticks under the bar draw its line. */
function useReading(
  root: { readonly current: HTMLElement | null },
  cards: readonly MessageCard[],
  onReading: (layer: string | null | undefined) => void,
): void {
  const reading = useRef<string | undefined>(undefined);
  useEffect(() => {
    let stuck: Element | undefined;
    const read = (): void => {
      const bar = document.querySelector('.bar')?.clientHeight ?? 0;
      const run = runAt(root.current, bar + 40);
      const box = run?.getBoundingClientRect();
      const sticks = box && box.top < bar - 1 && box.bottom > bar + 8 ? run : undefined;
      if (sticks !== stuck) {
        stuck?.classList.remove('stuck');
        sticks?.classList.add('stuck');
        stuck = sticks;
      }
      const layer = run?.dataset.layer;
      if (layer !== reading.current) onReading(layer === undefined ? undefined : layer || null);
      reading.current = layer;
    };
    const end = wheneverSeenMoves(read);
    return () => {
      end();
      stuck?.classList.remove('stuck');
    };
  }, [root, cards, onReading]);
}

/** The run at a height of the window. Runs stand in order, so a few looks find it among thousands. */
function runAt(root: HTMLElement | null, y: number): HTMLElement | undefined {
  const runs = root?.querySelectorAll<HTMLElement>('.run') ?? [];
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run && run.getBoundingClientRect().bottom <= y) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run && run.getBoundingClientRect().top <= y ? run : undefined;
}
