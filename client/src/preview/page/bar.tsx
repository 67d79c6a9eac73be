// The row that stays on top: the views, the switch of the hostile values, and what can be done with the prompt.
import { promptText } from '../text';
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
  const find = (): void => post({ type: 'find' });
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
      {busy && <div class="progress" />}
    </div>
  );
};

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
