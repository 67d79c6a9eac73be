// The overview: four figures that stand still, and below them the window and the bar.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { roomOf } from './figures';
import { Figures } from './figuresRow';
import { fitBar } from './fit';
import { Bar, Window } from './graph';
import { useView } from './view';

export const Overview = ({ goTo }: { readonly goTo: (layer: string | null) => void }) => {
  const { result, words } = useView();
  const room = roomOf(result);
  const graph = useRef<HTMLDivElement>(null);
  const fitted = useRef('');
  useLayoutEffect(() => {
    const node = graph.current;
    if (!node) return undefined;
    const observer = new ResizeObserver(() => {
      fitted.current = fitBar(node);
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (graph.current) fitted.current = fitBar(graph.current, fitted.current);
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
