// The four views as tabs: one stop of the Tab key, left and right inside.
import { VIEWS, type ViewName } from '../messages';
import { useWords } from './view';

export interface TabsProps {
  readonly view: ViewName;
  readonly onView: (view: ViewName) => void;
}

export const Tabs = ({ view, onView }: TabsProps) => {
  const words = useWords();
  const names: Readonly<Record<ViewName, string>> = {
    rendered: words.t('Rendered'),
    request: words.t('Request'),
    compare: words.t('Compare'),
    locate: words.t('Locate'),
  };
  const move = (event: KeyboardEvent): void => {
    const at = VIEWS.indexOf(view);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: VIEWS.length - 1 }[event.key];
    const next = to === undefined ? undefined : VIEWS[(to + VIEWS.length) % VIEWS.length];
    if (!next) return;
    event.preventDefault();
    onView(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={words.t('View')} onKeyDown={move}>
      {VIEWS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          class="tab"
          id={`tab-${name}`}
          aria-selected={view === name}
          aria-controls={view === name ? 'pane' : undefined}
          tabIndex={view === name ? 0 : -1}
          onClick={() => onView(name)}
        >
          {names[name]}
        </button>
      ))}
    </div>
  );
};
