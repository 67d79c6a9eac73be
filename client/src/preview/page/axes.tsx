// The axes of the system, each with its value.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RenderResult } from '../../../../server/src/protocol';
import { fitLine, showAll } from './fit';
import { options, Pick } from './pick';
import { useView } from './view';

/** As many axes as fit one line; the rest behind one button that says how many, and how many are changed. */
export const Axes = () => {
  const { result, words } = useView();
  const { axes } = result;
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const hidden = useHidden(list, open, result);
  if (axes.length === 0) return null;
  const changed = axes.slice(axes.length - hidden).filter((axis) => axis.changed).length;
  const rest = changed > 0 ? words.t('+{0}, {1} changed', hidden, changed) : words.t('+{0}', hidden);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and breaks the line
    <div class={open ? 'axes open' : 'axes'} role="group" aria-label={words.t('Axes')}>
      <div class="axis-list" id="axis-list" ref={list}>
        {axes.map((axis) => (
          <Axis key={axis.name} axis={axis} />
        ))}
      </div>
      {(hidden > 0 || open) && (
        <button
          type="button"
          class="mini"
          aria-expanded={open}
          aria-controls="axis-list"
          onClick={() => setOpen(!open)}
        >
          {open ? words.t('Fewer') : rest}
        </button>
      )}
    </div>
  );
};

const Axis = ({ axis }: { readonly axis: RenderResult['axes'][number] }) => {
  const { result, post } = useView();
  const { name, value, values, changed } = axis;
  const choose = (chosen: string): void => post({ type: 'axis', key: result.key, name, value: chosen });
  return (
    <Pick label={name} value={value} shown changed={changed} onChange={choose}>
      {options(values)}
    </Pick>
  );
};

/** How many children of a line find no room in it; none while it is open to more lines. */
function useHidden(line: RefObject<HTMLElement>, open: boolean, content: unknown): number {
  const [hidden, setHidden] = useState(0);
  // Other content has other widths.
  useLayoutEffect(() => {
    const node = line.current;
    if (!node) return undefined;
    const fit = (): void => setHidden(open ? showAll(node) : fitLine(node));
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(node);
    return () => observer.disconnect();
  }, [line, open, content]);
  return hidden;
}
