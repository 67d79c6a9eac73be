// The row that stays on top: the views, the switch of the hostile values, and what can be done with the prompt.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { promptText } from '../text';
import { FindBar } from './findBar';
import { Icon, IconButton } from './icons';
import { Menu } from './menu';
import { Tabs, type TabsProps } from './tabs';
import { useView } from './view';

export interface BarProps extends TabsProps {
  readonly busy: boolean;
  readonly hostile: boolean;
  readonly onHostile: (on: boolean) => void;
  readonly onWhiteSpace: () => void;
}

export const Bar = ({ view, onView, busy, hostile, onHostile, onWhiteSpace }: BarProps) => {
  const { result, words, whiteSpace, post } = useView();
  const { asked, find, close } = useFind();
  return (
    <div class="bar">
      <Tabs view={view} onView={onView} />
      <Switch on={hostile} onSwitch={onHostile} />
      <div class="tools" role="toolbar" aria-label={words.t('Prompt')}>
        <IconButton
          label={words.t('Show white space')}
          icon="whiteSpace"
          class="roomy"
          pressed={whiteSpace}
          onClick={onWhiteSpace}
        />
        <IconButton label={words.t('Find')} icon="find" class="roomy" onClick={find} />
        <IconButton
          label={words.t('Copy the whole prompt')}
          icon="copy"
          onClick={() => post({ type: 'copy', text: promptText(result) })}
        />
        <Menu>
          <button type="button" aria-pressed={whiteSpace} onClick={onWhiteSpace}>
            {words.t('Show white space')}
          </button>
          <button type="button" onClick={find}>
            {words.t('Find')}
          </button>
        </Menu>
      </div>
      {asked > 0 && <FindBar asked={asked} onClose={close} />}
      {busy && <div class="progress" />}
    </div>
  );
};

/** How often find was asked for since it was closed: by its button, or with the keys of the editor. */
function useFind() {
  const [asked, setAsked] = useState(0);
  const from = useRef<Element | null>(null);
  const find = useCallback((): void => {
    if (!document.activeElement?.closest('.find')) from.current = document.activeElement;
    setAsked((before) => before + 1);
  }, []);
  const close = useCallback((): void => {
    setAsked(0);
    const back = from.current?.isConnected && from.current !== document.body ? from.current : undefined;
    (back instanceof HTMLElement ? back : document.getElementById('prompt'))?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      find();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [find]);
  return { asked, find, close };
}

const Switch = ({ on, onSwitch }: { readonly on: boolean; readonly onSwitch: (on: boolean) => void }) => {
  const { words } = useView();
  const says = words.t('Fill every slot that may hold anything with a value that tries to break out');
  return (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={on}
      aria-label={words.t('Hostile values')}
      title={says}
      onClick={() => onSwitch(!on)}
    >
      <Icon name="breakOut" />
      <span class="switch-label">{words.t('Hostile values')}</span>
      <span class="track" aria-hidden="true" />
    </button>
  );
};
