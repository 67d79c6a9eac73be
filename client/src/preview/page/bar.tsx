// The row that stays on top: what is rendered, and what can be done with it. Below it, once, the axes.
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RenderResult } from '../../../../server/src/protocol';
import type { SystemChoice } from '../messages';
import { promptText } from '../text';
import { fitLine, showAll } from './fit';
import { IconButton } from './icons';
import { useView } from './view';

export interface BarProps {
  readonly systems: readonly SystemChoice[];
  readonly busy: boolean;
  readonly onWhiteSpace: () => void;
}

export const Bar = ({ systems, busy, onWhiteSpace }: BarProps) => {
  const { result, words, whiteSpace, post } = useView();
  return (
    <header class="bar">
      <h1 class="sr">{words.t('Prompt preview')}</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and breaks the line */}
      <div class="context" role="group" aria-label={words.t('What is rendered')}>
        <Context systems={systems} />
      </div>
      <div class="tools" role="toolbar" aria-label={words.t('Prompt')}>
        <IconButton label={words.t('Show white space')} icon="whiteSpace" pressed={whiteSpace} onClick={onWhiteSpace} />
        <IconButton label={words.t('Find')} icon="find" onClick={() => post({ type: 'find' })} />
        <IconButton
          label={words.t('Copy the whole prompt')}
          icon="copy"
          onClick={() => post({ type: 'copy', text: promptText(result) })}
        />
      </div>
      {busy && <div class="progress" />}
    </header>
  );
};

const Context = ({ systems }: Pick<BarProps, 'systems'>) => {
  const { result, words, post } = useView();
  const { key, system, scenario, scenarios, model } = result;
  const all = systems.some((choice) => choice.key === key)
    ? systems
    : [{ key, title: system, manifest: '' }, ...systems];
  const manifests = [...new Set(all.map((choice) => choice.manifest))];
  return (
    <>
      <Pick label={words.t('System')} value={key} strong onChange={(chosen) => post({ type: 'system', key: chosen })}>
        {manifests.length > 1
          ? manifests.map((manifest) => (
              <optgroup key={manifest} label={manifest}>
                <Systems all={all.filter((choice) => choice.manifest === manifest)} />
              </optgroup>
            ))
          : [<Systems key="" all={all} />]}
      </Pick>
      <span class="sep" aria-hidden="true">
        ›
      </span>
      {scenario === null ? (
        <span class="plain quiet">{words.t('defaults and samples')}</span>
      ) : (
        <Pick
          label={words.t('Scenario')}
          value={scenario}
          strong
          onChange={(chosen) => post({ type: 'scenario', key, scenario: chosen })}
        >
          {options(scenarios)}
        </Pick>
      )}
      {model.id !== null && (
        <span class="model">
          <span class="quiet">{words.t('on')}</span> {model.id}
        </span>
      )}
    </>
  );
};

const Systems = ({ all }: { readonly all: readonly SystemChoice[] }) => (
  <>
    {all.map((choice) => (
      <option key={choice.key} value={choice.key}>
        {choice.title}
      </option>
    ))}
  </>
);

const options = (values: readonly string[]) =>
  values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
  readonly shown?: boolean;
  readonly changed?: boolean;
  readonly title?: string;
  readonly onChange: (value: string) => void;
  readonly children: ComponentChildren;
}

/** A native select: keyboard, screen reader and long lists for nothing. */
const Pick = ({ label, value, strong, shown, changed, title, onChange, children }: PickProps) => {
  const { words } = useView();
  const names = ['pick', strong && 'strong', changed && 'changed'].filter(Boolean);
  return (
    <label class={names.join(' ')} title={title}>
      <span class={shown ? 'pick-label' : 'sr'}>
        {label}
        {changed && <span class="sr"> ({words.t('changed')})</span>}
      </span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </select>
    </label>
  );
};

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
